//! The two syntaxes of Tiled.

use crate::error::FormatError;
use crate::piece::Words;

/// How a file is written.
pub(super) enum Syntax {
    Json,
    Xml,
}

impl Syntax {
    /// The syntax of a text, by its first character. A text that begins otherwise is neither:
    /// what a parser of one of them would say of it would mislead users of the other.
    pub(super) fn of(text: &str) -> Result<Self, FormatError> {
        let first = Words::new(text).word();
        match first.text().chars().next() {
            Some('{') => Ok(Self::Json),
            Some('<') => Ok(Self::Xml),
            _ => Err(first.unexpected("XML or an object of JSON")),
        }
    }
}
