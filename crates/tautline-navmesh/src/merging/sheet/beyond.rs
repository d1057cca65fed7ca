//! How much ground can be reached beyond each border without coming back.

use super::{NO_SIDE, Sheet};
use crate::build::gates;
use crate::derived::Gates;
use crate::side::{Gate, Side};
use crate::{AreaId, FanId};

impl Sheet<'_> {
    /// For each side that is left, the share of all ground to which a way can lead that
    /// leaves the area of the side there for good. `ground` tells how much of it an area
    /// has, which is given by one of its raw areas.
    ///
    /// Searches do not look through a border whose [gate](Gate) does not lead to their
    /// goal: few of them pay for a border to a dead end, however many see it. O(sides).
    pub(super) fn shares_beyond(&self, ground: impl Fn(u32) -> f64) -> Vec<f64> {
        let rings = self.rings();
        let mut places = vec![NO_SIDE; self.side_count()];
        for (&side, place) in rings.sides.iter().zip(0..) {
            places[side as usize] = place;
        }
        let first_sides: Vec<u32> =
            std::iter::once(0).chain(rings.corner_ends.iter().copied()).collect();
        let mut sides = Vec::with_capacity(rings.sides.len());
        for (area, ends) in (0..).map(AreaId).zip(first_sides.windows(2)) {
            for place in ends[0] as usize..ends[1] as usize {
                let side = rings.sides[place];
                let (twin, across) = match places.get(self.twin(side) as usize) {
                    Some(&twin) => (twin, AreaId(rings.neighbours[place])),
                    None => (Side::NO_TWIN, area),
                };
                let (start, fan) = (self.start(side), FanId(0));
                sides.push(Side::joined(start, fan, false, area, twin, across, Gate::OPEN));
            }
        }
        let numbers = gates::number(&sides, &first_sides);
        let across: Vec<u32> = sides.iter().map(|side| side.across().0).collect();
        let gates = Gates::describe(&across, &first_sides, &numbers);

        // The ground of all areas with smaller numbers.
        let mut before = vec![0.0; numbers.len() + 1];
        for (&source, &number) in rings.sources.iter().zip(&numbers) {
            before[number as usize + 1] = ground(source);
        }
        let mut whole = 0.0;
        for sum in &mut before {
            whole += *sum;
            *sum = whole;
        }
        let up_to = |number: u32| before[(number as usize).min(numbers.len())];
        let mut shares = vec![0.0; self.side_count()];
        for (&side, it) in rings.sides.iter().zip(&sides) {
            let [here, across] = [it.area(), it.across()].map(|area| numbers[area.index()]);
            let Gate { first, count } = gates.between(here, across);
            // The range of numbers is circular.
            let end = first.wrapping_add(count);
            let between = up_to(end) - up_to(first);
            let beyond = if first <= end { between } else { whole + between };
            shares[side as usize] = beyond / whole;
        }
        shares
    }
}
