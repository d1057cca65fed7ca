//! The level: a grid of tiles.

use std::fmt;

/// The content of a cell of a level.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Tile {
    /// Free: a body moves through it.
    #[default]
    Empty,
    /// A wall, a floor and a ceiling.
    Solid,
    /// A floor for a body that falls onto it from above; free otherwise. A body on top of it
    /// can drop through.
    OneWay,
    /// Kills a body that touches it. It does not support a body.
    Deadly,
}

impl Tile {
    /// Returns the letter in the plain-text level format: `.`, `#`, `=` or `^`.
    ///
    /// ```
    /// use tautline_platformer::Tile;
    ///
    /// assert_eq!(Tile::from_letter('='), Some(Tile::OneWay));
    /// assert_eq!(Tile::OneWay.letter(), '=');
    /// ```
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Empty => '.',
            Self::Solid => '#',
            Self::OneWay => '=',
            Self::Deadly => '^',
        }
    }

    /// Returns the tile for a [`letter`](Self::letter); `None` for other letters.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            '.' => Some(Self::Empty),
            '#' => Some(Self::Solid),
            '=' => Some(Self::OneWay),
            '^' => Some(Self::Deadly),
            _ => None,
        }
    }

    pub(crate) fn is_solid(self) -> bool {
        self == Self::Solid
    }

    pub(crate) fn is_floor(self) -> bool {
        matches!(self, Self::Solid | Self::OneWay)
    }

    pub(crate) fn is_deadly(self) -> bool {
        self == Self::Deadly
    }

    /// Returns true if no living body can overlap it.
    pub(crate) fn is_hard(self) -> bool {
        matches!(self, Self::Solid | Self::Deadly)
    }
}

/// The infinite surroundings of a level.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Outside {
    /// Solid: the level is a closed box.
    #[default]
    Solid,
    /// Deadly: a body dies when it leaves the level, at any side.
    Deadly,
}

impl Outside {
    const fn tile(self) -> Tile {
        match self {
            Self::Solid => Tile::Solid,
            Self::Deadly => Tile::Deadly,
        }
    }
}

/// A level of at most 4096 x 4096 tiles. Zero rows or columns are allowed.
///
/// Columns are counted from the left, rows from the **bottom**: y points up.
///
/// ```
/// use tautline_platformer::{Outside, Tile, Tiles};
///
/// let tiles = Tiles::from_rows(&["..=", "###"], Outside::Solid)?;
/// assert_eq!(tiles.tile(2, 1), Tile::OneWay);
/// assert_eq!(tiles.tile(0, 0), Tile::Solid);
/// assert_eq!(tiles.tile(-1, 5), Tile::Solid, "outside");
/// # Ok::<(), tautline_platformer::TilesError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tiles {
    columns: u16,
    rows: u16,
    outside: Outside,
    /// Row by row, from the bottom.
    cells: Vec<Tile>,
}

impl Tiles {
    /// The largest number of columns, and of rows.
    pub const MAX_SIDE: u16 = 4096;

    /// Creates a level from a function of column and row.
    ///
    /// ```
    /// use tautline_platformer::{Outside, Tile, Tiles};
    ///
    /// // A list of numbers, the top row first, as in a layer of Tiled.
    /// let (columns, rows) = (3, 2);
    /// let data = [0, 0, 2, 1, 1, 1];
    /// let tiles = Tiles::from_fn(columns, rows, Outside::Solid, |column, row| {
    ///     let row_from_top = rows - 1 - usize::from(row);
    ///     match data[row_from_top * columns + usize::from(column)] {
    ///         0 => Tile::Empty,
    ///         1 => Tile::Solid,
    ///         _ => Tile::OneWay,
    ///     }
    /// })?;
    /// assert_eq!(tiles.to_string(), "..=\n###\n");
    /// # Ok::<(), tautline_platformer::TilesError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`TilesError::TooLarge`].
    pub fn from_fn(
        columns: usize,
        rows: usize,
        outside: Outside,
        mut tile: impl FnMut(u16, u16) -> Tile,
    ) -> Result<Self, TilesError> {
        let side =
            |length: usize| u16::try_from(length).ok().filter(|&length| length <= Self::MAX_SIDE);
        let (Some(width), Some(height)) = (side(columns), side(rows)) else {
            return Err(TilesError::TooLarge { columns, rows });
        };
        let mut cells = Vec::with_capacity(columns * rows);
        for row in 0..height {
            cells.extend((0..width).map(|column| tile(column, row)));
        }
        Ok(Self { columns: width, rows: height, outside, cells })
    }

    /// Parses a level from text, the **top** row first: `#` solid, `=` one-way, `.` empty, `^`
    /// deadly. All rows have the same length.
    ///
    /// # Errors
    ///
    /// [`TilesError::TooLarge`], [`TilesError::RaggedRow`],
    /// [`TilesError::UnknownLetter`].
    pub fn from_rows<S: AsRef<str>>(rows: &[S], outside: Outside) -> Result<Self, TilesError> {
        let columns = rows.first().map_or(0, |row| row.as_ref().chars().count());
        let mut tiles = Self::from_fn(columns, rows.len(), outside, |_, _| Tile::Empty)?;
        tiles.cells.clear();
        for (index, row) in rows.iter().enumerate() {
            let length = row.as_ref().chars().count();
            if length != columns {
                return Err(TilesError::RaggedRow { row: index, length, expected: columns });
            }
        }
        for (index, row) in rows.iter().enumerate().rev() {
            for (column, letter) in row.as_ref().chars().enumerate() {
                let tile = Tile::from_letter(letter).ok_or(TilesError::UnknownLetter {
                    row: index,
                    column,
                    letter,
                })?;
                tiles.cells.push(tile);
            }
        }
        Ok(tiles)
    }

