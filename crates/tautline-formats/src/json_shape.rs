//! JSON as structs, and what serde says of it as an error of this crate.

use serde::Deserialize;

use crate::error::{FormatError, Found, Place, Reason, one_line};
use crate::piece::Words;

/// Reads a text that is an object.
///
/// Serde takes a list for a struct, too: for its fields in the order in which the source has them.
pub(crate) fn object<'t, T: Deserialize<'t>>(text: &'t str) -> Result<T, FormatError> {
    let first = Words::new(text).word();
    if !first.text().starts_with('{') {
        return Err(first.unexpected("an object of JSON"));
    }
    part(text, text)
}

/// Reads the objects of a list, each of which is a part of a text.
pub(crate) fn objects<'t, T: Deserialize<'t>>(
    text: &str,
    list: impl Iterator<Item = &'t str>,
) -> Result<Vec<T>, FormatError> {
    list.map(|object| {
        if object.starts_with('{') {
            return part(text, object);
        }
        let reason = Reason::unexpected("an object of JSON", Found::text(object));
        Err(FormatError { place: Place::in_text(text, offset(text, object)), reason })
    })
    .collect()
}

/// Reads a value that is a part of a text.
pub(crate) fn part<'t, T: Deserialize<'t>>(text: &str, part: &'t str) -> Result<T, FormatError> {
    serde_json::from_str(part).map_err(|error| {
        // The place goes from the end of the message to where errors of this crate have it.
        let place = format!(" at line {} column {}", error.line(), error.column());
        let message = error.to_string();
        let message = one_line(message.strip_suffix(&place).unwrap_or(&message));
        let lines_before = part.split('\n').take(error.line().saturating_sub(1));
        let line_start: usize = lines_before.map(|line| line.len() + 1).sum();
        let byte = offset(text, part) + line_start + error.column().saturating_sub(1);
        FormatError { place: Place::in_text(text, byte), reason: Reason::Syntax { message } }
    })
}

/// Where a part of a text begins in it.
pub(crate) fn offset(text: &str, part: &str) -> usize {
    part.as_ptr().addr() - text.as_ptr().addr()
}
