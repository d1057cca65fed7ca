//! Conversions of numbers that are small enough because levels and characters were checked
//! when they were made: at most 4096 x 4096 tiles, and 2048 jumps of 600 frames.

/// The number of an entry in a list of spans, links or landings.
#[inline]
#[expect(clippy::expect_used, reason = "a violation would be a fault of this crate")]
pub(super) fn index(position: usize) -> u32 {
    u32::try_from(position).expect("fewer than 2^32 spans, and links that fit into memory")
}

/// A column, a row that counts from the one below the level, a flight, or one of its events.
#[inline]
#[expect(clippy::expect_used, reason = "a violation would be a fault of this crate")]
pub(super) fn narrow<T: TryInto<u16, Error: std::fmt::Debug>>(number: T) -> u16 {
    number.try_into().expect("at most 4096 columns and rows, and fewer than 2^16 flights")
}

/// The index of a row in a list that begins with the row below the level, which is -1.
#[inline]
pub(super) const fn row_index(row: i32) -> usize {
    (row + 1).cast_unsigned() as usize
}
