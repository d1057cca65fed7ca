//! How many searches look through each border.

use std::ops::Range;

use super::Sheet;
use super::corners::Corners;
use super::gates::Gates;
use super::places::Places;
use super::search::Search;

/// As how many steps it counts to begin a search: many ends are in sight of each other, and
/// need none.
const TO_BEGIN: usize = 50;

/// Some searches over the ground of a sheet of raw areas, between places that are spread
/// over it evenly.
pub(super) struct Survey<'a> {
    raw: &'a Sheet<'a>,
    corners: Corners,
    gates: Gates,
    places: Places,
    /// For each side, how often a search has looked through it, from either side.
    pub(super) looks: Vec<f64>,
    /// The pairs of places of all searches that were counted.
    pub(super) pairs: Range<u32>,
    /// The first pair of the last ones.
    last: u32,
}

impl<'a> Survey<'a> {
    /// A survey that begins with some pair of places.
    pub(super) fn of_sheet(raw: &'a Sheet<'a>, first: u32) -> Self {
        let corners = Corners::of_sheet(raw);
        let gates = Gates::of_sheet(raw);
        let places = Places::of_sheet(raw, &gates.numbers);
        let looks = vec![0.0; raw.side_count()];
        Self { raw, corners, gates, places, looks, pairs: first..first, last: first }
    }

    /// How many searches were counted.
    pub(super) fn searches(&self) -> u32 {
        self.pairs.end - self.pairs.start
    }

    /// Searches between more places, in about so many steps, and counts what is looked through.
    ///
    /// Whatever areas are joined, a search sees the same through the borders that are left: so
    /// looks on raw areas are those that each border would cost. Only gates that are
    /// closed because areas are joined are not known here.
    pub(super) fn go_on(&mut self, steps: usize) {
        let mut search = Search::new(self.raw, &self.corners, &self.gates);
        let mut taken = 0;
        self.last = self.pairs.end;
        while taken < steps {
            let Some(pair) = self.places.pair(self.raw, self.pairs.end) else { return };
            search.run(pair);
            for &side in &search.looks {
                self.looks[side as usize] += 1.0;
                self.looks[self.raw.twin(side) as usize] += 1.0;
            }
            taken += TO_BEGIN + search.steps_taken();
            self.pairs.end += 1;
        }
    }

    /// How many steps the last searches would take on areas that are joined.
    pub(super) fn steps_on(&self, joined: &Sheet<'_>) -> usize {
        let (corners, gates) = (Corners::of_sheet(joined), Gates::of_sheet(joined));
        let mut search = Search::new(joined, &corners, &gates);
        let mut steps = 0;
        for number in self.last..self.pairs.end {
            let Some(pair) = self.places.pair(self.raw, number) else { break };
            search.run(pair);
            steps += search.steps_taken();
        }
        steps
    }
}
