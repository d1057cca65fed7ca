//! Intervals of places, both ends included: how two of them lie to each other, and
//! which of their places a walk of whole steps comes to.

use super::walk::Walk;

/// Whether all of `inner` is in `outer`.
#[inline]
pub(in crate::exact) fn holds(outer: [i32; 2], inner: [i32; 2]) -> bool {
    outer[0] <= inner[0] && inner[1] <= outer[1]
}

/// How far `inner` sticks out of `outer`.
#[inline]
pub(in crate::exact) fn excess(outer: [i32; 2], inner: [i32; 2]) -> i32 {
    let [left, right] = beyond(outer, inner);
    left.max(right)
}

/// How far `inner` sticks out of `outer` at its low and at its high end.
#[inline]
pub(in crate::exact) fn beyond(outer: [i32; 2], inner: [i32; 2]) -> [i32; 2] {
    [(outer[0] - inner[0]).max(0), (inner[1] - outer[1]).max(0)]
}

/// How far apart two intervals are; 0 if they meet.
#[inline]
pub(in crate::exact) fn gap(one: [i32; 2], other: [i32; 2]) -> i32 {
    (other[0] - one[1]).max(one[0] - other[1]).max(0)
}

/// Whether two intervals meet or follow one another.
pub(in crate::exact) fn touch(one: [i32; 2], other: [i32; 2]) -> bool {
    one[0] <= other[1] + 1 && other[0] <= one[1] + 1
}

/// The interval around both.
pub(in crate::exact) fn hull(one: [i32; 2], other: [i32; 2]) -> [i32; 2] {
    [one[0].min(other[0]), one[1].max(other[1])]
}

/// The part of an interval between its first and last place of a class.
pub(in crate::exact) fn aligned([low, high]: [i32; 2], class: i32, step: i32) -> Option<[i32; 2]> {
    let low = low + (class - low).rem_euclid(step);
    let high = high - (high - class).rem_euclid(step);
    (low <= high).then_some([low, high])
}

/// The remainders by the walk step of the places of an interval.
pub(in crate::exact) fn classes_of([low, high]: [i32; 2], walk: Walk) -> u64 {
    let step = walk.step.max(1);
    let count = high - low + 1;
    if count >= step {
        return u64::MAX;
    }
    let run = (1_u64 << count) - 1;
    let first = low.rem_euclid(step);
    let shifted = run << first;
    // What was shifted beyond the step comes round.
    if first + count > step { shifted | run >> (step - first) } else { shifted }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_come_round() {
        let walk = Walk::new(8);
        assert_eq!(classes_of([0, 0], walk), 1);
        assert_eq!(classes_of([6, 9], walk) & 0xff, 0b1100_0011);
        assert_eq!(classes_of([3, 10], walk), u64::MAX);
    }
}
