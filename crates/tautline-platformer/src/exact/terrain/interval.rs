//! Intervals of places: how two of them lie to each other, and which of their places a walk
//! of whole steps comes to.

use super::walk::Walk;

/// All places from `low` to `high`, both included; none if `high` is below `low`.
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

    pub(in crate::exact) const fn at(x: i32) -> Self {
        Self { low: x, high: x }
    }

    #[inline]
    pub(in crate::exact) const fn is_empty(self) -> bool {
        self.low > self.high
    }

    /// Tests whether all of another interval is in it.
    #[inline]
    pub(in crate::exact) const fn contains(self, other: Self) -> bool {
        self.low <= other.low && other.high <= self.high
    }

    #[inline]
    pub(in crate::exact) const fn meets(self, other: Self) -> bool {
        self.low <= other.high && other.low <= self.high
    }

    /// Tests whether both overlap or are adjacent.
    #[inline]
    pub(in crate::exact) const fn touches(self, other: Self) -> bool {
        self.low <= other.high + 1 && other.low <= self.high + 1
    }

    /// The lengths by which another interval sticks out at the low and at the high end.
    #[inline]
    pub(in crate::exact) fn beyond(self, other: Self) -> [i32; 2] {
        [(self.low - other.low).max(0), (other.high - self.high).max(0)]
    }

    /// The greater length by which another interval sticks out at an end.
    #[inline]
    pub(in crate::exact) fn excess(self, other: Self) -> i32 {
        let [left, right] = self.beyond(other);
        left.max(right)
    }

    /// The distance between both; 0 if they overlap.
    #[inline]
    pub(in crate::exact) fn gap(self, other: Self) -> i32 {
        (other.low - self.high).max(self.low - other.high).max(0)
    }

    /// The interval around both.
    #[inline]
    pub(in crate::exact) fn hull(self, other: Self) -> Self {
        Self { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    #[inline]
    pub(in crate::exact) fn intersection(self, other: Self) -> Self {
        Self { low: self.low.max(other.low), high: self.high.min(other.high) }
    }

    /// All places no further away than a distance.
    #[inline]
    pub(in crate::exact) const fn grown(self, distance: i32) -> Self {
        Self { low: self.low - distance, high: self.high + distance }
    }

    /// The place in it that is nearest to `x`.
    #[inline]
    pub(in crate::exact) fn nearest(self, x: i32) -> i32 {
        x.max(self.low).min(self.high)
    }

    /// The part between its first and last place of a class.
    pub(in crate::exact) fn aligned(self, class: i32, step: i32) -> Option<Self> {
        let low = self.low + (class - self.low).rem_euclid(step);
        let high = self.high - (self.high - class).rem_euclid(step);
        (low <= high).then_some(Self { low, high })
    }

    /// The remainders of its places by the walk step, one bit each.
    pub(in crate::exact) fn classes(self, walk: Walk) -> u64 {
        let step = walk.step.max(1);
        let count = self.high - self.low + 1;
        if count >= step {
            return u64::MAX;
        }
        let run = (1_u64 << count) - 1;
        let first = self.low.rem_euclid(step);
        let shifted = run << first;
        // What was shifted beyond the step comes round.
        if first + count > step { shifted | run >> (step - first) } else { shifted }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_come_round() {
        let walk = Walk { step: 8 };
        assert_eq!(Interval::at(0).classes(walk), 1);
        assert_eq!(Interval::new(6, 9).classes(walk) & 0xff, 0b1100_0011);
        assert_eq!(Interval::new(3, 10).classes(walk), u64::MAX);
    }
}
