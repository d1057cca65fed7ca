//! Left and right, so that each rule is written once for both sides.

use tautline_geometry::{Orientation, Vec2, orient2d};

/// A side of a portal or a funnel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Side {
    /// The agent's left.
    Left,
    /// The agent's right.
    Right,
}

/// A turn relative to one side of the funnel.
pub(crate) enum Turn {
    /// Away from the inside of the funnel: to the left on the left side.
    Outward,
    /// No turn: the points are collinear.
    Straight,
    /// Towards the opposite side.
    Inward,
}

impl Side {
    /// Classifies the turn from `a` through `b` to `c`. Exact.
    pub(crate) fn turn(self, a: Vec2, b: Vec2, c: Vec2) -> Turn {
        match (self, orient2d(a, b, c)) {
            (_, Orientation::Collinear) => Turn::Straight,
            (Self::Left, Orientation::CounterClockwise) | (Self::Right, Orientation::Clockwise) => {
                Turn::Outward
            }
            _ => Turn::Inward,
        }
    }
}
