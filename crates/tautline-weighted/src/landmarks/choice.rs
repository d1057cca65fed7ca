//! The choice of landmarks.

use tautline_geometry::{Vec2, to_f32};
use tautline_navmesh::internal::Binding;
use tautline_navmesh::{AreaId, LinkKind, NavMesh, PathQuery, QueryFilter, Terrain};

use super::{COUNT, CostLandmarks};
use crate::known_paths::KnownPaths;
use crate::search::spread;
use crate::space::Space;
use crate::terrain_costs::terrain_costs;

impl CostLandmarks {
    /// Chooses landmarks and measures costs from them. Each is the node that is the most expensive to reach from
    /// all earlier ones. O(n k log n) for n nodes, of which an area has k: 16 searches of the whole map.
    #[must_use]
    pub fn choose(mesh: &NavMesh, filter: &QueryFilter) -> Self {
        let filter = all_open(filter);
        let from = |position: Vec2| PathQuery::new(position, position).with_filter(&filter);
        let row_count = Space::new(mesh, &from(Vec2::ZERO), &[], &[]).row_count();
        let mut rows = vec![[f32::INFINITY; COUNT]; row_count];
        let component = largest_component(mesh);
        let mut nodes = nodes_around(mesh, component, mesh.takes_links(&filter));
        let mut known = KnownPaths::default();
        for landmark in 0..COUNT {
            // The last one of equally far nodes. From other components, there may be no links to the rest.
            let there = nodes.iter().filter(|node| Some(mesh.component(node.area)) == component);
            let far = there.max_by(|one, other| one.nearest.total_cmp(&other.nearest));
            let Some(&far) = far.filter(|far| far.nearest > 0.0) else { break };
            let (query, areas) = (from(far.position), [far.area]);
            let space = Space::new(mesh, &query, &areas, &[]);
            let mut costs = vec![f32::INFINITY; row_count];
            // Paths that cross borders between the nodes are cheaper, but may leave out some nodes.
            for slides in [true, false] {
                spread(space, slides, &mut known);
                let arcs = (0..space.arc_count())
                    .map(|arc| (Space::row_of_arc(mesh, arc), space.arc_node(arc)));
                for (row, number) in nodes.iter().map(|node| (node.row, node.row)).chain(arcs) {
                    let cost = &mut costs[row as usize];
                    if cost.is_infinite() {
                        *cost = to_f32(known.cost_of(number));
                    }
                }
                if nodes.iter().all(|node| costs[node.row as usize].is_finite()) {
                    break;
                }
            }
            for node in &mut nodes {
                node.nearest = node.nearest.min(costs[node.row as usize]);
            }
            for (row, cost) in rows.iter_mut().zip(costs) {
                row[landmark] = cost;
            }
        }
        Self { binding: Binding::to(mesh), filter, rows }
    }
}

/// A node that paths from landmarks reach.
#[derive(Clone, Copy)]
struct Reached {
    row: u32,
    position: Vec2,
    /// One of its areas.
    area: AreaId,
    /// The cost from the nearest landmark.
    nearest: f32,
}

/// Returns the connected component with the most nodes.
fn largest_component(mesh: &NavMesh) -> Option<u32> {
    let mut counts = vec![0_usize; mesh.component_count()];
    for area in mesh.areas() {
        counts[mesh.component(area) as usize] += mesh.steiner_graph().nodes_of(area).len();
    }
    let largest = (0_u32..).zip(&counts).max_by_key(|&(index, &count)| (count, !index));
    largest.map(|(component, _)| component)
}

/// Returns the nodes of a connected component and of the components that links may lead to from there.
fn nodes_around(mesh: &NavMesh, component: Option<u32>, takes_links: bool) -> Vec<Reached> {
    let is_there = |&area: &AreaId| Some(mesh.component(area)) == component;
    let Some(one) = mesh.areas().find(is_there) else { return Vec::new() };
    let mut nodes = vec![None; mesh.steiner_graph().node_count() as usize];
    for area in mesh.areas() {
        if is_there(&area) || takes_links && mesh.may_reach(one, area) {
            for node in mesh.steiner_graph().nodes_of(area) {
                let (row, position) = (node.node, node.position);
                nodes[row as usize] = Some(Reached { row, position, area, nearest: f32::INFINITY });
            }
        }
    }
    nodes.into_iter().flatten().collect()
}

/// A filter with the same costs and kinds of links that forbids no ground.
fn all_open(filter: &QueryFilter) -> QueryFilter {
    let mut open = terrain_costs(filter);
    let forbidden = LinkKind::ALL.into_iter().filter(|&kind| !filter.allows_links(kind));
    forbidden.for_each(|kind| open.forbid_links(kind));
    let classes = || (0..=u8::MAX).map(Terrain);
    let factors = classes().map(|class| open.factor(class)).filter(|factor| factor.is_finite());
    let Some(most) = factors.reduce(f64::max) else {
        // All terrain is forbidden; any costs will do.
        return QueryFilter::uniform();
    };
    for class in classes().filter(|&class| !filter.allows(class)) {
        let set = open.set(class, to_f32(most));
        debug_assert!(set.is_ok(), "{most} is the factor of another terrain");
    }
    open
}
