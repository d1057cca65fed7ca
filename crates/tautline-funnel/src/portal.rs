//! The portals of a corridor.

use tautline_geometry::Vec2;

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

    /// Returns the portal as passed in the opposite direction: left and right exchanged.
    #[must_use]
    pub const fn reversed(self) -> Self {
        Self { left: self.right, right: self.left }
    }
}
