//! Side-view levels for platformers: text with one character for each tile, the
//! **top** row first.
//!
//! | Character | Tile |
//! |---|---|
//! | `.` | empty |
//! | `#` | solid |
//! | `=` | one-way platform: solid when landed on from above |
//! | `^` | deadly |
//!
//! All rows have the same length; blank lines may follow the last one. `from_tiled` and
//! `from_ldtk` (features `tiled` and `ldtk`) read levels of Tiled and LDtk into the same type.
//!
//! ```
//! use tautline_formats::level::{self, Tile};
//!
//! let level = level::parse("..=\n###\n")?;
//! assert_eq!(level.tile(2, 0), Some(Tile::OneWay), "column 2 of the top row");
//! assert_eq!(level::write(&level), "..=\n###\n");
//!
//! let error = level::parse("..=\n#x#\n").unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "line 2, column 2: expected a tile '#', '=', '.' or '^', found \"x\"",
//! );
//! # Ok::<(), tautline_formats::FormatError>(())
//! ```

#[cfg(any(feature = "tiled", feature = "ldtk"))]
mod grids;

use crate::error::{FormatError, Reason};
use crate::found::Found;
use crate::grid::cell_at;
use crate::interpretation::{RoleSource, UnreadName};
use crate::lexer::{Lines, Token};
use crate::number::{to_u64, to_usize};

#[cfg(any(feature = "tiled", feature = "ldtk"))]
pub use grids::LevelOptions;
#[cfg(feature = "tiled")]
pub use grids::from_tiled;
#[cfg(feature = "ldtk")]
pub use grids::{NamedLevel, from_ldtk};

/// The largest accepted width and height, in tiles.
pub const MAX_SIDE: u32 = 4096;

/// The tile in a cell of a level.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tile {
    /// Nothing.
    #[default]
    Empty,
    /// A wall, a floor and a ceiling.
    Solid,
    /// A one-way platform: a floor for characters that fall onto it from above, otherwise empty.
    OneWay,
    /// Kills characters that touch it.
    Deadly,
}

impl Tile {
    /// All tiles.
    pub const ALL: [Self; 4] = [Self::Empty, Self::Solid, Self::OneWay, Self::Deadly];

    /// Returns the character of the tile in text levels.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Empty => '.',
            Self::Solid => '#',
            Self::OneWay => '=',
            Self::Deadly => '^',
        }
    }

    /// Returns the tile of a character in text levels, or `None` if there is none.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|tile| tile.letter() == letter)
    }

    /// Returns the name of the tile in the editors' files: `empty`, `solid`, `one-way` or `deadly`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::Solid => "solid",
            Self::OneWay => "one-way",
            Self::Deadly => "deadly",
        }
    }

    /// Returns the tile with a name, or `None` if there is none. `one_way` means `one-way`, too.
    ///
    /// ```
    /// use tautline_formats::level::Tile;
    ///
    /// assert_eq!(Tile::from_name("one_way"), Some(Tile::OneWay));
    /// assert_eq!(Tile::from_name("lava"), None);
    /// ```
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        if name == "one_way" {
            return Some(Self::OneWay);
        }
        Self::ALL.into_iter().find(|tile| tile.name() == name)
    }
}

/// A level as in its file.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Level {
    /// The number of columns.
    pub width: u32,
    /// The number of rows.
    pub height: u32,
    /// The `width * height` tiles, row by row from the **top**.
    pub tiles: Vec<Tile>,
    /// The width and height of a tile in pixels; `None` for text levels.
    pub tile_size: Option<[f32; 2]>,
    /// The number of cells of each tile from each source, ordered by tile and source. Empty for
    /// text levels.
    pub meanings: Vec<TileMeaning>,
    /// The names that look like labels but were not read, ordered by kind and name. None for text
    /// levels.
    pub unread: Vec<UnreadName>,
}

/// A number of cells with the same tile, and the source of the tile.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct TileMeaning {
    /// The tile.
    pub tile: Tile,
    /// The source: a property, a value, or a default.
    pub source: RoleSource,
    /// The number of cells.
    pub count: u64,
}

impl Level {
    /// Returns the tile in a column, from the left, and a row, from the top; `None`
    /// outside of the level.
    #[must_use]
    pub fn tile(&self, column: u32, row: u32) -> Option<Tile> {
        cell_at(&self.tiles, self.width, column, row)
    }
}

/// Reads a text level. Takes O(n) time and memory for n bytes.
///
/// # Errors
///
/// With line and column, if a character does not stand for a tile, a row has another length than
/// the first row, there is no row, or there are more than [`MAX_SIDE`] columns or rows.
pub fn parse(text: &str) -> Result<Level, FormatError> {
    let mut lines = Lines::new(text);
    let mut level = Level::default();
    loop {
        let line = lines.line();
        if line.is_end_of_file() || line.text().trim().is_empty() {
            let end = if line.is_end_of_file() { line } else { lines.filled_line() };
            if !end.is_end_of_file() {
                return Err(end.unexpected("the end of the file after a blank line"));
            }
            if level.height == 0 {
                return Err(end.unexpected("a row of tiles"));
            }
            return Ok(level);
        }
        if level.height == MAX_SIDE {
            return Err(line.error(Reason::Limit { what: "rows", limit: MAX_SIDE.into() }));
        }
        read_row(line, &mut level)?;
        level.height += 1;
    }
}

fn read_row(line: Token<'_>, level: &mut Level) -> Result<(), FormatError> {
    let before = level.tiles.len();
    for (offset, letter) in line.text().char_indices() {
        let tile = Tile::from_letter(letter).ok_or_else(|| {
            let found = Found::Text(letter.to_string());
            line.skip(offset).error(Reason::unexpected("a tile '#', '=', '.' or '^'", found))
        })?;
        level.tiles.push(tile);
    }
    // All characters are tiles, so each has one byte.
    let cells = level.tiles.len() - before;
    if level.height == 0 {
        let width = u32::try_from(cells).ok().filter(|&width| width <= MAX_SIDE);
        let size = Reason::Size { what: "width", found: to_u64(cells), limit: MAX_SIDE };
        level.width = width.ok_or_else(|| line.error(size))?;
    }
    line.check_row(level.height, cells, level.width)
}

/// Writes a level as text.
///
/// Nothing is checked, and the text does not contain the size of the level: `width * height` must be
/// the number of tiles.
#[must_use]
pub fn write(level: &Level) -> String {
    let width = to_usize(level.width).max(1);
    let mut text = String::with_capacity(level.tiles.len() + level.tiles.len() / width);
    for row in level.tiles.chunks(width) {
        text.extend(row.iter().map(|tile| tile.letter()));
        text.push('\n');
    }
    text
}
