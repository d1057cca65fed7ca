//! The region of an area that a root sees.

use tautline_geometry::{DVec2, DirectedLine, Vec2};
use tautline_navmesh::AreaId;

use super::found_path::FoundPath;
use super::node::{NodeId, Root, RootId};

/// The part of an area that a root sees.
#[derive(Debug)]
pub(crate) struct VisibleRegion<'a> {
    pub(super) id: RootId,
    pub(super) root: &'a Root,
    pub(super) node: NodeId,
    pub(crate) area: AreaId,
    /// The rays that bound it on the right and on the left; `None` if all of the area is
    /// visible.
    pub(super) rays: Option<[DirectedLine; 2]>,
}

impl VisibleRegion<'_> {
    /// Returns true if a point of the area is visible. Exact; the bounding rays are part of
    /// the region.
    #[inline]
    pub(crate) fn sees(&self, point: Vec2) -> bool {
        self.rays.is_none_or(|[right, left]| {
            !right.side_of(point).is_right() && !left.side_of(point).is_left()
        })
    }

    /// Returns the length of the path to the root, plus the straight line to a point.
    #[inline]
    pub(crate) fn length_to(&self, point: Vec2) -> f64 {
        self.root.length + DVec2::from(self.root.point).distance(point.into())
    }

    /// Replaces `best` by the path to a visible point, if that is shorter.
    #[inline]
    pub(crate) fn improve(&self, point: Vec2, best: &mut FoundPath) {
        let length = self.length_to(point);
        if length < best.length {
            *best = FoundPath { length, root: self.id, node: self.node, area: self.area };
        }
    }
}
