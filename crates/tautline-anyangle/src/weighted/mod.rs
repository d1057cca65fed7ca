//! Paths over weighted terrain: A* over a graph of Steiner points, then refraction.

mod bound;
mod goal_costs;
mod known_paths;
mod labels;
mod landmarks;
mod one_to_many;
mod path;
mod search;
mod space;
mod straight;
mod wedge;

use tautline_geometry::Vec2;
use tautline_navmesh::internal::LinkEstimate;
use tautline_navmesh::{
    AreaId, Budget, End, Location, MeshIdentity, NavMesh, PathQuery, QueryError, QueryFilter,
    RayCast,
};

use crate::{ExactError, LinkTraversal, Refraction, SearchMesh};
pub use bound::{CostBoundScratch, cost_lower_bound, prove_weighted_path};
pub use goal_costs::GoalCosts;
use known_paths::KnownPaths;
use labels::LookUpScratch;
pub use labels::{CostLabels, StoredCostLabels, StoredCostLabelsError};
pub use landmarks::CostLandmarks;
use landmarks::GoalBounds;
pub use one_to_many::WeightedOneToManySearch;
use search::{Bounds, Heuristic, Search};
use space::Space;

/// A path over weighted terrain.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WeightedPath {
    /// Start, bends, both ends of each link, goal. One point if start and goal are the same.
    pub points: Vec<Vec2>,
    /// The areas that it passes through, in order. Each is connected to the next one by a border,
    /// or by a link that the path takes.
    pub areas: Vec<AreaId>,
    /// The links that it takes, in order.
    pub links: Vec<LinkTraversal>,
    /// The length on the ground, in world units, measured in the plane.
    pub length: f64,
    /// The cost: lengths times the factors of the terrain, plus the costs of the links.
    pub cost: f64,
}

impl WeightedPath {
    /// Empties the path and keeps its memory.
    fn clear(&mut self) {
        self.points.clear();
        self.areas.clear();
        self.links.clear();
        (self.length, self.cost) = (0.0, 0.0);
    }
}

/// The memory of searches over weighted terrain. Reuse it for any mesh.
#[derive(Clone, Debug, Default)]
pub struct WeightedScratch {
    known: KnownPaths,
    start_areas: Vec<AreaId>,
    goal_areas: Vec<AreaId>,
    estimate: LinkEstimate,
    goal_bounds: Option<GoalBounds>,
    /// True if the costs to the goal are known.
    has_goal_costs: bool,
    /// True if paths may cross borders between the nodes.
    slides: bool,
    /// True if labels have not been asked yet.
    may_look_up: bool,
    look_up: LookUpScratch,
    nodes: Vec<u32>,
    refraction: Refraction,
    ray: RayCast,
}

impl WeightedScratch {
    /// Creates empty memory. Allocates nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The number of nodes that the last search expanded.
    #[must_use]
    pub const fn expanded(&self) -> u64 {
        self.known.expanded()
    }
}

/// Finds a cheap path over weighted terrain and links, and writes it to `path`. On the maps that were
/// measured, paths cost at most 0.06 % more than the cheapest on average.
///
/// A\* finds a cheap path over the vertices of the mesh and a few *Steiner points* on its borders. It may cross
/// a border anywhere near such a point, about where Snell's law holds. [`Refraction`] then moves these crossings to
/// the cheapest place. Supports any filter.
///
/// O(n k log n) for n vertices and Steiner points, of which an area has k. Allocates nothing once the memory has grown.
/// The first search on a mesh places the Steiner points, in O(n).
///
/// # Errors
///
/// An [`ExactError`]: a [`QueryError`], or [landmarks](SearchMesh::with_cost_landmarks) of another
/// mesh. `path` is then empty.
///
/// ```
/// use tautline_anyangle::{WeightedPath, WeightedScratch, weighted_path};
/// use tautline_navmesh::{PathQuery, QueryFilter, Terrain, Vec2, rectangles_from_cells};
///
/// // A road along the lower edge of a field.
/// let mesh = rectangles_from_cells(20, 4, |_, y| Some(Terrain((y == 0).into()))).build()?;
/// let mut filter = QueryFilter::uniform();
/// filter.set(Terrain(0), 4.0)?;
///
/// let query = PathQuery::new(Vec2::new(1.0, 2.0), Vec2::new(19.0, 2.0));
/// let mut path = WeightedPath::default();
/// weighted_path(&mesh, &query.with_filter(&filter), &mut WeightedScratch::new(), &mut path)?;
/// // Down to the road, along it, and up again, each at the critical angle.
/// assert_eq!(path.points.len(), 4);
/// assert!((path.cost - (18.0 + 2.0 * f64::sqrt(15.0))).abs() < 1e-5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn weighted_path<'a>(
    mesh: impl Into<SearchMesh<'a>>,
    query: &PathQuery<'_>,
    scratch: &mut WeightedScratch,
    path: &mut WeightedPath,
) -> Result<(), ExactError> {
    path.clear();
    let request = Request { mesh: mesh.into().verified()?, query };
    request.begin(scratch)?;
    while !request.advance(u64::MAX, scratch, path)? {}
    Ok(())
}

