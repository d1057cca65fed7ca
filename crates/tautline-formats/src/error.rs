//! Errors of readers, with their location in the file.

use std::fmt;

use crate::found::{Found, Known, excerpt, one_line};
use crate::number::to_u64;

/// An error in a file, with its location.
///
/// Displayed in one line: the location, a colon, and what was expected and found.
///
/// ```
/// use tautline_formats::{SourceLocation, Reason, polyanya};
///
/// let error = polyanya::parse("mesh\n2\n1 0\n0 zero 0").unwrap_err();
/// assert_eq!(error.location, SourceLocation::Text { line: 4, column: 3 });
/// assert!(matches!(error.reason, Reason::Unexpected { .. }));
/// assert_eq!(error.to_string(), r#"line 4, column 3: expected a coordinate, found "zero""#);
/// ```
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{location}: {reason}")]
#[non_exhaustive]
pub struct FormatError {
    /// The location of the error.
    pub location: SourceLocation,
    /// The reason for the error.
    #[source]
    pub reason: Reason,
}

impl FormatError {
    /// Returns the [code](Reason::code) of the reason.
    #[must_use]
    pub const fn code(&self) -> (u8, &'static str) {
        self.reason.code()
    }
}

/// The location of an error.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SourceLocation {
    /// The file as a whole.
    Whole,
    /// A position in a text file.
    Text {
        /// The line, from 1. Each line feed ends a line.
        line: u64,
        /// The column, from 1, in characters (not bytes).
        column: u64,
    },
    /// A value of a file that is well-formed, but has no valid meaning.
    Value {
        /// The path from the outermost object, as in `areas[3].corners[2]`. Indices count
        /// from 0.
        path: String,
    },
    /// A position in a binary file.
    Byte {
        /// The byte, from 0.
        offset: u64,
    },
    /// An option of the reader: the error is not in the file.
    Option {
        /// The field of the options.
        name: &'static str,
    },
    /// A location in another file, which the first one refers to.
    File {
        /// The name in the first file, cut after 40 characters.
        name: String,
        /// The location in that file.
        location: Box<SourceLocation>,
    },
}

impl fmt::Display for SourceLocation {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text { line, column } => write!(out, "line {line}, column {column}"),
            Self::Value { path } => out.write_str(path),
            Self::Whole => out.write_str("the file"),
            Self::Byte { offset } => write!(out, "byte {offset}"),
            Self::Option { name } => write!(out, "the option {name:?}"),
            Self::File { name, location } => write!(out, "{name:?}, {location}"),
        }
    }
}

