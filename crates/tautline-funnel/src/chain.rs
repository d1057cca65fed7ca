//! One side of the funnel.

use tautline_geometry::Vec2;

/// The taut way from the apex along one side of the funnel to the end of the
/// last portal on that side, without the apex. Empty: the side ends at the apex.
///
/// Grows and shrinks at its far end as portals are added, and shrinks at its
/// near end as the apex moves along it.
#[derive(Clone, Debug)]
pub(crate) struct Chain {
    points: Vec<Vec2>,
    near: usize,
}

impl Chain {
    pub(crate) const fn new() -> Self {
        Self { points: Vec::new(), near: 0 }
    }

    pub(crate) fn clear(&mut self) {
        self.points.clear();
        self.near = 0;
    }

    /// The point next to the apex.
    pub(crate) fn nearest(&self) -> Option<Vec2> {
        self.points.get(self.near).copied()
    }

    /// The point at the portal.
    pub(crate) fn farthest(&self) -> Option<Vec2> {
        self.as_slice().last().copied()
    }

    /// The point before the one at the portal, if it is not the apex.
    pub(crate) fn before_farthest(&self) -> Option<Vec2> {
        let points = self.as_slice();
        points.len().checked_sub(2).map(|index| points[index])
    }

    pub(crate) fn push_far(&mut self, point: Vec2) {
        self.points.push(point);
    }

    pub(crate) fn pop_far(&mut self) {
        if !self.as_slice().is_empty() {
            self.points.pop();
        }
    }

    pub(crate) fn pop_near(&mut self) {
        if self.near < self.points.len() {
            self.near += 1;
        }
    }

    pub(crate) fn as_slice(&self) -> &[Vec2] {
        &self.points[self.near..]
    }
}
