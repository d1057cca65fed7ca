//! A second corridor search, from the goal to the start.
//!
//! A corridor search represents each border by a single point, which depends on the direction of
//! the search. A search from the other end may choose other areas. The shorter of both paths
//! is much nearer to the shortest of all.

use tautline_geometry::DVec2;
use tautline_navmesh::{PathQuery, find_corridor};

use crate::Path;
use crate::path::pull_path;
use crate::task::{Task, TierScratch};

/// The ratio of a path to the straight line between its ends, up to which there is no second
/// search. No path is shorter than the line, so the second search could save at most 1 %. It
/// seldom does, and on small maps, where most paths are nearly straight, it would double the
/// time. A greater value saves more time and misses more; 1 misses nothing.
const NEARLY_STRAIGHT: f64 = 1.01;

/// Returns true if a search from the goal may be worth its time. It is not where links may be
/// taken, which may be one-way, nor on weighted terrain, where the shorter path may be the worse one.
pub(super) fn may_help(task: &Task<'_>, found: &Path) -> bool {
    let [start, goal] = [task.query.start, task.query.goal].map(|end| DVec2::from(end.point));
    found.length > NEARLY_STRAIGHT * start.distance(goal)
        && !task.mesh.takes_links(task.query.filter)
        && task.mesh.uniform_factor(task.query.filter).is_some()
}

/// Replaces a path by the reversed path of a search from the goal, if that is
/// strictly shorter. A search that exceeds its budget changes nothing.
///
/// Each of the two lengths is summed from the end at which its search began, so that
/// the reversed query compares the same two numbers.
pub(super) fn shorten(task: &Task<'_>, scratch: &mut TierScratch, path: &mut Path) {
    let (mesh, query) = (task.mesh, task.with_rest_of_budget(scratch.expanded));
    let TierScratch { corridor_search, corridor, pull, reversed, .. } = scratch;
    let back = PathQuery { start: query.goal, goal: query.start, ..query };
    if find_corridor(mesh, &back, corridor_search, corridor).is_err() {
        return;
    }
    pull_path(mesh, corridor, &back, pull, reversed);
    if reversed.length.total_cmp(&path.length).is_lt() {
        // Copied and not swapped: with a swap, the capacities of path and scratch would alternate,
        // and both would have to grow again.
        path.points.clear();
        path.points.extend(reversed.points.iter().rev());
        path.areas.clear();
        path.areas.extend(reversed.areas.iter().rev());
        (path.length, path.cost) = (reversed.length, reversed.cost);
    }
}
