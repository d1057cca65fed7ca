//! Building the meshes of a map, for one or more agent radii.

use anyhow::{Result, anyhow, bail};
use tautline::baked::{BakedMap, BakedRepair};
use tautline::meshgen::inset;
use tautline::meshgen::{LineJoin, PolygonOptions, Polygons, Repair};
use tautline::navmesh::{Build, BuildOptions, BuildReport, LinkId, NavMesh, RawMesh, TJunctions};

use super::ground::Ground;
use super::source::Source;
#[cfg(feature = "recast")]
use super::voxels::VoxelGround;

/// The number of repairs that an asset lists; broken maps have many thousands.
const MOST_REPAIRS: usize = 1000;

/// A built map, and reports about the build.
pub(crate) struct Built {
    pub(crate) baked: BakedMap,
    pub(crate) report: BuildReport,
    /// The links whose ends agents with a radius cannot reach.
    pub(crate) lost_links: Vec<(f32, LinkId)>,
    /// Further rows of the summary: label and value.
    pub(crate) notes: Vec<(&'static str, String)>,
}

/// Returns the suffix of a note about the mesh for a radius; empty if there is only one mesh.
pub(crate) fn for_agents(has_several: bool, radius: f32) -> String {
    if has_several { format!(", for a radius of {radius}") } else { String::new() }
}

/// Builds a mesh for each radius, or one for radius 0 if none is given.
pub(crate) fn build(source: Source, radii: &[f32], corners: LineJoin) -> Result<Built> {
    let Source { ground, name, terrain_names, mut notes } = source;
    let mut radii = radii.to_vec();
    radii.sort_by(f32::total_cmp);
    radii.dedup();
    if radii.is_empty() {
        radii.push(0.0);
    }
    let mut building = Building::new(&ground, corners)?;
    let mut map: Option<BakedMap> = None;
    for radius in radii {
        let mesh = building.mesh_for(radius)?;
        map = Some(match map {
            None => BakedMap::for_radius(radius, mesh)?,
            Some(map) => map.with_mesh_for(radius, mesh)?,
        });
    }
    let mut baked = map.ok_or_else(|| anyhow!("there is no radius to build a mesh for"))?;
    (baked.name, baked.terrain_names) = (name, terrain_names);
    let Building { report, repairs, lost_links, notes: of_building, .. } = building;
    notes.extend(of_building);
    let kept = |repair: &Repair| BakedRepair { what: repair.to_string(), at: repair.at() };
    baked.repairs = repairs.iter().take(MOST_REPAIRS).map(kept).collect();
    if repairs.len() > MOST_REPAIRS {
        let what = format!("and {} more repairs", repairs.len() - MOST_REPAIRS);
        baked.repairs.push(BakedRepair { what, at: None });
    }
    Ok(Built { baked, report, lost_links, notes })
}

/// The common source of the meshes for all radii.
enum Base<'a> {
    /// The mesh for radius 0, if the file has areas. The others are inset from it.
    Mesh(Box<NavMesh>),
    Polygons(&'a Polygons),
    #[cfg(feature = "recast")]
    Voxels(&'a VoxelGround),
}

struct Building<'a> {
    base: Base<'a>,
    corners: LineJoin,
    report: BuildReport,
    repairs: Vec<Repair>,
    lost_links: Vec<(f32, LinkId)>,
    notes: Vec<(&'static str, String)>,
}

impl<'a> Building<'a> {
    fn new(ground: &'a Ground, corners: LineJoin) -> Result<Self> {
        let mut notes = Vec::new();
        let of_build = |build: Build| (Base::Mesh(Box::new(build.mesh)), build.report);
        let (base, report) = match ground {
            Ground::Mesh { raw, options } => of_build(checked(raw, options)?),
            Ground::Model(raw) => of_build(joined(raw, &mut notes)?),
            Ground::Polygons(outlines) => (Base::Polygons(outlines), BuildReport::default()),
            #[cfg(feature = "recast")]
            Ground::Voxels(model) => (Base::Voxels(model), BuildReport::default()),
        };
        let (repairs, lost_links) = (Vec::new(), Vec::new());
        Ok(Self { base, corners, report, repairs, lost_links, notes })
    }

    fn mesh_for(&mut self, agent_radius: f32) -> Result<NavMesh> {
        let options = PolygonOptions { agent_radius, line_join: self.corners };
        match &self.base {
            Base::Polygons(outlines) => {
                let built = outlines.build(&options)?;
                self.repairs = built.repairs;
                Ok(checked(&built.mesh, &BuildOptions::default())?.mesh)
            }
            #[cfg(feature = "recast")]
            Base::Voxels(model) => {
                let raw = model.mesh_for(agent_radius, &mut self.notes)?;
                Ok(checked(&raw, &BuildOptions::default())?.mesh)
            }
            Base::Mesh(bare) if agent_radius > 0.0 => {
                let shrunk = inset(bare, &options)?;
                self.lost_links.extend(shrunk.lost_links.into_iter().map(|id| (agent_radius, id)));
                Ok(shrunk.mesh)
            }
            Base::Mesh(bare) => Ok(NavMesh::clone(bare)),
        }
    }
}

/// Builds the mesh of a model, and links areas at T-junctions. Where areas overlap, it is not
/// clear which of them belong together: then no T-junction is linked.
fn joined(raw: &RawMesh, notes: &mut Vec<(&'static str, String)>) -> Result<Build> {
    let t_junctions = TJunctions::Link { max_step: 0.0 };
    let options = BuildOptions { t_junctions, ..BuildOptions::default() };
    if let Ok(build) = checked(raw, &options) {
        return Ok(build);
    }
    let t_junctions = TJunctions::Ignore;
    let build = checked(raw, &BuildOptions { t_junctions, ..options })?;
    let reason = "not linked, because some areas overlap; use --voxels for such models";
    notes.push(("T-junctions", reason.to_owned()));
    Ok(build)
}

fn checked(raw: &RawMesh, options: &BuildOptions) -> Result<Build> {
    if raw.corner_ends.is_empty() {
        bail!(
            "the map has no walkable ground; options set what is walkable: see `tautline bake --help`"
        );
    }
    NavMesh::build(raw, options)
        .map_err(|faults| anyhow!("{faults} (counted from 0); correct the file and bake again"))
}
