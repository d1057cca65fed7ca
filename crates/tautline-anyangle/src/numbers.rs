//! Indices, and the tolerance for equal lengths.

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
