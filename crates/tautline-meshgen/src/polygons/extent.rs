//! Boxes on the integer grid.

use super::grid::GridPoint;

/// A closed box on the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// The lower left corner.
    pub least: GridPoint,
    /// The upper right corner.
    pub most: GridPoint,
}

impl Extent {
    /// The bounding box of some points; `None` without points.
    pub fn of(points: impl IntoIterator<Item = GridPoint>) -> Option<Self> {
        let boxes = points.into_iter().map(|point| Self { least: point, most: point });
        boxes.reduce(|Self { least, most }, other| Self {
            least: GridPoint::new(least.x.min(other.least.x), least.y.min(other.least.y)),
            most: GridPoint::new(most.x.max(other.most.x), most.y.max(other.most.y)),
        })
    }

    /// Returns true if two boxes have a point in common.
    pub fn meets(&self, other: &Self) -> bool {
        self.least.x <= other.most.x
            && other.least.x <= self.most.x
            && self.least.y <= other.most.y
            && other.least.y <= self.most.y
    }

    /// The intersection with another box, which has to meet this one.
    #[must_use]
    pub fn within(&self, bounds: &Self) -> Self {
        let clamp = |GridPoint { x, y }| {
            let (least, most) = (bounds.least, bounds.most);
            GridPoint::new(x.clamp(least.x, most.x), y.clamp(least.y, most.y))
        };
        Self { least: clamp(self.least), most: clamp(self.most) }
    }
}