/// A search over weighted terrain in slices, so that a game can distribute it over frames.
///
/// ```
/// use tautline_anyangle::{WeightedPath, WeightedSearch};
/// use tautline_navmesh::{PathQuery, Terrain, Vec2, rectangles_from_cells};
///
/// let mesh = rectangles_from_cells(20, 20, |x, y| (x != 10 || y == 3).then_some(Terrain(0))).build()?;
/// let query = PathQuery::new(Vec2::new(1.0, 9.0), Vec2::new(19.0, 9.5));
/// let mut search = WeightedSearch::begin(&mesh, &query)?;
/// let mut path = WeightedPath::default();
/// while !search.step(&mesh, 2, &mut path)? {
///     // draw a frame
/// }
/// assert_eq!(path.points.len(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct WeightedSearch {
    mesh: MeshIdentity,
    start: Location,
    goal: Location,
    filter: QueryFilter,
    budget: Budget,
    scratch: WeightedScratch,
}

impl WeightedSearch {
    /// Begins a search. Copies the filter.
    ///
    /// # Errors
    ///
    /// An [`ExactError`] that is found before searching.
    pub fn begin<'a>(
        mesh: impl Into<SearchMesh<'a>>,
        query: &PathQuery<'_>,
    ) -> Result<Self, ExactError> {
        let mut scratch = WeightedScratch::new();
        let mesh = mesh.into().verified()?;
        Request { mesh, query }.begin(&mut scratch)?;
        let PathQuery { start, goal, filter, budget, .. } = *query;
        let (mesh, filter) = (mesh.mesh.identity(), filter.clone());
        Ok(Self { mesh, start, goal, filter, budget, scratch })
    }

    /// Continues the search by at most `slice` expansions; 0 counts as 1, so that every search
    /// ends. Returns true when it has ended, and then writes the path to `path`, which is empty before,
    /// and after an error. Pass the same mesh every time, or clones of it; its landmarks and costs
    /// to the goal may change.
    ///
    /// # Errors
    ///
    /// An [`ExactError`]: [`OtherMesh`](QueryError::OtherMesh) for any other mesh.
    pub fn step<'a>(
        &mut self,
        mesh: impl Into<SearchMesh<'a>>,
        slice: u64,
        path: &mut WeightedPath,
    ) -> Result<bool, ExactError> {
        path.clear();
        let mesh = mesh.into().verified()?;
        if mesh.mesh.identity() != self.mesh {
            return Err(QueryError::OtherMesh.into());
        }
        let Self { start, goal, ref filter, budget, ref mut scratch, .. } = *self;
        let query = PathQuery { start, goal, filter, budget, within: 0.0 };
        let request = Request { mesh, query: &query };
        request.prepare_bounds(scratch);
        request.advance(slice, scratch, path)
    }
}

/// Prepares the lower bounds of a query: the straight distance, and shortcuts by links that may be taken.
fn prepare_estimate(estimate: &mut LinkEstimate, mesh: &NavMesh, query: &PathQuery<'_>) {
    let PathQuery { start, goal, filter, .. } = *query;
    match mesh.link_graph().filter(|_| mesh.takes_links(filter)) {
        Some(links) => {
            let takes = |link, kind| filter.allows_links(kind) && filter.allows_link(link);
            let ends = [start.point, goal.point];
            estimate.prepare(links, takes, mesh.least_factor(filter), ends);
        }
        None => estimate.aim(goal.point),
    }
}

struct Request<'a> {
    mesh: SearchMesh<'a>,
    query: &'a PathQuery<'a>,
}

