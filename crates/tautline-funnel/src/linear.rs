//! The linear-time funnel algorithm.
//!
//! A funnel consists of an apex, up to which the path is final, and of two chains: the
//! taut paths from the apex to both ends of the last portal. Each chain bends outward
//! at each of its points.
//!
//! ```text
//!                                    _ L2   left end of the last portal
//!             left chain        _ -    :
//!                      _ L1 -          :
//!    path     apex _ -                 :
//!  o - - - - - - *                     :   portal
//!                  - _                 :
//!                      - R1 _          :
//!            right chain      - _      :
//!                                 - R2     right end of the last portal
//! ```
//!
//! To pass the next portal, its left end P replaces L2, then its right end replaces R2
//! likewise:
//!
//! 1. *Pop.* While P lies to the right of the last edge of the left chain (inward), the
//!    path to P does not bend at the back of the chain: remove the back.
//! 2. *Advance.* If this has emptied the left chain and P lies beyond the right chain, every
//!    path to P bends at R1: make R1 the apex, and repeat with R2.
//! 3. *Push.* Append P to the left chain.
//!
//! Each portal end enters and leaves a chain at most once: O(n).

use tautline_geometry::Vec2;

use crate::Portal;
use crate::chain::Chain;
use crate::event::{FunnelEvent, FunnelView};
use crate::side::{Side, Turn};
use crate::taut::{append, is_between, length, turns_back};

/// The memory of [`pull`]. Reuse it, for any corridor.
///
/// Its state is a funnel: an apex, up to which the path is final, and two
/// chains from there to the ends of the last portal, both bending outward.
#[derive(Clone, Debug, Default)]
pub struct Funnel {
    apex: Vec2,
    left: Chain,
    right: Chain,
}

impl Funnel {
    /// Creates an empty funnel. Allocates nothing.
    #[must_use]
    pub const fn new() -> Self {
        Self { apex: Vec2::ZERO, left: Chain::new(), right: Chain::new() }
    }

    fn restart(&mut self, start: Vec2) {
        self.apex = start;
        self.left.clear();
        self.right.clear();
    }

