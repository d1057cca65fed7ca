//! What is wrong, and where.

use crate::error::{FormatError, Place, Reason};

/// An error at the path of a value.
pub(super) fn refuse(path: impl Into<String>, reason: Reason) -> FormatError {
    FormatError { place: Place::Value { path: path.into() }, reason }
}

/// What an index refers to, or an error at the path of the index.
pub(super) fn entry<'l, T>(
    list: &'l [T],
    what: &'static str,
    index: usize,
    path: impl FnOnce() -> String,
) -> Result<&'l T, FormatError> {
    list.get(index).ok_or_else(|| {
        let number = |number| u64::try_from(number).unwrap_or(u64::MAX);
        let reason = Reason::Index { what, found: number(index), count: number(list.len()) };
        refuse(path(), reason)
    })
}
