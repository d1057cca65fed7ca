//! JSON as structs, and what serde says of it as an error of this crate.

use serde::Deserialize;

use crate::error::{FormatError, Place, Reason, one_line};
use crate::piece::Words;

/// Reads a text that is an object.
///
/// Serde takes a list for a struct, too: for its fields in the order in which the source has them.
pub(crate) fn object<'t, T: Deserialize<'t>>(text: &'t str) -> Result<T, FormatError> {
    let first = Words::new(text).word();
    if !first.text().starts_with('{') {
        return Err(first.unexpected("an object of JSON"));
    }
    serde_json::from_str(text).map_err(|error| shape_error(text, &error))
}

/// What serde found, without the place at the end of its message and in one
/// line.
pub(crate) fn shape_error(text: &str, error: &serde_json::Error) -> FormatError {
    let place = format!(" at line {} column {}", error.line(), error.column());
    let message = error.to_string();
    let message = message.strip_suffix(&place).unwrap_or(&message);
    FormatError {
        place: Place::Text {
            line: u64::try_from(error.line().max(1)).unwrap_or(u64::MAX),
            column: column(text, error.line(), error.column()),
        },
        reason: Reason::Json { message: one_line(message) },
    }
}

/// The column in characters; serde counts bytes, and up to the byte that it
/// stopped at.
fn column(text: &str, line: usize, bytes: usize) -> u64 {
    let line = text.split('\n').nth(line.saturating_sub(1)).unwrap_or_default();
    let before = line.char_indices().take_while(|(at, c)| at + c.len_utf8() < bytes.max(1));
    before.fold(1, |column, _| column + 1)
}
