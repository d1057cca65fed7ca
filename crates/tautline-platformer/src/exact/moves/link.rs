//! Links between spans, and the dominance relation between them.

use super::read_set::ReadColumns;
use crate::exact::terrain::{Interval, SpanId, Walk};

/// A jump link from one span to another: for every position of `from`, all positions of `to` within
/// walking distance of `time` frames can be reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::exact) struct Link {
    /// Duration in frames.
    pub(in crate::exact) time: u32,
    /// The flight's number.
    pub(in crate::exact) flight: u16,
    /// The index of the flight's event that bumps into a ceiling, or
    /// [`NO_BUMP`](crate::exact::flights::NO_BUMP).
    pub(in crate::exact) bump: u16,
    pub(in crate::exact) from: Interval,
    pub(in crate::exact) to: Interval,
    /// See [`ReachInterval`](super::ReachInterval).
    pub(in crate::exact) residues: u64,
}

impl Link {
    /// Returns true if this link is at least as good as another one (Pareto dominance): for every
    /// pair of positions that `other` connects, walking to a launch of this link, flying, and
    /// walking on from its landing takes no more frames.
    ///
    /// `other` connects the pairs that are at most its reach apart. A detour over this link costs
    /// the frames that it takes to walk to its launches (`before`) and away from its landings
    /// (`after`):
    ///
    /// ```text
    ///   other.from  |------------------|             other.to  |---------------|
    ///   self.from        |--------|                  self.to      |------|
    ///               before[0]  before[1]                      after[0]  after[1]
    /// ```
    ///
    /// Launches and landings are intervals, so that a launch and a landing close enough to each
    /// other always exist. Therefore only the sum of both walks has to fit into the time that this
    /// link saves.
    #[inline]
    pub(super) fn dominates(&self, other: &Self, walk: Walk, digital: bool) -> bool {
        if self.time > other.time {
            return false;
        }
        let before = self.from.overhang(other.from);
        let after = self.to.overhang(other.to);
        if before[0] | before[1] | after[0] | after[1] == 0 {
            return other.residues & !self.residues == 0;
        }
        let spare = other.time - self.time;
        // On a digital axis, a walk could end at another residue.
        if digital || spare == 0 {
            return false;
        }
        let reach = walk.reach(spare);
        if before[0].saturating_add(after[0]) > reach || before[1].saturating_add(after[1]) > reach
        {
            return false;
        }
        let frames = |side: usize| walk.frames(before[side]) + walk.frames(after[side]);
        // Each end on its own: pairs beyond the low ends of both, and beyond the high ends of both.
        if frames(0) > spare || frames(1) > spare {
            return false;
        }
        // Walking in at one end and out at the opposite end only happens to pairs that are far
        // apart. `other` connects such a pair only if it is within its reach, which bounds both
        // walks together.
        [0, 1].into_iter().all(|side| {
            let (before, after) = (before[side], after[1 - side]);
            let apart =
                if side == 0 { self.to.high - self.from.low } else { self.from.high - self.to.low };
            before == 0 || after == 0 || {
                let both = walk.frames(before) + walk.frames(after);
                both <= spare || walk.max_frames_of_two(walk.reach(other.time) - apart) <= spare
            }
        })
    }
}

/// The links from one span to one other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::exact) struct Group {
    pub(in crate::exact) to: SpanId,
    /// The index of the first link; the last is before the first link of the next group.
    pub(in crate::exact) first: u32,
    /// The time of the fastest link.
    pub(in crate::exact) fastest: u32,
}

/// All links from one span.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(in crate::exact) struct Links {
    /// Sorted by the destination's row, then from the left.
    pub(in crate::exact) groups: Box<[Group]>,
    /// Group by group, fastest first.
    pub(in crate::exact) links: Box<[Link]>,
    /// The first row of the read set.
    pub(in crate::exact) first_read_row: i32,
    /// The read set, row by row.
    pub(in crate::exact) read: Box<[ReadColumns]>,
}

impl Links {
    /// Returns the index range of a group's links.
    #[inline]
    pub(in crate::exact) fn of_group(&self, index: usize) -> std::ops::Range<usize> {
        let end = self.groups.get(index + 1).map_or(self.links.len(), |next| next.first as usize);
        self.groups[index].first as usize..end
    }

    /// Returns the columns read in a row; `None` outside of the read set.
    pub(in crate::exact) fn read_in(&self, row: i32) -> Option<ReadColumns> {
        let index = usize::try_from(row - self.first_read_row).ok()?;
        self.read.get(index).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::flights::NO_BUMP;
    use tautline_fixtures::SplitMix64;

    /// Returns a random link between parts of two intervals, or `None`. Every launch reaches some
    /// landing, and every landing is reached.
    fn random_link(
        random: &mut SplitMix64,
        from: Interval,
        to: Interval,
        walk: Walk,
    ) -> Option<Link> {
        let mut part = |Interval { low, high }: Interval| {
            Interval::point(random.between(low, high))
                .hull(Interval::point(random.between(low, high)))
        };
        let (from, to) = (part(from), part(to));
        let time = u32::try_from(random.between(0, 9)).unwrap();
        let reach = walk.reach(time);
        let to = to.intersection(from.grown(reach));
        let from = from.intersection(to.grown(reach));
        let is_link = !to.is_empty() && !from.is_empty();
        is_link.then_some(Link { time, flight: 0, bump: NO_BUMP, from, to, residues: u64::MAX })
    }

    /// Returns the least number of frames between two positions over a link with walks before and
    /// after it, by trying all launches and landings.
    fn frames_by(link: &Link, from: i32, to: i32, walk: Walk) -> Option<u32> {
        let pairs = (link.from.low..=link.from.high)
            .flat_map(|launch| (link.to.low..=link.to.high).map(move |landing| (launch, landing)));
        let near =
            pairs.filter(|(launch, landing)| (launch - landing).abs() <= walk.reach(link.time));
        near.map(|(launch, landing)| {
            walk.frames((from - launch).abs()) + link.time + walk.frames((to - landing).abs())
        })
        .min()
    }

    #[test]
    fn a_dominating_link_connects_all_pairs_as_fast() {
        let mut random = SplitMix64::new(8);
        let mut dominated = [0, 0];
        for _ in 0..60_000 {
            let walk = Walk { step: random.between(1, 5) };
            let mut link =
                || random_link(&mut random, Interval::new(0, 20), Interval::new(5, 30), walk);
            let (Some(one), Some(other)) = (link(), link()) else { continue };
            if !one.dominates(&other, walk, false) {
                continue;
            }
            let inside = one.from.contains(other.from) && one.to.contains(other.to);
            dominated[usize::from(inside)] += 1;
            for from in other.from.low..=other.from.high {
                for to in other.to.low..=other.to.high {
                    if (from - to).abs() <= walk.reach(other.time) {
                        let frames = frames_by(&one, from, to, walk);
                        assert!(frames.unwrap() <= other.time, "{one:?} {other:?} {from} {to}");
                    }
                }
            }
        }
        assert!(dominated.iter().all(|&count| count > 1_000), "{dominated:?}");
    }
}
