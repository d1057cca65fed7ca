//! One-to-many searches: many goals, the k nearest, or everything within a distance.

mod objective;
mod query;

use tautline_geometry::Vec2;
use tautline_navmesh::{AreaId, Budget, End, Location, MeshIdentity, NavMesh, QueryError};

use crate::linked_space::{Links, in_linked_ground};
use crate::search::{FoundPath, Memory, NO_NODE, Search};
use crate::search_space::{SearchSpace, SpaceTask, in_ground, is_on_lattice};
use crate::shortest::check_supported;
use crate::{Counters, ExactError, LinkTraversal};

use objective::{ManyGoals, OneToManyResult};

pub use query::OneToManyQuery;

/// A one-to-many search: the exact distances from one start to many goals, to the k nearest
/// of them, or to all areas within a distance. Holds the answer, and the memory for the
/// next search on any mesh. Allocates nothing once that has grown. Time grows with the
/// ground that is searched; in the worst case, with the square of its corners.
///
/// ```
/// use tautline_anyangle::{OneToManyQuery, OneToManySearch};
/// use tautline_navmesh::{Terrain, Vec2, rectangles_from_cells};
///
/// let raw = rectangles_from_cells(9, 9, |x, y| (x != 4 || y == 0).then_some(Terrain(0)));
/// let mesh = raw.build()?;
/// let here = OneToManyQuery::new(Vec2::new(3.0, 8.0));
/// let chests = [Vec2::new(6.0, 8.0), Vec2::new(1.0, 1.0), Vec2::new(0.0, 9.0)].map(Into::into);
///
/// let mut near = OneToManySearch::new();
/// near.nearest(&mesh, &here, &chests, 2)?;
/// let order: Vec<usize> = near.found().map(|(goal, _)| goal).collect();
/// assert_eq!(order, [2, 1], "the one behind the wall is the farthest");
///
/// let mut points = Vec::new();
/// assert!(near.read_points(1, &mut points));
/// assert_eq!(points, [Vec2::new(3.0, 8.0), Vec2::new(1.0, 1.0)]);
///
/// near.within(&mesh, &here, 2.5)?;
/// assert_eq!(near.areas().count(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct OneToManySearch {
    memory: Memory,
    start_areas: Vec<AreaId>,
    goal_areas: Vec<AreaId>,
    goals_by_area: Vec<(AreaId, u32)>,
    points: Vec<Vec2>,
    /// The connected components that the start lies in, each with one of its areas.
    start_components: Vec<(u32, AreaId)>,
    /// The goals that may be reachable.
    reachable: Vec<u32>,
    found: OneToManyResult,
    /// The mesh of the last search, whose links its paths take.
    mesh: Option<MeshIdentity>,
}

impl OneToManySearch {
    /// Creates empty memory. Allocates nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Finds the exact distances to all goals. Read them with [`Self::distance_to`].
    ///
    /// # Errors
    ///
    /// Those of [`shortest_path`](crate::shortest_path), also for the first goal that is
    /// off the mesh. A goal that is unreachable or in a forbidden area is not an error; its
    /// distance is infinite.
    pub fn all(
        &mut self,
        mesh: &NavMesh,
        query: &OneToManyQuery<'_>,
        goals: &[Location],
    ) -> Result<(), ExactError> {
        self.nearest(mesh, query, goals, goals.len())
    }

    /// Finds the `wanted` nearest goals. Read them with [`Self::found`]. Goals at equal
    /// distance come in order of their index.
    ///
    /// # Errors
    ///
    /// Like [`Self::all`].
    pub fn nearest(
        &mut self,
        mesh: &NavMesh,
        query: &OneToManyQuery<'_>,
        goals: &[Location],
        wanted: usize,
    ) -> Result<(), ExactError> {
        self.prepare(mesh, query, goals)?;
        self.collect_reachable(mesh, query);
        let wanted = wanted.min(self.reachable.len());
        if wanted == 0 {
            return Ok(());
        }
        self.search(mesh, query, wanted, f64::INFINITY)
    }

    /// Finds all areas whose nearest point has at most this distance. Read them with
    /// [`Self::areas`].
    ///
    /// # Errors
    ///
    /// Those of [`shortest_path`](crate::shortest_path) that concern the start and the
    /// budget.
    pub fn within(
        &mut self,
        mesh: &NavMesh,
        query: &OneToManyQuery<'_>,
        distance: f64,
    ) -> Result<(), ExactError> {
        self.prepare(mesh, query, &[])?;
        self.found.around.restart(mesh.half_edge_count());
        // Nothing has a distance below 0, or at most NaN.
        if distance >= 0.0 { self.search(mesh, query, 0, distance) } else { Ok(()) }
    }

    /// Returns the exact distance to a goal of the last search; infinite if the goal is
    /// unreachable or was not among the nearest.
    #[must_use]
    pub fn distance_to(&self, goal: usize) -> f64 {
        self.found.paths.get(goal).map_or(f64::INFINITY, |path| path.length)
    }

