//! Lists of path queries: CSV with the header `sx,sy,gx,gy`.
//!
//! One query per line: the x and y of the start, the x and y of the goal, in
//! world units. The header may name further columns after these four. They
//! must be present in every line and are ignored, so that a file of queries and
//! results can be used as input. Fields are not quoted, spaces around them
//! are ignored, blank lines are skipped.
//!
//! ```
//! use tautline_formats::queries::{self, Query};
//!
//! let queries = queries::parse("sx,sy,gx,gy\n0.5,1,8,9.25\n0,0,nan,0\n")?;
//! assert_eq!(queries[0], Query { start: [0.5, 1.0], goal: [8.0, 9.25] });
//! assert!(queries[1].goal[0].is_nan());
//! # Ok::<(), tautline_formats::FormatError>(())
//! ```

use std::fmt::Write as _;

use crate::error::FormatError;
use crate::lexer::{Fields, Lines, Separator, Token};
use crate::number::Shortest;

const COLUMNS: [&str; 4] = ["sx", "sy", "gx", "gy"];

/// A path query.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Query {
    /// The start: x and y in world units. May be infinite or not a number.
    pub start: [f32; 2],
    /// The goal. May be infinite or not a number.
    pub goal: [f32; 2],
}

/// Reads queries, in the order of the file.
///
/// `nan`, `inf` and numbers too large for 32 bits (as infinity) are accepted: such a query is
/// invalid, but the file is not, and the other queries can be answered.
///
/// # Errors
///
/// If the header does not begin with `sx,sy,gx,gy`, a line has another number
/// of fields than the header, or one of its first four fields is not a number.
pub fn parse(text: &str) -> Result<Vec<Query>, FormatError> {
    let mut lines = Lines::new(text);
    let columns = header(lines.filled_line())?;
    lines.filled_lines().map(|line| query(line, columns)).collect()
}

/// Returns the names of the columns after the first four, which [`parse`] ignores.
///
/// ```
/// use tautline_formats::queries::ignored_columns;
///
/// assert_eq!(ignored_columns("sx,sy,gx,gy, radius\n0,0,1,1,0.4\n"), ["radius"]);
/// ```
#[must_use]
#[doc(hidden)]
pub fn ignored_columns(text: &str) -> Vec<&str> {
    let header = Lines::new(text).filled_line().text();
    header.split(',').skip(COLUMNS.len()).map(str::trim).collect()
}

/// Checks the header and returns the number of its columns.
fn header(line: Token<'_>) -> Result<u32, FormatError> {
    let mut fields = Fields::new(line, Separator::One(','));
    for name in COLUMNS {
        if fields.field().trimmed().text() != name {
            return Err(line.unexpected(format!("the header \"{}\"", COLUMNS.join(","))));
        }
    }
    let mut columns = 4;
    while !fields.field().is_end_of_line() {
        columns += 1;
    }
    Ok(columns)
}

fn query(line: Token<'_>, columns: u32) -> Result<Query, FormatError> {
    let mut fields = Fields::new(line, Separator::One(','));
    let mut numbers = [0.0; 4];
    for (number, name) in numbers.iter_mut().zip(COLUMNS) {
        let field = fields.field().trimmed();
        *number =
            field.text().parse().map_err(|_| field.unexpected(format!("the number {name}")))?;
    }
    for column in 4..columns {
        let field = fields.field();
        if field.is_end_of_line() {
            return Err(field.unexpected(format!("field {} of {columns}", column + 1)));
        }
    }
    fields.finish(columns)?;
    let [sx, sy, gx, gy] = numbers;
    Ok(Query { start: [sx, sy], goal: [gx, gy] })
}

/// Writes queries with the header `sx,sy,gx,gy` and the fewest digits that are
/// read back as the same numbers.
///
/// ```
/// use tautline_formats::queries::{Query, write};
///
/// let query = Query { start: [0.5, 1.0], goal: [8.0, 9.25] };
/// assert_eq!(write(&[query]), "sx,sy,gx,gy\n0.5,1,8,9.25\n");
/// ```
#[must_use]
pub fn write(queries: &[Query]) -> String {
    let mut text = COLUMNS.join(",");
    text.push('\n');
    for Query { start, goal } in queries {
        let [sx, sy, gx, gy] = [start[0], start[1], goal[0], goal[1]].map(Shortest);
        // Writing into a String cannot fail.
        let _ = writeln!(text, "{sx},{sy},{gx},{gy}");
    }
    text
}
