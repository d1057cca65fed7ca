//! The corners that ways bend at.

use tautline_geometry::orient2d;

use super::{NO_SIDE, Sheet};

/// The vertices, and what lies between two walls there, at which the ground takes more
/// than half a turn.
pub(super) struct Corners {
    /// For each side, the corner at which it begins, or [`NO_SIDE`].
    of_side: Vec<u32>,
    /// The first and the last side that begin at each corner, counter-clockwise.
    ends: Vec<[u32; 2]>,
}

impl Corners {
    /// The corners of a sheet as it is now. O(sides).
    pub(super) fn of_sheet(sheet: &Sheet<'_>) -> Self {
        let mut corners = Self { of_side: vec![NO_SIDE; sheet.side_count()], ends: Vec::new() };
        for first in sheet.sides().filter(|&side| sheet.twin(side) == NO_SIDE) {
            let leftward = |&side: &u32| {
                Some(sheet.twin(sheet.previous(side))).filter(|&twin| twin != NO_SIDE)
            };
            let Some(last) = std::iter::successors(Some(first), leftward).last() else { continue };
            let before = sheet.start(sheet.previous(last));
            if orient2d(before, sheet.start(first), sheet.end(first)).is_right() {
                let number = u32::try_from(corners.ends.len()).unwrap_or(NO_SIDE);
                corners.ends.push([first, last]);
                for side in std::iter::successors(Some(first), leftward) {
                    corners.of_side[side as usize] = number;
                }
            }
        }
        corners
    }

    pub(super) fn count(&self) -> usize {
        self.ends.len()
    }

    /// The corner at which a side begins.
    pub(super) fn of(&self, side: u32) -> Option<usize> {
        let corner = self.of_side[side as usize];
        (corner != NO_SIDE).then_some(corner as usize)
    }

    /// The first and the last side that begin at a corner, counter-clockwise: those beside
    /// its walls.
    pub(super) fn ends(&self, corner: usize) -> [u32; 2] {
        self.ends[corner]
    }
}
