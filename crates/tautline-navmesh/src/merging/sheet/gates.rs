//! Which areas can be reached beyond each border without coming back.

use super::{NO_SIDE, Sheet};
use crate::build::gates;
use crate::derived;
use crate::side::{Gate, Side};
use crate::{AreaId, FanId};

/// The [gates](Gate) of the areas of a sheet: searches do not look through a border whose gate
/// does not lead to their goal.
pub(super) struct Gates {
    /// For each side of the raw areas; open for those that are gone.
    gates: Vec<Gate>,
    /// For each raw area, the number of the area that it is part of. Areas that hang
    /// together have successive numbers.
    pub(super) numbers: Vec<u32>,
    /// For each number, a side of the area.
    pub(super) sides: Vec<u32>,
}

impl Gates {
    /// The gates of a sheet as it is now. O(sides).
    pub(super) fn of_sheet(sheet: &Sheet<'_>) -> Self {
        let rings = sheet.rings();
        let mut places = vec![NO_SIDE; sheet.side_count()];
        for (&side, place) in rings.sides.iter().zip(0..) {
            places[side as usize] = place;
        }
        let first_sides: Vec<u32> =
            std::iter::once(0).chain(rings.corner_ends.iter().copied()).collect();
        let mut sides = Vec::with_capacity(rings.sides.len());
        for (area, ends) in (0..).map(AreaId).zip(first_sides.windows(2)) {
            for place in ends[0] as usize..ends[1] as usize {
                let side = rings.sides[place];
                let (twin, across) = match places.get(sheet.twin(side) as usize) {
                    Some(&twin) => (twin, AreaId(rings.neighbours[place])),
                    None => (Side::NO_TWIN, area),
                };
                let (start, fan) = (sheet.start(side), FanId(0));
                sides.push(Side::joined(start, fan, false, area, twin, across, Gate::OPEN));
            }
        }
        let across: Vec<u32> = sides.iter().map(|side| side.across().0).collect();
        let area_numbers = gates::number(&across, &first_sides);
        let described = derived::Gates::describe(&across, &first_sides, &area_numbers);
        let mut gates = vec![Gate::OPEN; sheet.side_count()];
        for (&side, it) in rings.sides.iter().zip(&sides) {
            let [here, across] = [it.area(), it.across()].map(|area| area_numbers[area.index()]);
            gates[side as usize] = described.between(here, across);
        }
        let mut numbers = vec![NO_SIDE; sheet.sizes.len()];
        let mut open = Vec::new();
        for (&source, &number) in rings.sources.iter().zip(&area_numbers) {
            // All that lies between the borders of the area.
            numbers[source as usize] = number;
            open.push(source);
            while let Some(raw) = open.pop() {
                for side in sheet.raw_sides(raw).filter(|&side| sheet.is_gone[side as usize]) {
                    let next = sheet.sources[sheet.twin(side) as usize];
                    if numbers[next as usize] == NO_SIDE {
                        numbers[next as usize] = number;
                        open.push(next);
                    }
                }
            }
        }
        let mut sides_by_number = vec![NO_SIDE; area_numbers.len()];
        for (&first, &number) in first_sides.iter().zip(&area_numbers) {
            sides_by_number[number as usize] = rings.sides[first as usize];
        }
        Self { gates, numbers, sides: sides_by_number }
    }

    /// Whether the area with a number can be reached through a side without coming back.
    pub(super) fn lead(&self, side: u32, number: u32) -> bool {
        self.gates[side as usize].leads_to(number)
    }
}
