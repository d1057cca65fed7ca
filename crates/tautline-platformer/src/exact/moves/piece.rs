//! Whole intervals of launches and places, moved at once.

use super::hull::Hull;
use crate::exact::terrain::interval::{classes_of, holds, hull, touch};
use crate::exact::terrain::{Columns, Runs, Walk, reaching};

/// All pairs of a launch in `from` and a place in `at` that are no further
/// apart than one walks in the time since the launch (and, where the axis is
/// digital, of the same class): exactly the places that the launches reach
/// within one corridor.
///
/// Invariant: every launch reaches some place, and every place is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::exact) struct Piece {
    pub(super) from: [i32; 2],
    pub(in crate::exact) at: [i32; 2],
    /// Remainders of x by the walk step that get here, one bit each; all bits
    /// where the axis is analog.
    pub(super) classes: u64,
}

impl Piece {
    /// Everyone stands where he is.
    pub(in crate::exact) const fn start(low: i32, high: i32) -> Self {
        Self { from: [low, high], at: [low, high], classes: u64::MAX }
    }

    /// Walks up to `distance` to both sides, as far as the runs let.
    #[inline(always)]
    pub(in crate::exact) fn spread(&mut self, distance: i32, runs: Runs<'_>, columns: &Columns) {
        let first = runs.first(columns.first(self.at[0]));
        let last = runs.last(columns.last(self.at[1]));
        self.at[0] = (self.at[0] - distance).max(first * columns.tile);
        self.at[1] = (self.at[1] + distance).min((last + 1) * columns.tile - columns.width);
    }

    /// The part whose places lie from `low` to `high`; `reach` is how far one
    /// walks in the time since the launch.
    #[inline]
    pub(super) fn cut(
        &self,
        low: i32,
        high: i32,
        reach: i32,
        digital: Option<Walk>,
    ) -> Option<Self> {
        let at = [self.at[0].max(low), self.at[1].min(high)];
        if at[0] > at[1] {
            return None;
        }
        let from = [self.from[0].max(at[0] - reach), self.from[1].min(at[1] + reach)];
        if from[0] > from[1] {
            return None;
        }
        let mut classes = self.classes;
        if let Some(walk) = digital {
            classes &= classes_of(at, walk) & classes_of(from, walk);
            if classes == 0 {
                return None;
            }
        }
        Some(Self { from, at, classes })
    }

    fn contains(&self, other: &Self) -> bool {
        holds(self.from, other.from)
            && holds(self.at, other.at)
            && other.classes & !self.classes == 0
    }

    /// Both as one piece, where that is exactly their union.
    fn united(&self, other: &Self) -> Option<Self> {
        if self.classes != other.classes {
            return None;
        }
        if self.from == other.from && touch(self.at, other.at) {
            Some(Self { at: hull(self.at, other.at), ..*self })
        } else if self.at == other.at && touch(self.from, other.from) {
            Some(Self { from: hull(self.from, other.from), ..*self })
        } else {
            None
        }
    }
}

/// Lets pieces walk up to `distance` to both sides, as far as the gaps let that they are
/// in. Both come from the left. Gives the places around all.
#[inline(always)]
pub(super) fn spread_all(pieces: &mut [Piece], distance: i32, mut gaps: &[[i32; 2]]) -> Hull {
    let mut hull = Hull::EMPTY;
    for Piece { at, .. } in pieces {
        gaps = reaching(gaps, at[0]);
        if let Some(gap) = gaps.first() {
            *at = [(at[0] - distance).max(gap[0]), (at[1] + distance).min(gap[1])];
        }
        hull.add(*at);
    }
    hull
}

/// Drops the pieces that others contain and unites those that are one. Without it long
/// falls past many ledges would double their pieces at each.
pub(super) fn tidy(pieces: &mut Vec<Piece>) {
    if pieces.len() < 2 || pieces.is_sorted_by(|one, other| one.at[1] + 1 < other.at[0]) {
        return;
    }
    if !pieces.is_sorted_by_key(|piece| piece.at[0]) {
        pieces.sort_unstable_by_key(|piece| (piece.at, piece.from, piece.classes));
    }
    let mut index = 0;
    'next: while index < pieces.len() {
        let mut other = index + 1;
        while other < pieces.len() && pieces[other].at[0] <= pieces[index].at[1] + 1 {
            if pieces[index].contains(&pieces[other]) {
                pieces.remove(other);
            } else if pieces[other].contains(&pieces[index]) {
                pieces.remove(index);
                continue 'next;
            } else if let Some(both) = pieces[index].united(&pieces[other]) {
                pieces[index] = both;
                pieces.remove(other);
                other = index + 1;
            } else {
                other += 1;
            }
        }
        index += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_that_touch_with_the_same_launches_are_one() {
        let piece = |from, at| Piece { from, at, classes: u64::MAX };
        let mut pieces =
            vec![piece([0, 5], [10, 12]), piece([0, 5], [3, 9]), piece([1, 2], [4, 5])];
        tidy(&mut pieces);
        assert_eq!(pieces, [piece([0, 5], [3, 12])]);
    }
}
