//! Queries: from two positions to a path.

use std::ptr;
use std::sync::atomic::{AtomicBool, Ordering};

use tautline_anyangle::ExactError;
use tautline_navmesh::internal::UNIFORM_FILTER;
use tautline_navmesh::{Location, NavMesh, PathQuery, QueryFilter, SnapScratch};
use tautline_search::Budget;

use crate::answer::GroupSearch;
use crate::error::EndAreas;
use crate::task::{Task, TierScratch};
use crate::{Ground, Path, PathError, Tier};

/// A query for a path: start, goal and options.
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
    /// The start. Without an elevation, on any floor.
    pub start: Location,
    /// The goal. Without an elevation, on any floor.
    pub goal: Location,
    /// The options: filter, budget, tier, snapping, and how much too long the path may be.
    pub options: PathOptions<'a>,
}

/// The options of a query: everything but its start and goal.
///
/// By default, costs are uniform, all ground is allowed, the search has no budget, the best tier
/// answers, ends are not snapped, exact paths are the shortest ones, and no flag cancels queries.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct PathOptions<'a> {
    /// The costs of terrain, and what is forbidden. `None` for [`QueryFilter::uniform`].
    pub filter: Option<&'a QueryFilter>,
    /// The number of nodes that all searches of the query may expand.
    pub budget: Budget,
    /// The tier that answers. `None` for the exact one where terrain costs are uniform, and the weighted
    /// one where they differ. (With uniform costs and [`QueryFilter::fit_agent`], the classic one.)
    pub tier: Option<Tier>,
    /// The greatest distance by which ends are snapped to the mesh, in world units. `None` for no
    /// snapping. See [`Query::with_snap`].
    pub snap: Option<f32>,
    /// True if [`Path::areas`] are needed even if labels answer. See [`Query::with_areas`].
    pub areas: bool,
    /// The share by which a path may be longer than the shortest one, finite and at least 0. See
    /// [`Query::within`].
    pub within: f64,
    /// The flag that cancels queries when it becomes true. See [`Query::with_cancel_flag`].
    pub cancel_flag: Option<&'a AtomicBool>,
}

/// The memory of queries. Keep one per thread; it works with any mesh.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    pub(crate) tiers: TierScratch,
    snap: SnapScratch,
    pub(crate) end_areas: EndAreas,
    /// The path that an agent is about to follow.
    pub(crate) path: Path,
    /// The search for a group of agents with one goal.
    pub(crate) group: GroupSearch,
    /// The memories of the other threads that work on a crowd.
    pub(crate) others: Vec<Self>,
}

impl PathOptions<'_> {
    const DEFAULT: Self = Self {
        filter: None,
        budget: Budget::UNLIMITED,
        tier: None,
        snap: None,
        areas: false,
        within: 0.0,
        cancel_flag: None,
    };
}

