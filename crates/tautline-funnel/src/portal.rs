//! The gates of a corridor.

use tautline_geometry::Vec2;

/// A gate that the path must pass, ends included.
///
/// *Left* and *right* are meant as the walker sees them who passes the gate.
/// The ends may be equal: then the path must pass that point.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Portal {
    /// The end on the walker's left.
    pub left: Vec2,
    /// The end on the walker's right.
    pub right: Vec2,
}

impl Portal {
    /// A portal between two ends.
    #[must_use]
    pub const fn new(left: Vec2, right: Vec2) -> Self {
        Self { left, right }
    }

    /// The portal seen from the other side.
    #[must_use]
    pub const fn reversed(self) -> Self {
        Self { left: self.right, right: self.left }
    }
}
