//! The shortest path between two positions.

use tautline_geometry::Vec2;
use tautline_navmesh::{
    AreaId, Budget, End, Location, MeshIdentity, NavMesh, PathQuery, QueryError, QueryFilter,
};

use crate::landmarks::{LandmarkBounds, SearchMesh};
use crate::search::{FoundPath, Memory, NO_NODE, Search};
use crate::search_space::{FilteredMesh, SearchSpace, WholeMesh};
use crate::single_goal::SingleGoal;
use crate::{Counters, ExactError};

/// The memory of exact searches. Reuse it; it serves any mesh.
#[derive(Clone, Debug, Default)]
pub struct AnyAngleScratch {
    pub(crate) memory: Memory,
    pub(crate) start_areas: Vec<AreaId>,
    pub(crate) goal_areas: Vec<AreaId>,
    pub(crate) block_cut_numbers: Vec<u32>,
    pub(crate) goal_bounds: LandmarkBounds,
    /// The mesh of the last search: areas mean nothing on another one.
    mesh: Option<MeshIdentity>,
    pub(crate) best: FoundPath,
}

impl AnyAngleScratch {
    /// Memory that has not been used yet. Allocates nothing.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            memory: Memory::new(),
            start_areas: Vec::new(),
            goal_areas: Vec::new(),
            block_cut_numbers: Vec::new(),
            goal_bounds: LandmarkBounds::UNKNOWN,
            mesh: None,
            best: FoundPath::NONE,
        }
    }

    /// The areas that the path leads through which the last search found, from
    /// the start's to the goal's, each joined to the next by a border. They
    /// replace what is in `areas`. Pass the mesh of that search; on another one, and
    /// after a search that found nothing, there are no areas.
    pub fn read_areas(&self, mesh: &NavMesh, areas: &mut Vec<AreaId>) {
        areas.clear();
        if self.best.length.is_finite() && self.mesh == Some(mesh.identity()) {
            self.memory.read_areas(mesh, &self.best, areas);
        }
    }

    /// What the last search did.
    #[must_use]
    pub const fn counters(&self) -> Counters {
        self.memory.counters
    }
}

/// Finds the shortest path from the start of `query` to its goal: of all ways over the
/// ground that its costs do not forbid, none is shorter. Its points, start and goal
/// included, replace what is in `points`; its length in the plane is returned.
///
/// Every decision is an exact predicate on input points; only lengths are
/// rounded.
///
/// Nothing is allocated once the memory has grown. That no way leads to another
/// part of the mesh is known without a search. Time and memory grow with the
/// ground that lies within the length of the path; in the worst case, with the
/// square of the number of corners.
///
/// # Errors
///
/// An [`ExactError`]: an end is not finite, off the mesh or on forbidden
/// space; unreachable; over the budget. Landmarks of another mesh. And the exact search neither
/// [weighs terrain](ExactError::WeightedTerrain) nor
/// [takes links](ExactError::LinksAllowed).
///
/// ```
/// use tautline_anyangle::{AnyAngleScratch, shortest_path};
/// use tautline_navmesh::{BuildOptions, NavMesh, PathQuery, Terrain, Vec2, rectangles_from_cells};
///
/// // A square of 5 by 5 cells with a block of 3 by 3 in its midst.
/// let is_block = |x, y| (1..4).contains(&x) && (1..4).contains(&y);
/// let raw = rectangles_from_cells(5, 5, |x, y| (!is_block(x, y)).then_some(Terrain(0)));
/// let mesh = NavMesh::build(&raw, &BuildOptions::default())?.mesh;
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
    let request = Request { mesh: mesh.into().verified()?, query };
    request.prepare(scratch)?;
    request.begin(scratch);
    let length = request.advance(u64::MAX, scratch, points)?;
    Ok(length.expect("a search without a slice ends, or its budget does"))
}

