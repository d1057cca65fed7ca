//! Indices, groups in lists, and the tolerance for equal lengths.

/// The relative difference below which lengths count as equal: one length, summed over
/// different paths of many legs, is rounded differently.
pub(crate) const LENGTH_TOLERANCE: f64 = 1e-12;

/// Converts an index. The mesh limits vertices and half-edges to `u32`, `MAX_BYTES` limits
/// labels, and 2^32 nodes of a search would take a hundred gigabytes.
#[expect(clippy::expect_used, reason = "no input, but an invariant")]
#[inline]
pub(crate) fn to_u32(index: usize) -> u32 {
    u32::try_from(index).expect("fewer than 2^32 things, checked by the mesh and by bakes")
}

/// Returns the start of each of `count` groups in a list that is sorted by group, and the end of the
/// last one. `groups` are the groups of all elements, in any order. O(elements + groups).
pub(crate) fn group_starts(count: usize, groups: impl Iterator<Item = usize>) -> Vec<u32> {
    let mut starts = vec![0; count + 1];
    groups.for_each(|group| starts[group + 1] += 1);
    let mut end = 0;
    for start in &mut starts {
        end += *start as usize;
        *start = to_u32(end);
    }
    starts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_group_starts_where_the_one_before_it_ends() {
        assert_eq!(group_starts(3, [2, 0, 2].into_iter()), [0, 1, 1, 3]);
        assert_eq!(group_starts(0, std::iter::empty()), [0]);
    }
}
