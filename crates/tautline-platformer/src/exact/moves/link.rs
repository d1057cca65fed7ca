//! Moves from span to span, and which of them are worth keeping.

use super::looks::Looked;
use super::piece::Piece;
use crate::exact::terrain::{Interval, SpanId, Walk};

/// A move from one span to another: whoever stands at a place of `from` can be
/// at any place of `to` that is no further away than he walks in the time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::exact) struct Link {
    /// Frames.
    pub(in crate::exact) time: u32,
    /// The flight's number.
    pub(in crate::exact) flight: u16,
    /// The index of the flight's event that bumps into a ceiling, or
    /// [`NO_BUMP`](crate::exact::flights::NO_BUMP).
    pub(in crate::exact) bump: u16,
    pub(in crate::exact) from: Interval,
    pub(in crate::exact) to: Interval,
    /// As in [`Piece`].
    pub(in crate::exact) classes: u64,
}

impl Link {
    /// Whether another link is never better: whatever pair of places it joins,
    /// one walks from the first to this one's launches, flies, and walks from
    /// its landings to the second in no more frames.
    ///
    /// The pairs of the other are those no further apart than one walks in its
    /// time. On the way through this one, besides the flight, some frames go by
    /// until one is among its launches, and some after its landings: these are
    /// needed at least, and any more may be walked on either side. Launches and
    /// landings being intervals, places between them that are near enough always
    /// exist, so that only the sum of both counts.
    #[inline]
    pub(super) fn dominates(&self, other: &Self, walk: Walk, digital: bool) -> bool {
        if self.time > other.time {
            return false;
        }
        let before = self.from.beyond(other.from);
        let after = self.to.beyond(other.to);
        if before[0] | before[1] | after[0] | after[1] == 0 {
            return other.classes & !self.classes == 0;
        }
        let spare = other.time - self.time;
        if digital || spare == 0 {
            return false;
        }
        let reach = walk.reach(spare);
        if before[0].saturating_add(after[0]) > reach || before[1].saturating_add(after[1]) > reach
        {
            return false;
        }
        let frames = |side: usize| walk.frames(before[side]) + walk.frames(after[side]);
        if frames(0) > spare || frames(1) > spare {
            return false;
        }
        // From beyond one end to beyond the other: such pairs are far apart, and
        // those too far for the other link do not count.
        [0, 1].into_iter().all(|side| {
            let (before, after) = (before[side], after[1 - side]);
            let apart =
                if side == 0 { self.to.high - self.from.low } else { self.from.high - self.to.low };
            before == 0 || after == 0 || {
                let both = walk.frames(before) + walk.frames(after);
                both <= spare || walk.most_frames_of_two(walk.reach(other.time) - apart) <= spare
            }
        })
    }
}

/// The links of one span to one other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::exact) struct Group {
    pub(in crate::exact) to: SpanId,
    /// Where its links begin in the list of all; they end where the next
    /// group's begin.
    pub(in crate::exact) first: u32,
    /// The time of its fastest link.
    pub(in crate::exact) least: u32,
}

/// All moves from one span.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(in crate::exact) struct Links {
    /// By row of the destination, then from the left.
    pub(in crate::exact) groups: Box<[Group]>,
    /// Group by group, fastest first.
    pub(in crate::exact) links: Box<[Link]>,
    /// The first row that was looked at.
    pub(in crate::exact) first_row: i32,
    /// What was looked at, row by row.
    pub(in crate::exact) looked: Box<[Looked]>,
}

impl Links {
    /// The links of the group with an index.
    #[inline]
    pub(in crate::exact) fn of_group(&self, index: usize) -> std::ops::Range<usize> {
        let end = self.groups.get(index + 1).map_or(self.links.len(), |next| next.first as usize);
        self.groups[index].first as usize..end
    }

    /// What was looked at in a row.
    pub(in crate::exact) fn looked_in(&self, row: i32) -> Option<Looked> {
        let index = usize::try_from(row - self.first_row).ok()?;
        self.looked.get(index).copied()
    }
}

impl Link {
    pub(super) fn of_piece(piece: &Piece, time: u32, flight: u16, bump: u16) -> Self {
        Self { time, flight, bump, from: piece.from, to: piece.at, classes: piece.classes }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::exact::flights::NO_BUMP;
    use tautline_fixtures::SplitMix64;

    /// A link between parts of two intervals of places, each launch of which
    /// reaches some place, and each place of which is reached.
    pub(in super::super) fn random_link(
        random: &mut SplitMix64,
        from: Interval,
        to: Interval,
        walk: Walk,
    ) -> Option<Link> {
        let mut part = |Interval { low, high }: Interval| {
            Interval::at(random.between(low, high)).hull(Interval::at(random.between(low, high)))
        };
        let (from, to) = (part(from), part(to));
        let time = u32::try_from(random.between(0, 9)).unwrap();
        let reach = walk.reach(time);
        let to = to.intersection(from.grown(reach));
        let from = from.intersection(to.grown(reach));
        let is_link = !to.is_empty() && !from.is_empty();
        is_link.then_some(Link { time, flight: 0, bump: NO_BUMP, from, to, classes: u64::MAX })
    }

    /// Frames from a place to a place by a link, walking before and after it,
    /// found by trying all launches and landings.
    pub(in super::super) fn frames_by(link: &Link, from: i32, to: i32, walk: Walk) -> Option<u32> {
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
    fn who_dominates_joins_all_pairs_as_soon() {
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
