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
    /// Nothing more on this line.
    EndOfLine,
    /// Nothing more at all.
    EndOfFile,
}

impl fmt::Display for Found {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => write!(out, "{text:?}"),
            Self::EndOfLine => out.write_str("the end of the line"),
            Self::EndOfFile => out.write_str("the end of the file"),
        }
    }
}

/// What is wrong with a text. The place is beside it, in [`FormatError`].
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
    /// Not the index of a vertex of this mesh.
    #[error("expected a vertex index below {limit}, found {found}")]
    VertexIndex {
        /// The number of vertices.
        limit: u32,
        /// What stands here.
        found: Found,
    },
    /// Neither the index of a polygon of this mesh nor -1.
    #[error("expected -1 or a polygon index below {limit}, found {found}")]
    PolygonIndex {
        /// The number of polygons.
        limit: u32,
        /// What stands here.
        found: Found,
    },
    /// A count is larger than the text that follows it can satisfy. It is
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
    /// A polygon without an inside.
    #[error("expected a polygon of at least 3 corners, found {corners}")]
    TooFewCorners {
        /// How many corners it has.
        corners: u64,
    },
    /// A tile map has an unknown kind of cell.
    #[error(
        "expected a cell '.', 'G', 'S' (free) or '@', 'O', 'T', 'W' (blocked), found {found:?}"
    )]
    Cell {
        /// The unknown character.
        found: char,
    },
    /// A row of a tile map is too short or too long.
    #[error("the row has {cells} cells, but the map is {width} wide")]
    RowLength {
        /// The row, from 0 at the top.
        row: u32,
        /// How many cells it has.
        cells: u64,
        /// How many it should have.
        width: u32,
    },
    /// The width or height of a tile map is zero or absurd.
    #[error("the {what} is {found}, but must be 1 to {limit}")]
    Size {
        /// `"width"` or `"height"`.
        what: &'static str,
        /// The size that the file states.
        found: u32,
        /// The largest size that is read.
        limit: u32,
    },
    /// A header ends without a line that it must have.
    #[error("the header has no {what}")]
    Missing {
        /// The name of the line.
        what: &'static str,
    },
    /// A name that must be unique occurs again.
    #[error("{what:?} is given twice")]
    Duplicate {
        /// The name.
        what: String,
    },
    /// Not JSON, or JSON of another shape: a field is missing or unknown, or a
    /// value has another type.
    #[error("{message}")]
    Json {
        /// The message of the JSON parser, in one line.
        message: String,
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
    /// More terrains than there are class numbers.
    #[error("found {found} terrains, but at most {limit} are possible")]
    TooManyTerrains {
        /// How many are named.
        found: u64,
        /// How many may be named.
        limit: u64,
    },
    /// Two areas have the same number.
    #[error("the id {id} is already that of areas[{first}]")]
    DuplicateId {
        /// The number.
        id: u32,
        /// The position of the earlier area, from 0.
        first: u64,
    },
    /// A point has too few or too many numbers.
    #[error("expected a point {expected}, found a list of {found}")]
    PointLength {
        /// The form of the point.
        expected: &'static str,
        /// How many numbers were found.
        found: u64,
    },
    /// A wall is not one straight piece.
    #[error("expected a wall [[x, y], [x, y]], found a list of {found}")]
    WallLength {
        /// How many points were found.
        found: u64,
    },
    /// A cost is negative.
    #[error("expected a cost of at least 0, found {found}")]
    NegativeCost {
        /// The cost.
        found: f32,
    },
    /// Not XML, or XML that takes too long to read.
    #[error("{message}")]
    Xml {
        /// The message of the XML parser, in one line.
        message: String,
    },
    /// Not a picture, or a damaged one.
    #[error("the picture is damaged: {message}")]
    Picture {
        /// The message of the PNG decoder, in one line.
        message: String,
    },
    /// Data that is packed into text or compressed cannot be unpacked.
    #[error("the {encoding} data is damaged: {message}")]
    Packed {
        /// `"base64"`, `"zlib"`, `"gzip"` or `"zstd"`.
        encoding: &'static str,
        /// The message of the decoder, in one line.
        message: String,
    },
    /// Something that must be there is not.
    #[error("{what} is missing")]
    Absent {
        /// What it is.
        what: String,
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
    /// A grid has too few or too many cells.
    #[error("found {found} cells, expected {expected}")]
    CellCount {
        /// How many there are; when there are too many, counting may have
        /// stopped early.
        found: u64,
        /// How many there should be.
        expected: u64,
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
    /// A cell has a tile that no tile set has.
    #[error("tile {id} belongs to no tile set")]
    Tile {
        /// The global number of the tile, without the flags for flipping.
        id: u32,
    },
}

#[cfg(any(feature = "geojson", feature = "svg"))]
impl FormatError {
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
        let (expected, found) = (expected.to_owned(), Found::Text(number.to_string()));
        Err(Self { place: Place::Rule { name }, reason: Reason::Unexpected { expected, found } })
    }
}

impl Reason {
    /// A name that is not one of those known.
    #[cfg(feature = "tiled")]
    pub(crate) fn unknown_name(what: &'static str, found: &str, known: &[&str]) -> Self {
        let known = known.iter().map(|&name| name.to_owned()).collect();
        Self::UnknownName { what, found: excerpt(found), known }
    }
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
#[cfg(any(
    feature = "json",
    feature = "tiled",
    feature = "ldtk",
    feature = "png",
    feature = "gltf",
    feature = "geojson",
    feature = "svg"
))]
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
