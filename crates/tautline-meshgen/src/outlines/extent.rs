//! How far rings reach.

use super::grid::{Contour, GridPoint};

/// The box around some rings, on the grid.
pub(super) struct Extent {
    least: GridPoint,
    most: GridPoint,
}

impl Extent {
    pub(super) fn of(contours: &[Contour]) -> Option<Self> {
        let mut points = contours.iter().flatten();
        let first = *points.next()?;
        Some(points.fold(Self { least: first, most: first }, |extent, point| Self {
            least: GridPoint::new(extent.least.x.min(point.x), extent.least.y.min(point.y)),
            most: GridPoint::new(extent.most.x.max(point.x), extent.most.y.max(point.y)),
        }))
    }

    pub(super) fn meets(&self, other: &Self) -> bool {
        self.least.x <= other.most.x
            && other.least.x <= self.most.x
            && self.least.y <= other.most.y
            && other.least.y <= self.most.y
    }
}
