//! What can be wrong with a file, and where.

use std::fmt;

/// Why a text could not be read, and where in it.
///
/// One line to print: the place, a colon, and what was expected and found.
///
/// ```
/// use tautline_formats::{Place, Reason, polyanya};
///
/// let error = polyanya::parse("mesh\n2\n1 0\n0 zero 0").unwrap_err();
/// assert_eq!(error.place, Place::Text { line: 4, column: 3 });
/// assert!(matches!(error.reason, Reason::Unexpected { .. }));
/// assert_eq!(error.to_string(), r#"line 4, column 3: expected a coordinate, found "zero""#);
/// ```
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{place}: {reason}")]
#[non_exhaustive]
pub struct FormatError {
    /// Where the fault is.
    pub place: Place,
    /// What the fault is.
    pub reason: Reason,
}

/// Where in a file a fault was found.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Place {
    /// Nowhere in particular.
    Whole,
    /// A position in the text.
    Text {
        /// Lines count from 1 and end at each line feed.
        line: u64,
        /// Characters (not bytes) count from 1 in each line.
        column: u64,
    },
    /// A value of a file that is well-formed, but cannot mean anything.
    Value {
        /// From the outermost object, as in `areas[3].corners[2]`. Lists count
        /// from 0.
        path: String,
    },
    /// A position in a file that is not text.
    Byte {
        /// Bytes count from 0.
        offset: u64,
    },
    /// Not in the file: in the rules that the caller reads it by.
    Rule {
        /// The field of the rules.
        name: &'static str,
    },
    /// A place in another file that the first one names.
    File {
        /// The name as the first file has it, cut after 40 characters.
        name: String,
        /// Where in that file.
        place: Box<Place>,
    },
}

impl fmt::Display for Place {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text { line, column } => write!(out, "line {line}, column {column}"),
            Self::Value { path } => out.write_str(path),
            Self::Whole => out.write_str("the file"),
            Self::Byte { offset } => write!(out, "byte {offset}"),
            Self::Rule { name } => write!(out, "the rule {name:?}"),
            Self::File { name, place } => write!(out, "{name:?}, {place}"),
        }
    }
}

/// What stands at the place of a fault.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Found {
    /// This text, cut after 40 characters.
    Text(String),
    /// A list of this length.
    List(u64),
    /// Nothing more on this line.
    EndOfLine,
    /// Nothing more at all.
    EndOfFile,
}

impl Found {
    /// The beginning of a text.
    pub(crate) fn text(text: &str) -> Self {
        Self::Text(excerpt(text))
    }
}

impl fmt::Display for Found {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => write!(out, "{text:?}"),
            Self::List(length) => write!(out, "a list of {length}"),
            Self::EndOfLine => out.write_str("the end of the line"),
            Self::EndOfFile => out.write_str("the end of the file"),
        }
    }
}

