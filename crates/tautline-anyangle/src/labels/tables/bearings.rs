//! How far it is to the beacons, a few corners, roughly.
//!
//! Most corners that an end sees begin no shortest path. How far two places are from a
//! beacon tells how far they are apart at least, and at most; with both bounds, more
//! than half of the corners are ruled out before anything of their entries is fetched.

use super::units::Units;

/// Processors work on so many small numbers at a time.
const LANES: usize = 8;
const BLOCKS: usize = 3;

/// A step is so many bits longer than a unit.
const DROPPED_BITS: u32 = 33;

/// How many beacons there are: what is known of a corner fills a line of the
/// processor's cache.
pub(in crate::labels) const BEACONS: usize = LANES * BLOCKS;

/// How far a place is from each beacon, in steps, rounded down; the greatest number
/// where it is at least that far, or not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::labels) struct Bearings([[i16; LANES]; BLOCKS]);

impl Default for Bearings {
    fn default() -> Self {
        Self::UNKNOWN
    }
}

impl Bearings {
    pub(in crate::labels) const UNKNOWN: Self = Self([[i16::MAX; LANES]; BLOCKS]);

    /// From plain numbers, none of which is above `i16::MAX`.
    pub(in crate::labels) fn from_plain(steps: &[u16; BEACONS]) -> Self {
        let mut bearings = Self::UNKNOWN;
        for (mine, steps) in bearings.0.as_flattened_mut().iter_mut().zip(steps) {
            *mine = steps.cast_signed();
        }
        bearings
    }

    pub(in crate::labels) fn to_plain(self) -> impl Iterator<Item = u16> {
        self.0.into_iter().flatten().map(i16::cast_unsigned)
    }

    /// How many steps a length in units has, of which no more than 2^48 come together.
    #[expect(clippy::cast_possible_truncation, reason = "15 bits are left")]
    #[inline(always)]
    pub(in crate::labels) const fn steps(units: u64) -> i16 {
        (units >> DROPPED_BITS) as i16 & i16::MAX
    }

    pub(in crate::labels) fn note(&mut self, beacon: usize, length: f64, units: Units) {
        if length.is_finite() {
            self.0.as_flattened_mut()[beacon] = Self::steps(units.of(length));
        }
    }

    /// Takes note of a way by a corner that is so many steps away.
    #[inline(always)]
    pub(in crate::labels) fn join(&mut self, corner: &Self, steps: i16) {
        for (mine, theirs) in self.0.iter_mut().zip(corner.0) {
            *mine = lanes(*mine, theirs, |mine, theirs| mine.min(theirs.saturating_add(steps)));
        }
    }

    /// With how many steps a way begins no shortest path between two ends any more, that
    /// took note of all corners that they see; nothing if no beacon tells.
    #[inline(always)]
    pub(in crate::labels) fn limit(&self, other: &Self) -> Option<i16> {
        /// An upper bound from two ends, each with two numbers rounded down, may be four
        /// steps too short; and what it is compared with, two steps too long.
        const ROUNDING: i16 = 8;
        let mut least = [i16::MAX; LANES];
        for (mine, theirs) in self.0.iter().zip(&other.0) {
            least = lanes(least, lanes(*mine, *theirs, i16::saturating_add), i16::min);
        }
        let limit = least.into_iter().fold(i16::MAX, i16::min).saturating_add(ROUNDING);
        (limit < i16::MAX).then_some(limit)
    }

    /// Whether a way of so many steps to the corner that these bearings are of, and on to
    /// an end, has more steps than a limit.
    ///
    /// An end takes note of the corners that it sees only, and may take itself to be
    /// farther from a beacon than it is. But not than by the last corner of a shortest
    /// path, which is among them: so no such path is ruled out.
    #[inline(always)]
    pub(in crate::labels) fn is_beyond(&self, limit: i16, steps: i16, end: &Self) -> bool {
        let left = limit.saturating_sub(steps);
        self.most_apart(end).into_iter().fold(false, |is_beyond, apart| is_beyond | (apart > left))
    }

    /// How long a way from the corner that these bearings are of to an end is at least.
    #[inline]
    pub(in crate::labels) fn least_length(&self, end: &Self, units: Units) -> f64 {
        /// An end may take itself to be two steps nearer than it is, and the corner one;
        /// and one more for the last bits of lengths.
        const ROUNDING: i16 = 4;
        let apart = self.most_apart(end).into_iter().fold(ROUNDING, i16::max) - ROUNDING;
        units.length(u64::from(apart.unsigned_abs()) << DROPPED_BITS)
    }

    /// By how much the numbers of two places differ, block by block the most.
    #[inline(always)]
    fn most_apart(&self, end: &Self) -> [i16; LANES] {
        let apart = |a: i16, b: i16| a.saturating_sub(b).max(b.saturating_sub(a));
        let mut most = [0; LANES];
        for (mine, theirs) in self.0.iter().zip(&end.0) {
            most = lanes(most, lanes(*mine, *theirs, apart), i16::max);
        }
        most
    }
}

/// Works on the numbers of two blocks. In a plain loop, which becomes a few instructions
/// that work on all.
#[inline(always)]
fn lanes(a: [i16; LANES], b: [i16; LANES], work: impl Fn(i16, i16) -> i16) -> [i16; LANES] {
    let mut results = [0; LANES];
    for at in 0..LANES {
        results[at] = work(a[at], b[at]);
    }
    results
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_known_rules_nothing_out() {
        let near = Bearings([[7; LANES]; BLOCKS]);
        for end in [near, Bearings::UNKNOWN] {
            assert_eq!(end.limit(&Bearings::UNKNOWN), None);
        }
        let limit = near.limit(&near).unwrap();
        assert!(near.is_beyond(limit, 23, &near) && !near.is_beyond(limit, 22, &near));
    }
}
