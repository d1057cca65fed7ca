//! Where the labels of both ends meet.

use tautline_geometry::Vec2;

use super::end::CandidateRow;
use crate::labels::Labels;
use crate::labels::tables::entries::Entry;

/// The least distance from the start to each hub, with the corner over which it
/// leads.
///
/// One number for each hub, of which the least wins: 6 bits that fall with each
/// query, so that what earlier ones left loses; 50 bits of distance; and 8 bits
/// of the row's number. Noting a way is a minimum of two numbers, and
/// nothing has to be cleared.
#[derive(Clone, Debug, Default)]
pub(super) struct MergeScratch {
    /// As many as there can be: so no number of a hub is out of range.
    best: Vec<u64>,
    /// What may have been written to.
    hubs: usize,
    epoch: u64,
}

const EPOCH_SHIFT: u32 = 58;
const NUMBER_BITS: u32 = 8;
const DISTANCE_MASK: u64 = (1 << 50) - 1;
/// What a table begins with. Not the greatest number: sums with it must not
/// overflow.
const UNTOUCHED: u64 = 63 << EPOCH_SHIFT;

/// The best meeting of two labels: an entry of each.
#[derive(Clone, Copy, Debug)]
pub(super) struct HubMatch {
    pub(super) entries: [u32; 2],
    /// The length of the way, in units.
    pub(super) distance: u64,
}

impl MergeScratch {
    /// Begins anew, for so many hubs at most.
    fn restart(&mut self, hubs: usize) {
        if self.best.is_empty() {
            self.best.resize(Entry::MOST_HUBS, UNTOUCHED);
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
    /// Finds the hub over which the way is shortest between what the start sees
    /// and what the goal sees.
    pub(super) fn merge_labels(
        &self,
        starts: &[CandidateRow],
        goals: &[CandidateRow],
        scratch: &mut MergeScratch,
    ) -> Option<HubMatch> {
        scratch.restart(self.hub_count as usize);
        let epoch = scratch.epoch;
        let best: &mut [u64; Entry::MOST_HUBS] = scratch.best.as_mut_slice().try_into().ok()?;
        for (number, row) in (0_u64..).zip(starts) {
            let base = epoch << EPOCH_SHIFT | row.distance << NUMBER_BITS | number & 0xff;
            for entry in self.entries.row(row.row) {
                let known = &mut best[entry.hub()];
                *known = (*known).min(base + (entry.distance() << NUMBER_BITS));
            }
        }
        let mut least = (u64::MAX, 0);
        for (number, row) in goals.iter().enumerate() {
            let sum = |entry: Entry| {
                best[entry.hub()] + ((row.distance + entry.distance()) << NUMBER_BITS)
            };
            let [a, b, c, d] = self.entries.row(row.row).map(sum);
            let least_here = a.min(b).min(c.min(d));
            if least_here < least.0 {
                least = (least_here, number);
            }
        }
        let (sum, goal) = least;
        if sum >> EPOCH_SHIFT != epoch {
            return None;
        }
        // The winners again: the entry of the goal's row, then that of the start.
        let goal = &goals[goal];
        let (goal_entry, entry) = self.entries.numbered(goal.row).find(|(_, entry)| {
            best[entry.hub()] + ((goal.distance + entry.distance()) << NUMBER_BITS) == sum
        })?;
        let (hub, to_hub) = (entry.hub(), best[entry.hub()]);
        let distance = to_hub >> NUMBER_BITS & DISTANCE_MASK;
        let first = (to_hub & 0xff) as usize;
        let (start_entry, _) = starts.iter().skip(first).step_by(256).find_map(|row| {
            self.entries.numbered(row.row).find(|(_, entry)| {
                entry.hub() == hub && row.distance + entry.distance() == distance
            })
        })?;
        let distance = sum >> NUMBER_BITS & DISTANCE_MASK;
        Some(HubMatch { entries: [start_entry, goal_entry], distance })
    }

    /// Adds the bends of the path over a meeting to others, from the start to the goal.
    pub(super) fn add_bends(&self, hub_match: HubMatch, bends: &mut Vec<u32>) {
        let [start, goal] = hub_match.entries;
        bends.extend(self.entries.way(start));
        // The hub ends both ways, and is named once.
        bends.pop();
        let first = bends.len();
        bends.extend(self.entries.way(goal));
        bends[first..].reverse();
    }

    /// The first bend of the path over a hub_match.
    pub(super) fn first_bend(&self, hub_match: HubMatch) -> Vec2 {
        self.points[self.entries.owner(hub_match.entries[0]) as usize]
    }
}