/// As [`shortest_path`], but looks only for a path that is shorter than a limit;
/// nothing if there is none, and then `points` are left as they are. For those who
/// know a path already: the nearer the limit is to the shortest one, the less is
/// searched.
///
/// # Errors
///
/// As of [`shortest_path`].
///
/// ```
/// use tautline_anyangle::{AnyAngleScratch, shortest_path_below};
/// use tautline_navmesh::{BuildOptions, NavMesh, PathQuery, Terrain, Vec2, rectangles_from_cells};
///
/// let raw = rectangles_from_cells(5, 5, |_, _| Some(Terrain(0)));
/// let mesh = NavMesh::build(&raw, &BuildOptions::default())?.mesh;
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
    let request = Request { mesh: mesh.into().verified()?, query };
    request.prepare(scratch)?;
    scratch.best = FoundPath { length: limit, ..FoundPath::NONE };
    request.begin(scratch);
    if !request.with_search(scratch, |search, _, _| search.run(query.budget.0)) {
        let expanded = scratch.memory.counters.expanded;
        return Err(QueryError::BudgetExhausted { expanded }.into());
    }
    if !scratch.best.length.total_cmp(&limit).is_lt() {
        scratch.best = FoundPath::NONE;
        return Ok(None);
    }
    scratch.memory.read_points(&scratch.best, query.goal.point, points);
    Ok(Some(scratch.best.length))
}

/// An exact search that is carried on a slice at a time, so that a game can
/// spread it over frames.
///
/// ```
/// # use tautline_anyangle::AnyAngleSearch;
/// # use tautline_navmesh::{BuildOptions, NavMesh, PathQuery, Terrain, Vec2, rectangles_from_cells};
/// # let is_block = |x, y| (1..4).contains(&x) && (1..4).contains(&y);
/// # let raw = rectangles_from_cells(5, 5, |x, y| (!is_block(x, y)).then_some(Terrain(0)));
/// # let mesh = NavMesh::build(&raw, &BuildOptions::default())?.mesh;
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
    scratch: AnyAngleScratch,
}

