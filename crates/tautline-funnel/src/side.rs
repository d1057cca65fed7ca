//! Left and right, so that each rule is written once for both.

use tautline_geometry::{Orientation, Vec2, orient2d};

/// The walker's left or right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Side {
    /// The walker's left.
    Left,
    /// The walker's right.
    Right,
}

/// A turn as one side of the funnel sees it.
pub(crate) enum Turn {
    /// Away from the funnel's inside: to the left on the left side.
    Away,
    /// None: the points lie on one line.
    None,
    /// Into the funnel's inside, towards the other side.
    Across,
}

impl Side {
    pub(crate) fn turn(self, a: Vec2, b: Vec2, c: Vec2) -> Turn {
        match (self, orient2d(a, b, c)) {
            (_, Orientation::Collinear) => Turn::None,
            (Self::Left, Orientation::CounterClockwise) | (Self::Right, Orientation::Clockwise) => {
                Turn::Away
            }
            _ => Turn::Across,
        }
    }
}
