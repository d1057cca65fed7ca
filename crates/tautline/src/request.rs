//! From two positions to a path.

use tautline_navmesh::{Location, NavMesh, PathQuery, QueryFilter, SnapScratch, Vec2};
use tautline_search::Budget;

use crate::task::{Task, TierScratch};
use crate::{Ground, Path, PathError, Tier};

/// What a path is asked for.
///
/// ```
/// use tautline::{Budget, QueryFilter, Query, Vec2};
///
/// let filter = QueryFilter::uniform();
/// let query = Query::new(Vec2::ZERO, Vec2::new(9.0, 4.0))
///     .with_filter(&filter)
///     .with_elevations(0.0, 3.5)
///     .with_budget(Budget(10_000));
/// assert_eq!(query.goal.elevation, Some(3.5));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Query<'a> {
    /// Where the path begins. Without an elevation, on any floor.
    pub start: Location,
    /// Where it ends.
    pub goal: Location,
    /// What walking costs, and what is forbidden; nothing stands for
    /// [`QueryFilter::uniform`].
    pub filter: Option<&'a QueryFilter>,
    /// How many nodes may be expanded, over all searches of the request.
    pub budget: Budget,
    /// Which tier answers; nothing stands for the exact one where it can, and
    /// the classic one where links may be taken or ground costs differently.
    pub tier: Option<Tier>,
    /// How far ends may be moved; nothing for not at all. See
    /// [`Self::with_snap`].
    pub snap: Option<f32>,
    /// Whether [`Path::areas`] are wanted even where labels could answer,
    /// which do not know them. See [`Self::with_areas`].
    pub areas: bool,
}

/// The memory of requests. Keep one per thread; it serves any mesh.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    tiers: TierScratch,
    snap: SnapScratch,
}

static UNIFORM: QueryFilter = QueryFilter::uniform();

impl<'a> Query<'a> {
    /// A query with uniform costs, any floor and no bound.
    #[must_use]
    pub fn new(start: Vec2, goal: Vec2) -> Self {
        Self {
            start: start.into(),
            goal: goal.into(),
            filter: None,
            budget: Budget::UNLIMITED,
            tier: None,
            snap: None,
            areas: false,
        }
    }

    /// The same query with costs of its own.
    #[must_use]
    pub const fn with_filter(self, filter: &'a QueryFilter) -> Self {
        Self { filter: Some(filter), ..self }
    }

    /// The same query between floors, which are told apart by the elevations of
    /// start and goal.
    #[must_use]
    pub fn with_elevations(self, start: f32, goal: f32) -> Self {
        let at = |end: Location, elevation| Location { elevation: Some(elevation), ..end };
        Self { start: at(self.start, start), goal: at(self.goal, goal), ..self }
    }

    /// The same query with a bound.
    #[must_use]
    pub const fn with_budget(self, budget: Budget) -> Self {
        Self { budget, ..self }
    }

    /// The same query, answered by one tier or refused.
    #[must_use]
    pub const fn with_tier(self, tier: Tier) -> Self {
        Self { tier: Some(tier), ..self }
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
    /// assert_eq!((path.start_shift, path.goal_shift), (1.0, 3.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn with_snap(self, radius: f32) -> Self {
        Self { snap: Some(radius), ..self }
    }

    /// The same query, whose answer names the areas that the path leads through.
    /// Searches name them anyway. Only matters on ground with labels:
    /// there, it is answered by a search, which takes longer.
    #[must_use]
    pub const fn with_areas(self) -> Self {
        Self { areas: true, ..self }
    }

    pub(crate) fn filter_or_default(&self) -> &'a QueryFilter {
        self.filter.unwrap_or(&UNIFORM)
    }

    /// Where it begins and ends on a mesh, and how far both had to be moved there.
    pub(crate) fn ends(&self, mesh: &NavMesh, scratch: &mut SnapScratch) -> [(Location, f64); 2] {
        let ends = [self.start, self.goal];
        match self.snap {
            Some(radius) => mesh.snap_ends(ends, self.filter_or_default(), radius, scratch),
            None => ends.map(|end| (end, 0.0)),
        }
    }

    /// What searches over the mesh itself are asked.
    pub(crate) fn of_mesh(&self) -> PathQuery<'a> {
        let Self { start, goal, budget, .. } = *self;
        PathQuery { start, goal, filter: self.filter_or_default(), budget }
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
/// let (x, y) = (4.5, 4.0);
/// assert_eq!(path(&mesh, start, Vec2::new(x, y)), Err(PathError::GoalOffMesh { x, y }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn path<'g>(ground: impl Into<Ground<'g>>, start: Vec2, goal: Vec2) -> Result<Path, PathError> {
    let mut path = Path::default();
    path_in(ground, &Query::new(start, goal), &mut Scratch::new(), &mut path)?;
    Ok(path)
}

/// Finds a path into memory that is reused: nothing is allocated once `scratch`
/// and `path` have grown. What `path` holds after an error means nothing.
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
    let (mesh, labels) = (ground.mesh, ground.labels().filter(|_| !query.areas));
    #[cfg(feature = "build")]
    let before = ground.before.filter(|_| !query.areas);
    let filter = query.filter_or_default();
    let tier = query.tier.unwrap_or_else(|| Tier::best_for(mesh, filter));
    let [(start, start_shift), (goal, goal_shift)] = query.ends(mesh, &mut scratch.snap);
    (path.start_shift, path.goal_shift) = (start_shift, goal_shift);
    let search_mesh = ground.search_mesh();
    let task = Task {
        mesh,
        search_mesh,
        labels,
        #[cfg(feature = "build")]
        before,
        query: PathQuery { start, goal, ..query.of_mesh() },
    };
    task.answer(tier, &mut scratch.tiers, path)
}
