//! The read set of moves, row by row: a tile that changes there makes them stale.

use super::hull::Hull;
use super::link::Looked;
use crate::exact::terrain::Columns;

/// The places that a propagation looked at. Rows count from that below the level.
#[derive(Debug, Clone, Default)]
pub(super) struct Looks {
    rows: Vec<Hull>,
}

impl Looks {
    /// Begins again, with a number of rows. All that was added before has been taken.
    pub(super) fn begin(&mut self, rows: usize) {
        debug_assert!(self.rows.iter().all(|places| places.is_empty()), "all was taken");
        self.rows.resize(rows, Hull::EMPTY);
    }

    /// Adds places in a row.
    #[inline]
    pub(super) fn add(&mut self, row: usize, places: [i32; 2]) {
        self.rows[row].add(places);
    }

    /// Takes all of it as columns, from the first row with any to the last. Returns that
    /// first row, too.
    pub(super) fn take(&mut self, columns: &Columns) -> (usize, Box<[Looked]>) {
        let is_looked = |places: &Hull| !places.is_empty();
        let first = self.rows.iter().position(is_looked).unwrap_or(0);
        let end = self.rows.iter().rposition(is_looked).map_or(first, |last| last + 1);
        let looked = self.rows[first..end]
            .iter_mut()
            .map(|places| Looked::of_places(std::mem::replace(places, Hull::EMPTY), columns))
            .collect();
        (first, looked)
    }
}
