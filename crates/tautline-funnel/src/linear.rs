//! The linear funnel.

use tautline_geometry::Vec2;

use crate::Portal;
use crate::chain::Chain;
use crate::event::{FunnelEvent, FunnelView};
use crate::side::{Side, Turn};
use crate::taut::{append, is_between, length, turns_back};

/// The memory of [`pull`]. Reuse it; any funnel serves any corridor.
///
/// Its state is a funnel: an apex, up to which the path is settled, and two
/// chains from there to the ends of the last portal, both bending inwards.
#[derive(Clone, Debug)]
pub struct Funnel {
    apex: Vec2,
    left: Chain,
    right: Chain,
}

impl Default for Funnel {
    fn default() -> Self {
        Self::new()
    }
}

impl Funnel {
    /// An empty funnel. Allocates nothing.
    #[must_use]
    pub const fn new() -> Self {
        Self { apex: Vec2::ZERO, left: Chain::new(), right: Chain::new() }
    }

    fn restart(&mut self, start: Vec2) {
        self.apex = start;
        self.left.clear();
        self.right.clear();
    }

    /// Narrows the funnel by a portal. The quadrilateral between two portals
    /// is passed as two triangles: first the left end moves, then the right.
    fn pass(
        &mut self,
        number: usize,
        portal: Portal,
        settled: &mut Vec<Vec2>,
        watch: &mut impl FnMut(FunnelEvent, FunnelView<'_>),
    ) {
        let looks = |side, point| FunnelEvent::Looks { portal: number, side, point };
        watch(looks(Side::Left, portal.left), self.view(settled));
        self.move_end(Side::Left, portal.left, settled, watch);
        watch(looks(Side::Right, portal.right), self.view(settled));
        self.move_end(Side::Right, portal.right, settled, watch);
    }

    /// Moves the end of the last portal on one side to a new point.
    fn move_end(
        &mut self,
        side: Side,
        point: Vec2,
        settled: &mut Vec<Vec2>,
        watch: &mut impl FnMut(FunnelEvent, FunnelView<'_>),
    ) {
        self.shorten_own_chain(side, point, settled, watch);
        let (own, _) = self.chains(side);
        if own.as_slice().is_empty() {
            self.cross_other_chain(side, point, settled, watch);
        }
        let apex = self.apex;
        let (own, _) = self.chains(side);
        if own.farthest().unwrap_or(apex) != point {
            own.push_far(point);
        }
        watch(FunnelEvent::Takes { side, point }, self.view(settled));
    }

    /// Drops the far end of the chain on `side` while the way through it to
    /// `point` does not bend inwards.
    fn shorten_own_chain(
        &mut self,
        side: Side,
        point: Vec2,
        settled: &[Vec2],
        watch: &mut impl FnMut(FunnelEvent, FunnelView<'_>),
    ) {
        let apex = self.apex;
        let (own, other) = self.chains(side);
        let opposite_end = other.farthest().unwrap_or(apex);
        let mut is_portal_end = true;
        while let Some(end) = own.farthest() {
            let before = own.before_farthest().unwrap_or(apex);
            let bends_inwards = match side.turn(before, end, point) {
                Turn::Away => true,
                Turn::Across => false,
                // Straight on, or straight back. Straight back is the way
                // round the end of a wall without width, except where the
                // last portal itself lies on that line and spans `before`:
                // then nothing forces the way out to its end.
                Turn::None => {
                    is_portal_end
                        && turns_back(before, end, point)
                        && !is_between(opposite_end, before, end)
                }
            };
            if bends_inwards {
                break;
            }
            own.pop_far();
            is_portal_end = false;
            let (own, other) = (&*own, &*other);
            let (left, right) = match side {
                Side::Left => (own, other),
                Side::Right => (other, own),
            };
            let view = FunnelView { apex, left, right, settled };
            watch(FunnelEvent::Drops { side, point: end }, view);
        }
    }

    /// With nothing left of the chain on `side`, moves the apex along the
    /// other chain while `point` lies beyond it.
    fn cross_other_chain(
        &mut self,
        side: Side,
        point: Vec2,
        settled: &mut Vec<Vec2>,
        watch: &mut impl FnMut(FunnelEvent, FunnelView<'_>),
    ) {
        while let Some(corner) = self.chains(side).1.nearest() {
            match side.turn(self.apex, corner, point) {
                Turn::Away => break,
                Turn::Across => {}
                Turn::None => {
                    if turns_back(self.apex, corner, point) {
                        break;
                    }
                    if point != corner && is_between(self.apex, point, corner) {
                        // The whole portal lies ahead on one line, this end
                        // first: every way leads through it.
                        self.apex = point;
                        append(settled, point);
                        watch(FunnelEvent::Settles { point }, self.view(settled));
                        break;
                    }
                }
            }
            self.apex = corner;
            append(settled, corner);
            self.chains(side).1.pop_near();
            watch(FunnelEvent::Settles { point: corner }, self.view(settled));
        }
    }

    fn view<'a>(&'a self, settled: &'a [Vec2]) -> FunnelView<'a> {
        FunnelView { apex: self.apex, left: &self.left, right: &self.right, settled }
    }

    /// The chain on a side, and the other one.
    fn chains(&mut self, side: Side) -> (&mut Chain, &mut Chain) {
        match side {
            Side::Left => (&mut self.left, &mut self.right),
            Side::Right => (&mut self.right, &mut self.left),
        }
    }
}

/// Pulls the path from `start` through the portals to `goal` taut. The path,
/// both ends included, replaces what is in `path`; its length is returned.
///
/// A start equal to the goal gives that single point, unless the portals force
/// a way out and back. Coordinates must be finite; others give some path.
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

/// The next `count` points where an agent at `position` has to turn on its way
/// through the portals to `goal`, or fewer if the goal comes first: it then
/// is the last of them. They replace what is in `corners`, which begins with
/// the position itself.
///
/// Call it every tick with the portals that the agent has yet to pass: it
/// looks no further than it needs to settle the corners.
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
    corners_watched(position, portals, goal, count, funnel, corners, &mut |_, _| {});
}

/// [`next_corners`], watched.
pub(crate) fn corners_watched(
    position: Vec2,
    portals: &[Portal],
    goal: Vec2,
    count: usize,
    funnel: &mut Funnel,
    corners: &mut Vec<Vec2>,
    watch: &mut impl FnMut(FunnelEvent, FunnelView<'_>),
) {
    funnel.restart(position);
    corners.clear();
    corners.push(position);
    // One corner more than asked for: the last settled one may yet turn out
    // to lie on a straight way.
    let wanted = count.saturating_add(1);
    for (number, &portal) in portals.iter().enumerate() {
        funnel.pass(number, portal, corners, watch);
        if corners.len() > wanted {
            corners.truncate(wanted);
            return;
        }
    }
    let looks = FunnelEvent::Looks { portal: portals.len(), side: Side::Left, point: goal };
    watch(looks, funnel.view(corners));
    funnel.move_end(Side::Left, goal, corners, watch);
    for &corner in funnel.left.as_slice() {
        append(corners, corner);
    }
    corners.truncate(wanted);
    watch(FunnelEvent::Arrives, funnel.view(corners));
}
