//! A proved lower bound of costs over weighted terrain.

mod descent;
mod field;
mod piece;
mod rest;
mod wave;

use tautline_geometry::DVec2;
use tautline_navmesh::internal::LinkEstimate;
use tautline_navmesh::{AreaId, End, PathQuery, QueryError};

use crate::path::Writer;
use crate::space::Space;
use crate::{Refraction, WeightedError, WeightedMesh, WeightedPath};
use descent::descend;
use field::Field;
use rest::Rest;
use wave::{Memory, TOLERANCE, Task, Wave};

/// The least share that is proved; smaller ones count as this. The effort grows without limit towards zero.
const LEAST_SHARE: f64 = 1e-4;

/// The amount by which all links together may lower the bound, as a part of the share of the query.
const LINK_TOLERANCE: f64 = 1e-3;

/// For each wave, [`Task::loss`] and [`Task::least_loss`] as multiples of the share of the query. Each wave runs in the
/// opposite direction to the one before it, whose values say where paths may be cheap enough to matter. Two waves
/// nearly always suffice; where paths cross many borders, small losses add up.
const LOSSES: [[f64; 2]; 6] = [
    [4.0, 1.0 / 4.0],
    [1.0, 1.0 / 16.0],
    [1.0 / 2.0, 1.0 / 64.0],
    [1.0 / 4.0, 1.0 / 256.0],
    [1.0 / 8.0, 1.0 / 1024.0],
    [1.0 / 16.0, 1.0 / 4096.0],
];

/// The memory of [`cost_lower_bound`] and [`prove_weighted_path`]. Reuse it for any mesh.
#[derive(Clone, Debug, Default)]
pub struct CostBoundScratch {
    memory: Memory,
    waves: [Field; 2],
    start_areas: Vec<AreaId>,
    goal_areas: Vec<AreaId>,
    estimate: LinkEstimate,
    settled: u64,
    areas: Vec<AreaId>,
    refraction: Refraction,
    tried: WeightedPath,
}

impl CostBoundScratch {
    /// Creates empty memory. Allocates nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The number of points on borders whose values the last proof settled: its effort.
    #[must_use]
    pub const fn settled(&self) -> u64 {
        self.settled
    }
}

/// Returns a lower bound on the cost of any path between the ends of a query, over weighted terrain and links. `cost`
/// is the cost of the best known path. The bound is at most `cost`. If `cost` is not finite, it is trivial: the
/// straight distance times the least factor.
///
/// The proof ends as soon as the bound reaches `cost / (1 + query.within)`: the known path then costs at most that share
/// more than the cheapest one. A share below 0.0001 counts as 0.0001, a share above 1 as 1. The bound stays lower if
/// the known path costs more than that, if the query's budget of settled points does not suffice, or, rarely, where
/// areas are extremely thin. It is still a valid bound then. Supports any filter.
///
/// For paths of [`weighted_path`](crate::weighted_path), 1 % takes 4 to 5 times the time of that search on maps of a
/// thousand areas and more, and 7 to 11 times on smaller ones; 0.1 % takes 3 to 5 times as long as 1 %.
/// O(n k log n) for n points on borders, of which an area has k. Allocates nothing once the memory has grown.
///
/// The proof is in the documentation of the [crate](crate#a-lower-bound-of-costs).
///
/// # Errors
///
/// A [`WeightedError`]: a [`QueryError`] about an end of the query, or a share that is negative or not finite; or tables
/// of another mesh.
///
/// ```
/// use tautline_weighted::{
///     CostBoundScratch, WeightedPath, WeightedScratch, cost_lower_bound, weighted_path,
/// };
/// use tautline_navmesh::{PathQuery, QueryFilter, Terrain, Vec2, rectangles_from_cells};
///
/// // A chequered board of meadow and mud.
/// let is_mud = |x: u32, y: u32| (x / 8 + y / 8) % 2 == 1;
/// let raw = rectangles_from_cells(64, 64, |x, y| Some(Terrain(is_mud(x, y).into())));
/// let mesh = raw.build()?;
/// let mut filter = QueryFilter::uniform();
/// filter.set(Terrain(1), 4.0)?;
///
/// let ends = PathQuery::new(Vec2::new(3.0, 5.0), Vec2::new(60.0, 50.0));
/// let query = ends.with_filter(&filter).within(0.01);
/// let mut path = WeightedPath::default();
/// weighted_path(&mesh, &query, &mut WeightedScratch::new(), &mut path)?;
/// let bound = cost_lower_bound(&mesh, &query, path.cost, &mut CostBoundScratch::new())?;
/// assert!(bound <= path.cost && path.cost <= 1.01 * bound);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn cost_lower_bound<'a>(
    mesh: impl Into<WeightedMesh<'a>>,
    query: &PathQuery<'_>,
    cost: f64,
    scratch: &mut CostBoundScratch,
) -> Result<f64, WeightedError> {
    prove(mesh.into().verified()?, query, &mut Proved::Cost(cost), scratch)
}

