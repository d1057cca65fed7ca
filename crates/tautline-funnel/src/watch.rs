//! Watching the funnel at work, step by step.

use tautline_geometry::Vec2;

use crate::Portal;
use crate::event::{FunnelEvent, FunnelView};
use crate::linear::{Funnel, corners_watched};
use crate::taut::length;

/// [`pull`](crate::pull), and tells of each step that it takes: for pictures and
/// explanations. It is the same code, and gives the same path.
///
/// O(n) events for n portals.
///
/// ```
/// use tautline_funnel::{Funnel, FunnelEvent, Portal, Vec2, pull_watched};
///
/// let portals = [Portal::new(Vec2::new(2.0, 2.0), Vec2::new(2.0, 1.0))];
/// let (goal, mut path, mut corners) = (Vec2::new(4.0, 0.0), Vec::new(), Vec::new());
/// pull_watched(Vec2::ZERO, &portals, goal, &mut Funnel::new(), &mut path, |event, funnel| {
///     if let FunnelEvent::Settles { point } = event {
///         assert_eq!(funnel.apex(), point);
///         corners.push(point);
///     }
/// });
/// assert_eq!(corners, [Vec2::new(2.0, 1.0)]);
/// assert_eq!(path, [Vec2::ZERO, corners[0], goal]);
/// ```
pub fn pull_watched(
    start: Vec2,
    portals: &[Portal],
    goal: Vec2,
    funnel: &mut Funnel,
    path: &mut Vec<Vec2>,
    mut watch: impl FnMut(FunnelEvent, FunnelView<'_>),
) -> f64 {
    corners_watched(start, portals, goal, usize::MAX, funnel, path, &mut watch);
    length(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linear::pull;
    use crate::side::Side;

    /// Two doors that force a turn to the right and one to the left.
    fn doors() -> ([Portal; 2], Vec2) {
        let portal = |x, left, right| Portal::new(Vec2::new(x, left), Vec2::new(x, right));
        ([portal(3.0, 4.0, 2.0), portal(6.0, 0.0, -1.0)], Vec2::new(10.0, 1.0))
    }

    #[test]
    fn watching_does_not_change_the_path() {
        let (portals, goal) = doors();
        let (mut plain, mut watched) = (Vec::new(), Vec::new());
        let length = pull(Vec2::ZERO, &portals, goal, &mut Funnel::new(), &mut plain);
        let mut funnel = Funnel::new();
        let same = pull_watched(Vec2::ZERO, &portals, goal, &mut funnel, &mut watched, |_, _| {});
        assert_eq!((plain, length.to_bits()), (watched, same.to_bits()));
    }

    #[test]
    fn each_end_is_looked_at_once_and_what_is_settled_stays() {
        let (portals, goal) = doors();
        let (mut looks, mut settled, mut last) = (Vec::new(), vec![Vec2::ZERO], None);
        let mut path = Vec::new();
        pull_watched(Vec2::ZERO, &portals, goal, &mut Funnel::new(), &mut path, |event, view| {
            match event {
                FunnelEvent::Looks { portal, side, .. } => looks.push((portal, side)),
                FunnelEvent::Settles { point } => settled.push(point),
                _ => {}
            }
            if event != FunnelEvent::Arrives {
                assert_eq!(view.settled(), settled);
            }
            last = Some((event, view.settled().to_vec()));
        });
        use Side::{Left, Right};
        assert_eq!(looks, [(0, Left), (0, Right), (1, Left), (1, Right), (2, Left)]);
        assert_eq!(
            settled,
            [Vec2::ZERO, portals[0].right],
            "the second corner is on the left chain"
        );
        assert_eq!(last, Some((FunnelEvent::Arrives, path)));
    }
}
