//! What was mended in polygons.

use std::fmt;

/// Something that was not as it should be in [`Polygons`](super::Polygons) and
/// has been mended. Shapes, rings (within their shape) and points (within their
/// ring) are counted from 0; positions are world units.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Repair {
    /// Points did not lie on the grid and were moved to it. Reported once, with
    /// the one that moved farthest.
    Snapped {
        /// How many points moved.
        points: usize,
        /// The shape of the one that moved farthest.
        shape: usize,
        /// Its ring.
        ring: usize,
        /// Its number.
        point: usize,
        /// Where it was.
        at: [f32; 2],
        /// How far it moved: at most 0.71 steps of the grid.
        distance: f64,
    },
    /// A ring lost points that do not matter: repeated ones, such in the middle
    /// of a straight side and the tips of spikes without width.
    PointsDropped {
        /// The shape.
        shape: usize,
        /// The ring.
        ring: usize,
        /// How many points it lost.
        points: usize,
        /// Its first point.
        at: [f32; 2],
    },
    /// A ring was left out, because it encloses nothing: fewer than three
    /// distinct points, or all on one line.
    RingDropped {
        /// The shape.
        shape: usize,
        /// The ring.
        ring: usize,
        /// Its first point, if it has one.
        at: Option<[f32; 2]>,
    },
    /// Sides of one shape crossed each other, and have a corner there now.
    Crossing {
        /// The shape.
        shape: usize,
        /// Where, on the grid.
        at: [f32; 2],
    },
    /// Sides of one shape touched or ran along each other, so that other rings
    /// enclose what it fills.
    Rearranged {
        /// The shape.
        shape: usize,
        /// How many corners its rings had.
        corners_before: usize,
        /// How many corners the rings have that enclose the same.
        corners_after: usize,
    },
    /// A hole or terrain lies so far off that its box and that of the ground have
    /// no point in common; it does nothing.
    Outside {
        /// The shape.
        shape: usize,
        /// A point of it.
        at: [f32; 2],
    },
}

impl Repair {
    /// Where it was, if it was anywhere.
    #[must_use]
    pub const fn at(&self) -> Option<[f32; 2]> {
        match *self {
            Self::Snapped { at, .. }
            | Self::PointsDropped { at, .. }
            | Self::Crossing { at, .. }
            | Self::Outside { at, .. } => Some(at),
            Self::RingDropped { at, .. } => at,
            Self::Rearranged { .. } => None,
        }
    }
}

impl Repair {
    /// Names another shape: for callers who clean shapes one by one.
    #[doc(hidden)]
    pub const fn set_shape(&mut self, index: usize) {
        match self {
            Self::Snapped { shape, .. }
            | Self::PointsDropped { shape, .. }
            | Self::RingDropped { shape, .. }
            | Self::Crossing { shape, .. }
            | Self::Rearranged { shape, .. }
            | Self::Outside { shape, .. } => *shape = index,
        }
    }
}

impl fmt::Display for Repair {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Snapped { points, shape, ring, point, at: [x, y], distance } => write!(
                formatter,
                "{points} points moved to the grid, farthest point {point} of ring {ring} of shape \
                 {shape} at {x} {y}, by {distance:.3e}"
            ),
            Self::PointsDropped { shape, ring, points, at: [x, y] } => write!(
                formatter,
                "ring {ring} of shape {shape} from {x} {y} on lost {points} points that do not matter"
            ),
            Self::RingDropped { shape, ring, at } => {
                write!(formatter, "ring {ring} of shape {shape} encloses nothing")?;
                at.map_or(Ok(()), |[x, y]| write!(formatter, " at {x} {y}"))
            }
            Self::Crossing { shape, at: [x, y] } => {
                write!(formatter, "shape {shape} crosses itself at {x} {y}")
            }
            Self::Rearranged { shape, corners_before, corners_after } => write!(
                formatter,
                "shape {shape} touches itself: {corners_after} corners instead of {corners_before}"
            ),
            Self::Outside { shape, at: [x, y] } => {
                write!(formatter, "shape {shape} at {x} {y} lies outside the ground")
            }
        }
    }
}