/// The path or cost that is proved to be nearly the cheapest.
enum Proved<'a> {
    Cost(f64),
    /// A path, which may be replaced by a cheaper one.
    Path(&'a mut WeightedPath),
}

impl Proved<'_> {
    const fn cost(&self) -> f64 {
        match self {
            Self::Cost(cost) => *cost,
            Self::Path(path) => path.cost,
        }
    }

    /// Replaces a path by the one that descends along the values of a wave from the goal, if that is cheaper.
    /// `tried` is memory.
    fn improve(
        &mut self,
        values: &Field,
        (space, refraction): (&Space<'_>, &mut Refraction),
        tried: &mut WeightedPath,
        areas: &mut Vec<AreaId>,
    ) {
        let Self::Path(path) = self else { return };
        tried.clear();
        if descend(values, &mut Writer { space, refraction, path: tried }, areas)
            && tried.cost < path.cost
        {
            std::mem::swap(tried, *path);
        }
    }
}

/// Runs waves of values, alternately from the start and from the goal, until one of them proves the bound or none
/// of the following can. Returns the best bound.
fn prove(
    mesh: WeightedMesh<'_>,
    query: &PathQuery<'_>,
    proved: &mut Proved<'_>,
    scratch: &mut CostBoundScratch,
) -> Result<f64, WeightedError> {
    let WeightedMesh { mesh, .. } = mesh;
    let PathQuery { start, goal, filter, budget, within } = *query;
    let CostBoundScratch {
        memory,
        waves,
        start_areas,
        goal_areas,
        estimate,
        settled,
        areas,
        refraction,
        tried,
    } = scratch;
    *settled = 0;
    if !(within.is_finite() && within >= 0.0) {
        return Err(QueryError::InvalidShare { share: within }.into());
    }
    mesh.open_areas_at(End::Start, start, filter, start_areas)?;
    mesh.open_areas_at(End::Goal, goal, filter, goal_areas)?;
    let space = Space::new(mesh, query, start_areas, goal_areas);
    let least_factor = mesh.least_factor(filter);
    estimate.prepare(mesh, query);
    let mut bound = least_factor * estimate.at(start.point.into()) * Rest::DOWN;
    if budget.0 == 0 || !(proved.cost().is_finite() && proved.cost() > bound) {
        return Ok(bound.min(proved.cost()));
    }
    let share = within.clamp(LEAST_SHARE, 1.0);
    let [start, goal] = [start.point, goal.point].map(DVec2::from);
    let (mut least_exit, mut scale) = (f64::INFINITY, None);
    for (index, losses) in LOSSES.into_iter().enumerate() {
        let is_reversed = index % 2 == 1;
        let [forward, backward] = &mut *waves;
        let (field, before) = if is_reversed { (backward, forward) } else { (forward, backward) };
        let [loss, least_loss] = losses.map(|multiple| multiple * share);
        // Values are divided by the tolerance in the end.
        let target = proved.cost() / (1.0 + share) * (1.0 + TOLERANCE * share) * (1.0 + 1e-9);
        let link_tolerance = LINK_TOLERANCE * share * target / f64::from(space.arc_count().max(1));
        let mut wave = Wave {
            space: if is_reversed { space.reversed() } else { space },
            ends: if is_reversed { [goal, start] } else { [start, goal] },
            end_areas: if is_reversed {
                [goal_areas, start_areas]
            } else {
                [start_areas, goal_areas]
            },
            rest: Rest { estimate, least_factor, wave: scale.map(|scale| (&*before, scale)) },
            task: Task {
                share,
                loss,
                least_loss,
                target,
                link_tolerance,
                budget: budget.0 - *settled,
            },
            field,
            memory,
        };
        let [exit, value] = wave.spread();
        scale = Some(wave.scale());
        *settled += memory.settled;
        // Any path either leaves the settled ground of some wave, or stays in the ground of this one.
        least_exit = exit.min(least_exit);
        let last_bound = bound;
        bound = bound.max(least_exit.min(value));
        if bound * (1.0 + share) >= proved.cost() || *settled >= budget.0 {
            break;
        }
        if is_reversed {
            proved.improve(&waves[1], (&space, refraction), tried, areas);
        }
        // Give up if later waves cannot raise the bound enough. Each wave loses about half as much as the one before it,
        // so all later ones together raise the bound by less than twice what this wave did, or by less than what this
        // wave was allowed to lose. The first two waves cannot be compared with earlier ones.
        let missing = proved.cost() / (1.0 + share) - bound;
        let gain = (2.0 * (bound - last_bound)).max(loss * target);
        if missing <= 0.0 || (index > 1 && missing > gain) {
            break;
        }
    }
    Ok(bound.min(proved.cost()))
}

