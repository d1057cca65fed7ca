//! The costs from everywhere to one goal.

use tautline_navmesh::internal::Binding;
use tautline_navmesh::{AreaId, End, Location, NavMesh, PathQuery, QueryError, QueryFilter};

use crate::end_points::EndPoints;
use crate::known_paths::KnownPaths;
use crate::landmarks::rounded;
use crate::search::spread;
use crate::space::Space;

/// The costs of the cheapest paths over weighted terrain from all [Steiner points](crate::weighted_path) to one
/// goal, 4 bytes each: with them, searches from anywhere to that goal expand little more than their own path.
///
/// For crowds with one goal. Measuring takes as long as a search that expands the whole map; it pays from a few
/// agents on. Searches then take a twelfth to a 25th of the time on maps of a thousand areas and more, and a sixth to a
/// tenth on maps of a hundred. They count links that the filter allows. Paths are as cheap as without, but not always the same.
///
/// ```
/// use tautline_weighted::{GoalCosts, WeightedMesh, WeightedPath, WeightedScratch, weighted_path};
/// use tautline_navmesh::{PathQuery, QueryFilter, Terrain, Vec2, rectangles_from_cells};
///
/// // A chequered board of meadow and mud.
/// let is_mud = |x: u32, y: u32| (x / 8 + y / 8) % 2 == 1;
/// let raw = rectangles_from_cells(64, 64, |x, y| Some(Terrain(is_mud(x, y).into())));
/// let mesh = raw.build()?;
/// let mut filter = QueryFilter::uniform();
/// filter.set(Terrain(1), 4.0)?;
///
/// let goal = Vec2::new(60.0, 50.0);
/// let costs = GoalCosts::measure(&mesh, goal, &filter)?;
/// let guided = WeightedMesh::of(&mesh).with_goal_costs(&costs);
/// let (mut scratch, mut path) = (WeightedScratch::new(), WeightedPath::default());
/// let query = PathQuery::new(Vec2::new(3.0, 5.0), goal).with_filter(&filter);
/// weighted_path(&mesh, &query, &mut scratch, &mut path)?;
/// let (cost, expanded) = (path.cost, scratch.expanded());
/// weighted_path(guided, &query, &mut scratch, &mut path)?;
/// assert!((path.cost / cost - 1.0).abs() < 0.01 && scratch.expanded() < expanded / 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct GoalCosts {
    pub(crate) binding: Binding,
    goal: Location,
    filter: QueryFilter,
    /// The cost of each node and, if links may be taken, of the exit of each arc; infinite where no path leads to
    /// the goal.
    costs: Vec<f32>,
}

impl GoalCosts {
    /// Measures the costs to a goal for a filter. O(n k log n) for n Steiner points, of which an area has k.
    ///
    /// # Errors
    ///
    /// A [`QueryError`] about the goal, as of a query to it.
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

    /// Returns true if they are the costs of a query.
    pub(crate) fn are_of(&self, query: &PathQuery<'_>) -> bool {
        self.goal == query.goal && self.filter == *query.filter
    }

    /// The cost from the node of a row to the goal.
    #[inline]
    pub(crate) fn at(&self, row: u32) -> f64 {
        f64::from(self.costs[row as usize])
    }
}

/// Sets the costs that are not known yet. Returns false if some that may be finite are not known.
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
            let cost = rounded(known.cost_of(number));
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
            costs[row] = rounded(known.cost_of(space.arc_node(arc)) - link.cost);
        }
    }
    is_complete
}
