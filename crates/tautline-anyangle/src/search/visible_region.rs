//! What is seen of an area.

use tautline_geometry::{DVec2, DirectedLine, Vec2};
use tautline_navmesh::AreaId;

use super::found_path::FoundPath;
use super::node::{NodeId, Root, RootId};

/// A view from a root into an area.
#[derive(Debug)]
pub(crate) struct VisibleRegion<'a> {
    pub(super) id: RootId,
    pub(super) root: &'a Root,
    pub(super) node: NodeId,
    pub(crate) area: AreaId,
    /// What bounds it on the right and on the left; nothing if all of the area
    /// is seen.
    pub(super) rays: Option<[DirectedLine; 2]>,
}

impl VisibleRegion<'_> {
    /// Whether a point of the area is seen. Exact, and the bounding rays belong
    /// to the view.
    #[inline]
    pub(crate) fn sees(&self, point: Vec2) -> bool {
        self.rays.is_none_or(|[right, left]| {
            !right.side_of(point).is_right() && !left.side_of(point).is_left()
        })
    }

    /// The length of the way straight on to a point, which is one if it is seen.
    #[inline]
    pub(crate) fn length_to(&self, point: Vec2) -> f64 {
        self.root.length + DVec2::from(self.root.point).distance(point.into())
    }

    /// Notes the way to a point that is seen, if it is shorter.
    #[inline]
    pub(crate) fn improve(&self, point: Vec2, best: &mut FoundPath) {
        let length = self.length_to(point);
        if length < best.length {
            *best = FoundPath { length, root: self.id, node: self.node, area: self.area };
        }
    }
}
