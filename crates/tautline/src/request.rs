//! From two positions to a path.

use tautline_navmesh::{Location, NavMesh, PathQuery, QueryFilter, SnapScratch};
use tautline_search::Budget;

use crate::error::EndAreas;
use crate::task::{Task, TierScratch};
use crate::{Ground, Path, PathError, Tier};

/// A request for a path: from where to where, and the options.
///
/// ```
/// use tautline::{Budget, Location, Query, QueryFilter, Vec2};
///
/// let filter = QueryFilter::uniform();
/// let goal = Location::at_elevation(Vec2::new(9.0, 4.0), 3.5);
/// let query = Query::new(Vec2::ZERO, goal).with_filter(&filter).with_budget(Budget(10_000));
/// assert_eq!(query.options.budget, Budget(10_000));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Query<'a> {
    /// The place where the path begins. Without an elevation, on any floor.
    pub start: Location,
    /// The place where it ends.
    pub goal: Location,
    /// The ground that it may use, and the effort that it may take.
    pub options: PathOptions<'a>,
}

/// The options of a request: all but its start and its goal.
///
/// By default, ground costs the same everywhere, nothing is forbidden, the search is not
/// bounded, the best tier answers, and ends are not moved.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct PathOptions<'a> {
    /// The costs of terrain, and what is forbidden. `None` for [`QueryFilter::uniform`].
    pub filter: Option<&'a QueryFilter>,
    /// The number of nodes that may be expanded, over all searches of the request.
    pub budget: Budget,
    /// The tier that answers. `None` for the exact one where it can, and the classic one
    /// where links may be taken or terrain costs differ.
    pub tier: Option<Tier>,
    /// The distance by which ends may be moved onto the mesh, in world units. `None` for
    /// not at all. See [`Query::with_snap`].
    pub snap: Option<f32>,
    /// True if [`Path::areas`] are wanted even where labels could answer, which do not know
    /// them. See [`Query::with_areas`].
    pub areas: bool,
}

/// The memory of requests. Keep one per thread; it serves any mesh.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    tiers: TierScratch,
    snap: SnapScratch,
    end_areas: EndAreas,
}

static UNIFORM: QueryFilter = QueryFilter::uniform();

impl PathOptions<'_> {
    const DEFAULT: Self =
        Self { filter: None, budget: Budget::UNLIMITED, tier: None, snap: None, areas: false };
}

impl Default for PathOptions<'_> {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl<'a> PathOptions<'a> {
    /// The default options.
    #[must_use]
    pub const fn new() -> Self {
        Self::DEFAULT
    }

    /// The same options with a filter: costs of terrain, and what is forbidden.
    #[must_use]
    pub const fn with_filter(self, filter: &'a QueryFilter) -> Self {
        Self { filter: Some(filter), ..self }
    }

    /// The same options with a bound on the number of nodes expanded.
    #[must_use]
    pub const fn with_budget(self, budget: Budget) -> Self {
        Self { budget, ..self }
    }

    /// The same options with one tier that answers or refuses.
    #[must_use]
    pub const fn with_tier(self, tier: Tier) -> Self {
        Self { tier: Some(tier), ..self }
    }

    /// The same options with ends that may be moved onto the mesh: see
    /// [`Query::with_snap`].
    #[must_use]
    pub const fn with_snap(self, radius: f32) -> Self {
        Self { snap: Some(radius), ..self }
    }

    /// The same options with areas in the answer: see [`Query::with_areas`].
    #[must_use]
    pub const fn with_areas(self) -> Self {
        Self { areas: true, ..self }
    }

    pub(crate) fn filter_or_default(&self) -> &'a QueryFilter {
        self.filter.unwrap_or(&UNIFORM)
    }
}

impl<'a> Query<'a> {
    /// A query with the default options. A `Vec2` is a location on any floor.
    #[must_use]
    pub fn new(start: impl Into<Location>, goal: impl Into<Location>) -> Self {
        Self { start: start.into(), goal: goal.into(), options: PathOptions::DEFAULT }
    }

