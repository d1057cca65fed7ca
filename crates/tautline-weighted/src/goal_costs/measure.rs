//! The measurement of the costs to a goal.

use tautline_geometry::to_f32;
use tautline_navmesh::internal::Binding;
use tautline_navmesh::{AreaId, End, Location, NavMesh, PathQuery, QueryError, QueryFilter};

use super::GoalCosts;
use crate::end_points::EndPoints;
use crate::known_paths::KnownPaths;
use crate::search::spread;
use crate::space::Space;

impl GoalCosts {
    /// Measures the costs to a goal for a filter. O(n k log n) for n Steiner points, of which an area has k.
    ///
    /// # Errors
    ///
    /// A [`QueryError`] about the goal, like that of a query to it.
    pub fn measure(
        mesh: &NavMesh,
        goal: impl Into<Location>,
        filter: &QueryFilter,
    ) -> Result<Self, QueryError> {
        let goal = goal.into();
        let mut areas = Vec::new();
        mesh.open_areas_at(End::Goal, goal, filter, &mut areas)?;
        let query = PathQuery::new(goal, goal).with_filter(filter);
        let mut end_points = EndPoints::default();
        end_points.find(mesh, filter, (goal.point, &areas), (goal.point, &[]));
        let space = Space::new(mesh, &query, &areas, &[]).reversed().with_end_points(&end_points);
        let mut costs = vec![f32::INFINITY; space.row_count()];
        let mut known = KnownPaths::default();
        // Paths that cross borders between the nodes are cheaper, but may leave out some nodes.
        for slides in [true, false] {
            spread(space, slides, &mut known);
            if fill(&space, &known, &mut costs) {
                break;
            }
        }
        Ok(Self { binding: Binding::to(mesh), goal, filter: filter.clone(), costs })
    }
}

/// Sets the costs that are not known yet. Returns false if a node that may lead to the goal still has no cost.
fn fill(space: &Space<'_>, known: &KnownPaths, costs: &mut [f32]) -> bool {
    let Space { mesh, filter, start_areas, links, .. } = *space;
    let mut is_complete = true;
    let may_lead = |&area: &AreaId| {
        start_areas.iter().any(|&goal| match links {
            Some(_) => mesh.may_reach(area, goal),
            None => mesh.component(area) == mesh.component(goal),
        })
    };
    let unknown: Vec<bool> = costs.iter().map(|cost| cost.is_infinite()).collect();
    for area in mesh.areas().filter(may_lead).filter(|&area| mesh.is_open(area, filter)) {
        for node in mesh.steiner_graph().nodes_of(area) {
            let Some(number) = space.number_of(node) else { continue };
            let cost = to_f32(known.cost_of(number));
            is_complete &= cost.is_finite();
            let index = node.node as usize;
            if unknown[index] {
                // A vertex may have several sectors.
                costs[index] = costs[index].min(cost);
            }
        }
    }
    for (arc, link) in (0..).zip(links.iter().flat_map(|links| links.arcs())) {
        let row = Space::row_of_arc(mesh, arc) as usize;
        if unknown[row] {
            // The search has taken the link: what is known is the cost from its entrance on.
            costs[row] = to_f32(known.cost_of(space.arc_node(arc)) - link.cost);
        }
    }
    is_complete
}