/// Proves that a path costs at most the share `query.within` more than the cheapest one, and returns a lower bound
/// on the cost of any path. If the proof fails, it also tries the path that the proof suggests, and replaces
/// `path` by it if it is cheaper.
///
/// `path` must be a path of the query over this mesh, such as [`weighted_path`](crate::weighted_path) finds. The
/// effort is that of [`cost_lower_bound`]. On six maps, it proved or replaced all 480 paths that
/// [`weighted_path`](crate::weighted_path) found, within 1 % and within 0.1 %. To see if it succeeded, compare
/// `path.cost` with `1.0 + query.within` times the bound.
///
/// # Errors
///
/// A [`WeightedError`], as for [`cost_lower_bound`]. `path` is then unchanged.
///
/// ```
/// use tautline_weighted::{
///     CostBoundScratch, WeightedPath, WeightedScratch, prove_weighted_path, weighted_path,
/// };
/// use tautline_navmesh::{PathQuery, QueryFilter, Terrain, Vec2, rectangles_from_cells};
///
/// let is_mud = |x: u32, y: u32| (x / 8 + y / 8) % 2 == 1;
/// let raw = rectangles_from_cells(64, 64, |x, y| Some(Terrain(is_mud(x, y).into())));
/// let mesh = raw.build()?;
/// let mut filter = QueryFilter::uniform();
/// filter.set(Terrain(1), 4.0)?;
///
/// let ends = PathQuery::new(Vec2::new(3.0, 5.0), Vec2::new(60.0, 50.0));
/// let query = ends.with_filter(&filter).within(0.01);
/// let mut path = WeightedPath::default();
/// weighted_path(&mesh, &query, &mut WeightedScratch::new(), &mut path)?;
/// let bound = prove_weighted_path(&mesh, &query, &mut path, &mut CostBoundScratch::new())?;
/// assert!(bound <= path.cost && path.cost <= 1.01 * bound);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn prove_weighted_path<'a>(
    mesh: impl Into<WeightedMesh<'a>>,
    query: &PathQuery<'_>,
    path: &mut WeightedPath,
    scratch: &mut CostBoundScratch,
) -> Result<f64, WeightedError> {
    prove(mesh.into().verified()?, query, &mut Proved::Path(path), scratch)
}
