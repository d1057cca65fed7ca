//! The shortest path between two points.

use tautline_geometry::{DVec2, Vec2};
use tautline_navmesh::internal::LinkEstimate;
use tautline_navmesh::{
    AreaId, Budget, End, Location, MeshIdentity, NavMesh, PathQuery, QueryError, QueryFilter,
};

use crate::landmarks::{LandmarkBounds, SearchMesh};
use crate::linked_goal::LinkedGoal;
use crate::linked_space::{LinkedTask, Links};
use crate::numbers::LENGTH_TOLERANCE;
use crate::search::{FoundPath, Memory, NO_NODE, Objective, Search};
use crate::search_space::{SearchSpace, SpaceTask, in_ground};
use crate::single_goal::SingleGoal;
use crate::{Counters, ExactError, LinkTraversal};

/// The greatest share by which the heuristic is raised. A path may be too long by any share, but keys
/// must not overflow.
const GREATEST_SHARE: f64 = 1e9;

/// The memory of exact searches. Reuse it for any mesh.
#[derive(Clone, Debug, Default)]
pub struct AnyAngleScratch {
    pub(crate) memory: Memory,
    pub(crate) start_areas: Vec<AreaId>,
    pub(crate) goal_areas: Vec<AreaId>,
    pub(crate) block_cut_numbers: Vec<u32>,
    pub(crate) goal_bounds: LandmarkBounds,
    /// The lower bounds over links.
    pub(crate) link_estimate: LinkEstimate,
    /// The goal of the last search.
    goal: Vec2,
    /// The mesh of the last search, whose areas the path names.
    mesh: Option<MeshIdentity>,
    /// The share by which the path of the last search may be too long.
    share: f64,
    /// A length that no path of the last search is shorter than.
    lower_bound: f64,
    pub(crate) best: FoundPath,
}

impl AnyAngleScratch {
    /// Creates empty memory. Allocates nothing.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            memory: Memory::new(),
            start_areas: Vec::new(),
            goal_areas: Vec::new(),
            block_cut_numbers: Vec::new(),
            goal_bounds: LandmarkBounds::UNKNOWN,
            link_estimate: LinkEstimate::new(),
            goal: Vec2::ZERO,
            mesh: None,
            share: 0.0,
            lower_bound: 0.0,
            best: FoundPath::NONE,
        }
    }

    /// Replaces `areas` by those that the path of the last search crosses, from the start's
    /// to the goal's, each connected to the next by a border or by a link that the path takes.
    /// `mesh` must be the mesh of that search. There are no areas for another mesh, or if no
    /// path was found.
    pub fn read_areas(&self, mesh: &NavMesh, areas: &mut Vec<AreaId>) {
        areas.clear();
        if self.best.length.is_finite() && self.mesh == Some(mesh.identity()) {
            self.memory.read_areas(mesh, &self.best, areas);
        }
    }

    /// Replaces `links` by those that the path of the last search takes, from the start to the
    /// goal. `mesh` must be the mesh of that search. There are no links for another mesh, or
    /// if no path was found.
    ///
    /// ```
    /// use tautline_anyangle::{AnyAngleScratch, LinkTraversal, shortest_path};
    /// use tautline_navmesh::{LinkId, PathQuery, RawLink, Terrain, Vec2, rectangles_from_cells};
    ///
    /// // Two rooms, and a jump across the gap between them.
    /// let mut raw = rectangles_from_cells(9, 4, |x, _| (x != 4).then_some(Terrain(0)));
    /// let jump = RawLink { from: [5.0, 2.0], to: [4.0, 2.0], cost: Some(1.5), both_ways: true, ..RawLink::default() };
    /// raw.links.push(jump);
    /// let mesh = raw.build()?;
    ///
    /// let query = PathQuery::new(Vec2::new(1.0, 2.0), Vec2::new(8.0, 2.0));
    /// let (mut scratch, mut points, mut links) = (AnyAngleScratch::new(), Vec::new(), Vec::new());
    /// assert_eq!(shortest_path(&mesh, &query, &mut scratch, &mut points)?, 7.5);
    /// scratch.read_links(&mesh, &mut links);
    /// assert_eq!(links, [LinkTraversal { point: 1, link: LinkId(0), forwards: false }]);
    /// assert_eq!([points[1], points[2]], [4.0, 5.0].map(|x| Vec2::new(x, 2.0)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read_links(&self, mesh: &NavMesh, links: &mut Vec<LinkTraversal>) {
        links.clear();
        if self.best.length.is_finite() && self.mesh == Some(mesh.identity()) {
            self.memory.read_links(mesh, &self.best, self.goal, links);
        }
    }

    /// Returns a lower bound on the length of any path between the ends of the last search: the length
    /// that was found, if the search was exact and has ended. Until then, the heuristic at the start.
    ///
    /// ```
    /// use tautline_anyangle::{AnyAngleScratch, shortest_path};
    /// use tautline_navmesh::{PathQuery, Terrain, Vec2, rectangles_from_cells};
    ///
    /// let is_block = |x, y| (1..4).contains(&x) && (1..4).contains(&y);
    /// let mesh = rectangles_from_cells(5, 5, |x, y| (!is_block(x, y)).then_some(Terrain(0))).build()?;
    /// let query = PathQuery::new(Vec2::ZERO, Vec2::new(5.0, 5.0)).within(0.01);
    /// let (mut scratch, mut points) = (AnyAngleScratch::new(), Vec::new());
    /// let length = shortest_path(&mesh, &query, &mut scratch, &mut points)?;
    /// let bound = scratch.lower_bound();
    /// assert!(bound <= 2.0 * 17_f64.sqrt() && length <= 1.01 * bound * (1.0 + 1e-11));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn lower_bound(&self) -> f64 {
        self.lower_bound
    }

    /// Records that a search has ended without a path below `length`, but for the share.
    fn end_at(&mut self, length: f64) {
        self.lower_bound = if self.share > 0.0 {
            // Less than that, because keys are rounded.
            let promised = length / (1.0 + self.share) * (1.0 - LENGTH_TOLERANCE);
            promised.max(self.lower_bound).min(length)
        } else {
            length
        };
    }

    /// Returns the counters of the last search.
    #[must_use]
    pub const fn counters(&self) -> Counters {
        self.memory.counters
    }
}

