//! The sides of all areas before they are put together.

use tautline_geometry::{Vec2, polygon};

use super::BlockCutTree;
use crate::fan::FanAngle;
use crate::half_edge::HalfEdge;
use crate::{AreaId, FanId, HalfEdgeId};

/// What is known of the sides of all areas before what follows from it: a column
/// for each thing.
///
/// HalfEdgeArrays stay in near memory while fans and gates are found, and whole sides do
/// not. So sides are put together only in the end.
pub(crate) struct HalfEdgeArrays<'a> {
    /// Where the sides of each area begin; one entry more than areas.
    pub(crate) first_half_edges: &'a [u32],
    /// The area of each side.
    pub(crate) areas: &'a [AreaId],
    /// The fan at which each side begins.
    pub(crate) fans: &'a [u32],
    /// For each side, the same border as a side of the area across, or
    /// [`HalfEdge::NO_TWIN`].
    pub(crate) twins: &'a [u32],
    /// Where each fan is.
    pub(crate) positions: &'a [Vec2],
}

/// The fan at which each side ends, given the one at which each begins. O(n).
pub(crate) fn ends_of_half_edges(first_half_edges: &[u32], fans: &[u32]) -> Vec<u32> {
    // One loop over all sides and one over all areas: areas have so few sides that a
    // loop over those of each takes much longer.
    let mut ends = Vec::with_capacity(fans.len());
    ends.extend_from_slice(fans.get(1..).unwrap_or_default());
    ends.extend_from_slice(fans.get(..1).unwrap_or_default());
    for range in first_half_edges.windows(2) {
        ends[range[1] as usize - 1] = fans[range[0] as usize];
    }
    ends
}

/// The area of each side. O(n).
pub(crate) fn areas_of_half_edges(first_half_edges: &[u32], edges: usize) -> Vec<AreaId> {
    // First, by how much the area of a side is above that of the side before.
    let mut areas = vec![AreaId(0); edges];
    for &first in first_half_edges.get(1..).unwrap_or_default() {
        if let Some(first) = areas.get_mut(first as usize) {
            *first = AreaId(1);
        }
    }
    let mut area = 0;
    for step in &mut areas {
        area += step.0;
        *step = AreaId(area);
    }
    areas
}

/// The first area that is not convex. O(n).
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
    /// Puts the sides together, given the area across each, which is its own at a
    /// wall, how far fans reach, and the gates between the numbers of areas. O(n).
    pub(crate) fn edges(
        &self,
        across: &[u32],
        angles: &[FanAngle],
        block_cuts: &BlockCutTree,
        numbers: &[u32],
    ) -> Vec<HalfEdge> {
        let arrays = self.fans.iter().zip(self.areas).zip(self.twins.iter().zip(across));
        let edges = arrays.map(|((&fan, &area), (&twin, &across))| {
            let place = self.positions[fan as usize];
            let is_corner = angles[fan as usize].is_corner();
            let block_cut_range =
                block_cuts.range_across(numbers[area.index()], numbers[across as usize]);
            HalfEdge::new(place, FanId(fan), is_corner, area, twin, AreaId(across), block_cut_range)
        });
        edges.collect()
    }

    /// The position at which a side begins.
    pub(super) fn start(&self, edge: HalfEdgeId) -> Vec2 {
        self.positions[self.fans[edge.index()] as usize]
    }

    /// The same border as a side of the area across.
    pub(super) fn twin(&self, edge: HalfEdgeId) -> Option<HalfEdgeId> {
        let twin = self.twins[edge.index()];
        (twin != HalfEdge::NO_TWIN).then_some(HalfEdgeId(twin))
    }
}
