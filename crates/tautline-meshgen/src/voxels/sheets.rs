//! Cutting the ground into sheets that lie flat in the plane.

use std::collections::VecDeque;

use super::field::{Field, NO_FLOOR};
use tautline_navmesh::Terrain;

/// The floor belongs to no sheet: nobody walks there.
pub(super) const NO_SHEET: u32 = u32::MAX;

/// Connected ground of one terrain. A sheet never lies above itself, and floors of
/// it that lie side by side are always connected there: in the plane, it is a
/// region with holes.
pub(super) struct Sheets {
    /// The sheet of each floor, or [`NO_SHEET`].
    pub(super) of_floor: Vec<u32>,
    pub(super) count: u32,
    pub(super) terrains: Vec<Terrain>,
}

/// Cuts the ground into sheets, breadth first, so that each is about as wide as
/// long. The floors of one are within `rise` voxels of its first.
pub(super) fn cut(field: &Field, rise: u16) -> Sheets {
    let mut sheets =
        Sheets { of_floor: vec![NO_SHEET; field.count()], count: 0, terrains: Vec::new() };
    let mut queue = VecDeque::new();
    for seed in field.floors() {
        let Some(terrain) = field.terrains[seed as usize] else { continue };
        if sheets.of_floor[seed as usize] != NO_SHEET {
            continue;
        }
        let sheet = sheets.count;
        sheets.count += 1;
        sheets.terrains.push(terrain);
        sheets.of_floor[seed as usize] = sheet;
        queue.push_back(seed);
        while let Some(floor) = queue.pop_front() {
            for next in field.across[floor as usize] {
                if next != NO_FLOOR
                    && sheets.of_floor[next as usize] == NO_SHEET
                    && field.terrains[next as usize] == Some(terrain)
                    && field.elevations[next as usize].abs_diff(field.elevations[seed as usize])
                        <= rise
                    && sheets.has_room(field, sheet, next)
                {
                    sheets.of_floor[next as usize] = sheet;
                    queue.push_back(next);
                }
            }
        }
    }
    sheets
}

impl Sheets {
    /// Whether a sheet stays flat and whole with one more floor.
    fn has_room(&self, field: &Field, sheet: u32, floor: u32) -> bool {
        let is_of_sheet = |floor: &u32| self.of_floor[*floor as usize] == sheet;
        !field.column_of(floor).any(|other| is_of_sheet(&other))
            && (0..4).all(|side| {
                let beside = field.column_beside(floor, side).find(is_of_sheet);
                beside.is_none_or(|beside| field.across[floor as usize][side] == beside)
            })
    }
}
