//! The simple stupid funnel algorithm (Mononen): the readable reference.
//!
//! It keeps only the innermost portal end on each side, and restarts from each corner that
//! it finds. So it may process a portal once for each corner: O(n²) in the worst case,
//! where [`pull`](crate::pull) takes O(n). Both find paths of equal length.

use tautline_geometry::Vec2;

use crate::Portal;
use crate::side::{Side, Turn};
use crate::taut::{append, is_between, length, turns_back};

/// Finds the shortest path from `start` through the portals to `goal`, and returns its length.
///
/// Returns `None`, with an empty path, if the path has more than `point_limit` points, or if a side of
/// the funnel turns straight back on its own line (for example, around the end of a zero-width wall):
/// this algorithm cannot distinguish that from going straight on.
///
/// ```
/// use tautline_funnel::{Portal, Vec2, simple};
///
/// let portals = [Portal::new(Vec2::new(2.0, 2.0), Vec2::new(2.0, 1.0))];
/// let mut path = Vec::new();
/// let goal = Vec2::new(4.0, 0.0);
/// assert!(simple::pull(Vec2::ZERO, &portals, goal, 100, &mut path).is_some());
/// assert_eq!(path, [Vec2::ZERO, Vec2::new(2.0, 1.0), goal]);
/// ```
pub fn pull(
    start: Vec2,
    portals: &[Portal],
    goal: Vec2,
    point_limit: usize,
    path: &mut Vec<Vec2>,
) -> Option<f64> {
    let length = pull_within(start, portals, goal, point_limit, path);
    if length.is_none() {
        path.clear();
    }
    length
}

/// Like [`pull`], but leaves incomplete points in `path` if it returns `None`.
fn pull_within(
    start: Vec2,
    portals: &[Portal],
    goal: Vec2,
    point_limit: usize,
    path: &mut Vec<Vec2>,
) -> Option<f64> {
    path.clear();
    path.push(start);
    let mut apex = PortalEnd { point: start, next_portal: 0 };
    let (mut left, mut right) = (apex, apex);
    let mut index = 0;
    // The goal is a last portal of zero width.
    while index <= portals.len() {
        let portal = portals.get(index).copied().unwrap_or(Portal::new(goal, goal));
        index += 1;
        let new_left = PortalEnd { point: portal.left, next_portal: index };
        let new_right = PortalEnd { point: portal.right, next_portal: index };
        let mut corner = None;
        match update_side(Side::Left, apex.point, left, right, new_left) {
            Update::Outside => {}
            Update::Narrows => left = new_left,
            Update::Corner(tip) => corner = Some(tip),
            Update::Undecided => return None,
        }
        if corner.is_none() {
            match update_side(Side::Right, apex.point, right, left, new_right) {
                Update::Outside => {}
                Update::Narrows => right = new_right,
                Update::Corner(tip) => corner = Some(tip),
                Update::Undecided => return None,
            }
        }
        // Restart with the first portal after the corner, and a closed funnel at it.
        if let Some(corner) = corner {
            append(path, corner.point);
            if path.len() >= point_limit {
                return None;
            }
            (apex, left, right) = (corner, corner, corner);
            index = corner.next_portal;
        }
    }
    append(path, goal);
    (path.len() <= point_limit).then(|| length(path))
}

/// A portal end that bounds the funnel on one side, and the portal after it.
#[derive(Clone, Copy)]
struct PortalEnd {
    point: Vec2,
    next_portal: usize,
}

/// The effect of a new portal end on the funnel.
enum Update {
    /// None: it lies outside the funnel.
    Outside,
    /// It becomes the innermost end on its side.
    Narrows,
    /// It lies beyond the opposite side: the path bends at this corner.
    Corner(PortalEnd),
    /// A side turns straight back: this algorithm cannot decide.
    Undecided,
}

/// Decides the effect of a new end on the side where the innermost end is `own`.
fn update_side(side: Side, apex: Vec2, own: PortalEnd, other: PortalEnd, new: PortalEnd) -> Update {
    if own.point != apex {
        match side.turn(apex, own.point, new.point) {
            Turn::Outward => return Update::Outside,
            Turn::Straight if turns_back(apex, own.point, new.point) => return Update::Undecided,
            Turn::Straight | Turn::Inward => {}
        }
    }
    if other.point == apex || new.point == apex {
        return Update::Narrows;
    }
    match side.turn(apex, other.point, new.point) {
        Turn::Outward => Update::Narrows,
        Turn::Inward => Update::Corner(other),
        Turn::Straight if turns_back(apex, other.point, new.point) => Update::Narrows,
        // All straight ahead: every path passes through the nearer end.
        Turn::Straight if is_between(apex, new.point, other.point) => Update::Corner(new),
        Turn::Straight => Update::Corner(other),
    }
}
