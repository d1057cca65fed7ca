//! Tile maps and scenarios of the MovingAI benchmark collection.
//!
//! Sturtevant, *Benchmarks for Grid-Based Pathfinding* (2012), describes both
//! formats. A `.map` file is a grid of free and blocked cells, a `.scen` file is a
//! list of path finding problems on such a grid.
//!
//! In both, x counts columns from the left and y counts rows from the
//! top, so y points **down**. Cell (x, y) is the square from x to x + 1 and
//! from y to y + 1.
//!
//! ```
//! use tautline_formats::moving_ai;
//!
//! let map = moving_ai::parse_map("type octile\nheight 2\nwidth 3\nmap\n.@.\nG.T\n")?;
//! assert!(map.is_walkable(0, 0));
//! assert!(!map.is_walkable(1, 0));
//! assert!(!map.is_walkable(3, 0), "outside");
//!
//! let scenarios = moving_ai::parse_scenarios("version 1\n0\ta b.map\t3\t2\t0\t0\t2\t0\t3.41421\n")?;
//! assert_eq!(scenarios[0].map, "a b.map");
//! assert_eq!(scenarios[0].goal, [2, 0]);
//! # Ok::<(), tautline_formats::FormatError>(())
//! ```

pub(crate) mod reason;
mod scenarios;

use std::fmt::Write as _;

use crate::error::{FormatError, Reason};
use crate::grid::{Projection, TileGrid, cell_at};
use crate::interpretation::Interpretation;
use crate::lexer::{Fields, Lines, Separator, Token};
use crate::number::to_usize;

pub use reason::MovingAiReason;
pub use scenarios::{Scenario, parse_scenarios, write_scenarios};

/// The largest accepted width and height. Within it, every corner of a
/// cell is exact in 32-bit floating-point numbers, with six bits left for
/// points inside a cell.
pub const MAX_SIDE: u32 = 1 << 18;

/// A grid of cells.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Map {
    /// The number of columns.
    pub width: u32,
    /// The number of rows.
    pub height: u32,
    /// The `width * height` cells as the characters of the file, row by row from the top.
    pub cells: Vec<u8>,
}

impl Map {
    /// Returns the character of a cell, or `None` outside the map.
    ///
    /// ```
    /// let map = tautline_formats::moving_ai::Map { width: 2, height: 1, cells: b".T".to_vec() };
    /// assert_eq!(map.cell(1, 0), Some(b'T'));
    /// assert_eq!(map.cell(2, 0), None);
    /// ```
    #[must_use]
    pub fn cell(&self, x: u32, y: u32) -> Option<u8> {
        cell_at(&self.cells, self.width, x, y)
    }

    /// Returns true if a cell is walkable: `.`, `G` or `S`. Cells outside the map are not.
    ///
    /// ```
    /// let map = tautline_formats::moving_ai::Map { width: 3, height: 1, cells: b".GT".to_vec() };
    /// assert!(map.is_walkable(0, 0) && map.is_walkable(1, 0));
    /// assert!(!map.is_walkable(2, 0) && !map.is_walkable(0, 1));
    /// ```
    #[must_use]
    pub fn is_walkable(&self, x: u32, y: u32) -> bool {
        self.cell(x, y).is_some_and(is_walkable)
    }
}

impl From<&Map> for TileGrid {
    /// Converts a map: walkable cells have terrain class 0, and cells have size 1.
    fn from(map: &Map) -> Self {
        let class = |&cell: &u8| is_walkable(cell).then_some(0);
        Self {
            width: map.width,
            height: map.height,
            cells: map.cells.iter().map(class).collect(),
            cell_size: [1.0, 1.0],
            origin: [0.0, 0.0],
            projection: Projection::Orthogonal,
            links: Vec::new(),
            interpretation: Interpretation::default(),
        }
    }
}

/// Returns true if cells with this character are walkable.
fn is_walkable(cell: u8) -> bool {
    matches!(cell, b'.' | b'G' | b'S')
}

