//! Reach intervals: all launches of a span and all positions reached from them, moved at once.
//!
//! In the air the body moves sideways at any speed up to the walk speed `s`, so that after `t`
//! frames it can be anywhere within `s t` of its launch, as far as walls allow. The set of all
//! pairs of a launch and a position is described by two intervals and the time:
//!
//! ```text
//!       launches `from`                 positions `at` after t frames
//!   ____|==========|____                |~~~~~~~~~~~~~~~~~~~~|
//!       0          10                  -8                    18        (s t = 8)
//!
//!   a wall cuts `at`:                   #|~~~~~~~~~~~~~~~~~~~|   at   = [-3, 18]
//!   an obstacle below cuts it again:     |~~~~~|#####|~~~~~~~|   two parts, [-3, 2] and [9, 18]
//!   each part keeps its own launches:   [-3, 2] comes from [0, 10] within 8: from = [0, 10]
//!                                       [9, 18] comes from [0, 10] within 8: from = [1, 10]
//! ```
//!
//! A pair (x, x') belongs to the reach interval if x is in `from`, x' is in `at`, and
//! |x - x'| <= s t. This is exact, not an approximation, because every wall blocks an interval of
//! positions and speeds can change freely from frame to frame.

use crate::exact::terrain::{Interval, Walk, skip_before};

/// All pairs of a launch in `from` and a position in `at` that are at most the walking distance of
/// the time since the launch apart. On a digital axis both also have the same residue.
///
/// Invariant: every launch reaches some position, and every position is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::exact) struct ReachInterval {
    pub(super) from: Interval,
    pub(in crate::exact) at: Interval,
    /// The residues of x modulo the walk step that occur, one bit each. All bits are set on an
    /// analog axis.
    pub(super) residues: u64,
}

impl ReachInterval {
    /// Returns the reach interval at the time of the launch: each position reaches itself.
    pub(in crate::exact) const fn start(positions: Interval) -> Self {
        Self { from: positions, at: positions, residues: u64::MAX }
    }

    /// Walks up to `distance` to both sides within the gap that the interval is in.
    #[inline(always)]
    pub(in crate::exact) fn spread(&mut self, distance: i32, gaps: &[Interval]) {
        let gap = gaps.get(gaps.partition_point(|gap| gap.high < self.at.low));
        self.at = self.at.grown(distance).intersection(gap.copied().unwrap_or(Interval::EMPTY));
    }

    /// Returns the part at some positions, with the launches from which it is reached; `None` if it
    /// is empty. `reach` is the walking distance of the time since the launch.
    #[inline]
    pub(super) fn cut(
        &self,
        positions: Interval,
        reach: i32,
        digital: Option<Walk>,
    ) -> Option<Self> {
        // Fewer positions may leave launches that no longer reach any of them.
        let at = self.at.intersection(positions);
        if at.is_empty() {
            return None;
        }
        let from = self.from.intersection(at.grown(reach));
        if from.is_empty() {
            return None;
        }
        let mut residues = self.residues;
        if let Some(walk) = digital {
            residues &= at.residues(walk) & from.residues(walk);
            if residues == 0 {
                return None;
            }
        }
        Some(Self { from, at, residues })
    }

    fn contains(&self, other: &Self) -> bool {
        self.from.contains(other.from)
            && self.at.contains(other.at)
            && other.residues & !self.residues == 0
    }

    /// Returns the union with another reach interval if it is a reach interval; otherwise `None`.
    fn union(&self, other: &Self) -> Option<Self> {
        if self.residues != other.residues {
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

/// Lets all intervals walk up to `distance` to both sides within their gaps. Intervals and gaps are
/// sorted from the left. Returns the hull of all positions.
#[inline(always)]
pub(super) fn spread_all(
    intervals: &mut [ReachInterval],
    distance: i32,
    mut gaps: &[Interval],
) -> Interval {
    let mut hull = Interval::EMPTY;
    for ReachInterval { at, .. } in intervals {
        gaps = skip_before(gaps, at.low);
        if let Some(gap) = gaps.first() {
            *at = at.grown(distance).intersection(*gap);
        }
        hull = hull.hull(*at);
    }
    hull
}

/// Removes intervals that another one contains and merges those whose union is one interval.
/// Without this, a long fall past many ledges would double the number of intervals at each ledge.
pub(super) fn coalesce(intervals: &mut Vec<ReachInterval>) {
    // Disjoint intervals in order need no work.
    if intervals.len() < 2 || intervals.is_sorted_by(|one, other| one.at.high + 1 < other.at.low) {
        return;
    }
    if !intervals.is_sorted_by_key(|interval| interval.at.low) {
        intervals.sort_unstable_by_key(|interval| (interval.at, interval.from, interval.residues));
    }
    let mut index = 0;
    'next: while index < intervals.len() {
        let mut other = index + 1;
        while other < intervals.len() && intervals[other].at.low <= intervals[index].at.high + 1 {
            if intervals[index].contains(&intervals[other]) {
                intervals.remove(other);
            } else if intervals[other].contains(&intervals[index]) {
                intervals.remove(index);
                continue 'next;
            } else if let Some(both) = intervals[index].union(&intervals[other]) {
                intervals[index] = both;
                intervals.remove(other);
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
        let interval = |[low, high]: [i32; 2], [left, right]: [i32; 2]| ReachInterval {
            from: Interval::new(low, high),
            at: Interval::new(left, right),
            residues: u64::MAX,
        };
        let mut intervals =
            vec![interval([0, 5], [10, 12]), interval([0, 5], [3, 9]), interval([1, 2], [4, 5])];
        coalesce(&mut intervals);
        assert_eq!(intervals, [interval([0, 5], [3, 12])]);
    }
}