/// Finds a shortest path from the start of `query` to its goal over the areas that its
/// filter allows, and over its links. Replaces `points` by the path, start and goal included, and
/// returns its length in the plane. Each link counts as its cost divided by the cost of a unit
/// of distance; [`AnyAngleScratch::read_links`] reports the links that the path takes, and
/// `points` contains both ends of each.
///
/// With [`PathQuery::within`], the path may be longer than a shortest one by that share:
/// [`AnyAngleScratch::lower_bound`]. On open ground with many small obstacles, such a search expands a
/// small part of the nodes.
///
/// All decisions are exact predicates on input points; only lengths are rounded.
///
/// Allocates nothing once its memory has grown. A goal in another connected component is
/// rejected without a search. Time and memory grow with the ground that lies within the
/// length of the path; in the worst case, with the square of the number of corners.
///
/// # Errors
///
/// An [`ExactError`]: an end is not finite, off the mesh or in a forbidden area; the share is
/// negative or not finite; the goal is unreachable; the budget is exhausted; the landmarks belong to
/// another mesh; or terrain costs differ ([`WeightedTerrain`](ExactError::WeightedTerrain)). `points` is
/// then empty.
///
/// ```
/// use tautline_anyangle::{AnyAngleScratch, shortest_path};
/// use tautline_navmesh::{PathQuery, Terrain, Vec2, rectangles_from_cells};
///
/// // A square of 5 by 5 cells with a block of 3 by 3 in its midst.
/// let is_block = |x, y| (1..4).contains(&x) && (1..4).contains(&y);
/// let raw = rectangles_from_cells(5, 5, |x, y| (!is_block(x, y)).then_some(Terrain(0)));
/// let mesh = raw.build()?;
///
/// let query = PathQuery::new(Vec2::new(0.0, 0.0), Vec2::new(5.0, 4.0));
/// let (mut scratch, mut points) = (AnyAngleScratch::new(), Vec::new());
/// let length = shortest_path(&mesh, &query, &mut scratch, &mut points)?;
/// assert_eq!(points, [Vec2::ZERO, Vec2::new(4.0, 1.0), Vec2::new(5.0, 4.0)]);
/// assert_eq!(length, 17_f64.sqrt() + 10_f64.sqrt());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[expect(clippy::expect_used, reason = "no input, but an invariant")]
#[expect(clippy::missing_panics_doc, reason = "it never does")]
pub fn shortest_path<'a>(
    mesh: impl Into<SearchMesh<'a>>,
    query: &PathQuery<'_>,
    scratch: &mut AnyAngleScratch,
    points: &mut Vec<Vec2>,
) -> Result<f64, ExactError> {
    points.clear();
    let request = Request { mesh: mesh.into().verified()?, query };
    request.prepare(scratch)?;
    request.begin(scratch);
    let length = request.advance(u64::MAX, scratch, points)?;
    Ok(length.expect("a search without a slice ends, or its budget does"))
}

