//! What serde says of a JSON text, as an error of this crate.

use crate::error::{FormatError, Place, Reason, one_line};

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
