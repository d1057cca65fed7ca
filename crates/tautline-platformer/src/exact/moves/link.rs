//! Moves from span to span, and which of them are worth keeping.

use super::hull::Hull;
use super::piece::Piece;
use crate::exact::terrain::interval::beyond;
use crate::exact::terrain::{Columns, SpanId, Walk};

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
    pub(in crate::exact) from: [i32; 2],
    pub(in crate::exact) to: [i32; 2],
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
        let before = beyond(self.from, other.from);
        let after = beyond(self.to, other.to);
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
                if side == 0 { self.to[1] - self.from[0] } else { self.from[1] - self.to[0] };
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

/// What a span's moves looked at in one row: columns, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::exact) struct Looked {
    pub(in crate::exact) first: u16,
    pub(in crate::exact) last: u16,
}

impl Looked {
    /// What bodies at places looked at: the columns that they overlap, and the
    /// one beyond each end, which stopped them.
    pub(super) fn of_places(places: Hull, columns: &Columns) -> Self {
        if places.is_empty() {
            return Self { first: u16::MAX, last: 0 };
        }
        let Hull { low, high } = places;
        let [first, last] = [columns.of((low - 1).max(0)), columns.of(high + columns.width)]
            .map(|column| u16::try_from(column).unwrap_or(u16::MAX));
        Self { first, last }
    }

    pub(in crate::exact) fn contains(self, column: i32) -> bool {
        i32::from(self.first) <= column && column <= i32::from(self.last)
    }

    /// Whether bodies at some of the places from `low` to `high` may have looked.
    pub(in crate::exact) fn may_hold(self, [low, high]: [i32; 2], columns: &Columns) -> bool {
        i32::from(self.first) <= columns.last(high) && columns.first(low) <= i32::from(self.last)
    }
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
    use crate::exact::terrain::interval::holds;
    use tautline_fixtures::SplitMix64;

    /// A link between parts of two intervals of places, each launch of which
    /// reaches some place, and each place of which is reached.
    pub(in super::super) fn random_link(
        random: &mut SplitMix64,
        from: [i32; 2],
        to: [i32; 2],
        walk: Walk,
    ) -> Option<Link> {
        let mut part = |[low, high]: [i32; 2]| {
            let [one, other] = [random.between(low, high), random.between(low, high)];
            [one.min(other), one.max(other)]
        };
        let (from, to) = (part(from), part(to));
        let time = u32::try_from(random.between(0, 9)).unwrap();
        let reach = walk.reach(time);
        let to = [to[0].max(from[0] - reach), to[1].min(from[1] + reach)];
        let from = [from[0].max(to[0] - reach), from[1].min(to[1] + reach)];
        let is_link = to[0] <= to[1] && from[0] <= from[1];
        is_link.then_some(Link { time, flight: 0, bump: NO_BUMP, from, to, classes: u64::MAX })
    }

    /// Frames from a place to a place by a link, walking before and after it,
    /// found by trying all launches and landings.
    pub(in super::super) fn frames_by(link: &Link, from: i32, to: i32, walk: Walk) -> Option<u32> {
        let pairs = (link.from[0]..=link.from[1])
            .flat_map(|launch| (link.to[0]..=link.to[1]).map(move |landing| (launch, landing)));
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
            let walk = Walk::new(random.between(1, 5));
            let mut link = || random_link(&mut random, [0, 20], [5, 30], walk);
            let (Some(one), Some(other)) = (link(), link()) else { continue };
            if !one.dominates(&other, walk, false) {
                continue;
            }
            let inside = holds(one.from, other.from) && holds(one.to, other.to);
            dominated[usize::from(inside)] += 1;
            for from in other.from[0]..=other.from[1] {
                for to in other.to[0]..=other.to[1] {
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
