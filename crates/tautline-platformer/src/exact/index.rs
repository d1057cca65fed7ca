//! Conversions of indices. They fit because levels and characters are checked when they are
//! created: at most 4096 x 4096 tiles, and at most 2048 jumps of 600 frames.

/// Converts the index of a span, link, landing or label.
#[inline]
#[expect(clippy::expect_used, reason = "a violation would be a fault of this crate")]
pub(super) fn index_of(number: usize) -> u32 {
    u32::try_from(number).expect("fewer than 2^32 spans, and links and labels that fit into memory")
}

/// Converts a column, a row counted from the row below the level, a flight number, or an event
/// index.
#[inline]
#[expect(clippy::expect_used, reason = "a violation would be a fault of this crate")]
pub(super) fn narrow<T: TryInto<u16, Error: std::fmt::Debug>>(number: T) -> u16 {
    number.try_into().expect("at most 4096 columns and rows, and fewer than 2^16 flights")
}

/// Returns the index of a row in a list that begins with row -1, the one below the level.
#[inline]
pub(super) const fn row_index(row: i32) -> usize {
    (row + 1).cast_unsigned() as usize
}