    /// The same query with other options.
    #[must_use]
    pub const fn with_options<'b>(self, options: PathOptions<'b>) -> Query<'b> {
        Query { start: self.start, goal: self.goal, options }
    }

    /// The same query with a filter: costs of terrain, and what is forbidden.
    #[must_use]
    pub const fn with_filter(self, filter: &'a QueryFilter) -> Self {
        Self { options: self.options.with_filter(filter), ..self }
    }

    /// The same query with a bound on the number of nodes expanded.
    #[must_use]
    pub const fn with_budget(self, budget: Budget) -> Self {
        Self { options: self.options.with_budget(budget), ..self }
    }

    /// The same query, answered by one tier or refused.
    #[must_use]
    pub const fn with_tier(self, tier: Tier) -> Self {
        Self { options: self.options.with_tier(tier), ..self }
    }

    /// The same query, whose ends need not lie where a path can begin and end: a
    /// start off the open ground is moved to the nearest point of it within
    /// `radius`; a goal off the open ground, or where it cannot be reached from
    /// the start, to the nearest point that can. The path says how far they were
    /// moved. An end with nothing near enough fails as without. One that names an
    /// elevation is moved to what is nearest in space, of the ground within the radius in
    /// the plane ([`NavMesh::nearest_at`]). Where there is ground on any floor that serves,
    /// however far above or below, an end is not moved: whoever may have been pushed over
    /// the edge of a bridge asks `nearest_at` first.
    ///
    /// O(areas) where ground is forbidden or links may be taken.
    ///
    /// ```
    /// use tautline::navmesh::{BuildOptions, NavMesh, rectangles_from_cells, Terrain};
    /// use tautline::{Path, Query, Scratch, Vec2, path_in};
    ///
    /// // Two rooms with a gap between them.
    /// let raw = rectangles_from_cells(9, 4, |x, _| (x != 4).then_some(Terrain(0)));
    /// let mesh = NavMesh::build(&raw, &BuildOptions::default())?.mesh;
    /// let query = Query::new(Vec2::new(1.0, 5.0), Vec2::new(7.0, 2.0)).with_snap(10.0);
    /// let mut path = Path::default();
    /// path_in(&mesh, &query, &mut Scratch::new(), &mut path)?;
    /// assert_eq!(path.points, [Vec2::new(1.0, 4.0), Vec2::new(4.0, 2.0)]);
    /// assert_eq!((path.start_snap, path.goal_snap), (1.0, 3.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn with_snap(self, radius: f32) -> Self {
        Self { options: self.options.with_snap(radius), ..self }
    }

    /// The same query, whose answer names the areas that the path leads through.
    /// Searches name them anyway. Only matters on ground with labels:
    /// there, it is answered by a search, which takes longer.
    #[must_use]
    pub const fn with_areas(self) -> Self {
        Self { options: self.options.with_areas(), ..self }
    }

    /// The places on a mesh where it begins and ends, each with the distance by which it
    /// was moved there.
    pub(crate) fn ends(&self, mesh: &NavMesh, scratch: &mut SnapScratch) -> [(Location, f64); 2] {
        let ends = [self.start, self.goal];
        match self.options.snap {
            Some(radius) => mesh.snap_ends(ends, self.options.filter_or_default(), radius, scratch),
            None => ends.map(|end| (end, 0.0)),
        }
    }

    /// The request for a search over the mesh itself.
    pub(crate) fn of_mesh(&self) -> PathQuery<'a> {
        let Self { start, goal, options } = *self;
        PathQuery { start, goal, filter: options.filter_or_default(), budget: options.budget }
    }
}

impl Scratch {
    /// Memory that has not been used yet. Allocates nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// How many nodes the last request expanded, in all of its searches. None if
    /// labels answered.
    #[must_use]
    pub const fn expanded(&self) -> u64 {
        self.tiers.expanded
    }
}