impl Request<'_> {
    /// Finds the areas at both ends and begins the search.
    fn begin(&self, scratch: &mut WeightedScratch) -> Result<(), ExactError> {
        let Self { mesh: SearchMesh { mesh, .. }, query } = *self;
        let PathQuery { start, goal, filter, .. } = *query;
        scratch.known.forget();
        mesh.open_areas_at(End::Start, start, filter, &mut scratch.start_areas)?;
        mesh.open_areas_at(End::Goal, goal, filter, &mut scratch.goal_areas)?;
        let links = mesh.link_graph().filter(|_| mesh.takes_links(filter));
        let goal_areas = &scratch.goal_areas;
        scratch.start_areas.retain(|&from| {
            goal_areas.iter().any(|&to| match links {
                Some(_) => mesh.may_reach(from, to),
                None => mesh.component(from) == mesh.component(to),
            })
        });
        if scratch.start_areas.is_empty() {
            return Err(QueryError::Unreachable.into());
        }
        prepare_estimate(&mut scratch.estimate, mesh, query);
        scratch.slides = true;
        self.prepare_bounds(scratch);
        scratch.may_look_up = true;
        self.with_search(scratch, |search| search.begin());
        Ok(())
    }

    /// Prepares the bounds by landmarks and by costs to the goal, when both ends are located. Again for each slice of
    /// a search, to which others may be passed.
    fn prepare_bounds(&self, scratch: &mut WeightedScratch) {
        let Self { mesh: SearchMesh { mesh, cost_landmarks, goal_costs, .. }, query } = *self;
        scratch.has_goal_costs =
            scratch.slides && goal_costs.is_some_and(|costs| costs.are_of(query));
        scratch.goal_bounds =
            cost_landmarks.and_then(|landmarks| landmarks.bounds(mesh, query, &scratch.goal_areas));
    }

    /// Continues the search. Returns true and reads the path when it has ended.
    fn advance(
        &self,
        slice: u64,
        scratch: &mut WeightedScratch,
        path: &mut WeightedPath,
    ) -> Result<bool, ExactError> {
        if std::mem::take(&mut scratch.may_look_up) && self.look_up(scratch, path) {
            return Ok(true);
        }
        let budget = self.query.budget.0;
        let until = scratch.expanded().saturating_add(slice.max(1)).min(budget);
        let has_ended = self.with_search(scratch, |search| search.run(until));
        let expanded = scratch.expanded();
        if !has_ended && expanded >= budget {
            return Err(QueryError::BudgetExhausted { expanded }.into());
        }
        if !has_ended {
            return Ok(false);
        }
        let WeightedScratch {
            known,
            start_areas,
            goal_areas,
            slides,
            has_goal_costs,
            nodes,
            refraction,
            ray,
            ..
        } = scratch;
        let space = Space::new(self.mesh.mesh, self.query, start_areas, goal_areas);
        if known.read_nodes(space.start_node(), space.goal_node(), nodes) {
            path::read(&space, known, nodes, refraction, path);
            let holds_goal = |area| space.goal_areas.contains(&area);
            straight::take_if_cheaper(&space, holds_goal, ray, refraction, path);
            Ok(true)
        } else if *slides {
            // A wedge leaves out what is cheaper over the next node. That is certain only of paths
            // that cross borders at nodes: of the others, it left out all to the goal.
            (*slides, *has_goal_costs) = (false, false);
            self.with_search(scratch, |search| search.begin());
            self.advance(slice, scratch, path)
        } else {
            Err(QueryError::Unreachable.into())
        }
    }

    /// Reads the path from labels. Returns false, with an empty path, if there are none for this query.
    fn look_up(&self, scratch: &mut WeightedScratch, path: &mut WeightedPath) -> bool {
        let SearchMesh { mesh, cost_labels, .. } = self.mesh;
        let filter = self.query.filter;
        let Some(labels) = cost_labels.iter().find(|labels| labels.are_for(mesh, filter)) else {
            return false;
        };
        let WeightedScratch { start_areas, goal_areas, estimate, look_up, refraction, ray, .. } =
            scratch;
        let space = Space::new(mesh, self.query, start_areas, goal_areas);
        let is_found = labels.look_up(&space, estimate, look_up, refraction, path);
        if is_found {
            let holds_goal = |area| space.goal_areas.contains(&area);
            straight::take_if_cheaper(&space, holds_goal, ray, refraction, path);
        } else {
            path.clear();
        }
        is_found
    }

    fn with_search<R>(
        &self,
        scratch: &mut WeightedScratch,
        run: impl FnOnce(&mut Search<'_>) -> R,
    ) -> R {
        let WeightedScratch {
            known,
            start_areas,
            goal_areas,
            estimate,
            goal_bounds,
            has_goal_costs,
            slides,
            ..
        } = scratch;
        let space = Space::new(self.mesh.mesh, self.query, start_areas, goal_areas);
        let heuristic = Heuristic {
            estimate,
            least_factor: self.mesh.mesh.least_factor(self.query.filter),
            bounds: match (self.mesh.goal_costs, self.mesh.cost_landmarks, goal_bounds.as_ref()) {
                (Some(costs), ..) if *has_goal_costs => Bounds::Goal(costs),
                (_, Some(landmarks), Some(bounds)) => Bounds::Landmarks(landmarks, bounds),
                _ => Bounds::None,
            },
        };
        run(&mut Search { space, heuristic, known, slides: *slides })
    }
}
