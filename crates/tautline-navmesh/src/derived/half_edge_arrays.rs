//! Half-edges as a structure of arrays, before they are put together.

use tautline_geometry::{Vec2, polygon};

use super::BlockCutTree;
use crate::fan::FanAngle;
use crate::half_edge::HalfEdge;
use crate::{AreaId, FanId, HalfEdgeId};

/// The half-edges of all areas as a structure of arrays.
///
/// Arrays of one property each stay in cache while fans and block-cut numbers are computed;
/// an array of complete half-edges does not. So [`HalfEdge`]s are put together at the end.
pub(crate) struct HalfEdgeArrays<'a> {
    /// The first half-edge of each area, and the end of the last area.
    pub(crate) first_half_edges: &'a [u32],
    /// The area of each half-edge.
    pub(crate) areas: &'a [AreaId],
    /// The fan at which each half-edge starts.
    pub(crate) fans: &'a [u32],
    /// The twin of each half-edge, or [`HalfEdge::NO_TWIN`].
    pub(crate) twins: &'a [u32],
    /// The position of each fan.
    pub(crate) positions: &'a [Vec2],
}

/// The fan at which each half-edge ends, given the fan at which each starts. O(n).
pub(crate) fn ends_of_half_edges(first_half_edges: &[u32], fans: &[u32]) -> Vec<u32> {
    // One loop over all half-edges and one over all areas: areas have so few half-edges
    // that nested loops take much longer.
    let mut ends = Vec::with_capacity(fans.len());
    ends.extend_from_slice(fans.get(1..).unwrap_or_default());
    ends.extend_from_slice(fans.get(..1).unwrap_or_default());
    for range in first_half_edges.windows(2) {
        ends[range[1] as usize - 1] = fans[range[0] as usize];
    }
    ends
}

/// The area of each half-edge. O(n).
pub(crate) fn areas_of_half_edges(first_half_edges: &[u32], edges: usize) -> Vec<AreaId> {
    let mut areas = Vec::with_capacity(edges);
    for (area, &end) in (0..).zip(first_half_edges.get(1..).unwrap_or_default()) {
        areas.resize(end as usize, AreaId(area));
    }
    areas
}

/// The first area that is not convex, if any. O(n).
pub(crate) fn concave_area(
    first_half_edges: &[u32],
    fans: &[u32],
    positions: &[Vec2],
) -> Option<AreaId> {
    let is_concave = |range: &[u32]| {
        let ring = &fans[range[0] as usize..range[1] as usize];
        let ring: Vec<Vec2> = ring.iter().map(|&fan| positions[fan as usize]).collect();
        !polygon::is_convex(&ring)
    };
    first_half_edges.windows(2).position(is_concave).map(AreaId::from_index)
}

impl HalfEdgeArrays<'_> {
    /// Puts the half-edges together, given the area across each (its own area at a wall),
    /// the angles of the fans, and the block-cut tree with the numbers of the areas. O(n).
    pub(crate) fn edges(
        &self,
        across: &[u32],
        angles: &[FanAngle],
        block_cuts: &BlockCutTree,
        numbers: &[u32],
    ) -> Vec<HalfEdge> {
        let arrays = self.fans.iter().zip(self.areas).zip(self.twins.iter().zip(across));
        let edges = arrays.map(|((&fan, &area), (&twin, &across))| {
            let position = self.positions[fan as usize];
            let is_corner = angles[fan as usize].is_corner();
            let block_cut_range =
                block_cuts.range_across(numbers[area.index()], numbers[across as usize]);
            HalfEdge::new(
                position,
                FanId(fan),
                is_corner,
                area,
                twin,
                AreaId(across),
                block_cut_range,
            )
        });
        edges.collect()
    }

    /// The position at which a half-edge starts.
    pub(super) fn start(&self, edge: HalfEdgeId) -> Vec2 {
        self.positions[self.fans[edge.index()] as usize]
    }

    /// The twin of a half-edge.
    pub(super) fn twin(&self, edge: HalfEdgeId) -> Option<HalfEdgeId> {
        let twin = self.twins[edge.index()];
        (twin != HalfEdge::NO_TWIN).then_some(HalfEdgeId(twin))
    }
}