/// Like [`shortest_path`], but only looks for a path that is shorter than `limit`. Returns
/// `None` and leaves `points` unchanged if there is none (or none that is shorter by the share that the
/// query allows). For callers that know a path already: the closer the limit is to the shortest length,
/// the less is searched.
///
/// # Errors
///
/// Like [`shortest_path`]; `points` is then empty.
///
/// ```
/// use tautline_anyangle::{AnyAngleScratch, shortest_path_below};
/// use tautline_navmesh::{PathQuery, Terrain, Vec2, rectangles_from_cells};
///
/// let raw = rectangles_from_cells(5, 5, |_, _| Some(Terrain(0)));
/// let mesh = raw.build()?;
/// let query = PathQuery::new(Vec2::ZERO, Vec2::new(3.0, 4.0));
/// let (mut scratch, mut points) = (AnyAngleScratch::new(), Vec::new());
/// let mut below = |limit| shortest_path_below(&mesh, &query, limit, &mut scratch, &mut points);
/// assert_eq!((below(5.1)?, below(5.0)?), (Some(5.0), None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn shortest_path_below<'a>(
    mesh: impl Into<SearchMesh<'a>>,
    query: &PathQuery<'_>,
    limit: f64,
    scratch: &mut AnyAngleScratch,
    points: &mut Vec<Vec2>,
) -> Result<Option<f64>, ExactError> {
    let shorter = run_below(mesh.into(), query, limit, scratch);
    match shorter {
        Ok(Some(_)) => scratch.memory.read_points(&scratch.best, query.goal.point, points),
        Ok(None) => {}
        Err(_) => points.clear(),
    }
    shorter
}

/// Searches for a path that is shorter than `limit`, and returns its length.
fn run_below(
    mesh: SearchMesh<'_>,
    query: &PathQuery<'_>,
    limit: f64,
    scratch: &mut AnyAngleScratch,
) -> Result<Option<f64>, ExactError> {
    let request = Request { mesh: mesh.verified()?, query };
    request.prepare(scratch)?;
    scratch.best = FoundPath { length: limit, ..FoundPath::NONE };
    request.begin(scratch);
    if !request.with_search(scratch, |search, _, _| search.run(query.budget.0)) {
        let expanded = scratch.memory.counters.expanded;
        return Err(QueryError::BudgetExhausted { expanded }.into());
    }
    scratch.end_at(scratch.best.length);
    if !scratch.best.length.total_cmp(&limit).is_lt() {
        scratch.best = FoundPath::NONE;
        return Ok(None);
    }
    Ok(Some(scratch.best.length))
}

/// An exact search that runs in slices, so that a game can spread it over frames.
///
/// ```
/// # use tautline_anyangle::AnyAngleSearch;
/// # use tautline_navmesh::{PathQuery, Terrain, Vec2, rectangles_from_cells};
/// # let is_block = |x, y| (1..4).contains(&x) && (1..4).contains(&y);
/// # let raw = rectangles_from_cells(5, 5, |x, y| (!is_block(x, y)).then_some(Terrain(0)));
/// # let mesh = raw.build()?;
/// let query = PathQuery::new(Vec2::new(0.0, 0.0), Vec2::new(5.0, 4.0));
/// let mut search = AnyAngleSearch::begin(&mesh, &query)?;
/// let mut points = Vec::new();
/// let length = loop {
///     if let Some(length) = search.step(&mesh, 2, &mut points)? {
///         break length;
///     }
///     // draw a frame
/// };
/// assert_eq!(length, 17_f64.sqrt() + 10_f64.sqrt());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct AnyAngleSearch {
    mesh: MeshIdentity,
    start: Location,
    goal: Location,
    filter: QueryFilter,
    budget: Budget,
    within: f64,
    scratch: AnyAngleScratch,
}

