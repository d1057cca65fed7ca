//! Deciding by lot.

/// A number that looks random: the same one in every run.
pub(crate) fn lot(number: u32) -> u64 {
    let mixed = (u64::from(number) + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed ^ mixed >> 31
}
