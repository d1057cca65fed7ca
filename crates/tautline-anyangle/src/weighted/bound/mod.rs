//! A proved lower bound of costs over weighted terrain.

mod field;
mod piece;
mod rest;
mod wave;

use tautline_geometry::DVec2;
use tautline_navmesh::internal::LinkEstimate;
use tautline_navmesh::{AreaId, End, PathQuery};

use crate::{ExactError, SearchMesh};
use field::Field;
use rest::Rest;
use wave::{Memory, TOLERANCE, Task, Wave};

/// The least share that is worked for. The effort grows without limit towards zero.
const LEAST_SHARE: f64 = 1e-4;

/// When pieces of borders are divided, as multiples of the share that is asked for: see [`Task`]. The first wave
/// is coarse, and says to the second one where paths may be cheap enough to matter.
const FIRST_LOSSES: [f64; 2] = [3.0, 0.2];
const SECOND_LOSSES: [f64; 2] = [0.5, 1.0 / 64.0];

/// The memory of [`cost_lower_bound`]. Reuse it for any mesh.
#[derive(Clone, Debug, Default)]
pub struct CostBoundScratch {
    memory: Memory,
    waves: [Field; 2],
    start_areas: Vec<AreaId>,
    goal_areas: Vec<AreaId>,
    estimate: LinkEstimate,
    settled: u64,
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

/// Returns a cost that no path between the ends of a query is below, over weighted terrain and links. It is at most
/// `cost`: pass that of the best path that is known.
///
/// If `cost` is not finite, it returns the trivial bound: the straight distance times the least factor.
///
/// It works until the bound is `cost / (1 + query.within)`, which proves that this path is at
/// most that share dearer than the cheapest one, and then stops. A share below 0.0001 counts as
/// that. The bound stays lower if the path is dearer, or if the query's budget of settled points does not
/// suffice; it is right all the same. Supports any filter; an agent's radius and vertices that only touch
/// forbidden ground are not looked at, which can only make it lower.
///
/// It proved 1 % for 473 of 480 paths of [`weighted_path`](crate::weighted_path) on six maps, in 4 to 6 times the
/// time of that search; on maps of a hundred areas, in 11 to 14 times. O(n k log n) for n points on borders, of which
/// an area has k. Allocates nothing once the memory has grown.
///
/// The proof is in the documentation of the [crate](crate#a-lower-bound-of-costs).
///
/// # Errors
///
/// An [`ExactError`]: a [`QueryError`](tautline_navmesh::QueryError) about an end of the query.
///
/// ```
/// use tautline_anyangle::{
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
    mesh: impl Into<SearchMesh<'a>>,
    query: &PathQuery<'_>,
    cost: f64,
    scratch: &mut CostBoundScratch,
) -> Result<f64, ExactError> {
    let SearchMesh { mesh, .. } = mesh.into().verified()?;
    let PathQuery { start, goal, filter, budget, within } = *query;
    let CostBoundScratch { memory, waves, start_areas, goal_areas, estimate, settled } = scratch;
    mesh.open_areas_at(End::Start, start, filter, start_areas)?;
    mesh.open_areas_at(End::Goal, goal, filter, goal_areas)?;
    let links = mesh.link_graph().filter(|_| mesh.takes_links(filter));
    let least_factor = mesh.least_factor(filter);
    match links {
        Some(links) => {
            let takes = |link, kind| filter.allows_links(kind) && filter.allows_link(link);
            estimate.prepare(links, takes, least_factor, [start.point, goal.point]);
        }
        None => estimate.aim(goal.point),
    }
    *settled = 0;
    let straight = least_factor * estimate.at(start.point.into()) * Rest::DOWN;
    if !(cost.is_finite() && cost > straight) {
        return Ok(straight.min(cost));
    }
    let share = within.clamp(LEAST_SHARE, 1.0);
    // Values are divided by the tolerance in the end.
    let target = cost / (1.0 + share) * (1.0 + TOLERANCE * share) * (1.0 + 1e-9);
    let [first, second] = waves;
    let [loss, least_loss] = FIRST_LOSSES.map(|multiple| multiple * share);
    let mut wave = Wave {
        mesh,
        filter,
        links,
        is_reversed: false,
        ends: [start.point, goal.point].map(DVec2::from),
        end_areas: [start_areas, goal_areas],
        rest: Rest { estimate, least_factor, wave: None },
        task: Task { share, loss, least_loss, target, budget: budget.0 },
        field: first,
        memory,
    };
    let [exit, value] = wave.spread();
    let scale = wave.scale();
    *settled = memory.settled;
    let bound = exit.min(value).min(cost);
    if bound * (1.0 + share) >= cost || *settled >= budget.0 {
        return Ok(bound.max(straight));
    }
    let [loss, least_loss] = SECOND_LOSSES.map(|multiple| multiple * share);
    let mut wave = Wave {
        mesh,
        filter,
        links,
        is_reversed: true,
        ends: [goal.point, start.point].map(DVec2::from),
        end_areas: [goal_areas, start_areas],
        rest: Rest { estimate, least_factor, wave: Some((first, scale)) },
        task: Task { share, loss, least_loss, target, budget: budget.0 - *settled },
        field: second,
        memory,
    };
    let [second_exit, value] = wave.spread();
    *settled += memory.settled;
    // A path leaves the ground of one wave, or is covered by the second one.
    Ok(exit.min(second_exit).min(value).min(cost).max(bound).max(straight))
}