    /// Returns the goals that the last search found, by index, with their distances,
    /// nearest first.
    pub fn found(&self) -> impl ExactSizeIterator<Item = (usize, f64)> + '_ {
        self.found.nearest.iter().map(|&(distance, goal)| (goal as usize, distance))
    }

    /// Replaces `points` by the shortest path to a goal, start and goal included. Returns
    /// false, with no points, if the last search did not find the goal.
    pub fn read_points(&self, goal: usize, points: &mut Vec<Vec2>) -> bool {
        points.clear();
        let Some(path) = self.found.paths.get(goal) else { return false };
        if path.length.is_finite() {
            self.memory.read_points(path, self.points[goal], points);
        }
        path.length.is_finite()
    }

    /// Replaces `links` by those that the shortest path to a goal takes. `mesh` must be the mesh
    /// of the last search. Returns false, with no links, if that search did not find the goal.
    pub fn read_links(&self, mesh: &NavMesh, goal: usize, links: &mut Vec<LinkTraversal>) -> bool {
        links.clear();
        let path = self.found.paths.get(goal).filter(|path| path.length.is_finite());
        let Some(path) = path.filter(|_| self.mesh == Some(mesh.identity())) else { return false };
        self.memory.read_links(mesh, path, self.points[goal], links);
        true
    }

    /// Returns the areas that the last search found within a distance, and the distance of
    /// the nearest point of each, in order of discovery.
    pub fn areas(&self) -> impl ExactSizeIterator<Item = (AreaId, f64)> + '_ {
        self.found.areas.iter().map(|&area| (area, self.found.area_distances.get(area.0)))
    }

    /// Returns the counters of the last search.
    #[must_use]
    pub const fn counters(&self) -> Counters {
        self.memory.counters
    }

    /// Locates the start and the goals, and clears the last answer.
    fn prepare(
        &mut self,
        mesh: &NavMesh,
        query: &OneToManyQuery<'_>,
        goals: &[Location],
    ) -> Result<(), ExactError> {
        let OneToManyQuery { start, filter, .. } = *query;
        let Self { start_areas, goal_areas, goals_by_area, points, found, .. } = self;
        points.clear();
        goals_by_area.clear();
        found.paths.clear();
        found.nearest.clear();
        found.areas.clear();
        found.area_distances.restart(mesh.area_count());
        self.mesh = Some(mesh.identity());
        check_supported(mesh, filter)?;
        mesh.open_areas_at(End::Start, start, filter, start_areas)?;
        for (number, &goal) in (0..).zip(goals) {
            match mesh.open_areas_at(End::Goal, goal, filter, goal_areas) {
                // Unreachable, so its distance stays infinite.
                Err(QueryError::Forbidden { .. } | QueryError::ForbiddenArea { .. }) => {}
                other => other?,
            }
            goals_by_area.extend(goal_areas.iter().map(|&area| (area, number)));
            points.push(goal.point);
        }
        found.paths.resize(goals.len(), FoundPath::NONE);
        goals_by_area.sort_unstable();
        Ok(())
    }

    /// Collects the goals that may be reachable: those in the connected components of the start,
    /// and in others that links lead to.
    fn collect_reachable(&mut self, mesh: &NavMesh, query: &OneToManyQuery<'_>) {
        let Self { start_areas, goals_by_area, start_components, reachable, .. } = self;
        let takes_links = Links::of(mesh, query.filter).is_some();
        start_components.clear();
        start_components.extend(start_areas.iter().map(|&area| (mesh.component(area), area)));
        start_components.sort_unstable();
        start_components.dedup_by_key(|start| start.0);
        let can_be_reached = |&&(area, _): &&(AreaId, u32)| {
            let component = mesh.component(area);
            start_components.binary_search_by_key(&component, |start| start.0).is_ok()
                || takes_links && start_components.iter().any(|start| mesh.may_reach(start.1, area))
        };
        reachable.clear();
        reachable.extend(goals_by_area.iter().filter(can_be_reached).map(|&(_, goal)| goal));
        reachable.sort_unstable();
        reachable.dedup();
    }

    fn search(
        &mut self,
        mesh: &NavMesh,
        query: &OneToManyQuery<'_>,
        wanted: usize,
        distance: f64,
    ) -> Result<(), ExactError> {
        let OneToManyQuery { start: Location { point: start, .. }, filter, budget } = *query;
        let Self { memory, start_areas, goals_by_area, points, found, .. } = self;
        let objective = ManyGoals { goals_by_area, points, found, wanted, distance };
        let task = OneToManyTask { objective, memory, start, start_areas, budget };
        let links = Links::of(mesh, filter);
        let is_on_lattice = is_on_lattice(mesh, start, links);
        let has_ended = match links {
            Some(links) => in_linked_ground(links, is_on_lattice, task),
            None => in_ground(mesh, filter, is_on_lattice, task),
        };
        if has_ended {
            return Ok(());
        }
        Err(QueryError::BudgetExhausted { expanded: self.memory.counters.expanded }.into())
    }
}

/// A one-to-many search in a search space of any kind. Returns false if its budget is exhausted.
struct OneToManyTask<'a> {
    objective: ManyGoals<'a>,
    memory: &'a mut Memory,
    start: Vec2,
    start_areas: &'a [AreaId],
    budget: Budget,
}

impl SpaceTask for OneToManyTask<'_> {
    type Output = bool;

    fn run<G: SearchSpace>(mut self, space: &G) -> bool {
        let (objective, memory, current) = (&mut self.objective, self.memory, NO_NODE);
        let mut search = Search { space, objective, memory, current };
        search.begin(self.start, self.start_areas);
        search.run(self.budget.0)
    }
}