/// Options with the same flag are equal, and those with different flags are not, whatever their values.
impl PartialEq for PathOptions<'_> {
    fn eq(&self, other: &Self) -> bool {
        let fields = |options: &Self| {
            let Self { filter, budget, tier, snap, areas, within, cancel_flag } = *options;
            (filter, budget, tier, snap, areas, within, cancel_flag.map(ptr::from_ref))
        };
        fields(self) == fields(other)
    }
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

    /// The same options with a tier. Queries that it does not support return an error.
    #[must_use]
    pub const fn with_tier(self, tier: Tier) -> Self {
        Self { tier: Some(tier), ..self }
    }

    /// The same options with ends snapped to the mesh: see [`Query::with_snap`].
    #[must_use]
    pub const fn with_snap(self, radius: f32) -> Self {
        Self { snap: Some(radius), ..self }
    }

    /// The same options with areas in the answer: see [`Query::with_areas`].
    #[must_use]
    pub const fn with_areas(self) -> Self {
        Self { areas: true, ..self }
    }

    /// The same options for a path that may be longer than the shortest one by a share: see
    /// [`Query::within`].
    #[must_use]
    pub const fn within(self, share: f64) -> Self {
        Self { within: share, ..self }
    }

    /// The same options with a flag that cancels queries: see [`Query::with_cancel_flag`].
    #[must_use]
    pub const fn with_cancel_flag(self, flag: &'a AtomicBool) -> Self {
        Self { cancel_flag: Some(flag), ..self }
    }

    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancel_flag.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// Returns true if agents with these options and one goal may share the work for it. False if they are cancelled.
    pub(crate) fn can_be_shared(&self, mesh: &NavMesh) -> bool {
        let Self { filter: _, budget, tier, snap, areas, within, cancel_flag: _ } = *self;
        let filter = self.filter_or_default();
        !self.is_cancelled()
            && budget == Budget::UNLIMITED
            && tier.is_none_or(|tier| tier == Tier::Exact)
            && snap.is_none()
            && !areas
            && is_share(within)
            && mesh.uniform_factor(filter).is_some()
            && !filter.fits_agent()
    }

    pub(crate) fn filter_or_default(&self) -> &'a QueryFilter {
        self.filter.unwrap_or(&UNIFORM_FILTER)
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

    /// The same query with a tier. If the tier does not support the query, the answer is an error.
    #[must_use]
    pub const fn with_tier(self, tier: Tier) -> Self {
        Self { options: self.options.with_tier(tier), ..self }
    }

    /// The same query with ends snapped to the mesh.
    ///
    /// * A start off the allowed ground is moved to its nearest point within `radius`.
    /// * A goal off the allowed ground, or unreachable from the start, is moved to the nearest
    ///   reachable point within `radius`.
    /// * If there is no such point, the query fails as without snapping; so it does with a radius below 0 or NaN.
    ///
    /// [`Path::start_snap`] and [`Path::goal_snap`] are the distances.
    ///
    /// An end with an elevation is moved to the nearest point in space, among the ground within
    /// the radius in the plane ([`NavMesh::nearest`]). It is not moved if the nearest of the floors at that point
    /// has allowed ground there, however far above or below. For an agent that may have been pushed off
    /// a bridge, call `nearest` first.
    ///
    /// O(areas) where ground, narrow borders, or some but not all links are forbidden.
    ///
    /// ```
    /// use tautline::navmesh::{rectangles_from_cells, Terrain};
    /// use tautline::{Path, Query, Scratch, Vec2, path_in};
    ///
    /// // Two rooms with a gap between them.
    /// let raw = rectangles_from_cells(9, 4, |x, _| (x != 4).then_some(Terrain(0)));
    /// let mesh = raw.build()?;
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

    /// The same query with [`Path::areas`] in the answer, also where labels answer: the legs of
    /// their path are then walked, in O(areas along the path), which takes 2 to 12 times as long as the
    /// path itself. Searches always return them.
    #[must_use]
    pub const fn with_areas(self) -> Self {
        Self { options: self.options.with_areas(), ..self }
    }

    /// The same query for a path that is at most `share` longer than the shortest one: 0.01 for 1 %.
    /// 0, the default, is for the shortest path.
    ///
    /// In the exact tier, this bound always holds, and searches are faster: they take less than half of the
    /// time among small scattered obstacles, but hardly less in caves and corridors. Labels still answer
    /// with the shortest path.
    ///
    /// The weighted tier proves that its path costs at most that share more than the cheapest one, or finds a path
    /// for which it can prove that. For 1 %, the proof takes 4 to 5 times as long as the search on maps of a thousand areas
    /// and more, and 7 to 11 times on smaller ones; it succeeded for 480 of 480 paths on six maps. It fails if the
    /// rest of the budget does not suffice, and rarely where areas are extremely thin. The classic tier ignores the
    /// share.
    ///
    /// [`Path::lower_bound`] is the proved bound: at least `cost / (1 + share)`, unless the proof failed.
    ///
    /// ```
    /// use tautline::navmesh::{rectangles_from_cells, Terrain};
    /// use tautline::{Path, PathError, Query, Scratch, Vec2, path_in};
    ///
    /// let raw = rectangles_from_cells(40, 40, |x, y| (x % 3 < 2 || y % 3 < 2).then_some(Terrain(0)));
    /// let mesh = raw.build()?;
    /// let query = Query::new(Vec2::ZERO, Vec2::new(40.0, 31.0));
    /// let (mut scratch, mut path) = (Scratch::new(), Path::default());
    /// path_in(&mesh, &query, &mut scratch, &mut path)?;
    /// let (shortest, expanded) = (path.length, scratch.expanded());
    /// assert_eq!(path.lower_bound, shortest);
    ///
    /// path_in(&mesh, &query.within(0.01), &mut scratch, &mut path)?;
    /// assert!(path.length <= 1.01 * shortest && path.lower_bound <= shortest);
    /// assert!(2 * scratch.expanded() < expanded);
    ///
    /// let refused = path_in(&mesh, &query.within(-1.0), &mut scratch, &mut path);
    /// assert_eq!(refused, Err(PathError::InvalidShare { share: -1.0 }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn within(self, share: f64) -> Self {
        Self { options: self.options.within(share), ..self }
    }

    /// The same query with a flag that cancels it: the query fails with [`PathError::Cancelled`] if the flag is true
    /// when it begins. Once it has begun, it is completed.
    ///
    /// To stop a batch, set the flag from another thread: each worker completes its current query, and all others
    /// fail. The answers found until then are valid. A batch still needs about a microsecond for each of its queries, to
    /// sort them and to collect the answers.
    ///
    /// ```
    /// use std::sync::atomic::{AtomicBool, Ordering};
    /// use tautline::navmesh::{rectangles_from_cells, Terrain};
    /// use tautline::{PathError, Query, Vec2, lengths};
    ///
    /// let mesh = rectangles_from_cells(9, 9, |_, _| Some(Terrain(0))).build()?;
    /// let is_cancelled = AtomicBool::new(false);
    /// let query = Query::new(Vec2::ZERO, Vec2::new(3.0, 4.0)).with_cancel_flag(&is_cancelled);
    /// assert_eq!(lengths(&mesh, &[query]), [Ok(5.0)]);
    ///
    /// is_cancelled.store(true, Ordering::Relaxed);
    /// assert_eq!(lengths(&mesh, &[query]), [Err(PathError::Cancelled)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn with_cancel_flag(self, flag: &'a AtomicBool) -> Self {
        Self { options: self.options.with_cancel_flag(flag), ..self }
    }

    /// Returns the snapped ends of the query, each with its distance from the original one.
    pub(crate) fn ends(&self, mesh: &NavMesh, scratch: &mut SnapScratch) -> [(Location, f64); 2] {
        let ends = [self.start, self.goal];
        match self.options.snap {
            Some(radius) => mesh.snap_ends(ends, self.options.filter_or_default(), radius, scratch),
            None => ends.map(|end| (end, 0.0)),
        }
    }

    /// Returns the query for the crates behind the facade.
    pub(crate) fn path_query(&self) -> PathQuery<'a> {
        let Self { start, goal, options } = *self;
        let PathOptions { budget, within, .. } = options;
        PathQuery { start, goal, filter: options.filter_or_default(), budget, within }
    }
}

