//! A second search, from the goal to the start.
//!
//! A corridor search enters each border at one point only, and which one
//! depends on where the search comes from. A search from the other end may
//! choose other areas; of two paths, the shorter one is much nearer to the
//! shortest.

use tautline_geometry::DVec2;
use tautline_navmesh::{Budget, PathQuery, find_corridor};

use crate::Path;
use crate::path::pull_path;
use crate::task::{Task, TierScratch};

/// How many times as long as the straight line between its ends a path may be
/// and still count as good enough: no other one is shorter than that line, so a
/// second search could save at most 1 %. It seldom does, and on small maps, where
/// most paths are nearly straight, it would double the time. Larger saves more
/// time and forgoes more; 1 forgoes nothing.
const NEARLY_STRAIGHT: f64 = 1.01;

/// Whether a search from the goal may find a path that is worth it. Not over
/// links, which may be one-way; and where the ground costs differently, the
/// shorter path is not the better one.
pub(super) fn may_help(task: &Task<'_>, found: &Path) -> bool {
    let [start, goal] = [task.query.start, task.query.goal].map(|end| DVec2::from(end.point));
    found.length > NEARLY_STRAIGHT * start.distance(goal)
        && task.mesh.links().is_empty()
        && task.mesh.uniform_factor(task.query.filter).is_some()
}

/// Replaces a path by that of a search from the goal, turned round, if it is
/// strictly shorter. A search that meets its bound changes nothing.
///
/// Each of the two is measured from the end that its search began at, so that
/// the query with its ends exchanged chooses between the same two numbers.
pub(super) fn shorten(task: &Task<'_>, budget: Budget, scratch: &mut TierScratch, path: &mut Path) {
    let TierScratch { corridor_search, corridor, pull, way_back, .. } = scratch;
    let Task { mesh, query, .. } = *task;
    let back = PathQuery { start: query.goal, goal: query.start, budget, ..query };
    if find_corridor(mesh, &back, corridor_search, corridor).is_err() {
        return;
    }
    pull_path(mesh, corridor, &back, pull, way_back);
    if way_back.length.total_cmp(&path.length).is_lt() {
        // Copied and not exchanged, so that the memory of path and scratch
        // grows as if each were alone.
        path.points.clear();
        path.points.extend(way_back.points.iter().rev());
        path.areas.clear();
        path.areas.extend(way_back.areas.iter().rev());
        (path.length, path.cost) = (way_back.length, way_back.cost);
    }
}
