//! What is seen of an area.

use tautline_geometry::{DVec2, DirectedLine, Vec2};
use tautline_navmesh::AreaId;

use super::arrival::Arrival;
use super::item::{ItemId, Root, RootId};

/// A view from a root into an area.
#[derive(Debug)]
pub(crate) struct Sight<'a> {
    pub(super) id: RootId,
    pub(super) root: &'a Root,
    pub(super) item: ItemId,
    pub(crate) area: AreaId,
    /// What bounds it on the right and on the left; nothing if all of the area
    /// is seen.
    pub(super) rays: Option<[DirectedLine; 2]>,
}

impl Sight<'_> {
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
    pub(crate) fn arrive_at(&self, point: Vec2, best: &mut Arrival) {
        let length = self.length_to(point);
        if length < best.length {
            *best = Arrival { length, root: self.id, item: self.item, area: self.area };
        }
    }
}