impl AnyAngleSearch {
    /// Begins a search. Copies the filter, and has its own memory, which grows from empty
    /// with each search.
    ///
    /// # Errors
    ///
    /// An [`ExactError`] that needs no search.
    pub fn begin<'a>(
        mesh: impl Into<SearchMesh<'a>>,
        query: &PathQuery<'_>,
    ) -> Result<Self, ExactError> {
        let mut scratch = AnyAngleScratch::new();
        let mesh = mesh.into().verified()?;
        let request = Request { mesh, query };
        request.prepare(&mut scratch)?;
        request.begin(&mut scratch);
        let PathQuery { start, goal, filter, budget, within } = *query;
        let mesh = mesh.mesh.identity();
        Ok(Self { mesh, start, goal, filter: filter.clone(), budget, within, scratch })
    }

    /// Continues the search by at most `slice` expansions; 0 counts as 1, so that every
    /// search ends. When it ends, replaces `points` by the path and returns its length;
    /// until then, returns `None`, and `points` is empty. `mesh` must be the same mesh every time, or a clone of
    /// it.
    ///
    /// # Errors
    ///
    /// An [`ExactError`]: [`OtherMesh`](QueryError::OtherMesh) for any other mesh. `points` is
    /// then empty.
    pub fn step<'a>(
        &mut self,
        mesh: impl Into<SearchMesh<'a>>,
        slice: u64,
        points: &mut Vec<Vec2>,
    ) -> Result<Option<f64>, ExactError> {
        points.clear();
        let mesh = mesh.into().verified()?;
        if mesh.mesh.identity() != self.mesh {
            return Err(QueryError::OtherMesh.into());
        }
        let Self { start, goal, filter, budget, within, scratch, .. } = self;
        let query = PathQuery::new(*start, *goal).with_filter(filter).with_budget(*budget);
        let query = query.within(*within);
        Request { mesh, query: &query }.advance(slice, scratch, points)
    }

    /// Replaces `links` by those of the path that the search has found, like
    /// [`AnyAngleScratch::read_links`].
    pub fn read_links(&self, mesh: &NavMesh, links: &mut Vec<LinkTraversal>) {
        self.scratch.read_links(mesh, links);
    }

    /// Returns a lower bound on the length of any path, like [`AnyAngleScratch::lower_bound`].
    #[must_use]
    pub const fn lower_bound(&self) -> f64 {
        self.scratch.lower_bound()
    }

    /// Returns the counters of the search so far.
    #[must_use]
    pub const fn counters(&self) -> Counters {
        self.scratch.counters()
    }
}

pub(crate) struct Request<'a> {
    pub(crate) mesh: SearchMesh<'a>,
    pub(crate) query: &'a PathQuery<'a>,
}

