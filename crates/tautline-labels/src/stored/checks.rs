//! Checks of the lists of stored labels.

use super::StoredLabelsError;
use crate::tables::entries::ROW;

/// The error of a wrong element.
pub(super) const fn wrong(list: &'static str, index: usize) -> StoredLabelsError {
    StoredLabelsError::Invalid { list, index }
}

/// Checks the length of a list.
pub(super) const fn has_length(
    list: &'static str,
    length: usize,
    needed: usize,
) -> Result<(), StoredLabelsError> {
    if length == needed { Ok(()) } else { Err(StoredLabelsError::Length { list, length, needed }) }
}

/// Checks a list of starts: the first element of each group, and the end of the last one.
/// Returns that end.
pub(super) fn starts_of(
    list: &'static str,
    starts: &[u32],
    groups: usize,
) -> Result<usize, StoredLabelsError> {
    has_length(list, starts.len(), groups + 1)?;
    match starts {
        [0, .., last] if starts.is_sorted() => Ok(*last as usize),
        [0] => Ok(0),
        _ => Err(wrong(list, 0)),
    }
}

/// Checks the length of a list of rows of entries.
pub(super) const fn has_rows(
    list: &'static str,
    length: usize,
    rows: usize,
) -> Result<(), StoredLabelsError> {
    // A forged number of rows can exceed 32 bits.
    has_length(list, length, ROW.saturating_mul(rows))
}

/// Checks each element of a list.
pub(super) fn all_right<T>(
    list: &'static str,
    values: &[T],
    is_right: impl Fn(&T) -> bool,
) -> Result<(), StoredLabelsError> {
    match values.iter().position(|value| !is_right(value)) {
        Some(index) => Err(wrong(list, index)),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_entries_are_not_as_many_as_more_rows_than_32_bits_count() {
        assert!(has_rows("entries", 0, 0).is_ok());
        assert!(has_rows("entries", ROW * 7, 7).is_ok());
        assert!(has_rows("entries", 0, 1 << 30).is_err());
    }
}
