//! Cells, and the steps between them.

use std::fmt;

/// A cell of the level: the **lower left** cell of the character.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Cell {
    /// From the left, from 0. Other columns are outside of the level.
    pub column: i32,
    /// From the bottom, from 0. Other rows are outside of the level.
    pub row: i32,
}

impl Cell {
    /// Returns the cell of a column and a row.
    #[must_use]
    pub const fn new(column: i32, row: i32) -> Self {
        Self { column, row }
    }

    /// Returns the next cell in a direction.
    pub(super) const fn after(self, step: Step) -> Self {
        match step {
            Step::Down => self.moved(0, -1),
            Step::Right => self.moved(1, 0),
            Step::Up => self.moved(0, 1),
            Step::Left => self.moved(-1, 0),
        }
    }

    /// Returns the cell that is `right` columns to the right and `up` rows up.
    pub(super) const fn moved(self, right: i32, up: i32) -> Self {
        Self { column: self.column.saturating_add(right), row: self.row.saturating_add(up) }
    }
}

/// Formats as `(column, row)`.
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
    /// All four steps, in the order of the search.
    pub const ALL: [Self; 4] = [Self::Down, Self::Right, Self::Up, Self::Left];

    /// Returns true for left and right.
    pub(super) const fn is_sideways(self) -> bool {
        matches!(self, Self::Left | Self::Right)
    }
}
