//! Building the meshes of a map, one for each agent radius.

use std::borrow::Cow;

use tautline_meshgen::{PolygonOptions, Polygons, Repair, inset, merge_areas};
use tautline_navmesh::{Build, BuildOptions, BuildReport, NavMesh, RawMesh, TJunctions};

use super::ground::Ground;
use super::report::{MapReport, MeshReport};
use super::source::Source;
#[cfg(feature = "recast")]
use super::voxel_ground::VoxelGround;
use super::{BakedFile, MapBaker, MapError, Stage, links, warnings};
use crate::baked::{BakedMap, BakedRepair};

/// The number of repairs that an asset lists; broken maps have many thousands.
const MOST_REPAIRS: usize = 1000;

/// Builds a mesh for each radius, or one for radius 0 if none is given.
pub(super) fn build(
    baker: &MapBaker,
    source: Source,
    go_on: &mut impl FnMut(Stage<'_>) -> Result<(), MapError>,
) -> Result<BakedFile, MapError> {
    let mut radii = baker.radii.clone();
    radii.sort_by(f32::total_cmp);
    radii.dedup();
    let first = radii.first().copied().unwrap_or(0.0);
    go_on(Stage::Building { radius: first })?;
    let mut building = Building::new(&source.ground, baker)?;
    let mut map = BakedMap::for_radius(first, building.mesh_for(first)?)?;
    for &radius in radii.iter().skip(1) {
        go_on(Stage::Building { radius })?;
        map = map.with_mesh_for(radius, building.mesh_for(radius)?)?;
    }
    let bare = building.without_radius(&map);
    let suspicious = warnings::find(baker, &source, &map, &building.meshes, bare.as_deref());
    let Building { report: build, split_numbers, merged_from, .. } = building;
    let Building { repairs, meshes, overlapping_model, .. } = building;
    (map.y_down, map.merged_from) = (source.y_down, merged_from);
    (map.name, map.terrain_names) = (source.found.name, source.terrain_names);
    let kept = |repair: &Repair| BakedRepair { what: repair.to_string(), at: repair.at() };
    map.repairs = repairs.iter().take(MOST_REPAIRS).map(kept).collect();
    if repairs.len() > MOST_REPAIRS {
        let what = format!("and {} more repairs", repairs.len() - MOST_REPAIRS);
        map.repairs.push(BakedRepair { what, at: None });
    }
    let report = MapReport {
        format: source.format,
        items: source.items,
        interpretation: source.found.interpretation,
        terrain_names: source.terrain_names_from,
        warnings: suspicious,
        model: source.found.model,
        lost_connections: source.found.lost_connections,
        build,
        split_numbers,
        overlapping_model,
        repairs: repairs.len(),
        meshes,
    };
    Ok(BakedFile { map, report })
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
    baker: &'a MapBaker,
    report: BuildReport,
    split_numbers: Vec<u32>,
    /// The number of areas before merging, if any were merged.
    merged_from: Option<u32>,
    repairs: Vec<Repair>,
    meshes: Vec<MeshReport>,
    overlapping_model: bool,
}

impl<'a> Building<'a> {
    fn new(ground: &'a Ground, baker: &'a MapBaker) -> Result<Self, MapError> {
        let (mut overlapping_model, mut split_numbers) = (false, Vec::new());
        let (mut merged_from, mut repairs) = (None, Vec::new());
        let of_build = |build: Build| (Base::Mesh(Box::new(build.mesh)), build.report);
        let (base, report) = match ground {
            Ground::Mesh { raw, options, may_merge } => {
                let build = checked(raw, options)?;
                let split = build.report.split_areas.iter();
                split_numbers.extend(split.map(|split| build.mesh.number(split.area)));
                if *may_merge {
                    let merged = merged(&build.mesh)?;
                    // A mesh has fewer than 2^32 areas.
                    let count = u32::try_from(build.mesh.area_count()).ok();
                    merged_from = count.filter(|_| merged.is_some());
                    of_build(Build { mesh: merged.unwrap_or(build.mesh), ..build })
                } else {
                    of_build(build)
                }
            }
            Ground::Model(raw) => of_build(joined(raw, &mut overlapping_model)?),
            Ground::Polygons { polygons, links, .. } if links.is_empty() => {
                (Base::Polygons(polygons), BuildReport::default())
            }
            // Links have their ends on the ground without a radius.
            Ground::Polygons { polygons, links, deviation } => {
                let built = polygons.build(&PolygonOptions::default())?;
                repairs = built.repairs;
                let mut raw = RawMesh { links: links.clone(), ..built.mesh };
                links::move_to_ground(&mut raw, built.grid_step, *deviation)?;
                of_build(checked(&raw, &BuildOptions::default())?)
            }
            #[cfg(feature = "recast")]
            Ground::Voxels(model) => (Base::Voxels(model), BuildReport::default()),
        };
        Ok(Self {
            base,
            baker,
            report,
            split_numbers,
            merged_from,
            repairs,
            meshes: Vec::new(),
            overlapping_model,
        })
    }

    fn options(&self, agent_radius: f32) -> PolygonOptions {
        PolygonOptions { agent_radius, line_join: self.baker.line_join }
    }

    fn mesh_for(&mut self, radius: f32) -> Result<NavMesh, MapError> {
        let options = self.options(radius);
        let mut report = MeshReport::new(radius);
        let mesh = match &self.base {
            Base::Polygons(polygons) => {
                let built = polygons.build(&options)?;
                self.repairs = built.repairs;
                checked(&built.mesh, &BuildOptions::default())?.mesh
            }
            #[cfg(feature = "recast")]
            Base::Voxels(model) => {
                let found = model.mesh_for(radius)?;
                report.voxels = Some(found.report);
                checked(&found.mesh, &BuildOptions::default())?.mesh
            }
            Base::Mesh(bare) if radius > 0.0 => {
                let inset = inset(bare, &options)?;
                report.lost_links = inset.lost_links;
                inset.mesh
            }
            Base::Mesh(bare) => NavMesh::clone(bare),
        };
        self.meshes.push(report);
        Ok(mesh)
    }

    /// Returns the mesh for radius 0, for comparison, unless it is expensive.
    fn without_radius<'m>(&'m self, map: &'m BakedMap) -> Option<Cow<'m, NavMesh>> {
        if map.meshes()[0].radius() <= 0.0 {
            return Some(Cow::Borrowed(map.mesh()));
        }
        match &self.base {
            Base::Mesh(bare) => Some(Cow::Borrowed(bare)),
            Base::Polygons(polygons) => {
                let built = polygons.build(&self.options(0.0)).ok()?;
                let build = NavMesh::build(&built.mesh, &BuildOptions::default()).ok()?;
                Some(Cow::Owned(build.mesh))
            }
            #[cfg(feature = "recast")]
            Base::Voxels(_) => None,
        }
    }
}

/// Merges areas as long as they stay convex. `None` if no two can be merged. Drops the numbers of the
/// areas, because areas with different numbers are not merged.
fn merged(mesh: &NavMesh) -> Result<Option<NavMesh>, MapError> {
    let unnumbered = RawMesh { numbers: Vec::new(), ..mesh.to_raw() };
    let merged = merge_areas(&unnumbered)?;
    if merged.area_count() == mesh.area_count() {
        return Ok(None);
    }
    Ok(Some(checked(&merged, &BuildOptions::default())?.mesh))
}

/// Builds the mesh of a model, and links areas at T-junctions. Where areas overlap, it is not
/// clear which of them belong together: then no T-junction is linked.
fn joined(raw: &RawMesh, overlapping: &mut bool) -> Result<Build, MapError> {
    let t_junctions = TJunctions::Link { max_step: 0.0 };
    let options = BuildOptions { t_junctions, ..BuildOptions::default() };
    if let Ok(build) = checked(raw, &options) {
        return Ok(build);
    }
    *overlapping = true;
    let t_junctions = TJunctions::Ignore;
    checked(raw, &BuildOptions { t_junctions, ..options })
}

fn checked(raw: &RawMesh, options: &BuildOptions) -> Result<Build, MapError> {
    if raw.corner_ends.is_empty() {
        let reason = "all of it is blocked or left out; other options may make some of it walkable";
        return Err(MapError::NoGround { reason });
    }
    let build = NavMesh::build(raw, options);
    Ok(build.map_err(|faults| faults.with_area_numbers(&raw.numbers))?)
}