    /// Passes a portal. The quadrilateral between two portals is split into two
    /// triangles: first the left end moves, then the right.
    fn pass(
        &mut self,
        number: usize,
        portal: Portal,
        path: &mut Vec<Vec2>,
        observe: &mut impl FnMut(FunnelEvent, FunnelView<'_>),
    ) {
        let visit = |side, point| FunnelEvent::Visit { portal: number, side, point };
        observe(visit(Side::Left, portal.left), self.view(path));
        self.move_end(Side::Left, portal.left, path, observe);
        observe(visit(Side::Right, portal.right), self.view(path));
        self.move_end(Side::Right, portal.right, path, observe);
    }

    /// Moves the end of the last portal on one side to a new point.
    fn move_end(
        &mut self,
        side: Side,
        point: Vec2,
        path: &mut Vec<Vec2>,
        observe: &mut impl FnMut(FunnelEvent, FunnelView<'_>),
    ) {
        self.pop_own_chain(side, point, path, observe);
        let (own, _) = self.chains(side);
        if own.as_slice().is_empty() {
            self.advance_apex(side, point, path, observe);
        }
        let apex = self.apex;
        let (own, _) = self.chains(side);
        if own.back().unwrap_or(apex) != point {
            own.push_back(point);
        }
        observe(FunnelEvent::Push { side, point }, self.view(path));
    }

    /// Removes the back of the chain on `side` while the chain extended to `point` does not
    /// bend outward there.
    fn pop_own_chain(
        &mut self,
        side: Side,
        point: Vec2,
        path: &[Vec2],
        observe: &mut impl FnMut(FunnelEvent, FunnelView<'_>),
    ) {
        let apex = self.apex;
        let (own, other) = self.chains(side);
        let opposite = other.back().unwrap_or(apex);
        // True in the first round, where `end` is an end of the last portal.
        let mut is_portal_end = true;
        while let Some(end) = own.back() {
            let before = own.before_back().unwrap_or(apex);
            let bends_outward = match side.turn(before, end, point) {
                Turn::Outward => true,
                Turn::Inward => false,
                // Straight on, or straight back. Going straight back leads around
                // the end of a zero-width wall, except where the last portal itself
                // lies on that line and contains `before`: then the path need not
                // go out to the portal's end.
                Turn::Straight => {
                    is_portal_end
                        && turns_back(before, end, point)
                        && !is_between(opposite, before, end)
                }
            };
            if bends_outward {
                break;
            }
            own.pop_back();
            is_portal_end = false;
            let (own, other) = (&*own, &*other);
            let (left, right) = match side {
                Side::Left => (own, other),
                Side::Right => (other, own),
            };
            let view = FunnelView { apex, left, right, path };
            observe(FunnelEvent::Pop { side, point: end }, view);
        }
    }

    /// Moves the apex along the opposite chain while `point` lies beyond it. The chain on
    /// `side` is empty.
    fn advance_apex(
        &mut self,
        side: Side,
        point: Vec2,
        path: &mut Vec<Vec2>,
        observe: &mut impl FnMut(FunnelEvent, FunnelView<'_>),
    ) {
        while let Some(corner) = self.chains(side).1.front() {
            match side.turn(self.apex, corner, point) {
                Turn::Outward => break,
                Turn::Inward => {}
                Turn::Straight => {
                    if turns_back(self.apex, corner, point) {
                        break;
                    }
                    if point != corner && is_between(self.apex, point, corner) {
                        // The whole portal lies straight ahead, this end first:
                        // every path passes through it.
                        self.apex = point;
                        append(path, point);
                        observe(FunnelEvent::Advance { point }, self.view(path));
                        break;
                    }
                }
            }
            // `append` merges collinear legs, so that a corner that is passed straight
            // does not stay in the path.
            self.apex = corner;
            append(path, corner);
            self.chains(side).1.pop_front();
            observe(FunnelEvent::Advance { point: corner }, self.view(path));
        }
    }

    fn view<'a>(&'a self, path: &'a [Vec2]) -> FunnelView<'a> {
        FunnelView { apex: self.apex, left: &self.left, right: &self.right, path }
    }

    /// The chain on a side, and the opposite one.
    fn chains(&mut self, side: Side) -> (&mut Chain, &mut Chain) {
        match side {
            Side::Left => (&mut self.left, &mut self.right),
            Side::Right => (&mut self.right, &mut self.left),
        }
    }
}

/// Finds the shortest path from `start` through the portals to `goal`. Replaces the
/// contents of `path` by it, both ends included, and returns its length.
///
/// If the start equals the goal, the path is that single point, unless the portals force
/// a detour. Coordinates must be finite; otherwise the path is arbitrary.
///
/// O(n) for n portals; allocates nothing once `funnel` and `path` have grown.
pub fn pull(
    start: Vec2,
    portals: &[Portal],
    goal: Vec2,
    funnel: &mut Funnel,
    path: &mut Vec<Vec2>,
) -> f64 {
    next_corners(start, portals, goal, usize::MAX, funnel, path);
    length(path)
}

/// Finds the first `count` corners of the shortest path of an agent from `position` through
/// the portals to `goal`: the points to steer for. Replaces the contents of `corners` by the
/// position, followed by them. If there are fewer corners, the goal is the last one.
///
/// Call it every tick with the portals that the agent has yet to pass. It stops at the
/// first portal after which the corners are final.
///
/// ```
/// use tautline_funnel::{Funnel, Portal, Vec2, next_corners};
///
/// let zigzag = [0.0_f32, 10.0, 20.0, 30.0].map(|x| {
///     let low = if x % 20.0 == 0.0 { 0.0 } else { 8.0 };
///     Portal::new(Vec2::new(x + 5.0, low + 2.0), Vec2::new(x + 5.0, low))
/// });
/// let mut corners = Vec::new();
/// let goal = Vec2::new(40.0, 9.0);
/// next_corners(Vec2::new(0.0, 1.0), &zigzag, goal, 1, &mut Funnel::new(), &mut corners);
/// assert_eq!(corners, [Vec2::new(0.0, 1.0), Vec2::new(5.0, 2.0)]);
/// ```
pub fn next_corners(
    position: Vec2,
    portals: &[Portal],
    goal: Vec2,
    count: usize,
    funnel: &mut Funnel,
    corners: &mut Vec<Vec2>,
) {
    next_corners_traced(position, portals, goal, count, funnel, corners, &mut |_, _| {});
}

/// Like [`next_corners`], and reports events.
pub(crate) fn next_corners_traced(
    position: Vec2,
    portals: &[Portal],
    goal: Vec2,
    count: usize,
    funnel: &mut Funnel,
    corners: &mut Vec<Vec2>,
    observe: &mut impl FnMut(FunnelEvent, FunnelView<'_>),
) {
    funnel.restart(position);
    corners.clear();
    corners.push(position);
    // Waits for one corner more than requested (the position counts, too): the last
    // one is not final, because the path may turn out to pass it straight.
    let wanted = count.saturating_add(1);
    for (number, &portal) in portals.iter().enumerate() {
        funnel.pass(number, portal, corners, observe);
        if corners.len() > wanted {
            corners.truncate(wanted);
            return;
        }
    }
    // The goal is a last portal of zero width, one end of which is enough: the left chain
    // to it is the rest of the path.
    let visit = FunnelEvent::Visit { portal: portals.len(), side: Side::Left, point: goal };
    observe(visit, funnel.view(corners));
    funnel.move_end(Side::Left, goal, corners, observe);
    for &corner in funnel.left.as_slice() {
        append(corners, corner);
    }
    corners.truncate(wanted);
    observe(FunnelEvent::Finish, funnel.view(corners));
}
