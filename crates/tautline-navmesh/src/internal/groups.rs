//! Groups in lists.

use std::ops::Range;

/// Returns the start of each of `count` groups in a list that is sorted by group, and the end of the
/// last one. `groups` are the groups of all elements, in any order. O(elements + groups).
#[must_use]
#[expect(clippy::expect_used, reason = "callers refuse more elements before")]
pub fn group_starts(count: usize, groups: impl Iterator<Item = usize>) -> Vec<u32> {
    let mut starts = vec![0; count + 1];
    groups.for_each(|group| starts[group + 1] += 1);
    let mut end = 0_u32;
    for start in &mut starts {
        end = end.checked_add(*start).expect("fewer than 2^32 elements");
        *start = end;
    }
    starts
}

/// The indices of the elements of a group, given the starts of all groups.
#[inline]
#[must_use]
pub fn group(starts: &[u32], group: usize) -> Range<usize> {
    starts[group] as usize..starts[group + 1] as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_group_starts_where_the_one_before_it_ends() {
        let starts = group_starts(3, [2, 0, 2].into_iter());
        assert_eq!(starts, [0, 1, 1, 3]);
        assert_eq!([0, 1, 2].map(|index| group(&starts, index)), [0..1, 1..1, 1..3]);
        assert_eq!(group_starts(0, std::iter::empty()), [0]);
    }
}
