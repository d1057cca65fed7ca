//! Closed intervals of positions in x.

use super::walk::Walk;

/// All positions from `low` to `high`, both included. Empty if `high` is below `low`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::exact) struct Interval {
    pub(in crate::exact) low: i32,
    pub(in crate::exact) high: i32,
}

impl Interval {
    pub(in crate::exact) const EMPTY: Self = Self { low: i32::MAX, high: i32::MIN };

    pub(in crate::exact) const fn new(low: i32, high: i32) -> Self {
        Self { low, high }
    }

    pub(in crate::exact) const fn point(x: i32) -> Self {
        Self { low: x, high: x }
    }

    #[inline]
    pub(in crate::exact) const fn is_empty(self) -> bool {
        self.low > self.high
    }

    /// Returns true if another interval is a subset.
    #[inline]
    pub(in crate::exact) const fn contains(self, other: Self) -> bool {
        self.low <= other.low && other.high <= self.high
    }

    #[inline]
    pub(in crate::exact) const fn overlaps(self, other: Self) -> bool {
        self.low <= other.high && other.low <= self.high
    }

    /// Returns true if both overlap or are adjacent.
    #[inline]
    pub(in crate::exact) const fn touches(self, other: Self) -> bool {
        self.low <= other.high + 1 && other.low <= self.high + 1
    }

    /// Returns the lengths by which another interval sticks out at the low and at the high end.
    #[inline]
    pub(in crate::exact) fn overhang(self, other: Self) -> [i32; 2] {
        [(self.low - other.low).max(0), (other.high - self.high).max(0)]
    }

    /// Returns the greater of both [`overhang`](Self::overhang)s.
    #[inline]
    pub(in crate::exact) fn max_overhang(self, other: Self) -> i32 {
        let [left, right] = self.overhang(other);
        left.max(right)
    }

    /// Returns the distance between both; 0 if they overlap.
    #[inline]
    pub(in crate::exact) fn gap(self, other: Self) -> i32 {
        (other.low - self.high).max(self.low - other.high).max(0)
    }

    /// Returns the smallest interval that contains both.
    #[inline]
    pub(in crate::exact) fn hull(self, other: Self) -> Self {
        Self { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    #[inline]
    pub(in crate::exact) fn intersection(self, other: Self) -> Self {
        Self { low: self.low.max(other.low), high: self.high.min(other.high) }
    }

    /// Returns the interval extended by a distance on both sides.
    #[inline]
    pub(in crate::exact) const fn grown(self, distance: i32) -> Self {
        Self { low: self.low - distance, high: self.high + distance }
    }

    /// Returns the position in the interval that is nearest to `x`.
    #[inline]
    pub(in crate::exact) fn nearest(self, x: i32) -> i32 {
        x.max(self.low).min(self.high)
    }

    /// Returns the interval from the first to the last position with a residue modulo `step`;
    /// `None` if no position has it.
    pub(in crate::exact) fn aligned(self, residue: i32, step: i32) -> Option<Self> {
        let low = self.low + (residue - self.low).rem_euclid(step);
        let high = self.high - (self.high - residue).rem_euclid(step);
        (low <= high).then_some(Self { low, high })
    }

    /// Returns the residues of all positions modulo the walk step, one bit each.
    pub(in crate::exact) fn residues(self, walk: Walk) -> u64 {
        let step = walk.step.max(1);
        let count = self.high - self.low + 1;
        // The interval covers a whole period.
        if count >= step {
            return u64::MAX;
        }
        let run = (1_u64 << count) - 1;
        let first = self.low.rem_euclid(step);
        let shifted = run << first;
        // Bits shifted beyond the step wrap around.
        if first + count > step { shifted | run >> (step - first) } else { shifted }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn residues_wrap_around_at_the_walk_step() {
        let walk = Walk { step: 8 };
        assert_eq!(Interval::point(0).residues(walk), 1);
        assert_eq!(Interval::new(6, 9).residues(walk) & 0xff, 0b1100_0011);
        assert_eq!(Interval::new(3, 10).residues(walk), u64::MAX);
    }
}
