//! The sides of one area.

use tautline_geometry::Vec2;
use tautline_navmesh::{AreaId, NavMesh, Side, SideId};

/// The sides of an area, counter-clockwise.
///
/// Sides are counted within their area here. Each stands for the vertex at which it
/// begins as well.
#[derive(Clone, Copy)]
pub(crate) struct Ring<'a> {
    sides: &'a [Side],
    /// The first side of the area.
    base: SideId,
}

impl<'a> Ring<'a> {
    #[inline]
    pub(crate) fn of_area(mesh: &'a NavMesh, area: AreaId) -> Self {
        let (base, sides) = mesh.ring(area);
        Self { sides, base }
    }

    /// The ring that a side belongs to, and the number of the side in it.
    #[inline]
    pub(crate) fn around(mesh: &'a NavMesh, side: SideId) -> (Self, usize) {
        let ring = Self::of_area(mesh, mesh.area_of(side));
        (ring, (side.0 - ring.base.0) as usize)
    }

    #[inline]
    pub(crate) const fn len(&self) -> usize {
        self.sides.len()
    }

    #[inline]
    pub(crate) const fn next(&self, side: usize) -> usize {
        if side + 1 == self.sides.len() { 0 } else { side + 1 }
    }

    #[inline]
    pub(crate) const fn before(&self, side: usize) -> usize {
        if side == 0 { self.sides.len() - 1 } else { side - 1 }
    }

    #[inline]
    pub(crate) const fn side(&self, side: usize) -> &'a Side {
        &self.sides[side]
    }

    #[inline]
    pub(crate) fn vertex(&self, side: usize) -> Vec2 {
        self.sides[side].start()
    }

    #[expect(clippy::cast_possible_truncation, reason = "sides are counted in u32")]
    #[inline]
    pub(crate) const fn id(&self, side: usize) -> SideId {
        SideId(self.base.0 + side as u32)
    }
}
