//! The check for portals whose ends are swapped.

use tautline_geometry::{Orientation, Vec2, orient2d};

use crate::Portal;

/// Returns the index of the first portal whose left and right end are swapped; `None` if all are
/// as an agent sees them on its way from `start` to `goal`.
///
/// The funnels trust their portals: with swapped ends they return a path through other points.
/// Call this in tests and debug builds of a program that makes its own portals.
///
/// An agent crosses a portal from the side of the previous portal (or the start) to the side of the next
/// portal (or the goal). A portal that lies on one line with these neighbours has no such sides, and
/// passes. Coordinates must be finite. Exact; O(n) for n portals.
///
/// ```
/// use tautline_funnel::{Portal, Vec2, swapped_portal};
///
/// let (start, goal) = (Vec2::new(0.0, 1.0), Vec2::new(9.0, 1.0));
/// let mut portals = [3.0, 6.0].map(|x| Portal::new(Vec2::new(x, 2.0), Vec2::new(x, 0.0)));
/// assert_eq!(swapped_portal(start, &portals, goal), None);
///
/// portals[1] = portals[1].reversed();
/// assert_eq!(swapped_portal(start, &portals, goal), Some(1));
/// ```
#[must_use]
pub fn swapped_portal(start: Vec2, portals: &[Portal], goal: Vec2) -> Option<usize> {
    let ends = |index: usize| portals.get(index).map(|portal| [portal.left, portal.right]);
    portals.iter().enumerate().position(|(index, portal)| {
        let before = index.checked_sub(1).and_then(ends).unwrap_or([start; 2]);
        let after = ends(index + 1).unwrap_or([goal; 2]);
        // The ground that an agent comes from lies to the left of the line from the portal's right
        // end to its left end. The hull of two successive portals is free of obstacles, so each lies on
        // one side of the other, and the first point off the line decides.
        let turn = |point| orient2d(portal.right, portal.left, point);
        let turns = before.map(turn).into_iter().chain(after.map(|point| turn(point).reversed()));
        let mut turns = turns.filter(|&turn| turn != Orientation::Collinear);
        turns.next().is_some_and(Orientation::is_right)
    })
}