impl Request<'_> {
    /// Rejects queries that the exact search does not support, and locates both ends.
    pub(crate) fn prepare(&self, scratch: &mut AnyAngleScratch) -> Result<(), ExactError> {
        let SearchMesh { mesh, landmarks, .. } = self.mesh;
        let PathQuery { start, goal, filter, within, .. } = *self.query;
        scratch.best = FoundPath::NONE;
        scratch.mesh = Some(mesh.identity());
        scratch.goal = goal.point;
        scratch.memory.counters = Counters::default();
        check_supported(mesh, filter)?;
        if !(within.is_finite() && within >= 0.0) {
            return Err(QueryError::InvalidShare { share: within }.into());
        }
        scratch.share = within.min(GREATEST_SHARE);
        mesh.open_areas_at(End::Start, start, filter, &mut scratch.start_areas)?;
        mesh.open_areas_at(End::Goal, goal, filter, &mut scratch.goal_areas)?;
        let AnyAngleScratch {
            start_areas,
            goal_areas,
            block_cut_numbers,
            goal_bounds,
            link_estimate,
            ..
        } = scratch;
        let links = Links::of(mesh, filter);
        start_areas.retain(|&from| {
            goal_areas.iter().any(|&to| match links {
                Some(_) => mesh.may_reach(from, to),
                None => mesh.component(from) == mesh.component(to),
            })
        });
        if start_areas.is_empty() {
            return Err(QueryError::Unreachable.into());
        }
        block_cut_numbers.clear();
        if let Some(Links { graph, factor, .. }) = links {
            block_cut_numbers.extend(goal_areas.iter().map(|&area| graph.block_cut_number(area)));
            let takes = |link, kind| filter.allows_links(kind) && filter.allows_link(link);
            link_estimate.prepare(graph, takes, factor, [start.point, goal.point]);
            scratch.lower_bound = link_estimate.at(start.point.into());
        } else {
            block_cut_numbers.extend(goal_areas.iter().map(|&area| mesh.block_cut_number(area)));
            scratch.lower_bound = DVec2::from(start.point).distance(goal.point.into());
        }
        // Landmarks count links at their costs: bounds on walks too, but not where a link takes
        // less of the cost of a walk than that.
        let landmarks = landmarks.filter(|_| links.is_none_or(|links| links.factor <= 1.0));
        *goal_bounds = landmarks.map_or(LandmarkBounds::UNKNOWN, |landmarks| {
            landmarks.bounds_of(mesh, goal.point, goal_areas)
        });
        Ok(())
    }

    fn begin(&self, scratch: &mut AnyAngleScratch) {
        self.with_search(scratch, |search, start, areas| search.begin(start, areas));
    }

    /// Continues the search, and reads the path when it has ended.
    fn advance(
        &self,
        slice: u64,
        scratch: &mut AnyAngleScratch,
        points: &mut Vec<Vec2>,
    ) -> Result<Option<f64>, ExactError> {
        let expanded = scratch.memory.counters.expanded;
        let until = expanded.saturating_add(slice.max(1)).min(self.query.budget.0);
        let has_ended = self.with_search(scratch, |search, _, _| search.run(until));
        let expanded = scratch.memory.counters.expanded;
        if !has_ended && expanded >= self.query.budget.0 {
            return Err(QueryError::BudgetExhausted { expanded }.into());
        }
        if !has_ended {
            return Ok(None);
        }
        if scratch.best.length.is_infinite() {
            return Err(QueryError::Unreachable.into());
        }
        let length = scratch.best.length;
        scratch.end_at(length);
        scratch.memory.read_points(&scratch.best, self.query.goal.point, points);
        Ok(Some(length))
    }

    /// Runs a function on the search, compiled for the kind of search space. Only the calls of
    /// that function are dynamic, once per slice.
    fn with_search<R>(
        &self,
        scratch: &mut AnyAngleScratch,
        run: impl FnOnce(&mut dyn Steps, Vec2, &[AreaId]) -> R,
    ) -> R {
        let SearchMesh { mesh, landmarks, .. } = self.mesh;
        let PathQuery { start, goal, filter, .. } = *self.query;
        let AnyAngleScratch {
            memory,
            start_areas,
            goal_areas,
            block_cut_numbers,
            best,
            goal_bounds,
            link_estimate,
            share,
            ..
        } = scratch;
        let mut objective = SingleGoal {
            point: goal.point,
            areas: goal_areas,
            block_cut_numbers,
            landmarks: landmarks.map(|landmarks| (landmarks, &*goal_bounds)),
            best: *best,
            share: *share,
        };
        let start = start.point;
        let run = |search: &mut dyn Steps| run(search, start, start_areas);
        let Some(links) = Links::of(mesh, filter) else {
            let task = SearchTask { objective: &mut objective, memory, run };
            let result = in_ground(mesh, filter, task);
            *best = objective.best;
            return result;
        };
        let prunes = links.graph.prunes(links.factor);
        let mut objective = LinkedGoal { goal: objective, estimate: link_estimate, prunes };
        let task = SearchTask { objective: &mut objective, memory, run };
        let result = in_ground(mesh, filter, LinkedTask { links, task });
        *best = objective.goal.best;
        result
    }
}

/// A search for an objective, in a search space of any kind.
struct SearchTask<'a, O, F> {
    objective: &'a mut O,
    memory: &'a mut Memory,
    run: F,
}

impl<R, O: Objective, F: FnOnce(&mut dyn Steps) -> R> SpaceTask for SearchTask<'_, O, F> {
    type Output = R;

    fn run<G: SearchSpace>(self, space: &G) -> R {
        let Self { objective, memory, run } = self;
        run(&mut Search { space, objective, memory, current: NO_NODE })
    }
}

/// A search in a search space of any kind.
trait Steps {
    fn begin(&mut self, start: Vec2, areas: &[AreaId]);
    fn run(&mut self, expansions: u64) -> bool;
}

impl<G: SearchSpace, O: Objective> Steps for Search<'_, G, O> {
    fn begin(&mut self, start: Vec2, areas: &[AreaId]) {
        Search::begin(self, start, areas);
    }

    fn run(&mut self, expansions: u64) -> bool {
        Search::run(self, expansions)
    }
}

/// Rejects filters that exact searches do not support.
pub(crate) fn check_supported(mesh: &NavMesh, filter: &QueryFilter) -> Result<(), ExactError> {
    if filter.fits_agent() {
        return Err(ExactError::AgentSize);
    }
    if mesh.uniform_factor(filter).is_none() {
        return Err(ExactError::WeightedTerrain);
    }
    Ok(())
}
