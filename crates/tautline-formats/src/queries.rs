//! Lists of path queries: CSV with the columns `sx`, `sy`, `gx` and `gy`.
//!
//! The first line names the columns, in any order. Each further line is one query: the x and y of
//! the start, the x and y of the goal, in world units. For maps whose floors overlap, the columns
//! `sz` and `gz` are the elevations of start and goal. These two columns are optional, and their
//! fields may be empty. Other columns are ignored, so that a file of queries and results can be used
//! as input, but every line must have all fields. Fields are not quoted, spaces around them are
//! ignored, and blank lines are skipped.
//!
//! ```
//! use tautline_formats::queries;
//!
//! let queries = queries::parse("id,sx,sy,sz,gx,gy\n7,0.5,1,,8,9.25\n8,0,0,3,nan,0\n")?;
//! assert_eq!((queries[0].start, queries[0].goal), ([0.5, 1.0], [8.0, 9.25]));
//! assert_eq!((queries[0].start_elevation, queries[1].start_elevation), (None, Some(3.0)));
//! assert!(queries[1].goal[0].is_nan());
//! # Ok::<(), tautline_formats::FormatError>(())
//! ```

use std::fmt::Write as _;

use crate::error::FormatError;
use crate::lexer::{Fields, Lines, Separator, Token};
use crate::number::Shortest;

/// The columns that are read; the first four are required.
const COLUMNS: [&str; 6] = ["sx", "sy", "gx", "gy", "sz", "gz"];

/// The number of columns that a file must have.
const REQUIRED: usize = 4;

/// A path query.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Query {
    /// The start: x and y in world units. May be infinite or not a number.
    pub start: [f32; 2],
    /// The goal. May be infinite or not a number.
    pub goal: [f32; 2],
    /// The elevation of the start, for maps whose floors overlap. May be infinite or not a number.
    pub start_elevation: Option<f32>,
    /// The elevation of the goal.
    pub goal_elevation: Option<f32>,
}

/// Reads queries, in the order of the file.
///
/// `nan`, `inf` and numbers too large for 32 bits (as infinity) are accepted: such a query is
/// invalid, but the file is not, and the other queries can be answered.
///
/// # Errors
///
/// With line and column, if the header lacks one of `sx`, `sy`, `gx` and `gy` or repeats a column that is read, a line
/// has another number of fields than the header, or a field that is read is not a number.
pub fn parse(text: &str) -> Result<Vec<Query>, FormatError> {
    let mut lines = Lines::new(text);
    let columns = header(lines.filled_line())?;
    lines.filled_lines().map(|line| query(line, &columns)).collect()
}

/// Returns the line of each query, from 1, and the texts of its `sx`, `sy`, `gx` and `gy`: for callers whose numbers
/// are not `f32`.
///
/// ```
/// use tautline_formats::queries::texts;
///
/// let cells = texts("sx,sy,gx,gy\n\n16777217, 2,3.5,4\n")?;
/// assert_eq!(cells, [(3, ["16777217", "2", "3.5", "4"])]);
/// # Ok::<(), tautline_formats::FormatError>(())
/// ```
///
/// # Errors
///
/// Those of [`parse`].
#[doc(hidden)]
pub fn texts(text: &str) -> Result<Vec<(u64, [&str; REQUIRED])>, FormatError> {
    let mut lines = Lines::new(text);
    let columns = header(lines.filled_line())?;
    lines.filled_lines().map(|line| Ok((line.line(), row(line, &columns)?))).collect()
}

/// Returns the names of the columns that [`parse`] ignores. Columns without a name are left out.
///
/// ```
/// use tautline_formats::queries::ignored_columns;
///
/// assert_eq!(ignored_columns("sx,sy,gx,gy, radius,\n0,0,1,1,0.4,\n"), ["radius"]);
/// ```
#[must_use]
#[doc(hidden)]
pub fn ignored_columns(text: &str) -> Vec<&str> {
    let header = Lines::new(text).filled_line().text();
    let names = header.split(',').map(str::trim).filter(|name| !name.is_empty());
    names.filter(|name| !COLUMNS.contains(name)).collect()
}

