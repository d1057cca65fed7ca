//! Where data stands in a map.

use crate::error::{FormatError, Place, Reason};

/// Where data stands, in either syntax. The place is found only when there is something to report.
pub(super) enum At<'t> {
    /// The first byte of the data in an XML text.
    Xml { document: &'t roxmltree::Document<'t>, byte: usize },
    /// The path of the value in a JSON text.
    Json(String),
}

impl At<'_> {
    /// An error at the beginning of the data.
    pub(super) fn refuse(&self, reason: Reason) -> FormatError {
        self.refuse_within(0, reason)
    }

    /// An error some bytes after the beginning of the data.
    pub(super) fn refuse_within(&self, offset: usize, reason: Reason) -> FormatError {
        let place = match self {
            Self::Xml { document, byte } => crate::xml::text_place(document, byte + offset),
            Self::Json(path) => Place::Value { path: path.clone() },
        };
        FormatError { place, reason }
    }
}
