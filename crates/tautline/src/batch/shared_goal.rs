//! Batches of queries with one goal.

use tautline_anyangle::ExactError;
use tautline_labels::{Labels, NextCorner, PreparedGoal};
use tautline_navmesh::{LinkTraversal, Location, NavMesh, QueryFilter};
use tautline_weighted::GoalCosts;

use super::order::morton_order;
use crate::answer::GroupSearch;
use crate::error::EndAreas;
use crate::workers::{answer_each, answer_in_order};
use crate::{Budget, Ground, Path, PathError, PathOptions, Query, Scratch, Tier, path_in};

/// The number of agents from which one search from the goal over all corners pays.
const MANY: usize = 1000;

/// The number of agents from which measuring the costs to the goal over weighted terrain pays.
const SOME: usize = 8;

/// Finds the shortest path from every start to one goal, on all cores. Like
/// [`paths`](crate::paths), with one goal for all.
///
/// With [labels](Ground::with_labels) and the default options (a filter may forbid links), the goal's
/// part of the work is done once: by a search from the goal, if there are a thousand starts or more.
/// Without labels, and with those options, one search from the goal finds all paths, from sixteen starts on; for 200, in
/// 0.03 to 0.14 of the time of a search for each. (Unless links may be taken. A filter may forbid ground.)
/// Where several paths are equally short, large batches may find another one than small batches.
///
/// Where terrain costs differ, the costs from everywhere to the goal are measured once, from
/// eight starts on and without a budget: see [`GoalCosts`].
///
/// ```
/// use tautline::navmesh::{rectangles_from_cells, Terrain};
/// use tautline::{PathOptions, Vec2, paths_to};
///
/// let raw = rectangles_from_cells(9, 9, |x, y| (x != 4 || y == 8).then_some(Terrain(0)));
/// let mesh = raw.build()?;
/// let starts = [Vec2::new(1.0, 1.0), Vec2::new(8.0, 2.0)];
/// let found = paths_to(&mesh, &starts, Vec2::new(8.0, 1.0), &PathOptions::default());
/// assert!(found[0].as_ref().is_ok_and(|path| path.length > 14.0));
/// assert!(found[1].as_ref().is_ok_and(|path| path.length == 1.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn paths_to<'g, L: Copy + Into<Location> + Sync>(
    ground: impl Into<Ground<'g>>,
    starts: &[L],
    goal: impl Into<Location>,
    options: &PathOptions<'_>,
) -> Vec<Result<Path, PathError>> {
    let look_up = |shared: &Shared<'_>, start, (scratch, path): &mut (Scratch, Path)| {
        let Shared { mesh, labels, goal, filter, .. } = shared;
        let Path { points, links, .. } = path;
        let memory = &mut scratch.tiers.labels;
        let ends = (start, goal);
        let found =
            labels.shortest_path_over_links_to(mesh, ends, filter, memory, points, links)?;
        Ok(found.map(|cost| {
            path.measure(cost);
            (path.cost, path.lower_bound) = (cost, cost);
            path.tier = Tier::Exact;
            path.clone()
        }))
    };
    answer_all(ground.into(), starts, goal.into(), options, look_up, |path| path)
}

/// Finds, for every start, the next point to walk to on a shortest path to one goal, and the
/// length of the path. Like [`paths_to`], but faster: for crowds that ask again before they
/// arrive.
///
/// [`NextCorner::link`] says if the next point is reached by a link, and not on foot: the agent
/// stands where the link departs.
///
/// ```
/// use tautline::labels::{BakeOptions, Labels};
/// use tautline::navmesh::{Terrain, rectangles_from_cells};
/// use tautline::{Ground, PathOptions, Vec2, next_corners_to};
///
/// // A wall, around whose upper end the crowd has to go.
/// let raw = rectangles_from_cells(9, 9, |x, y| (x != 4 || y == 8).then_some(Terrain(0)));
/// let mesh = raw.build()?;
/// let labels = Labels::bake(&mesh, &BakeOptions::default())?;
///
/// let crowd = [Vec2::new(1.0, 1.0), Vec2::new(8.0, 2.0)];
/// let exit = Vec2::new(8.0, 1.0);
/// let ground = Ground::of(&mesh).with_labels(&labels);
/// let next = next_corners_to(ground, &crowd, exit, &PathOptions::default());
/// assert_eq!(next[0]?.point, Vec2::new(4.0, 8.0));
/// assert_eq!((next[1]?.point, next[1]?.distance), (exit, 1.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn next_corners_to<'g, L: Copy + Into<Location> + Sync>(
    ground: impl Into<Ground<'g>>,
    starts: &[L],
    goal: impl Into<Location>,
    options: &PathOptions<'_>,
) -> Vec<Result<NextCorner, PathError>> {
    let look_up = |shared: &Shared<'_>, start, (scratch, _): &mut (Scratch, Path)| {
        let Shared { mesh, labels, goal, filter, .. } = shared;
        labels.next_corner_over_links_to(mesh, (start, goal), filter, &mut scratch.tiers.labels)
    };
    answer_all(ground.into(), starts, goal.into(), options, look_up, |path| next_of(&path))
}

