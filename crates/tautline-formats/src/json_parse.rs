//! Parsing of JSON by serde, with errors of this crate.

use serde::Deserialize;

use crate::error::{FormatError, Reason, SourceLocation};
use crate::found::{Found, one_line};
use crate::lexer::Words;

/// Parses a text that is a JSON object.
///
/// The check for `{` is needed because serde also accepts a list for a struct, as its fields in
/// order.
pub(crate) fn object<'t, T: Deserialize<'t>>(text: &'t str) -> Result<T, FormatError> {
    let first = Words::new(text).word();
    if !first.text().starts_with('{') {
        return Err(first.unexpected("an object of JSON"));
    }
    part(text, text)
}

/// Parses the objects of a list, each of which is a part of `text`.
pub(crate) fn objects<'t, T: Deserialize<'t>>(
    text: &str,
    list: impl Iterator<Item = &'t str>,
) -> Result<Vec<T>, FormatError> {
    list.map(|object| {
        if object.starts_with('{') {
            return part(text, object);
        }
        let reason = Reason::unexpected("an object of JSON", Found::text(object));
        Err(FormatError { location: SourceLocation::in_text(text, offset(text, object)), reason })
    })
    .collect()
}

/// Parses a value that is a part of `text`.
pub(crate) fn part<'t, T: Deserialize<'t>>(text: &str, part: &'t str) -> Result<T, FormatError> {
    serde_json::from_str(part).map_err(|error| {
        // Serde appends the location within the part to its message. Errors of this crate have it
        // in a field, relative to the whole text.
        let suffix = format!(" at line {} column {}", error.line(), error.column());
        let message = error.to_string();
        let message = one_line(message.strip_suffix(&suffix).unwrap_or(&message));
        let lines_before = part.split('\n').take(error.line().saturating_sub(1));
        let line_start: usize = lines_before.map(|line| line.len() + 1).sum();
        let byte = offset(text, part) + line_start + error.column().saturating_sub(1);
        FormatError {
            location: SourceLocation::in_text(text, byte),
            reason: Reason::Syntax { message },
        }
    })
}

/// The offset of a part of a text in the text.
pub(crate) fn offset(text: &str, part: &str) -> usize {
    part.as_ptr().addr() - text.as_ptr().addr()
}