/// Reads a `.map` file of type octile.
///
/// The header has the lines `type octile`, `height` and `width` in any order
/// and ends with the line `map`. Blank lines may follow the last row.
///
/// # Errors
///
/// With line and column, if a header line is unknown, missing or repeated, the width or height
/// is not 1 to [`MAX_SIDE`] or too large for the length of the text, there are too few or too many
/// rows, a row is too short or too long, or a cell is none of `. G S @ O T W`.
pub fn parse_map(text: &str) -> Result<Map, FormatError> {
    let mut lines = Lines::new(text);
    let (width, height) = header(&mut lines)?;
    let mut cells = Vec::new();
    for row in 0..height {
        let line = lines.line();
        if line.is_end_of_file() {
            return Err(line.unexpected(format!("row {row} of {height}")));
        }
        check_row(line, row, width)?;
        cells.extend_from_slice(line.text().as_bytes());
    }
    let end = lines.filled_line();
    if !end.is_end_of_file() {
        return Err(end.unexpected("the end of the file after the last row"));
    }
    Ok(Map { width, height, cells })
}

/// Reads the header up to the line `map`. Returns the width and the height.
fn header(lines: &mut Lines<'_>) -> Result<(u32, u32), FormatError> {
    let (mut kind, mut width, mut height) = (None, None, None);
    loop {
        let line = lines.line();
        let mut fields = Fields::new(line, Separator::WhiteSpace);
        let key = fields.field();
        match key.text() {
            "type" => {
                let value = fields.field();
                if value.text() != "octile" {
                    return Err(value.unexpected("the map type \"octile\""));
                }
                once(&mut kind, (), key)?;
                fields.finish(2)?;
            }
            "width" => {
                once(&mut width, dimension(fields.field(), "width")?, key)?;
                fields.finish(2)?;
            }
            "height" => {
                once(&mut height, dimension(fields.field(), "height")?, key)?;
                fields.finish(2)?;
            }
            "map" => {
                fields.finish(1)?;
                let missing =
                    |what| line.error(Reason::missing(format!("the line {what:?} of the header")));
                kind.ok_or_else(|| missing("type"))?;
                let width = width.ok_or_else(|| missing("width"))?;
                let height = height.ok_or_else(|| missing("height"))?;
                // Each cell takes a byte of the rest of the text.
                let declared = u64::from(width) * u64::from(height);
                let possible = lines.bytes_left();
                if declared > possible {
                    return Err(line.error(Reason::DeclaredCount {
                        what: "cells",
                        declared,
                        possible,
                    }));
                }
                return Ok((width, height));
            }
            _ if line.is_end_of_file() => return Err(line.unexpected("the line \"map\"")),
            _ => return Err(line.unexpected("a line \"type\", \"height\", \"width\" or \"map\"")),
        }
    }
}

/// Stores the value of a header line, or rejects the line if its key had a value before.
fn once<T>(slot: &mut Option<T>, value: T, key: Token<'_>) -> Result<(), FormatError> {
    if slot.replace(value).is_some() {
        return Err(key.error(Reason::Duplicate { what: key.text().to_owned() }));
    }
    Ok(())
}

/// Parses the width or height.
fn dimension(token: Token<'_>, what: &'static str) -> Result<u32, FormatError> {
    let found = token.whole("a number of cells")?;
    if (1..=MAX_SIDE).contains(&found) {
        return Ok(found);
    }
    Err(token.error(Reason::Size { what, found: found.into(), limit: MAX_SIDE }))
}

fn check_row(line: Token<'_>, row: u32, width: u32) -> Result<(), FormatError> {
    let is_cell = |c: char| matches!(c, '.' | 'G' | 'S' | '@' | 'O' | 'T' | 'W');
    if let Some((offset, found)) = line.text().char_indices().find(|(_, c)| !is_cell(*c)) {
        return Err(line.skip(offset).error(MovingAiReason::Cell { found }));
    }
    // All characters are cells, so each has one byte.
    line.check_row(row, line.text().len(), width)
}

/// Writes a `.map` file of type octile.
///
/// Nothing is checked, but [`parse_map`] rejects the text of a map whose cells do not fit its width
/// and height.
///
/// ```
/// use tautline_formats::moving_ai::{Map, write_map};
///
/// let map = Map { width: 2, height: 2, cells: b"..@.".to_vec() };
/// assert_eq!(write_map(&map), "type octile\nheight 2\nwidth 2\nmap\n..\n@.\n");
/// ```
#[must_use]
pub fn write_map(map: &Map) -> String {
    let mut text = String::new();
    // Writing to a String cannot fail.
    let _ = writeln!(text, "type octile\nheight {}\nwidth {}\nmap", map.height, map.width);
    let width = to_usize(map.width).max(1);
    for row in map.cells.chunks(width) {
        text.extend(row.iter().map(|cell| char::from(*cell)));
        text.push('\n');
    }
    text
}
