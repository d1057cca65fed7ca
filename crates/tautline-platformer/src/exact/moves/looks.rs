//! The read set of moves, row by row: a tile that changes there makes them stale.

use crate::exact::index::narrow;
use crate::exact::terrain::{Columns, Interval};

/// What a span's moves looked at in one row: columns, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::exact) struct Looked {
    pub(in crate::exact) first: u16,
    pub(in crate::exact) last: u16,
}

impl Looked {
    /// What bodies at places looked at: the columns that they overlap, and the
    /// one beyond each end, which stopped them.
    fn of_places(places: Interval, columns: &Columns) -> Self {
        if places.is_empty() {
            return Self { first: u16::MAX, last: 0 };
        }
        let first = narrow(columns.first((places.low - 1).max(0)));
        Self { first, last: narrow(columns.first(places.high + columns.width)) }
    }

    pub(in crate::exact) fn contains(self, column: i32) -> bool {
        i32::from(self.first) <= column && column <= i32::from(self.last)
    }

    /// Whether bodies at some of these places may have looked.
    pub(in crate::exact) fn may_hold(self, places: Interval, columns: &Columns) -> bool {
        i32::from(self.first) <= columns.last(places.high)
            && columns.first(places.low) <= i32::from(self.last)
    }
}

/// The places that a propagation looked at. Rows count from that below the level.
#[derive(Debug, Clone, Default)]
pub(super) struct Looks {
    rows: Vec<Interval>,
}

impl Looks {
    /// Begins again, with a number of rows. All that was added before has been taken.
    pub(super) fn begin(&mut self, rows: usize) {
        debug_assert!(self.rows.iter().all(|places| places.is_empty()), "all was taken");
        self.rows.resize(rows, Interval::EMPTY);
    }

    /// Adds places in a row.
    #[inline]
    pub(super) fn add(&mut self, row: usize, places: Interval) {
        self.rows[row] = self.rows[row].hull(places);
    }

    /// Takes all of it as columns, from the first row with any to the last. Returns that
    /// first row, too.
    pub(super) fn take(&mut self, columns: &Columns) -> (usize, Box<[Looked]>) {
        let is_looked = |places: &Interval| !places.is_empty();
        let first = self.rows.iter().position(is_looked).unwrap_or(0);
        let end = self.rows.iter().rposition(is_looked).map_or(first, |last| last + 1);
        let looked = self.rows[first..end]
            .iter_mut()
            .map(|places| Looked::of_places(std::mem::replace(places, Interval::EMPTY), columns))
            .collect();
        (first, looked)
    }
}
