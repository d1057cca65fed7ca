//! The simple restarting funnel: the readable reference.
//!
//! After M. Mononen's "Simple Stupid Funnel Algorithm". It looks only at the
//! innermost portal end on each side, and starts anew from each corner it
//! finds, so that it may look at a portal once per corner: O(n²) at the worst,
//! where [`pull`](crate::pull) takes O(n). Both give paths of equal length.

use tautline_geometry::Vec2;

use crate::Portal;
use crate::side::{Side, Turn};
use crate::taut::{append, is_between, length, turns_back};

/// Pulls the path from `start` through the portals to `goal` taut and returns
/// its length. Nothing if the path would need more than `point_limit` points,
/// or where a side of the funnel turns straight back on its own line (round
/// the end of a wall without width, say), which this form cannot tell from
/// going on.
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
    path.clear();
    path.push(start);
    let mut apex = Tip { point: start, next_portal: 0 };
    let (mut left, mut right) = (apex, apex);
    let mut index = 0;
    while index <= portals.len() {
        let portal = portals.get(index).copied().unwrap_or(Portal::new(goal, goal));
        index += 1;
        let new_left = Tip { point: portal.left, next_portal: index };
        let new_right = Tip { point: portal.right, next_portal: index };
        let mut corner = None;
        match meet(Side::Left, apex.point, left, right, new_left) {
            Meeting::Wider => {}
            Meeting::Tighter => left = new_left,
            Meeting::Corner(tip) => corner = Some(tip),
            Meeting::TurnsBack => return None,
        }
        if corner.is_none() {
            match meet(Side::Right, apex.point, right, left, new_right) {
                Meeting::Wider => {}
                Meeting::Tighter => right = new_right,
                Meeting::Corner(tip) => corner = Some(tip),
                Meeting::TurnsBack => return None,
            }
        }
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

/// The innermost portal end on one side, and the portal that comes after it.
#[derive(Clone, Copy)]
struct Tip {
    point: Vec2,
    next_portal: usize,
}

/// What a new portal end does to the funnel.
enum Meeting {
    /// Nothing: it lies outside.
    Wider,
    /// It becomes the innermost end of its side.
    Tighter,
    /// It closes the funnel: the path turns at this corner.
    Corner(Tip),
    /// It cannot be told what it does.
    TurnsBack,
}

fn meet(side: Side, apex: Vec2, own: Tip, other: Tip, new: Tip) -> Meeting {
    if own.point != apex {
        match side.turn(apex, own.point, new.point) {
            Turn::Away => return Meeting::Wider,
            Turn::None if turns_back(apex, own.point, new.point) => return Meeting::TurnsBack,
            Turn::None | Turn::Across => {}
        }
    }
    if other.point == apex || new.point == apex {
        return Meeting::Tighter;
    }
    match side.turn(apex, other.point, new.point) {
        Turn::Away => Meeting::Tighter,
        Turn::Across => Meeting::Corner(other),
        Turn::None if turns_back(apex, other.point, new.point) => Meeting::Tighter,
        // All on one line ahead: every way leads through the nearer end.
        Turn::None if is_between(apex, new.point, other.point) => Meeting::Corner(new),
        Turn::None => Meeting::Corner(other),
    }
}
