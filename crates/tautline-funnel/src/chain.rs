//! One of the two chains of a funnel.

use tautline_geometry::Vec2;

/// A chain of a funnel: the taut path from the apex to one end of the last
/// portal, without the apex. Empty if that end is the apex.
///
/// A double-ended queue: the back is the end of the last portal and moves as
/// portals are passed; the front is next to the apex, and is removed when the apex
/// moves there.
#[derive(Clone, Debug, Default)]
pub(crate) struct Chain {
    points: Vec<Vec2>,
    /// The index of the front. Points before it were removed.
    front: usize,
}

impl Chain {
    pub(crate) const fn new() -> Self {
        Self { points: Vec::new(), front: 0 }
    }

    pub(crate) fn clear(&mut self) {
        self.points.clear();
        self.front = 0;
    }

    /// Returns the point next to the apex.
    pub(crate) fn front(&self) -> Option<Vec2> {
        self.points.get(self.front).copied()
    }

    /// Returns the end of the last portal.
    pub(crate) fn back(&self) -> Option<Vec2> {
        self.as_slice().last().copied()
    }

    /// Returns the point before the back; `None` if that is the apex.
    pub(crate) fn before_back(&self) -> Option<Vec2> {
        let points = self.as_slice();
        points.len().checked_sub(2).map(|index| points[index])
    }

    pub(crate) fn push_back(&mut self, point: Vec2) {
        self.points.push(point);
    }

    pub(crate) fn pop_back(&mut self) {
        if !self.as_slice().is_empty() {
            self.points.pop();
        }
    }

    pub(crate) fn pop_front(&mut self) {
        if self.front < self.points.len() {
            self.front += 1;
        }
    }

    pub(crate) fn as_slice(&self) -> &[Vec2] {
        &self.points[self.front..]
    }
}
