//! Cells, and the four steps between them.

use std::fmt;

/// A cell of the level: where the **lower left** cell of the character is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Cell {
    /// From the left, from 0; cells of other columns are outside.
    pub column: i32,
    /// From the bottom, from 0; cells of other rows are outside.
    pub row: i32,
}

impl Cell {
    /// The cell of a column and a row.
    #[must_use]
    pub const fn new(column: i32, row: i32) -> Self {
        Self { column, row }
    }

    /// The next cell in a direction.
    pub(super) const fn after(self, step: Step) -> Self {
        match step {
            Step::Down => self.moved(0, -1),
            Step::Right => self.moved(1, 0),
            Step::Up => self.moved(0, 1),
            Step::Left => self.moved(-1, 0),
        }
    }

    /// The cell so many columns to the right and rows up.
    pub(super) const fn moved(self, right: i32, up: i32) -> Self {
        Self { column: self.column.saturating_add(right), row: self.row.saturating_add(up) }
    }
}

/// `(column, row)`.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.column, self.row)
    }
}

/// A step from a cell to one of its four neighbours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// One row down.
    Down,
    /// One column to the right.
    Right,
    /// One row up.
    Up,
    /// One column to the left.
    Left,
}

impl Step {
    /// All four, in the order in which the search takes them.
    pub const ALL: [Self; 4] = [Self::Down, Self::Right, Self::Up, Self::Left];

    /// Whether it goes left or right.
    #[must_use]
    pub const fn is_sideways(self) -> bool {
        matches!(self, Self::Left | Self::Right)
    }
}
