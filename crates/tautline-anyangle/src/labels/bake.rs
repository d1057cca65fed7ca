//! Computing labels.

use tautline_navmesh::{FanId, NavMesh};
use thiserror::Error;

use super::corners::{Corners, Node, Wedge};
use super::flood::{Cone, Flood};
use super::packed::{AreaRow, ConeLayout, CornerRow, PackedCone};
use super::parallel;
use super::signs::Signs;
use super::taut_graph::TautGraph;
use super::{Labels, MeshSize};

/// What to bake.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct BakeOptions {}

/// Why there are no labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BakeError {
    /// Somewhere the ground reaches around a vertex by more than a full turn.
    #[error("the ground winds around vertex {vertex}, which labels do not describe; search online")]
    WindingGround {
        /// The vertex.
        vertex: u32,
    },
    /// There are more corners and vertices than can be told apart.
    #[error("the mesh has {corners} corners and {vertices} vertices, too many for labels; search online")]
    TooLarge {
        /// How many corners there are.
        corners: usize,
        /// How many vertices there are.
        vertices: usize,
    },
}

impl Labels {
    /// Computes the labels of a mesh.
    pub fn bake(mesh: &NavMesh, _options: &BakeOptions) -> Result<Self, BakeError> {
        let fans = || (0..).map(FanId).take(mesh.fan_count());
        if let Some(fan) = fans().find(|&fan| mesh.fan(fan).is_winding()) {
            return Err(BakeError::WindingGround { vertex: mesh.fan(fan).vertex().0 });
        }
        let signs = Signs::of_vertices(mesh);
        let corners = Corners::of_fans(mesh, signs, Corners::fans_of(mesh));
        let vertices = mesh.vertices().len();
        let layout = ConeLayout::new(corners.count(), vertices)
            .ok_or(BakeError::TooLarge { corners: corners.count(), vertices })?;
        let (cones, sightings) = flood_all(mesh, &corners);
        let graph = TautGraph::new(&corners, signs, sightings);
        let (areas, cones) = pack_cones(mesh, &corners, layout, &cones);
        let corners = corners.all.iter().map(|corner| CornerRow { point: corner.point, starts: [0; 2] });
        Ok(Self {
            layout,
            mesh_size: MeshSize::of(mesh),
            corners: corners.collect(),
            hub_count: 0,
            areas,
            cones,
            graph,
        })
    }
}

/// How many corners are flooded from at a time.
const CORNERS_AT_ONCE: usize = 64;

fn flood_all(mesh: &NavMesh, corners: &Corners) -> (Vec<Cone>, Vec<(Node, Node)>) {
    let parts = parallel::map(corners.count().div_ceil(CORNERS_AT_ONCE), || (), |(), part| {
        let mut flood = Flood::new(mesh, corners);
        let first = part * CORNERS_AT_ONCE;
        for corner in first..corners.count().min(first + CORNERS_AT_ONCE) {
            flood.look_from(u32::try_from(corner).unwrap_or(u32::MAX));
        }
        (flood.cones, flood.sightings)
    });
    let (mut cones, mut sightings) = (Vec::new(), Vec::new());
    for (more_cones, more_sightings) in parts {
        cones.extend(more_cones);
        sightings.extend(more_sightings);
    }
    (cones, sightings)
}

/// Lists cones by area.
fn pack_cones(
    mesh: &NavMesh,
    corners: &Corners,
    layout: ConeLayout,
    cones: &[Cone],
) -> (Vec<AreaRow>, Vec<u64>) {
    let pack = |cone: &Cone| {
        let walls = corners.get(cone.node.corner()).fan;
        let mut limits = cone.limits;
        let mut is_reflected = false;
        for limit in &mut limits {
            if *limit == Cone::REFLECTED {
                is_reflected = true;
                *limit = wall_vertex(mesh, walls, cone.node.wedge().opposite());
            }
        }
        layout.pack(PackedCone { node: cone.node, limits, is_reflected, reach: 0 })
    };
    let group = |cone: &Cone| usize::from(cone.cuts[0]) + 2 * usize::from(cone.cuts[1]);
    let mut keyed: Vec<(u64, u64)> = cones
        .iter()
        .map(|cone| (u64::from(cone.area.0) << 2 | group(cone) as u64, pack(cone)))
        .collect();
    keyed.sort_unstable();
    let mut areas = Vec::with_capacity(mesh.area_count());
    let mut next = 0_usize;
    for area in 0..mesh.area_count() as u64 {
        let mut row = AreaRow { first: u32::try_from(next).unwrap_or(u32::MAX), ends: [0; 4] };
        for (group, end) in (0..).zip(&mut row.ends) {
            next += keyed[next..].iter().take_while(|(key, _)| *key == area << 2 | group).count();
            *end = u32::try_from(next).unwrap_or(u32::MAX);
        }
        areas.push(row);
    }
    (areas, keyed.into_iter().map(|(_, cone)| cone).collect())
}

/// The vertex at the far end of a wall of a fan.
fn wall_vertex(mesh: &NavMesh, fan: FanId, wedge: Wedge) -> u32 {
    let fan = mesh.fan(fan);
    let side = match wedge {
        Wedge::First => mesh.next_side(fan.first_side()),
        Wedge::Last => mesh.previous_side(fan.last_side()),
    };
    mesh.fan(mesh.side(side).fan()).vertex().0
}
