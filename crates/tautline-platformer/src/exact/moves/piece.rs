//! Whole intervals of launches and places, moved at once.

use crate::exact::terrain::{Interval, Walk, reaching};

/// All pairs of a launch in `from` and a place in `at` that are no further
/// apart than one walks in the time since the launch (and, where the axis is
/// digital, of the same class): exactly the places that the launches reach
/// within one corridor.
///
/// Invariant: every launch reaches some place, and every place is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::exact) struct Piece {
    pub(super) from: Interval,
    pub(in crate::exact) at: Interval,
    /// Remainders of x by the walk step that get here, one bit each; all bits
    /// where the axis is analog.
    pub(super) classes: u64,
}

impl Piece {
    /// Everyone stands where he is.
    pub(in crate::exact) const fn start(places: Interval) -> Self {
        Self { from: places, at: places, classes: u64::MAX }
    }

    /// Walks up to `distance` to both sides, as far as the gap lets that it is in.
    #[inline(always)]
    pub(in crate::exact) fn spread(&mut self, distance: i32, gaps: &[Interval]) {
        let gap = gaps.get(gaps.partition_point(|gap| gap.high < self.at.low));
        self.at = self.at.grown(distance).intersection(gap.copied().unwrap_or(Interval::EMPTY));
    }

    /// The part at some places; `reach` is how far one walks in the time since the launch.
    #[inline]
    pub(super) fn cut(&self, places: Interval, reach: i32, digital: Option<Walk>) -> Option<Self> {
        let at = self.at.intersection(places);
        if at.is_empty() {
            return None;
        }
        let from = self.from.intersection(at.grown(reach));
        if from.is_empty() {
            return None;
        }
        let mut classes = self.classes;
        if let Some(walk) = digital {
            classes &= at.classes(walk) & from.classes(walk);
            if classes == 0 {
                return None;
            }
        }
        Some(Self { from, at, classes })
    }

    fn contains(&self, other: &Self) -> bool {
        self.from.contains(other.from)
            && self.at.contains(other.at)
            && other.classes & !self.classes == 0
    }

    /// Both as one piece, where that is exactly their union.
    fn united(&self, other: &Self) -> Option<Self> {
        if self.classes != other.classes {
            return None;
        }
        if self.from == other.from && self.at.touches(other.at) {
            Some(Self { at: self.at.hull(other.at), ..*self })
        } else if self.at == other.at && self.from.touches(other.from) {
            Some(Self { from: self.from.hull(other.from), ..*self })
        } else {
            None
        }
    }
}

/// Lets pieces walk up to `distance` to both sides, as far as the gaps let that they are
/// in. Both come from the left. Gives the places around all.
#[inline(always)]
pub(super) fn spread_all(pieces: &mut [Piece], distance: i32, mut gaps: &[Interval]) -> Interval {
    let mut hull = Interval::EMPTY;
    for Piece { at, .. } in pieces {
        gaps = reaching(gaps, at.low);
        if let Some(gap) = gaps.first() {
            *at = at.grown(distance).intersection(*gap);
        }
        hull = hull.hull(*at);
    }
    hull
}

/// Drops the pieces that others contain and unites those that are one. Without it long
/// falls past many ledges would double their pieces at each.
pub(super) fn tidy(pieces: &mut Vec<Piece>) {
    if pieces.len() < 2 || pieces.is_sorted_by(|one, other| one.at.high + 1 < other.at.low) {
        return;
    }
    if !pieces.is_sorted_by_key(|piece| piece.at.low) {
        pieces.sort_unstable_by_key(|piece| (piece.at, piece.from, piece.classes));
    }
    let mut index = 0;
    'next: while index < pieces.len() {
        let mut other = index + 1;
        while other < pieces.len() && pieces[other].at.low <= pieces[index].at.high + 1 {
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
        let piece = |[low, high]: [i32; 2], [left, right]: [i32; 2]| Piece {
            from: Interval::new(low, high),
            at: Interval::new(left, right),
            classes: u64::MAX,
        };
        let mut pieces =
            vec![piece([0, 5], [10, 12]), piece([0, 5], [3, 9]), piece([1, 2], [4, 5])];
        tidy(&mut pieces);
        assert_eq!(pieces, [piece([0, 5], [3, 12])]);
    }
}