/// Finds a path from `start` to `goal`, with uniform costs.
///
/// The easy form: it allocates its memory anew. Many paths are found faster by
/// [`path_in`], which says how good they are, or [`paths`](crate::paths).
///
/// # Errors
///
/// A [`PathError`](crate::PathError): off the mesh, unreachable, not finite.
///
/// ```
/// use tautline::navmesh::{BuildOptions, NavMesh, Terrain, rectangles_from_cells};
/// use tautline::{PathError, Vec2, path};
///
/// // A wall with a gate at its upper end.
/// let raw = rectangles_from_cells(9, 9, |x, y| (x != 4 || y == 8).then_some(Terrain(0)));
/// let mesh = NavMesh::build(&raw, &BuildOptions::default())?.mesh;
/// let (start, goal) = (Vec2::new(1.0, 4.0), Vec2::new(8.0, 5.0));
/// let way = path(&mesh, start, goal)?;
/// assert_eq!(way.points, [start, Vec2::new(4.0, 8.0), Vec2::new(5.0, 8.0), goal]);
/// assert_eq!(way.length, 5.0 + 1.0 + 18_f64.sqrt());
///
/// let (x, y, nearest) = (4.5, 4.0, Vec2::new(4.0, 4.0));
/// assert_eq!(path(&mesh, start, Vec2::new(x, y)), Err(PathError::GoalOffMesh { x, y, nearest }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn path<'g>(
    ground: impl Into<Ground<'g>>,
    start: impl Into<Location>,
    goal: impl Into<Location>,
) -> Result<Path, PathError> {
    let mut path = Path::default();
    path_in(ground, &Query::new(start, goal), &mut Scratch::new(), &mut path)?;
    Ok(path)
}

/// Finds a path into memory that is reused: nothing is allocated once `scratch`
/// and `path` have grown. After an error, `path` is empty.
///
/// [`Tier::Exact`] finds the shortest path. [`Tier::Classic`] searches for a path
/// that is more than 1 % longer than the straight line from the goal as well,
/// with what is left of the budget, and the shorter one is the answer; but not on
/// meshes with links, nor for [`QueryFilter`] that are not uniform.
///
/// # Errors
///
/// A [`PathError`](crate::PathError): off the mesh, unreachable, not finite,
/// forbidden, over the budget.
///
/// ```
/// use tautline::navmesh::{BuildOptions, NavMesh, rectangles_from_cells, Terrain};
/// use tautline::{Path, Query, Scratch, Vec2, path_in};
///
/// let raw = rectangles_from_cells(20, 20, |x, y| (x != 10 || y == 3).then_some(Terrain(0)));
/// let mesh = NavMesh::build(&raw, &BuildOptions::default())?.mesh;
/// let (mut scratch, mut path) = (Scratch::new(), Path::default());
/// for row in 0..20_u8 {
///     let start = Vec2::new(1.0, row.into());
///     path_in(&mesh, &Query::new(start, Vec2::new(19.0, 9.5)), &mut scratch, &mut path)?;
///     assert!(path.length > 18.0);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn path_in<'g>(
    ground: impl Into<Ground<'g>>,
    query: &Query<'_>,
    scratch: &mut Scratch,
    path: &mut Path,
) -> Result<(), PathError> {
    let ground = ground.into();
    let answered = answer(ground, query, scratch, path);
    if answered.is_err() {
        path.clear();
    }
    answered
}

fn answer(
    ground: Ground<'_>,
    query: &Query<'_>,
    scratch: &mut Scratch,
    path: &mut Path,
) -> Result<(), PathError> {
    let PathOptions { tier, areas, .. } = query.options;
    let mesh = ground.mesh;
    let tier = tier.unwrap_or_else(|| Tier::best_for(mesh, query.options.filter_or_default()));
    let [(start, start_snap), (goal, goal_snap)] = query.ends(mesh, &mut scratch.snap);
    let task = Task {
        mesh,
        search_mesh: ground.search_mesh(),
        labels: ground.labels().filter(|_| !areas),
        #[cfg(feature = "build")]
        before: ground.before.filter(|_| !areas),
        query: PathQuery { start, goal, ..query.of_mesh() },
    };
    if let Err(error) = task.answer(tier, &mut scratch.tiers, path) {
        return Err(PathError::explained(error, mesh, [start, goal], &mut scratch.end_areas));
    }
    (path.start_snap, path.goal_snap) = (start_snap, goal_snap);
    Ok(())
}
