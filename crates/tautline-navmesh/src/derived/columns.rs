//! The sides of all areas before they are put together.

use tautline_geometry::{Vec2, polygon};

use super::around::SideTable;
use crate::fan::Fan;
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

impl Columns<'_> {
    /// Puts the sides together, given the area across each, which is its own at a
    /// wall. All gates are open. O(n).
    pub(crate) fn sides(&self, across: &[u32], fans: &[Fan]) -> Vec<Side> {
        let is_corner: Vec<bool> = fans.iter().map(Fan::is_corner).collect();
        let columns = self.fans.iter().zip(self.areas).zip(self.twins.iter().zip(across));
        let sides = columns.map(|((&fan, &area), (&twin, &across))| {
            let place = self.places[fan as usize];
            let is_corner = is_corner[fan as usize];
            Side::joined(place, FanId(fan), is_corner, area, twin, AreaId(across))
        });
        sides.collect()
    }

    /// The first area that is not convex.
    pub(crate) fn concave_area(&self) -> Option<AreaId> {
        let is_concave = |range: &[u32]| {
            let ring = &self.fans[range[0] as usize..range[1] as usize];
            let ring: Vec<Vec2> = ring.iter().map(|&fan| self.places[fan as usize]).collect();
            !polygon::is_convex(&ring)
        };
        self.first_sides.windows(2).position(is_concave).map(AreaId::from_index)
    }

    /// The first fan at which a second wall begins.
    pub(super) fn fan_of_two_walls(&self) -> Option<FanId> {
        let mut is_met = vec![false; self.places.len()];
        let mut walls =
            self.fans.iter().zip(self.twins).filter(|&(_, &twin)| twin == Side::NO_TWIN);
        let second = walls.find(|&(&fan, _)| std::mem::replace(&mut is_met[fan as usize], true));
        second.map(|(&fan, _)| FanId(fan))
    }
}

impl SideTable for Columns<'_> {
    fn start(&self, side: SideId) -> Vec2 {
        self.places[self.fans[side.index()] as usize]
    }

    fn area(&self, side: SideId) -> AreaId {
        self.areas[side.index()]
    }

    fn twin(&self, side: SideId) -> Option<SideId> {
        let twin = self.twins[side.index()];
        (twin != Side::NO_TWIN).then_some(SideId(twin))
    }
}
