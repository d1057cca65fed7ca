//! Merging the hub labels of both ends.
//!
//! ```text
//!    start ---leg--- a - - label of a - - h - - label of b - - b ---leg--- goal
//!
//!    1. For each corner a that the start sees, and each entry (h, d) of its label:
//!           best[h] = min(best[h], leg + d)
//!    2. For each corner b that the goal sees, and each entry (h, d) of its label:
//!           minimise best[h] + d + leg
//! ```
//!
//! `best` has one number for each hub. It packs the distance, the row that it came from, and the query
//! that wrote it, so that all three are kept by one minimum of two integers:
//!
//! ```text
//!    63          58 57                                    8 7            0
//!    |    epoch   |   distance from the start, fixed point | row & 0xff  |
//! ```
//!
//! The epoch falls with each query. An older number is therefore greater and loses, and the table
//! is cleared only once in 63 queries.

use tautline_geometry::Vec2;

use super::end::CandidateRow;
use crate::labels::Labels;
use crate::tables::entries::{Entry, EntryFormat};

/// The table of best distances from the start to each hub; see the module.
#[derive(Clone, Debug, Default)]
pub(super) struct MergeScratch {
    /// One number for each possible hub, so that no hub is out of range.
    best: Vec<u64>,
    /// The number of hubs that may have been written.
    hubs: usize,
    epoch: u64,
}

const EPOCH_SHIFT: u32 = 58;
const NUMBER_BITS: u32 = 8;
const DISTANCE_MASK: u64 = (1 << 50) - 1;
/// The initial value. Not the greatest number, because sums with it must not overflow.
const UNTOUCHED: u64 = 63 << EPOCH_SHIFT;

/// The hub on the shortest path: its entries in the labels of both ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct HubMatch {
    pub(super) entries: [u32; 2],
    /// The length of the path, in fixed point.
    pub(super) distance: u64,
}

impl MergeScratch {
    /// Begins a query with at most this number of hubs, in entries of a format.
    fn restart(&mut self, hubs: usize, format: EntryFormat) {
        if self.best.len() < format.hub_numbers() {
            self.best.resize(format.hub_numbers(), UNTOUCHED);
        }
        if self.epoch == 0 || self.hubs < hubs {
            let stale = self.hubs.max(hubs);
            self.best[..stale].fill(UNTOUCHED);
            (self.epoch, self.hubs) = (63, hubs);
        }
        self.epoch -= 1;
    }
}

impl Labels {
    /// Finds the hub with the least sum of distances: the shortest path over any hub
    /// between a corner that the start sees and one that the goal sees.
    pub(super) fn merge_labels(
        &self,
        starts: &[CandidateRow],
        goals: &[CandidateRow],
        scratch: &mut MergeScratch,
    ) -> Option<HubMatch> {
        let format = self.entries.format;
        scratch.restart(self.hub_count as usize, format);
        let epoch = scratch.epoch;
        // With a known length, no access is checked.
        let best = &mut scratch.best[..format.hub_numbers()];
        for (number, row) in (0_u64..).zip(starts) {
            let base = epoch << EPOCH_SHIFT | row.distance << NUMBER_BITS | number & 0xff;
            for &entry in self.entries.row(row.row) {
                let known = &mut best[format.hub(entry)];
                *known = (*known).min(base + (format.distance(entry) << NUMBER_BITS));
            }
        }
        let mut least = (u64::MAX, 0);
        for (number, row) in goals.iter().enumerate() {
            let sum = |entry: Entry| {
                best[format.hub(entry)] + ((row.distance + format.distance(entry)) << NUMBER_BITS)
            };
            // Four independent look-ups, without a branch until the minimum of all.
            let [a, b, c, d] = self.entries.row(row.row).map(sum);
            let least_here = a.min(b).min(c.min(d));
            if least_here < least.0 {
                least = (least_here, number);
            }
        }
        let (sum, goal) = least;
        // No hub of the goal was written in this query.
        if sum >> EPOCH_SHIFT != epoch {
            return None;
        }
        // Recover the winning entries: first that of the goal, by its sum.
        let goal = &goals[goal];
        let (goal_entry, hub, _) =
            self.entries.numbered(goal.row).find(|&(_, hub, distance)| {
                best[hub] + ((goal.distance + distance) << NUMBER_BITS) == sum
            })?;
        let to_hub = best[hub];
        let distance = to_hub >> NUMBER_BITS & DISTANCE_MASK;
        let first = (to_hub & 0xff) as usize;
        // The table has the lower 8 bits of the row of the start, so only one in 256 rows can be the
        // right one.
        let (start_entry, ..) = starts.iter().skip(first).step_by(256).find_map(|row| {
            let is_match =
                |&(_, own, rest): &(u32, usize, u64)| own == hub && row.distance + rest == distance;
            self.entries.numbered(row.row).find(is_match)
        })?;
        let distance = sum >> NUMBER_BITS & DISTANCE_MASK;
        Some(HubMatch { entries: [start_entry, goal_entry], distance })
    }