impl Scratch {
    /// Creates empty memory. Allocates nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the number of nodes that the last query expanded, in all of its searches. 0 if
    /// labels answered without a search.
    #[must_use]
    pub const fn expanded(&self) -> u64 {
        self.tiers.expanded
    }
}

/// Finds a path from `start` to `goal`, with uniform costs.
///
/// Allocates new memory on each call. For many paths, [`path_in`] and [`paths`](crate::paths) are
/// faster and have options.
///
/// # Errors
///
/// A [`PathError`](crate::PathError): off the mesh, unreachable, not finite.
///
/// ```
/// use tautline::navmesh::{Terrain, rectangles_from_cells};
/// use tautline::{PathError, Vec2, path};
///
/// // A wall with a gap at its upper end.
/// let raw = rectangles_from_cells(9, 9, |x, y| (x != 4 || y == 8).then_some(Terrain(0)));
/// let mesh = raw.build()?;
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

/// Finds a path and writes it into reused memory: allocates nothing once `scratch`
/// and `path` have grown. After an error, `path` is empty.
///
/// [`Tier::Exact`] finds the shortest path (or one that is not much longer:
/// [`Query::within`]), and [`Tier::Weighted`] a nearly cheapest one. If the path of [`Tier::Classic`] is
/// more than 1 % longer than the straight line, that tier also searches from the goal, with the rest of
/// the budget, and returns the shorter path. It does not do so where the path may take links, or where
/// terrain costs differ.
///
/// # Errors
///
/// A [`PathError`](crate::PathError): off the mesh, unreachable, not finite,
/// forbidden, over the budget, cancelled.
///
/// ```
/// use tautline::navmesh::{rectangles_from_cells, Terrain};
/// use tautline::{Path, Query, Scratch, Vec2, path_in};
///
/// let raw = rectangles_from_cells(20, 20, |x, y| (x != 10 || y == 3).then_some(Terrain(0)));
/// let mesh = raw.build()?;
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

/// Returns true for a valid share by which paths may be too long.
fn is_share(share: f64) -> bool {
    share.is_finite() && share >= 0.0
}

fn answer(
    ground: Ground<'_>,
    query: &Query<'_>,
    scratch: &mut Scratch,
    path: &mut Path,
) -> Result<(), PathError> {
    let PathOptions { tier, areas, within: share, .. } = query.options;
    scratch.tiers.expanded = 0;
    if query.options.is_cancelled() {
        return Err(PathError::Cancelled);
    }
    if !is_share(share) {
        return Err(PathError::InvalidShare { share });
    }
    let mesh = ground.mesh;
    let tier = tier.unwrap_or_else(|| Tier::best_for(mesh, query.options.filter_or_default()));
    let [(start, start_snap), (goal, goal_snap)] = query.ends(mesh, &mut scratch.snap);
    let task = Task {
        mesh,
        search_mesh: ground.search_mesh(),
        weighted_mesh: ground.weighted_mesh(),
        labels: ground.labels(),
        #[cfg(feature = "build")]
        before: ground.before,
        query: PathQuery { start, goal, ..query.path_query() },
    };
    if let Err(error) = task.answer(tier, &mut scratch.tiers, path) {
        // A search that was refused still has the count of the search before it.
        if error == ExactError::BakedForOtherMesh {
            scratch.tiers.expanded = 0;
        }
        return Err(PathError::explained(error, mesh, [start, goal], &mut scratch.end_areas));
    }
    if areas && path.areas.is_empty() {
        path.find_areas(mesh, &task.query, &mut scratch.tiers.ray);
    }
    (path.start_snap, path.goal_snap) = (start_snap, goal_snap);
    Ok(())
}