/// Checks a query, and returns the texts of its required columns.
fn row<'t>(line: Token<'t>, columns: &[Option<usize>]) -> Result<[&'t str; REQUIRED], FormatError> {
    query(line, columns)?;
    let mut texts = [""; REQUIRED];
    for (field, column) in line.text().split(',').zip(columns) {
        if let Some(text) = column.and_then(|column| texts.get_mut(column)) {
            *text = field.trim();
        }
    }
    Ok(texts)
}

/// Reads the header. Returns the index in [`COLUMNS`] of each column of the file, or `None` for a
/// column that is ignored.
fn header(line: Token<'_>) -> Result<Vec<Option<usize>>, FormatError> {
    let mut fields = Fields::new(line, Separator::One(','));
    let mut columns = Vec::new();
    loop {
        let field = fields.field();
        if field.is_end_of_line() {
            break;
        }
        let name = field.trimmed();
        let column = COLUMNS.iter().position(|known| *known == name.text());
        if column.is_some() && columns.contains(&column) {
            return Err(name.unexpected(format!("only one column {}", name.text())));
        }
        columns.push(column);
    }
    if (0..REQUIRED).all(|column| columns.contains(&Some(column))) {
        Ok(columns)
    } else {
        let separator = if line.text().contains(',') { "" } else { ", separated by commas" };
        let columns = COLUMNS[..REQUIRED].join(", ");
        Err(line.unexpected(format!("a header with the columns {columns}{separator}")))
    }
}

fn query(line: Token<'_>, columns: &[Option<usize>]) -> Result<Query, FormatError> {
    let mut fields = Fields::new(line, Separator::One(','));
    let (mut points, mut elevations) = ([f32::NAN; REQUIRED], [None; COLUMNS.len() - REQUIRED]);
    for (position, &column) in columns.iter().enumerate() {
        let field = fields.field();
        let Some(column) = column else {
            // A missing field that is read fails to parse below, with the name of its column.

            if field.is_end_of_line() {
                let (number, count) = (position + 1, columns.len());
                return Err(field.unexpected(format!("field {number} of {count}")));
            }
            continue;
        };
        let field = field.trimmed();
        let is_left_out = column >= REQUIRED && field.text().is_empty() && !field.is_end_of_line();
        if is_left_out {
            continue;
        }
        let number = field.text().parse();
        let number =
            number.map_err(|_| field.unexpected(format!("the number {}", COLUMNS[column])))?;
        match column.checked_sub(REQUIRED) {
            None => points[column] = number,
            Some(column) => elevations[column] = Some(number),
        }
    }
    fields.finish(columns.len())?;
    let ([sx, sy, gx, gy], [start_elevation, goal_elevation]) = (points, elevations);
    Ok(Query { start: [sx, sy], goal: [gx, gy], start_elevation, goal_elevation })
}

/// Writes queries with the header `sx,sy,gx,gy` and the fewest digits that are
/// read back as the same numbers. The columns `sz` and `gz` follow if a query has an elevation.
///
/// ```
/// use tautline_formats::queries::{Query, write};
///
/// let query = Query { start: [0.5, 1.0], goal: [8.0, 9.25], ..Query::default() };
/// assert_eq!(write(&[query]), "sx,sy,gx,gy\n0.5,1,8,9.25\n");
/// let upstairs = Query { goal_elevation: Some(3.0), ..query };
/// assert_eq!(write(&[upstairs]), "sx,sy,gx,gy,sz,gz\n0.5,1,8,9.25,,3\n");
/// ```
#[must_use]
pub fn write(queries: &[Query]) -> String {
    let has_elevation =
        |query: &Query| query.start_elevation.is_some() || query.goal_elevation.is_some();
    let has_elevations = queries.iter().any(has_elevation);
    let columns = if has_elevations { COLUMNS.len() } else { REQUIRED };
    let mut text = COLUMNS[..columns].join(",");
    text.push('\n');
    // Writing into a String cannot fail.
    for Query { start, goal, start_elevation, goal_elevation } in queries {
        let [sx, sy, gx, gy] = [start[0], start[1], goal[0], goal[1]].map(Shortest);
        let _ = write!(text, "{sx},{sy},{gx},{gy}");
        for elevation in [start_elevation, goal_elevation].into_iter().filter(|_| has_elevations) {
            text.push(',');
            if let Some(elevation) = elevation {
                let _ = write!(text, "{}", Shortest(*elevation));
            }
        }
        text.push('\n');
    }
    text
}