    /// Appends the bends of the path over a hub to `bends`, from start to goal.
    pub(super) fn add_bends(&self, hub_match: HubMatch, bends: &mut Vec<u32>) {
        let [start, goal] = hub_match.entries;
        bends.extend(self.entries.path_to_hub(start));
        // The hub ends both halves, but is listed once.
        bends.pop();
        let first = bends.len();
        bends.extend(self.entries.path_to_hub(goal));
        bends[first..].reverse();
    }

    /// Returns the first bend of the path over a hub.
    pub(super) fn first_bend(&self, hub_match: HubMatch) -> Vec2 {
        self.points[self.entries.owner(hub_match.entries[0]) as usize]
    }
}

#[cfg(test)]
mod tests {
    use tautline_fixtures::rooms;
    use tautline_navmesh::{RandomPoints, Terrain, rectangles_from_cells};

    use super::*;
    use crate::tables::entries::{Entries, ROW};
    use crate::tables::fixed_point::FixedPoint;
    use crate::{BakeOptions, LabelScratch};

    #[test]
    fn wide_entries_give_the_answers_of_narrow_ones() {
        let cells = rooms(5, 40, 40);
        let is_free = |x, y| cells.is_walkable([x, y].map(|at| i32::try_from(at).unwrap()));
        let ground = |x, y| is_free(x, y).then_some(Terrain(0));
        let mesh = rectangles_from_cells(40, 40, ground).build().unwrap();
        let narrow = Labels::bake(&mesh, &BakeOptions::default()).unwrap();
        // As if there were a million hubs: four bits less for distances.
        let format = EntryFormat::for_hubs(1 << 20);
        let repack = |entry| {
            let (narrow, entry) = (EntryFormat::NARROW, Entry(entry));
            format.pack(narrow.distance(entry) >> 4, crate::to_u32(narrow.hub(entry))).0
        };
        let mut wide = narrow.clone();
        let packed: Vec<u64> = narrow.entries.packed().map(repack).collect();
        let owners = (0..narrow.entries.len() / ROW)
            .map(|row| narrow.entries.owner(crate::to_u32(ROW * row)));
        let nexts = narrow.entries.nexts().to_vec();
        wide.entries = Entries::new(format, &packed, nexts, owners.collect());
        wide.fixed_point =
            FixedPoint { units_per_length: narrow.fixed_point.units_per_length / 16.0 };

        let (everywhere, mut seed) = (RandomPoints::new(&mesh), 3);
        let mut scratch = LabelScratch::new();
        let mut over_hubs = 0;
        for _ in 0..500 {
            let ends = [0, 1].map(|_| everywhere.draw(&mesh, &mut seed).unwrap().1);
            // The same memory for both, in turns.
            let lengths = [&narrow, &wide].map(|labels| {
                let [start, goal] = ends;
                labels.shortest_path(&mesh, start, goal, &mut scratch, &mut Vec::new()).unwrap()
            });
            over_hubs += usize::from(scratch.counters().entries > 0);
            assert!((lengths[0] - lengths[1]).abs() <= 1e-11 * lengths[0], "{lengths:?}");
        }
        assert!(over_hubs > 400, "{over_hubs}");
    }
}