/// What is wrong with a file. The place is beside it, in [`FormatError`].
///
/// Faults that only one format can have are in an enum of that format.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Reason {
    /// Something else stands where this belongs.
    #[error("expected {expected}, found {found}")]
    Unexpected {
        /// What belongs here, in words.
        expected: String,
        /// What stands here.
        found: Found,
    },
    /// The text is not JSON or XML; or it is JSON of another shape, in which a field is
    /// missing or unknown, or a value has another type; or it is XML that takes too long to
    /// read.
    #[error("{message}")]
    Syntax {
        /// The message of the parser, in one line.
        message: String,
    },
    /// The file is of another version of its format.
    #[error("the file has format version {found:?}, but version {supported} is read")]
    Version {
        /// The version that the file names.
        found: String,
        /// The version that is read.
        supported: &'static str,
    },
    /// A number is infinite, not a number, or too large for its type.
    #[error("expected a finite number that fits into {bits} bits, found {found:?}")]
    NotFinite {
        /// The number as written.
        found: String,
        /// 32 or 64, the size of the floating-point type it is read into.
        bits: u32,
    },
    /// A polygon without an inside.
    #[error("expected a polygon of at least 3 corners, found {corners}")]
    TooFewCorners {
        /// How many corners it has.
        corners: u64,
    },
    /// The width or height of a grid is zero or absurd.
    #[error("the {what} is {found}, but must be 1 to {limit}")]
    Size {
        /// `"width"` or `"height"`.
        what: &'static str,
        /// The size that the file has or states.
        found: u64,
        /// The largest size that is read.
        limit: u32,
    },
    /// A row of a grid is too short or too long.
    #[error("the row has {cells} cells, but the map is {width} wide")]
    RowLength {
        /// The row, from 0 at the top.
        row: u32,
        /// How many cells it has.
        cells: u64,
        /// How many it should have.
        width: u32,
    },
    /// A grid has too few or too many cells.
    #[error("found {found} cells, expected {expected}")]
    CellCount {
        /// How many there are; when there are too many, counting may have
        /// stopped early.
        found: u64,
        /// How many there should be.
        expected: u64,
    },
    /// A count is larger than the rest of the file can satisfy. It is
    /// refused before memory is reserved for it.
    #[error("the file claims {claimed} {what}, but the rest of it has room for at most {possible}")]
    Claim {
        /// What is counted.
        what: &'static str,
        /// The count that the file states.
        claimed: u64,
        /// The largest count that could be true.
        possible: u64,
    },
    /// There is more of something than is read. Limits keep a small file from
    /// taking much memory or time.
    #[error("the file has more than {limit} {what}")]
    Limit {
        /// What is counted.
        what: &'static str,
        /// The largest count that is read.
        limit: u64,
    },
    /// A reference to something that does not exist.
    #[error("expected the index of one of {count} {what}, found {found}")]
    Index {
        /// What is referred to, in the plural.
        what: &'static str,
        /// The index, from 0.
        found: u64,
        /// How many there are.
        count: u64,
    },
    /// Data reaches beyond the end of what holds it.
    #[error("the data reaches to byte {end}, but {what} has only {length}")]
    Range {
        /// What holds it.
        what: &'static str,
        /// Where the data ends.
        end: u64,
        /// How many bytes there are.
        length: u64,
    },
    /// Something that must be there is not.
    #[error("{what} is missing")]
    Missing {
        /// What it is.
        what: String,
    },
    /// A name that must be unique occurs again.
    #[error("{what:?} is given twice")]
    Duplicate {
        /// The name.
        what: String,
    },
    /// A name that was not introduced.
    #[error("unknown {what} {found:?}; {}", Known(known))]
    UnknownName {
        /// What is named: `"terrain"` or `"link kind"`.
        what: &'static str,
        /// The name.
        found: String,
        /// The names that exist.
        known: Vec<String>,
    },
    /// A part of the format that is not read here.
    #[error("{what} cannot be read")]
    Unsupported {
        /// What it is.
        what: String,
    },
    /// The caller's loader did not give a file that this one names.
    #[error("the file {file:?} is needed: {message}")]
    NotLoaded {
        /// The name as this file has it, cut after 40 characters.
        file: String,
        /// What the loader said, in one line.
        message: String,
    },
    /// Data that is compressed or written as text cannot be decoded, or is not what it should be.
    #[error("the {what} is damaged: {message}")]
    Damaged {
        /// `"picture"`, `"base64 data"`, `"zlib data"`, `"gzip data"` or `"zstd data"`.
        what: &'static str,
        /// The message of the decoder, in one line.
        message: String,
    },
    /// A fault that only Polyanya's meshes can have.
    #[error(transparent)]
    Mesh(#[from] crate::polyanya::MeshReason),
    /// A fault that only maps of MovingAI can have.
    #[error(transparent)]
    Map(#[from] crate::moving_ai::MapReason),
    /// A fault that only tautline's own drawings can have.
    #[cfg(feature = "json")]
    #[error(transparent)]
    Drawing(#[from] crate::json::DrawingReason),
    /// A fault that only maps of Tiled can have.
    #[cfg(feature = "tiled")]
    #[error(transparent)]
    Tiled(#[from] crate::tiled::TiledReason),
}

impl FormatError {
    /// An error nowhere in particular.
    pub(crate) fn whole(reason: Reason) -> Self {
        Self { place: Place::Whole, reason }
    }

    /// An error at the value with a path.
    pub(crate) fn at_value(path: impl Into<String>, reason: impl Into<Reason>) -> Self {
        Self { place: Place::Value { path: path.into() }, reason: reason.into() }
    }

    /// An error at a byte of a file that is not text.
    pub(crate) fn at_byte(offset: usize, reason: Reason) -> Self {
        Self { place: Place::Byte { offset: wide(offset) }, reason }
    }

    /// Whether a rule holds a number that one can read by; `expected` says which ones are.
    pub(crate) fn check_rule(
        name: &'static str,
        number: f64,
        is_expected: bool,
        expected: &str,
    ) -> Result<(), Self> {
        if is_expected {
            return Ok(());
        }
        let reason = Reason::unexpected(expected, Found::Text(number.to_string()));
        Err(Self { place: Place::Rule { name }, reason })
    }
}

impl Place {
    /// The line and column of a byte in a text; a byte within a character is where it begins.
    pub(crate) fn in_text(text: &str, byte: usize) -> Self {
        let is_start = |&at: &usize| text.is_char_boundary(at);
        let before = &text[..(0..=byte.min(text.len())).rev().find(is_start).unwrap_or(0)];
        let line = before.rsplit('\n').next().unwrap_or_default();
        Self::Text {
            line: wide(before.matches('\n').count()) + 1,
            column: wide(line.chars().count()) + 1,
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

    /// The reference to one of so many things is wrong.
    pub(crate) fn index(what: &'static str, found: usize, count: usize) -> Self {
        Self::Index { what, found: wide(found), count: wide(count) }
    }

    /// A name that is not one of those known.
    pub(crate) fn unknown_name<K: AsRef<str>>(
        what: &'static str,
        found: &str,
        known: impl IntoIterator<Item = K>,
    ) -> Self {
        let known = known.into_iter().map(|name| excerpt(name.as_ref())).collect();
        Self::UnknownName { what, found: excerpt(found), known }
    }
}

/// Refuses a place that does not fit into 32 bits; gives it rounded.
#[expect(clippy::cast_possible_truncation, reason = "what does not fit is refused")]
pub(crate) fn rounded<const N: usize>(place: [f64; N]) -> Result<[f32; N], Reason> {
    finite(place.map(|number| number as f32))
}

/// Refuses numbers that are not finite.
pub(crate) fn finite<const N: usize>(numbers: [f32; N]) -> Result<[f32; N], Reason> {
    match numbers.iter().find(|number| !number.is_finite()) {
        None => Ok(numbers),
        Some(number) => Err(Reason::NotFinite { found: number.to_string(), bits: 32 }),
    }
}

/// A size in 64 bits, as errors have it: no machine has more.
pub(crate) const fn wide(size: usize) -> u64 {
    size as u64
}

/// The position in memory for an index of 32 bits: no machine that holds a file has less.
pub(crate) const fn position(index: u32) -> usize {
    index as usize
}

/// The names that exist, as the end of a sentence.
struct Known<'a>(&'a [String]);

impl fmt::Display for Known<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// Enough to see a typing error; a list of 256 would bury the message.
        const SHOWN: usize = 16;
        if self.0.is_empty() {
            return out.write_str("none is named");
        }
        out.write_str("known are")?;
        for (position, name) in self.0.iter().take(SHOWN).enumerate() {
            let separator = if position == 0 { "" } else { "," };
            write!(out, "{separator} {name:?}")?;
        }
        match self.0.len().saturating_sub(SHOWN) {
            0 => Ok(()),
            more => write!(out, " and {more} more"),
        }
    }
}

/// At most this many characters of a file are repeated in a message, so that
/// a message stays one line even when a file is one word of a megabyte.
const EXCERPT: usize = 40;

/// The beginning of a text, for a message.
pub(crate) fn excerpt(text: &str) -> String {
    match text.char_indices().nth(EXCERPT) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}...", &text[..end]),
    }
}

/// A message of a library in one line. Libraries repeat names of the file in
/// their messages: a name may be long and contain line ends.
pub(crate) fn one_line(message: &str) -> String {
    const LONGEST: usize = 200;
    let mut line = String::new();
    for (count, c) in message.chars().enumerate() {
        if count == LONGEST {
            line.push_str("...");
            break;
        }
        if c.is_control() {
            line.extend(c.escape_default());
        } else {
            line.push(c);
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_word_is_cut_between_characters() {
        assert_eq!(excerpt("abc"), "abc");
        assert_eq!(excerpt(&"é".repeat(40)), "é".repeat(40));
        assert_eq!(excerpt(&"é".repeat(41)), format!("{}...", "é".repeat(40)));
    }

    #[test]
    fn a_long_list_of_known_names_is_cut() {
        let known: Vec<String> = (0..18).map(|number| number.to_string()).collect();
        assert!(Known(&known).to_string().ends_with(r#""15" and 2 more"#));
        assert_eq!(Known(&known[..2]).to_string(), r#"known are "0", "1""#);
        assert_eq!(Known(&[]).to_string(), "none is named");
    }
}
