//! The sides of all areas before they are put together.

use tautline_geometry::{Vec2, polygon};

use super::Gates;
use crate::fan::Turn;
use crate::side::Side;
use crate::{AreaId, FanId, SideId};

/// What is known of the sides of all areas before what follows from it: a column
/// for each thing.
///
/// Columns stay in near memory while fans and gates are found, and whole sides do
/// not. So sides are put together only in the end.
pub(crate) struct Columns<'a> {
    /// Where the sides of each area begin; one entry more than areas.
    pub(crate) first_sides: &'a [u32],
    /// The area of each side.
    pub(crate) areas: &'a [AreaId],
    /// The fan at which each side begins.
    pub(crate) fans: &'a [u32],
    /// For each side, the same border as a side of the area across, or
    /// [`Side::NO_TWIN`].
    pub(crate) twins: &'a [u32],
    /// Where each fan is.
    pub(crate) places: &'a [Vec2],
}

/// The fan at which each side ends, given the one at which each begins. O(n).
pub(crate) fn ends_of_sides(first_sides: &[u32], fans: &[u32]) -> Vec<u32> {
    // One loop over all sides and one over all areas: areas have so few sides that a
    // loop over those of each takes much longer.
    let mut ends = Vec::with_capacity(fans.len());
    ends.extend_from_slice(fans.get(1..).unwrap_or_default());
    ends.extend_from_slice(fans.get(..1).unwrap_or_default());
    for range in first_sides.windows(2) {
        ends[range[1] as usize - 1] = fans[range[0] as usize];
    }
    ends
}

/// The area of each side. O(n).
pub(crate) fn areas_of_sides(first_sides: &[u32], sides: usize) -> Vec<AreaId> {
    // First, by how much the area of a side is above that of the side before.
    let mut areas = vec![AreaId(0); sides];
    for &first in first_sides.get(1..).unwrap_or_default() {
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
pub(crate) fn concave_area(first_sides: &[u32], fans: &[u32], places: &[Vec2]) -> Option<AreaId> {
    let is_concave = |range: &[u32]| {
        let ring = &fans[range[0] as usize..range[1] as usize];
        let ring: Vec<Vec2> = ring.iter().map(|&fan| places[fan as usize]).collect();
        !polygon::is_convex(&ring)
    };
    first_sides.windows(2).position(is_concave).map(AreaId::from_index)
}

impl Columns<'_> {
    /// Puts the sides together, given the area across each, which is its own at a
    /// wall, how far fans reach, and the gates between the numbers of areas. O(n).
    pub(crate) fn sides(
        &self,
        across: &[u32],
        turns: &[Turn],
        gates: &Gates,
        numbers: &[u32],
    ) -> Vec<Side> {
        let columns = self.fans.iter().zip(self.areas).zip(self.twins.iter().zip(across));
        let sides = columns.map(|((&fan, &area), (&twin, &across))| {
            let place = self.places[fan as usize];
            let is_corner = turns[fan as usize].is_corner();
            let gate = gates.between(numbers[area.index()], numbers[across as usize]);
            Side::joined(place, FanId(fan), is_corner, area, twin, AreaId(across), gate)
        });
        sides.collect()
    }

    /// The position at which a side begins.
    pub(super) fn start(&self, side: SideId) -> Vec2 {
        self.places[self.fans[side.index()] as usize]
    }

    /// The same border as a side of the area across.
    pub(super) fn twin(&self, side: SideId) -> Option<SideId> {
        let twin = self.twins[side.index()];
        (twin != Side::NO_TWIN).then_some(SideId(twin))
    }
}
