//! The half-edges of a mesh, laid out for searches.

use tautline_geometry::Vec2;

use crate::{AreaId, FanId, HalfEdgeId};

/// A directed edge of an area, from one of its corners to the next.
///
/// 32 bytes: all that a search reads to cross the border lies together. The end of a
/// half-edge is the start of the next one of its area.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfEdge {
    start: Vec2,
    /// The fan at the start, and the flag [`Self::CORNER`].
    fan: u32,
    /// The index of the twin, or [`Self::NO_TWIN`].
    twin: u32,
    area: AreaId,
    /// The neighbouring area; the half-edge's own area at a wall.
    across: AreaId,
    block_cut_range: BlockCutRange,
}

impl HalfEdge {
    pub(crate) const NO_TWIN: u32 = u32::MAX;
    /// A flag in `fan`: the fan is a corner. A mesh has fewer than 2^31 fans.
    const CORNER: u32 = 1 << 31;

    /// A half-edge with its twin and the area across. At a wall these are
    /// [`Self::NO_TWIN`] and the half-edge's own area.
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

    /// The position at which it starts.
    #[inline]
    #[must_use]
    pub const fn start(&self) -> Vec2 {
        self.start
    }

    /// The vertex fan at which it starts.
    #[inline]
    #[must_use]
    pub const fn fan(&self) -> FanId {
        FanId(self.fan & !Self::CORNER)
    }

    /// Returns true if it starts at a corner (reflex vertex): see
    /// [`Fan::is_corner`](crate::Fan::is_corner).
    #[doc(hidden)]
    #[inline]
    #[must_use]
    pub const fn begins_at_corner(&self) -> bool {
        self.fan & Self::CORNER != 0
    }

    /// The half-edge of the neighbouring area along the same border; `None` for a wall.
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

    /// The area on the other side of the border; the half-edge's own area at a wall.
    #[inline]
    #[must_use]
    pub const fn across(&self) -> AreaId {
        self.across
    }

    /// The areas that are reachable across this half-edge without returning to its area.
    #[inline]
    #[must_use]
    #[doc(hidden)]
    pub const fn block_cut_range(&self) -> BlockCutRange {
        self.block_cut_range
    }
}

/// The areas that are reachable across a half-edge without returning to its own area:
/// *block-cut pruning*.
///
/// Areas are convex, so a shortest path on terrain of uniform cost never returns to an area. A
/// search can skip every half-edge whose range does not contain the goal's area:
///
/// ```text
///    ┌─────────┬──────┐      The dead end D is connected to the rest only through A, a
///    │    A    │  D   │      cut vertex of the graph of areas. From A, the half-edge to D
///    ├────┬────┼──────┘      leads to D and nothing else; the half-edges to B and to C
///    │ B  │ C  │             lead to B and C, but not to D. A search for a goal in B
///    └────┴────┘             never enters D.
/// ```
///
/// The range only knows borders. It ignores links, and areas that a filter forbids: an area
/// outside the range stays unreachable if more is forbidden.
///
/// A circular interval of the [numbers](crate::NavMesh::block_cut_number) that the areas
/// have in the block-cut tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub struct BlockCutRange {
    pub(crate) first: u32,
    pub(crate) count: u32,
}

impl BlockCutRange {
    /// All numbers. A mesh has fewer than 2^32 - 1 areas, so that the count suffices.
    pub(crate) const ALL: Self = Self { first: 0, count: u32::MAX };

    /// Returns the number at which the interval begins.
    #[must_use]
    #[doc(hidden)]
    pub const fn first(self) -> u32 {
        self.first
    }

    /// Returns true if the area with a [number](crate::NavMesh::block_cut_number) is
    /// reachable. O(1).
    #[inline]
    #[must_use]
    #[doc(hidden)]
    pub const fn leads_to(self, block_cut_number: u32) -> bool {
        block_cut_number.wrapping_sub(self.first) < self.count
    }
}
