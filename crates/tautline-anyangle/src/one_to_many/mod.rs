//! One-to-many searches: many goals, the k nearest, or everything within a distance.

mod objective;

use tautline_geometry::Vec2;
use tautline_navmesh::internal::OneToManyEnds;
use tautline_navmesh::{AreaId, Location, MeshIdentity, NavMesh, QueryError};

use crate::linked_space::in_linked_search_space;
use crate::links::Links;
use crate::request::check_supported;
use crate::search::{FoundPath, Memory, WholeSearch};
use crate::{Counters, ExactError, LinkTraversal, OneToManyQuery};
use objective::{GoalsAhead, ManyGoals, OneToManyResult};

/// A one-to-many search: the exact distances from one start to many goals, to the k nearest
/// of them, to the goals within a distance, or to all areas within a distance.
///
/// Holds the answer, and the memory for the next search on any mesh. Allocates nothing once that memory
/// has grown. Time grows with the ground that is searched; in the worst case, with the square of the
/// number of its corners.
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
///
/// near.all(&mesh, &here.with_limit(5.0), &chests)?;
/// assert_eq!(near.found().count(), 1, "the last one, at 3.2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct OneToManySearch {
    memory: Memory,
    ends: OneToManyEnds,
    ahead: GoalsAhead,
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
    /// distance is infinite. After an error, no goal is found.
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
        let wanted = wanted.min(self.ends.reachable.len());
        if wanted == 0 {
            return Ok(());
        }
        self.search(mesh, query, wanted, f64::INFINITY)
    }

    /// Finds all areas whose nearest point has at most this distance. Read them with
    /// [`Self::areas`]. For goals within a distance, see [`OneToManyQuery::with_limit`].
    ///
    /// # Errors
    ///
    /// Those of [`shortest_path`](crate::shortest_path) that concern the start and the
    /// budget. After an error there are no areas.
    pub fn within(
        &mut self,
        mesh: &NavMesh,
        query: &OneToManyQuery<'_>,
        distance: f64,
    ) -> Result<(), ExactError> {
        self.prepare(mesh, query, &[])?;
        self.found.around.restart(mesh.half_edge_count());
        self.search(mesh, query, 0, distance)
    }

    /// Returns the exact distance to a goal of the last search; infinite if the goal is
    /// unreachable, beyond the limit of the query, or was not among the nearest.
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
            self.memory.read_points(path, self.ends.points[goal], points);
        }
        path.length.is_finite()
    }

    /// Replaces `links` by those that the shortest path to a goal takes. `mesh` must be the mesh
    /// of the last search. Returns false, with no links, if that search did not find the goal.
    pub fn read_links(&self, mesh: &NavMesh, goal: usize, links: &mut Vec<LinkTraversal>) -> bool {
        links.clear();
        let path = self.found.paths.get(goal).filter(|path| path.length.is_finite());
        let Some(path) = path.filter(|_| self.mesh == Some(mesh.identity())) else { return false };
        self.memory.read_links(mesh, path, self.ends.points[goal], links);
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
        let found = &mut self.found;
        found.clear();
        found.area_distances.restart(mesh.area_count());
        self.ends.clear();
        self.mesh = Some(mesh.identity());
        check_supported(mesh, query.filter)?;
        self.ends.locate(mesh, query, goals)?;
        // A goal that is not reached keeps the distance infinity.
        found.paths.resize(goals.len(), FoundPath::NONE);
        Ok(())
    }

    fn search(
        &mut self,
        mesh: &NavMesh,
        query: &OneToManyQuery<'_>,
        wanted: usize,
        distance: f64,
    ) -> Result<(), ExactError> {
        let OneToManyQuery { start: Location { point: start, .. }, filter, budget, limit } = *query;
        // No distance is below 0, and none compares with NaN.
        if [distance, limit].iter().any(|&limit| limit.is_nan() || limit < 0.0) {
            return Ok(());
        }
        let distance = distance.min(limit);
        let Self {
            memory,
            ends: OneToManyEnds { start_areas, goals_by_area, points, .. },
            ahead,
            found,
            ..
        } = self;
        let links = Links::of(mesh, filter);
        let numbers = goals_by_area.iter().map(|&(area, _)| mesh.block_cut_number(area));
        let ahead = (links.is_none() && wanted > 0).then(|| {
            ahead.restart(points, numbers);
            &*ahead
        });
        let objective = &mut ManyGoals { goals_by_area, points, ahead, found, wanted, distance };
        let task = WholeSearch { objective, memory, start, start_areas, budget };
        if in_linked_search_space(mesh, filter, links, task) {
            return Ok(());
        }
        // What was found so far need not be the nearest.
        self.found.clear();
        Err(QueryError::BudgetExhausted { expanded: self.memory.counters.expanded }.into())
    }
}
