//! Computing labels.

use tautline_geometry::{Vec2, Wide};
use tautline_navmesh::{FanId, NavMesh};
use thiserror::Error;

use super::corners::{Corner, Corners, Node, Wedge};
use super::flood::{Cone, Flood};
use super::hubs::label_all;
use super::order::hub_order;
use super::packed::{AreaRow, ConeLayout, CornerRow, Entry, PackedCone, Regions, Units};
use super::parallel;
use super::signs::Signs;
use super::slices::Slices;
use super::taut_graph::TautGraph;
use super::{Labels, MeshSize};

/// What to bake.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct BakeOptions {
    /// How many corners become hubs at most.
    pub hubs: usize,
}

impl Default for BakeOptions {
    fn default() -> Self {
        Self { hubs: usize::MAX }
    }
}

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
    /// The caller did not want to go on.
    #[error("the bake was cancelled")]
    Cancelled,
}

impl Labels {
    /// Computes the labels of a mesh.
    pub fn bake(mesh: &NavMesh, options: &BakeOptions) -> Result<Self, BakeError> {
        let fans = || (0..).map(FanId).take(mesh.fan_count());
        if let Some(fan) = fans().find(|&fan| mesh.fan(fan).is_winding()) {
            return Err(BakeError::WindingGround { vertex: mesh.fan(fan).vertex().0 });
        }
        let signs = Signs::of_vertices(mesh);
        let corners = Corners::of_fans(mesh, signs, Corners::fans_of(mesh));
        let vertices = mesh.vertices().len();
        let layout = ConeLayout::new(corners.count(), vertices)
            .ok_or(BakeError::TooLarge { corners: corners.count(), vertices })?;
        let (mut cones, sightings) = flood_all(mesh, &corners);
        let graph = TautGraph::new(&corners, signs, sightings);
        // Corners are numbered by their rank as hubs from here on.
        let count = corners.count();
        let order = hub_order(&graph, count);
        let mut rank = vec![0; count];
        for (number, &corner) in (0..).zip(&order) {
            rank[corner as usize] = number;
        }
        let graph = graph.ranked(&order, &rank);
        let fans = order.iter().map(|&corner| corners.get(corner).fan);
        let corners = Corners::of_fans(mesh, signs, fans);
        for cone in &mut cones {
            cone.node = cone.node.ranked(&rank);
        }
        let hubs = options.hubs.min(count).min(Entry::MOST_HUBS);
        let labels = label_all(&graph, count, hubs, |_, _| true).ok_or(BakeError::Cancelled)?;
        let longest = labels.iter().flat_map(|label| &label.distances);
        let longest = longest.fold(0.0_f64, |most, distance| most.max(distance.length));
        let bounds = mesh.bounds();
        let across = Wide::from(bounds.min).distance(bounds.max.into());
        let units = Units::up_to(longest.max(across));
        let slices = Slices::new(&graph, &labels, units);
        drop(labels);
        let (areas, cones) = pack_cones(mesh, &corners, layout, &graph, &slices, &cones);
        let hub_count = u32::try_from(hubs).unwrap_or(u32::MAX);
        let starts = slices.starts.chunks(2);
        let points = corners.all.iter().map(|corner| corner.point).chain([Vec2::ZERO]);
        let corners = points.zip(starts).map(|(point, starts)| CornerRow {
            point,
            starts: [starts[0], *starts.last().unwrap_or(&0)],
        });
        Ok(Self {
            layout,
            mesh_size: MeshSize::of(mesh),
            corners: corners.collect(),
            hub_count,
            areas,
            cones,
            units,
            entries: slices.entries,
            nexts: slices.nexts,
            owners: slices.owners,
            graph: graph.without_first(hub_count),
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
    graph: &TautGraph,
    slices: &Slices,
    cones: &[Cone],
) -> (Vec<AreaRow>, Vec<u64>) {
    let signs = Signs::of_vertices(mesh);
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
        let onward = cone.node.opposite();
        // Of all points of the cone, those on the ray nearer to the wall may go
        // on farthest.
        let widest = mesh.vertices()[limits[usize::from(cone.node.wedge() == Wedge::Last)] as usize];
        let here = corners.get(cone.node.corner()).point;
        let arcs = graph.arcs_into(onward).partition_point(|arc| {
            let to = corners.get(arc.to.corner()).point;
            Corner::may_follow(here, signs, widest, cone.node.wedge(), to)
        });
        let (reach, leads_on) = slices.within(onward, u32::try_from(arcs).unwrap_or(u32::MAX));
        let packed = layout.pack(PackedCone { node: cone.node, limits, is_reflected, reach });
        let [right, left] = cone.cuts.map(u64::from);
        (u64::from(cone.area.0) << 3 | u64::from(!leads_on) << 2 | left << 1 | right, packed)
    };
    let mut keyed: Vec<(u64, u64)> = cones.iter().map(pack).collect();
    keyed.sort_unstable();
    let bounds = mesh.bounds();
    let region = |corner: &Corner| Regions::of(&bounds, corner.point);
    let regions: Vec<u32> = corners.all.iter().map(region).collect();
    let mut areas = Vec::with_capacity(mesh.area_count());
    let mut next = 0_usize;
    for area in 0..mesh.area_count() as u64 {
        let mut row = AreaRow::default();
        row.bounds[0] = u32::try_from(next).unwrap_or(u32::MAX);
        for (group, end) in (0..).zip(&mut row.bounds[1..]) {
            let here = keyed[next..].iter().take_while(|(key, _)| *key == area << 3 | group);
            for (_, cone) in here {
                next += 1;
                row.regions.add(regions[layout.node(*cone).corner() as usize]);
            }
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