/// Answers for every start. If labels can answer, calls `look_up` with the prepared goal. Otherwise, and
/// where `look_up` returns `None`, finds the path and calls `read` with it.
fn answer_all<L: Copy + Into<Location> + Sync, A: Send>(
    ground: Ground<'_>,
    starts: &[L],
    goal: Location,
    options: &PathOptions<'_>,
    look_up: impl Fn(&Shared<'_>, Location, &mut (Scratch, Path)) -> Result<Option<A>, ExactError>
    + Sync,
    read: impl Fn(Path) -> A + Sync,
) -> Vec<Result<A, PathError>> {
    let find = |ground, start: Location, scratch: &mut Scratch| {
        let mut path = Path::default();
        path_in(ground, &Query::new(start, goal).with_options(*options), scratch, &mut path)?;
        Ok(read(path))
    };
    let Some(shared) = Shared::new(ground, starts.len(), goal, options) else {
        let costs = goal_costs(ground, starts.len(), goal, options);
        let ground = costs.as_ref().map_or(ground, |costs| ground.with_goal_costs(costs));
        let find = |&start: &L, scratch: &mut Scratch| find(ground, start.into(), scratch);
        let Some(found) = paths_of_group(ground, starts, goal, options) else {
            return answer_each(starts, find);
        };
        // Where the group has no path, a search finds the reason.
        let without = starts.iter().zip(&found).filter(|(_, path)| path.is_none());
        let without: Vec<L> = without.map(|(&start, _)| start).collect();
        let mut others = answer_each(&without, find).into_iter();
        let answer = |path: Option<Path>| path.map(|path| Ok(read(path))).or_else(|| others.next());
        return found.into_iter().filter_map(answer).collect();
    };
    answer_in_order(starts, shared.order(starts), |&start, memory| {
        if options.is_cancelled() {
            return Err(PathError::Cancelled);
        }
        let start = start.into();
        match look_up(&shared, start, memory) {
            Ok(Some(answer)) => Ok(answer),
            Ok(None) => find(ground, start, &mut memory.0),
            Err(error) => Err(shared.explained(error, start)),
        }
    })
}

/// Finds the paths from all starts by one search from the goal; `None` if that does not pay.
fn paths_of_group<L: Copy + Into<Location>>(
    ground: Ground<'_>,
    starts: &[L],
    goal: Location,
    options: &PathOptions<'_>,
) -> Option<Vec<Option<Path>>> {
    if !GroupSearch::pays(ground, starts.len(), options) {
        return None;
    }
    let mut group = GroupSearch::default();
    group.search(ground, starts.iter().map(|&start| start.into()), goal, options);
    let path_of = |agent| {
        let mut path = Path::default();
        group.read(agent, &mut path).then_some(path)
    };
    Some((0..starts.len()).map(path_of).collect())
}

/// Measures the costs to a goal over weighted terrain. `None` where the tier does not use them, where
/// there are too few agents to save time, or where a budget limits the work.
pub(crate) fn goal_costs(
    ground: Ground<'_>,
    agents: usize,
    goal: Location,
    options: &PathOptions<'_>,
) -> Option<GoalCosts> {
    let (mesh, filter) = (ground.mesh, options.filter_or_default());
    let tier = options.tier.unwrap_or_else(|| Tier::best_for(mesh, filter));
    let is_weighted = tier == Tier::Weighted
        && (mesh.uniform_factor(filter).is_none() || filter.fits_agent())
        && !ground.has_cost_labels(filter);
    // Errors of the goal are reported after those of each start.
    (agents >= SOME
        && is_weighted
        && options.budget == Budget::UNLIMITED
        && !options.is_cancelled())
    .then(|| GoalCosts::measure(mesh, goal, filter).ok())
    .flatten()
}

/// Returns the point after the start of a path. If the agent is at its goal, this is the goal.
fn next_of(path: &Path) -> NextCorner {
    let point = *path.points.get(1).unwrap_or(&path.points[0]);
    let link = path.links.first().copied().filter(|link: &LinkTraversal| link.point == 0);
    NextCorner { point, distance: path.cost, link }
}

/// A goal that was prepared once, to be shared by many starts.
struct Shared<'a> {
    mesh: &'a NavMesh,
    labels: &'a Labels,
    filter: &'a QueryFilter,
    goal: PreparedGoal,
    end: Location,
}

impl<'a> Shared<'a> {
    /// Prepares a goal. `None` in these cases, in which each query is answered on its own:
    ///
    /// * There are no labels, or links may be taken that the labels do not know.
    /// * The options do not allow it, or the queries are cancelled already.
    /// * The filter does more than to forbid links.
    /// * No path can lead to the goal. Like `path_in`, each query then reports an error of its start
    ///   before that of the goal.
    fn new(
        ground: Ground<'a>,
        agents: usize,
        goal: Location,
        options: &'a PathOptions<'_>,
    ) -> Option<Self> {
        let (mesh, filter) = (ground.mesh, options.filter_or_default());
        let is_plain = options.can_be_shared(mesh)
            && mesh.uniform_factor(filter).is_some_and(|factor| factor.total_cmp(&1.0).is_eq())
            && mesh.is_all_open(filter);
        let labels = ground.labels().filter(|_| is_plain)?;
        if mesh.takes_links(filter) && !labels.have_links() {
            return None;
        }
        let mut shared = PreparedGoal::new();
        labels.prepare_goal(mesh, goal, &mut shared).ok()?;
        if agents >= MANY {
            labels.one_to_all(&mut shared);
        }
        Some(Self { mesh, labels, filter, goal: shared, end: goal })
    }

    fn explained(&self, error: ExactError, start: Location) -> PathError {
        PathError::explained(error, self.mesh, [start, self.end], &mut EndAreas::default())
    }

    fn order<L: Copy + Into<Location>>(&self, starts: &[L]) -> Option<Vec<u32>> {
        morton_order(self.mesh, starts.iter().map(|&start| [start.into().point, self.end.point]))
    }
}
