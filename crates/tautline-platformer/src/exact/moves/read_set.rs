//! The read set of a span's links: the tiles on which they depend. A change of any of them makes
//! the links stale.

use crate::exact::index::narrow;
use crate::exact::terrain::{Columns, Interval};

/// The columns that were read in one row, both included. Empty if `first` is above `last`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::exact) struct ReadColumns {
    pub(in crate::exact) first: u16,
    pub(in crate::exact) last: u16,
}

impl ReadColumns {
    /// Returns the columns that a body at some positions depends on: those that it overlaps, and
    /// the next one on each side, which may have stopped it.
    fn of_positions(positions: Interval, columns: &Columns) -> Self {
        if positions.is_empty() {
            return Self { first: u16::MAX, last: 0 };
        }
        let first = narrow(columns.first((positions.low - 1).max(0)));
        Self { first, last: narrow(columns.first(positions.high + columns.width)) }
    }

    pub(in crate::exact) fn contains(self, column: i32) -> bool {
        i32::from(self.first) <= column && column <= i32::from(self.last)
    }

    /// Returns true if a body at some of these positions may have been tested.
    pub(in crate::exact) fn may_contain(self, positions: Interval, columns: &Columns) -> bool {
        i32::from(self.first) <= columns.last(positions.high)
            && columns.first(positions.low) <= i32::from(self.last)
    }
}

/// The positions that a propagation has tested, by row. Index 0 is the row below the level.
#[derive(Debug, Clone, Default)]
pub(super) struct ReadSet {
    rows: Vec<Interval>,
}

impl ReadSet {
    /// Starts a new record for a number of rows. The old one must have been taken.
    pub(super) fn begin(&mut self, rows: usize) {
        debug_assert!(self.rows.iter().all(|positions| positions.is_empty()), "all was taken");
        self.rows.resize(rows, Interval::EMPTY);
    }

    /// Adds positions to a row.
    #[inline]
    pub(super) fn add(&mut self, row: usize, positions: Interval) {
        self.rows[row] = self.rows[row].hull(positions);
    }

    /// Returns the index of the first row that was read and the columns of all rows from there on.
    /// Clears the record.
    pub(super) fn take(&mut self, columns: &Columns) -> (usize, Box<[ReadColumns]>) {
        let is_read = |positions: &Interval| !positions.is_empty();
        let first = self.rows.iter().position(is_read).unwrap_or(0);
        let end = self.rows.iter().rposition(is_read).map_or(first, |last| last + 1);
        let read = self.rows[first..end]
            .iter_mut()
            .map(|positions| {
                ReadColumns::of_positions(std::mem::replace(positions, Interval::EMPTY), columns)
            })
            .collect();
        (first, read)
    }
}
