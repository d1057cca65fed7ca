//! The portals of a corridor.

use tautline_geometry::{Orientation, Vec2, orient2d};

/// A segment that the path must cross or touch, ends included.
///
/// *Left* and *right* are as seen by the agent that passes it.
/// The ends may be equal: then the path must pass through that point.
/// [`swapped_portal`](crate::swapped_portal) finds portals whose ends are swapped.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Portal {
    /// The end on the agent's left.
    pub left: Vec2,
    /// The end on the agent's right.
    pub right: Vec2,
}

impl Portal {
    /// Creates a portal from its ends.
    #[must_use]
    pub const fn new(left: Vec2, right: Vec2) -> Self {
        Self { left, right }
    }

    /// Creates a portal from its ends in any order, as an agent at `viewer` sees it: for edges that
    /// do not say which end is left, such as the two posts of a door. Take a point that the agent
    /// comes from, for example the centre of the room before the door.
    ///
    /// Exact. If the three points lie on one line, the first end becomes the left one.
    ///
    /// ```
    /// use tautline_funnel::{Portal, Vec2};
    ///
    /// let posts = [Vec2::new(4.0, 1.0), Vec2::new(4.0, 2.0)];
    /// let eastwards = Portal::seen_from(Vec2::new(2.0, 2.0), posts);
    /// assert_eq!((eastwards.left, eastwards.right), (posts[1], posts[0]));
    /// assert_eq!(Portal::seen_from(Vec2::new(7.0, 3.0), posts), eastwards.reversed());
    /// ```
    #[must_use]
    pub fn seen_from(viewer: Vec2, [a, b]: [Vec2; 2]) -> Self {
        match orient2d(viewer, a, b) {
            Orientation::CounterClockwise => Self::new(b, a),
            _ => Self::new(a, b),
        }
    }

    /// Returns the portal as passed in the opposite direction: left and right exchanged.
    #[must_use]
    pub const fn reversed(self) -> Self {
        Self { left: self.right, right: self.left }
    }
}