    /// Returns the number of columns.
    #[must_use]
    pub const fn columns(&self) -> u16 {
        self.columns
    }

    /// Returns the number of rows.
    #[must_use]
    pub const fn rows(&self) -> u16 {
        self.rows
    }

    /// Returns the surroundings of the level.
    #[must_use]
    pub const fn outside(&self) -> Outside {
        self.outside
    }

    /// Returns the tile of a cell. Cells outside of the level are as [`outside`](Self::outside)
    /// says.
    #[must_use]
    #[inline]
    pub fn tile(&self, column: i32, row: i32) -> Tile {
        self.index(column, row).map_or(self.outside.tile(), |index| self.cells[index])
    }

    /// Sets the tile of a cell and returns the old one. `None`, without any change, if the cell is
    /// outside of the level.
    pub fn set(&mut self, column: i32, row: i32, tile: Tile) -> Option<Tile> {
        let index = self.index(column, row)?;
        Some(std::mem::replace(&mut self.cells[index], tile))
    }

    #[inline]
    fn index(&self, column: i32, row: i32) -> Option<usize> {
        let column = u16::try_from(column).ok().filter(|&column| column < self.columns)?;
        let row = u16::try_from(row).ok().filter(|&row| row < self.rows)?;
        Some(usize::from(row) * usize::from(self.columns) + usize::from(column))
    }
}

/// Formats the level as text that [`Tiles::from_rows`] reads, with a line feed after every row.
impl fmt::Display for Tiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.cells.chunks(usize::from(self.columns).max(1)).rev() {
            let line: String = row.iter().map(|tile| tile.letter()).collect();
            writeln!(f, "{line}")?;
        }
        Ok(())
    }
}

/// The reason why rows of text are not a level.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TilesError {
    /// A side is too long.
    #[error("a level of {columns} x {rows} tiles is too large: at most 4096 x 4096 are allowed")]
    TooLarge {
        /// The number of columns.
        columns: usize,
        /// The number of rows.
        rows: usize,
    },
    /// Two rows differ in length.
    #[error(
        "row {row} (from the top, the first is 0) has {length} tiles, but the first has {expected}"
    )]
    RaggedRow {
        /// Index of the row from the top, from 0.
        row: usize,
        /// Its number of tiles.
        length: usize,
        /// The number of tiles in the first row.
        expected: usize,
    },
    /// A letter does not stand for a tile.
    #[error(
        "row {row}, column {column} (from the top left, from 0) is {letter:?}, \
         but only '#', '=', '.' and '^' are tiles"
    )]
    UnknownLetter {
        /// Row from the top, from 0.
        row: usize,
        /// Column, from 0.
        column: usize,
        /// The letter.
        letter: char,
    },
}

impl TilesError {
    /// Returns the number and the name of this kind of error, for files and other languages. They
    /// stay the same from version to version.
    #[must_use]
    pub const fn code(&self) -> (u8, &'static str) {
        match self {
            Self::TooLarge { .. } => (1, "too_large"),
            Self::RaggedRow { .. } => (2, "ragged_row"),
            Self::UnknownLetter { .. } => (3, "unknown_letter"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_read_top_row_first_and_written_the_same() {
        let rows = ["#.=", "^##"];
        let tiles = Tiles::from_rows(&rows, Outside::Deadly).unwrap();
        assert_eq!(tiles.tile(0, 1), Tile::Solid);
        assert_eq!(tiles.tile(0, 0), Tile::Deadly);
        assert_eq!(tiles.tile(3, 0), Tile::Deadly);
        assert_eq!(tiles.to_string(), "#.=\n^##\n");
    }

    #[test]
    fn levels_of_no_tiles_are_levels() {
        for rows in [&[][..], &[""], &["", ""]] {
            let tiles = Tiles::from_rows(rows, Outside::Solid).unwrap();
            assert_eq!(tiles.columns(), 0);
            assert_eq!(tiles.tile(0, 0), Tile::Solid);
        }
    }

    #[test]
    fn errors_name_the_faulty_cell() {
        let outside = Outside::Solid;
        assert_eq!(
            Tiles::from_rows(&["..", "."], outside),
            Err(TilesError::RaggedRow { row: 1, length: 1, expected: 2 })
        );
        assert_eq!(
            Tiles::from_rows(&["..", ".é"], outside),
            Err(TilesError::UnknownLetter { row: 1, column: 1, letter: 'é' })
        );
        let wide = ".".repeat(4097);
        assert_eq!(
            Tiles::from_rows(&[&wide], outside),
            Err(TilesError::TooLarge { columns: 4097, rows: 1 })
        );
    }

    #[test]
    fn setting_a_tile_gives_back_the_old_one_and_ignores_the_outside() {
        let mut tiles = Tiles::from_rows(&[".."], Outside::Solid).unwrap();
        assert_eq!(tiles.set(1, 0, Tile::Solid), Some(Tile::Empty));
        assert_eq!(tiles.tile(1, 0), Tile::Solid);
        assert_eq!(tiles.set(2, 0, Tile::Empty), None);
        assert_eq!(tiles.set(0, -1, Tile::Empty), None);
    }
}
