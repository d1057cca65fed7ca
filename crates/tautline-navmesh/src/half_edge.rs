//! The sides of areas: the mesh as a walk over borders reads it.

use tautline_geometry::Vec2;

use crate::{AreaId, FanId, HalfEdgeId};

/// One side of an area, from one of its corners to the next.
///
/// 32 bytes, laid out for searches: what a walk needs to go on stands together.
/// The end of a side is the start of the area's next one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfEdge {
    start: Vec2,
    /// The fan at the start, and [`Self::CORNER`].
    fan: u32,
    /// The same border as a side of the area across, or [`Self::NO_TWIN`].
    twin: u32,
    area: AreaId,
    /// The area itself where there is none across.
    across: AreaId,
    block_cut_range: BlockCutRange,
}

impl HalfEdge {
    pub(crate) const NO_TWIN: u32 = u32::MAX;
    /// Set in `fan` where the fan is a corner. Meshes have fewer fans.
    const CORNER: u32 = 1 << 31;

    /// A side at a fan, with its twin (or [`Self::NO_TWIN`] and its own area)
    /// across.
    #[inline]
    pub(crate) const fn new(
        start: Vec2,
        fan: FanId,
        is_corner: bool,
        area: AreaId,
        twin: u32,
        across: AreaId,
        block_cut_range: BlockCutRange,
    ) -> Self {
        let fan = if is_corner { fan.0 | Self::CORNER } else { fan.0 };
        Self { start, fan, twin, area, across, block_cut_range }
    }

    /// The position of the corner at which it begins.
    #[inline]
    #[must_use]
    pub const fn start(&self) -> Vec2 {
        self.start
    }

    /// The fan at which it begins.
    #[inline]
    #[must_use]
    pub const fn fan(&self) -> FanId {
        FanId(self.fan & !Self::CORNER)
    }

    /// Whether it begins at a corner of the ground: see
    /// [`Fan::is_corner`](crate::Fan::is_corner).
    #[doc(hidden)]
    #[inline]
    #[must_use]
    pub const fn begins_at_corner(&self) -> bool {
        self.fan & Self::CORNER != 0
    }

    /// The same border as a side of the area across; nothing for a wall.
    #[inline]
    #[must_use]
    pub fn twin(&self) -> Option<HalfEdgeId> {
        (self.twin != Self::NO_TWIN).then_some(HalfEdgeId(self.twin))
    }

    /// The area that it belongs to.
    #[inline]
    #[must_use]
    pub const fn area(&self) -> AreaId {
        self.area
    }

    /// The area across; the area itself if the side is a wall.
    #[inline]
    #[must_use]
    pub const fn across(&self) -> AreaId {
        self.across
    }

    /// Where a way leads that leaves its area here for good.
    #[inline]
    #[must_use]
    pub const fn block_cut_range(&self) -> BlockCutRange {
        self.block_cut_range
    }
}

/// Which areas can be reached through a side without coming back to its area.
///
/// Areas are convex, so a shortest way never comes back to one: leaving through
/// a side whose gate does not lead to the goal's area is of no use. Gates know
/// of borders alone, neither of links nor of what is forbidden: where a gate
/// does not lead over all ground, it does not lead over less.
///
/// A circular range of [numbers](crate::NavMesh::block_cut_number), from the
/// block-cut tree of the areas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockCutRange {
    pub(crate) first: u32,
    pub(crate) count: u32,
}

impl BlockCutRange {
    /// Whether the area with a [number](crate::NavMesh::block_cut_number) can be
    /// reached through it. O(1).
    #[inline]
    #[must_use]
    pub const fn leads_to(self, block_cut_number: u32) -> bool {
        block_cut_number.wrapping_sub(self.first) < self.count
    }
}
