//! The funnel algorithm with events.

use tautline_geometry::Vec2;

use crate::Portal;
use crate::event::{FunnelEvent, FunnelView};
use crate::linear::{Funnel, next_corners_traced};
use crate::taut::length;

/// Like [`pull`](crate::pull), and calls `observe` after each step, with the event and the state
/// of the funnel: for pictures and explanations. It is the same code, and finds the same path.
///
/// O(n) events for n portals.
///
/// ```
/// use tautline_funnel::{Funnel, FunnelEvent, Portal, Vec2, pull_traced};
///
/// let portals = [Portal::new(Vec2::new(2.0, 2.0), Vec2::new(2.0, 1.0))];
/// let (goal, mut path, mut corners) = (Vec2::new(4.0, 0.0), Vec::new(), Vec::new());
/// pull_traced(Vec2::ZERO, &portals, goal, &mut Funnel::new(), &mut path, |event, funnel| {
///     if let FunnelEvent::Advance { point } = event {
///         assert_eq!(funnel.apex(), point);
///         corners.push(point);
///     }
/// });
/// assert_eq!(corners, [Vec2::new(2.0, 1.0)]);
/// assert_eq!(path, [Vec2::ZERO, corners[0], goal]);
/// ```
pub fn pull_traced(
    start: Vec2,
    portals: &[Portal],
    goal: Vec2,
    funnel: &mut Funnel,
    path: &mut Vec<Vec2>,
    mut observe: impl FnMut(FunnelEvent, FunnelView<'_>),
) -> f64 {
    next_corners_traced(start, portals, goal, usize::MAX, funnel, path, &mut observe);
    length(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linear::pull;
    use crate::side::Side;

    /// Two portals that force a right turn and a left turn.
    fn doors() -> ([Portal; 2], Vec2) {
        let portal = |x, left, right| Portal::new(Vec2::new(x, left), Vec2::new(x, right));
        ([portal(3.0, 4.0, 2.0), portal(6.0, 0.0, -1.0)], Vec2::new(10.0, 1.0))
    }

    #[test]
    fn tracing_does_not_change_the_path() {
        let (portals, goal) = doors();
        let (mut plain, mut traced) = (Vec::new(), Vec::new());
        let length = pull(Vec2::ZERO, &portals, goal, &mut Funnel::new(), &mut plain);
        let mut funnel = Funnel::new();
        let same = pull_traced(Vec2::ZERO, &portals, goal, &mut funnel, &mut traced, |_, _| {});
        assert_eq!((plain, length.to_bits()), (traced, same.to_bits()));
    }

    #[test]
    fn each_end_is_visited_once_and_final_points_stay() {
        let (portals, goal) = doors();
        let (mut visits, mut final_points, mut last) = (Vec::new(), vec![Vec2::ZERO], None);
        let mut path = Vec::new();
        pull_traced(Vec2::ZERO, &portals, goal, &mut Funnel::new(), &mut path, |event, view| {
            match event {
                FunnelEvent::Visit { portal, side, .. } => visits.push((portal, side)),
                FunnelEvent::Advance { point } => final_points.push(point),
                _ => {}
            }
            if event != FunnelEvent::Finish {
                assert_eq!(view.path(), final_points);
            }
            last = Some((event, view.path().to_vec()));
        });
        use Side::{Left, Right};
        assert_eq!(visits, [(0, Left), (0, Right), (1, Left), (1, Right), (2, Left)]);
        assert_eq!(
            final_points,
            [Vec2::ZERO, portals[0].right],
            "the second corner is on the left chain"
        );
        assert_eq!(last, Some((FunnelEvent::Finish, path)));
    }
}
