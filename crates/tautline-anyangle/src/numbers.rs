//! Numbers of things, and lengths that count as equal.

/// Lengths that differ by less than this share are taken for equal: roundings
/// of the same length, added up over different ways of many legs.
pub(crate) const LENGTH_TOLERANCE: f64 = 1e-12;

/// The number of a thing in a list. Vertices and sides are counted in `u32` by the mesh, labels
/// keep within `MOST_BYTES`, and as many steps of a search would take a hundred gigabytes.
#[expect(clippy::expect_used, reason = "no input, but an invariant")]
#[inline]
pub(crate) fn to_u32(index: usize) -> u32 {
    u32::try_from(index).expect("fewer than 2^32 things, checked by the mesh and by bakes")
}
