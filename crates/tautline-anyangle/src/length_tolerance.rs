//! The tolerance for equal lengths.

/// The relative difference below which lengths count as equal: one length, summed over
/// different paths of many legs, is rounded differently.
pub const LENGTH_TOLERANCE: f64 = 1e-12;
