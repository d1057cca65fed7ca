//! Warnings about polygons that were repaired.

use std::fmt;

/// A defect of [`Polygons`](super::Polygons) that was repaired. Shapes, rings (within their
/// shape) and points (within their ring) are counted from 0; positions are in world units.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Repair {
    /// Points that were not on the grid were moved to it. Reported once for all shapes, with
    /// the point that moved farthest.
    Snapped {
        /// The number of points that moved.
        points: usize,
        /// The shape of the one that moved farthest.
        shape: usize,
        /// Its ring.
        ring: usize,
        /// Its index.
        point: usize,
        /// Its position before.
        at: [f32; 2],
        /// The distance that it moved: at most 0.71 grid steps.
        distance: f64,
    },
    /// A ring lost redundant points: repeated ones, points in the middle of a straight edge,
    /// and tips of spikes without width.
    PointsDropped {
        /// The shape.
        shape: usize,
        /// The ring.
        ring: usize,
        /// The number of points that it lost.
        points: usize,
        /// Its first point.
        at: [f32; 2],
    },
    /// A ring was left out because it encloses nothing: it has fewer than three distinct
    /// points, or all on one line.
    RingDropped {
        /// The shape.
        shape: usize,
        /// The ring.
        ring: usize,
        /// Its first point, if it has one.
        at: Option<[f32; 2]>,
    },
    /// Edges of one shape crossed each other. There is a corner now.
    Crossing {
        /// The shape.
        shape: usize,
        /// The crossing, on the grid.
        at: [f32; 2],
    },
    /// Edges of one shape touched or overlapped each other, so that the points that it fills
    /// are enclosed by other rings.
    Rearranged {
        /// The shape.
        shape: usize,
        /// The number of corners that its rings had.
        corners_before: usize,
        /// The number of corners of the new rings.
        corners_after: usize,
    },
    /// A hole or terrain has no effect: its bounding box does not meet that of the ground.
    Outside {
        /// The shape.
        shape: usize,
        /// A point of it.
        at: [f32; 2],
    },
}

impl Repair {
    /// The position of the defect; `None` if it has none.
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
    /// Changes the shape, for callers who clean shapes one by one.
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
                "ring {ring} of shape {shape} from {x} {y} on lost {points} redundant points"
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