/// The reason for a [`FormatError`].
///
/// Reasons of a single format are in an enum of that format.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Reason {
    /// The file has other content than expected.
    #[error("expected {expected}, found {found}")]
    Unexpected {
        /// A description of the expected content.
        expected: String,
        /// The content found.
        found: Found,
    },
    /// The text is not JSON or XML; or it is JSON with a missing or unknown field, or with a value
    /// of the wrong type.
    #[error("{message}")]
    Syntax {
        /// The message of the parser, in one line.
        message: String,
    },
    /// The file has an unsupported version of its format.
    #[error("the file has format version {found:?}, but version {supported} is read")]
    Version {
        /// The version of the file.
        found: String,
        /// The supported version.
        supported: &'static str,
    },
    /// A number is infinite, not a number, or too large for its type.
    #[error("expected a finite number that fits into {bits} bits, found {found:?}")]
    NotFinite {
        /// The number as in the file.
        found: String,
        /// The size of the floating-point type: 32 or 64.
        bits: u32,
    },
    /// A polygon has fewer than 3 corners.
    #[error("expected a polygon of at least 3 corners, found {corners}")]
    TooFewCorners {
        /// The number of corners.
        corners: u64,
    },
    /// The width or height of a grid is 0 or too large.
    #[error("the {what} is {found}, but must be 1 to {limit}")]
    Size {
        /// `"width"` or `"height"`.
        what: &'static str,
        /// The size in the file.
        found: u64,
        /// The largest supported size.
        limit: u32,
    },
    /// A row of a grid is too short or too long.
    #[error("the row has {cells} cells, but the map is {width} wide")]
    RowLength {
        /// The row, from 0 at the top.
        row: u32,
        /// The number of cells in the row.
        cells: u64,
        /// The expected number of cells.
        width: u32,
    },
    /// A grid has too few or too many cells.
    #[error("found {found} cells, expected {expected}")]
    CellCount {
        /// The number of cells. If there are too many, counting may have
        /// stopped early.
        found: u64,
        /// The expected number.
        expected: u64,
    },
    /// A declared count is larger than the rest of the file can contain. It is
    /// rejected before memory is reserved for it.
    #[error(
        "the file declares {declared} {what}, but the rest of it has room for at most {possible}"
    )]
    DeclaredCount {
        /// The items that are counted, in the plural.
        what: &'static str,
        /// The count in the file.
        declared: u64,
        /// The largest possible count.
        possible: u64,
    },
    /// The file exceeds a limit. Limits prevent small files from taking much memory
    /// or time.
    #[error("the file has more than {limit} {what}")]
    Limit {
        /// The items that are counted, in the plural.
        what: &'static str,
        /// The largest accepted count.
        limit: u64,
    },
    /// An index refers to an item that does not exist.
    #[error("expected the index of one of {count} {what}, found {found}")]
    Index {
        /// The items referred to, in the plural.
        what: &'static str,
        /// The index, from 0.
        found: u64,
        /// The number of items.
        count: u64,
    },
    /// Data reaches beyond the end of its container.
    #[error("the data reaches to byte {end}, but {what} has only {length}")]
    Range {
        /// The container.
        what: &'static str,
        /// The byte at which the data ends.
        end: u64,
        /// The length of the container in bytes.
        length: u64,
    },
    /// A required item is missing.
    #[error("{what} is missing")]
    Missing {
        /// The item.
        what: String,
    },
    /// A name that must be unique occurs twice.
    #[error("{what:?} is given twice")]
    Duplicate {
        /// The name.
        what: String,
    },
    /// A name is not defined.
    #[error("unknown {what} {found:?}; {}", Known(known))]
    UnknownName {
        /// The kind of item, such as `"terrain"` or `"link kind"`.
        what: &'static str,
        /// The name.
        found: String,
        /// The defined names.
        known: Vec<String>,
    },
    /// The file uses a part of the format that is not supported.
    #[error("{what} cannot be read")]
    Unsupported {
        /// The item.
        what: String,
    },
    /// The caller's loader did not return a file that this one refers to.
    #[error("the file {file:?} is needed: {message}")]
    NotLoaded {
        /// The name in this file, cut after 40 characters.
        file: String,
        /// The loader's message, in one line.
        message: String,
    },
    /// Compressed or base64 data cannot be decoded.
    #[error("the {what} is damaged: {message}")]
    Damaged {
        /// `"image"`, `"base64 data"`, `"zlib data"`, `"gzip data"` or `"zstd data"`.
        what: &'static str,
        /// The message of the decoder, in one line.
        message: String,
    },
    /// An error that only Polyanya's meshes can have.
    #[error(transparent)]
    Polyanya(#[from] crate::polyanya::reason::PolyanyaReason),
    /// An error that only MovingAI maps can have.
    #[error(transparent)]
    MovingAi(#[from] crate::moving_ai::reason::MovingAiReason),
    /// An error that only tautline's own JSON maps can have.
    #[cfg(feature = "json")]
    #[error(transparent)]
    JsonMap(#[from] crate::json::reason::JsonMapReason),
    /// An error that only Tiled maps can have.
    #[cfg(feature = "tiled")]
    #[error(transparent)]
    Tiled(#[from] crate::tiled::reason::TiledReason),
}

impl Reason {
    /// Returns the number and the name of this kind of error, to store them or to pass them to
    /// other languages. They are stable across versions.
    #[must_use]
    pub const fn code(&self) -> (u8, &'static str) {
        match self {
            Self::Unexpected { .. } => (1, "unexpected"),
            Self::Syntax { .. } => (2, "syntax"),
            Self::Version { .. } => (3, "version"),
            Self::NotFinite { .. } => (4, "not_finite"),
            Self::TooFewCorners { .. } => (5, "too_few_corners"),
            Self::Size { .. } => (6, "size"),
            Self::RowLength { .. } => (7, "row_length"),
            Self::CellCount { .. } => (8, "cell_count"),
            Self::DeclaredCount { .. } => (9, "declared_count"),
            Self::Limit { .. } => (10, "limit"),
            Self::Index { .. } => (11, "index"),
            Self::Range { .. } => (12, "range"),
            Self::Missing { .. } => (13, "missing"),
            Self::Duplicate { .. } => (14, "duplicate"),
            Self::UnknownName { .. } => (15, "unknown_name"),
            Self::Unsupported { .. } => (16, "unsupported"),
            Self::NotLoaded { .. } => (17, "not_loaded"),
            Self::Damaged { .. } => (18, "damaged"),
            Self::Polyanya(_) => (19, "polyanya"),
            Self::MovingAi(_) => (20, "moving_ai"),
            #[cfg(feature = "json")]
            Self::JsonMap(_) => (21, "json_map"),
            #[cfg(feature = "tiled")]
            Self::Tiled(_) => (22, "tiled"),
        }
    }
}

impl FormatError {
    /// An error of the file as a whole.
    pub(crate) fn whole(reason: Reason) -> Self {
        Self { location: SourceLocation::Whole, reason }
    }

    /// An error at a value, given by its path.
    pub(crate) fn at_value(path: impl Into<String>, reason: impl Into<Reason>) -> Self {
        Self { location: SourceLocation::Value { path: path.into() }, reason: reason.into() }
    }

    /// An error at a byte of a binary file.
    pub(crate) fn at_byte(offset: usize, reason: Reason) -> Self {
        Self { location: SourceLocation::Byte { offset: to_u64(offset) }, reason }
    }

    /// Rejects an option with an invalid number; `expected` describes the valid ones.
    pub(crate) fn check_option(
        name: &'static str,
        number: f64,
        is_expected: bool,
        expected: &str,
    ) -> Result<(), Self> {
        if is_expected {
            return Ok(());
        }
        let reason = Reason::unexpected(expected, Found::Text(number.to_string()));
        Err(Self { location: SourceLocation::Option { name }, reason })
    }
}

impl SourceLocation {
    /// The line and column of a byte in a text. A byte within a character counts as its first.
    pub(crate) fn in_text(text: &str, byte: usize) -> Self {
        let is_start = |&at: &usize| text.is_char_boundary(at);
        let before = &text[..(0..=byte.min(text.len())).rev().find(is_start).unwrap_or(0)];
        let line = before.rsplit('\n').next().unwrap_or_default();
        Self::Text {
            line: to_u64(before.matches('\n').count()) + 1,
            column: to_u64(line.chars().count()) + 1,
        }
    }
}

impl Reason {
    pub(crate) fn unexpected(expected: impl Into<String>, found: Found) -> Self {
        Self::Unexpected { expected: expected.into(), found }
    }

    pub(crate) fn missing(what: impl Into<String>) -> Self {
        Self::Missing { what: what.into() }
    }

    pub(crate) fn unsupported(what: impl Into<String>) -> Self {
        Self::Unsupported { what: what.into() }
    }

    pub(crate) fn damaged(what: &'static str, error: &impl fmt::Display) -> Self {
        Self::Damaged { what, message: one_line(&error.to_string()) }
    }

    /// The reason for an index `found` of one of `count` items.
    pub(crate) fn index(what: &'static str, found: usize, count: usize) -> Self {
        Self::Index { what, found: to_u64(found), count: to_u64(count) }
    }

    /// The reason for a name that is not one of those known.
    pub(crate) fn unknown_name<K: AsRef<str>>(
        what: &'static str,
        found: &str,
        known: impl IntoIterator<Item = K>,
    ) -> Self {
        let known = known.into_iter().map(|name| excerpt(name.as_ref())).collect();
        Self::UnknownName { what, found: excerpt(found), known }
    }
}

/// Rounds a point to 32 bits. Rejects coordinates that are not finite afterwards.
#[expect(clippy::cast_possible_truncation, reason = "infinity is rejected")]
pub(crate) fn rounded<const N: usize>(point: [f64; N]) -> Result<[f32; N], Reason> {
    finite(point.map(|number| number as f32))
}

/// Rejects numbers that are not finite.
pub(crate) fn finite<const N: usize>(numbers: [f32; N]) -> Result<[f32; N], Reason> {
    match numbers.iter().find(|number| !number.is_finite()) {
        None => Ok(numbers),
        Some(number) => Err(Reason::NotFinite { found: number.to_string(), bits: 32 }),
    }
}