impl AnyAngleSearch {
    /// Begins a search. Keeps a copy of the costs, and has memory of its own, which
    /// grows from nothing with each search.
    ///
    /// # Errors
    ///
    /// An [`ExactError`] that is known without searching.
    pub fn begin<'a>(
        mesh: impl Into<SearchMesh<'a>>,
        query: &PathQuery<'_>,
    ) -> Result<Self, ExactError> {
        let mut scratch = AnyAngleScratch::new();
        let mesh = mesh.into().verified()?;
        let request = Request { mesh, query };
        request.prepare(&mut scratch)?;
        request.begin(&mut scratch);
        let PathQuery { start, goal, filter, budget } = *query;
        let mesh = mesh.mesh.identity();
        Ok(Self { mesh, start, goal, filter: filter.clone(), budget, scratch })
    }

    /// Carries the search on by at most `slice` expansions; 0 counts as 1, so
    /// that every search comes to its end. Once it has ended, the path replaces
    /// what is in `points`, and its length is returned. Pass the same mesh every
    /// time, or clones of it.
    ///
    /// # Errors
    ///
    /// An [`ExactError`]: [`OtherMesh`](QueryError::OtherMesh) for any other mesh.
    pub fn step<'a>(
        &mut self,
        mesh: impl Into<SearchMesh<'a>>,
        slice: u64,
        points: &mut Vec<Vec2>,
    ) -> Result<Option<f64>, ExactError> {
        let mesh = mesh.into().verified()?;
        if mesh.mesh.identity() != self.mesh {
            return Err(QueryError::OtherMesh.into());
        }
        let Self { start, goal, filter, budget, scratch, .. } = self;
        let query = PathQuery { start: *start, goal: *goal, filter, budget: *budget };
        Request { mesh, query: &query }.advance(slice, scratch, points)
    }

    /// What the search did so far.
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
    /// Refuses what the exact search does not do, and finds the areas at both
    /// ends.
    pub(crate) fn prepare(&self, scratch: &mut AnyAngleScratch) -> Result<(), ExactError> {
        let SearchMesh { mesh, landmarks } = self.mesh;
        let PathQuery { start, goal, filter, .. } = *self.query;
        scratch.best = FoundPath::NONE;
        scratch.mesh = Some(mesh.identity());
        scratch.memory.counters = Counters::default();
        check_supported(mesh, filter)?;
        mesh.open_areas_at(End::Start, start, filter, &mut scratch.start_areas)?;
        mesh.open_areas_at(End::Goal, goal, filter, &mut scratch.goal_areas)?;
        let AnyAngleScratch { start_areas, goal_areas, block_cut_numbers, goal_bounds, .. } =
            scratch;
        // Not what links may join: none of them is taken.
        start_areas.retain(|&from| {
            goal_areas.iter().any(|&to| mesh.component(from) == mesh.component(to))
        });
        if start_areas.is_empty() {
            return Err(QueryError::Unreachable.into());
        }
        *goal_bounds = landmarks.map_or(LandmarkBounds::UNKNOWN, |landmarks| {
            landmarks.bounds_of(mesh, goal.point, goal_areas)
        });
        block_cut_numbers.clear();
        block_cut_numbers.extend(goal_areas.iter().map(|&area| mesh.block_cut_number(area)));
        Ok(())
    }

    fn begin(&self, scratch: &mut AnyAngleScratch) {
        self.with_search(scratch, |search, start, areas| search.begin(start, areas));
    }

    /// Carries the search on; reads the path when it has ended.
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
        scratch.memory.read_points(&scratch.best, self.query.goal.point, points);
        Ok(Some(scratch.best.length))
    }

    /// Runs something on the search for this request, compiled for its kind of
    /// space.
    fn with_search<R>(
        &self,
        scratch: &mut AnyAngleScratch,
        run: impl FnOnce(&mut dyn Steps, Vec2, &[AreaId]) -> R,
    ) -> R {
        let SearchMesh { mesh, landmarks } = self.mesh;
        let PathQuery { start, goal, filter, .. } = *self.query;
        let AnyAngleScratch {
            memory,
            start_areas,
            goal_areas,
            block_cut_numbers,
            best,
            goal_bounds,
            ..
        } = scratch;
        let mut objective = SingleGoal {
            point: goal.point,
            areas: goal_areas,
            block_cut_numbers,
            landmarks: landmarks.map(|landmarks| (landmarks, &*goal_bounds)),
            best: *best,
        };
        let current = NO_NODE;
        let is_lattice = mesh.lattice().is_some_and(|lattice| lattice.contains(start.point));
        let objective_of_search = &mut objective;
        let result = if !mesh.is_all_open(filter) {
            let space = &FilteredMesh { mesh, filter };
            let search = &mut Search { space, objective: objective_of_search, memory, current };
            run(search, start.point, start_areas)
        } else if is_lattice {
            let space = &WholeMesh::<true>(mesh);
            let search = &mut Search { space, objective: objective_of_search, memory, current };
            run(search, start.point, start_areas)
        } else {
            let space = &WholeMesh::<false>(mesh);
            let search = &mut Search { space, objective: objective_of_search, memory, current };
            run(search, start.point, start_areas)
        };
        *best = objective.best;
        result
    }
}

/// A search, whatever its kind of space.
trait Steps {
    fn begin(&mut self, start: Vec2, areas: &[AreaId]);
    fn run(&mut self, expansions: u64) -> bool;
}

impl<G: SearchSpace> Steps for Search<'_, G, SingleGoal<'_>> {
    fn begin(&mut self, start: Vec2, areas: &[AreaId]) {
        Search::begin(self, start, areas);
    }

    fn run(&mut self, expansions: u64) -> bool {
        Search::run(self, expansions)
    }
}

/// Refuses what exact searches do not do.
pub(crate) fn check_supported(mesh: &NavMesh, filter: &QueryFilter) -> Result<(), ExactError> {
    if filter.fits_agent() {
        return Err(ExactError::AgentSize);
    }
    if mesh.uniform_factor(filter).is_none() {
        return Err(ExactError::WeightedTerrain);
    }
    if mesh.takes_links(filter) {
        return Err(ExactError::LinksAllowed);
    }
    Ok(())
}
