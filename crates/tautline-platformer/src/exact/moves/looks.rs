//! Where moves looked, row by row: a tile that changes there makes them stale.

use std::ops::Range;

use super::hull::Hull;
use super::link::Looked;
use crate::exact::terrain::Columns;

/// Where a propagation looked. Rows count from that below the level.
#[derive(Debug, Clone, Default)]
pub(super) struct Looks {
    /// Around all places in a row at which it looked itself.
    places: Vec<Hull>,
    /// What plunges looked at that it took.
    columns: Vec<Ends>,
}

/// The first column that was looked at in a row, and how far from the right end of the
/// widest level the last is: of both, the least counts.
type Ends = [u16; 2];

const NONE: Ends = [u16::MAX; 2];

/// Where a plunge looked.
#[derive(Debug, Clone)]
pub(super) struct Swath {
    first_row: usize,
    columns: Box<[Ends]>,
}

impl Looks {
    /// Begins anew, with a number of rows. All that was remembered before has been taken.
    pub(super) fn begin(&mut self, rows: usize) {
        debug_assert!(self.places.iter().all(|places| places.is_empty()), "all was taken");
        self.places.resize(rows, Hull::EMPTY);
        self.columns.resize(rows, NONE);
    }

    /// Adds places in a row.
    #[inline]
    pub(super) fn add(&mut self, row: usize, places: [i32; 2]) {
        self.places[row].add(places);
    }

    /// Adds all that a plunge looked at.
    #[inline]
    pub(super) fn add_swath(&mut self, swath: &Swath) {
        for (own, other) in self.columns[swath.first_row..].iter_mut().zip(&swath.columns) {
            *own = [own[0].min(other[0]), own[1].min(other[1])];
        }
    }

    /// Takes all of it as columns, with its first row.
    pub(super) fn take(&mut self, columns: &Columns) -> (usize, Box<[Looked]>) {
        let (first, looked) = self.take_rows(0..self.places.len(), columns);
        (first, looked.collect())
    }

    /// Takes all of it for a plunge, which looked at some rows only.
    pub(super) fn take_swath(&mut self, rows: Range<usize>, columns: &Columns) -> Swath {
        let (first_row, looked) = self.take_rows(rows, columns);
        let columns = looked.map(|row| [row.first, u16::MAX - row.last]).collect();
        Swath { first_row, columns }
    }

    /// Takes all that there is in some rows, from the first in which there is anything to
    /// the last.
    fn take_rows(
        &mut self,
        mut rows: Range<usize>,
        columns: &Columns,
    ) -> (usize, impl Iterator<Item = Looked>) {
        let is_looked = |&row: &usize| !self.places[row].is_empty() || self.columns[row] != NONE;
        let first = rows.clone().find(is_looked).unwrap_or(rows.start);
        let end = rows.rfind(is_looked).map_or(first, |last| last + 1);
        let looked = (first..end).map(move |row| {
            let places = std::mem::replace(&mut self.places[row], Hull::EMPTY);
            let [first, from_right] = std::mem::replace(&mut self.columns[row], NONE);
            let own = Looked::of_places(places, columns);
            let last = u16::MAX - from_right;
            Looked { first: own.first.min(first), last: own.last.max(last) }
        });
        (first, looked)
    }
}

impl Swath {
    /// Whether a tile was looked at.
    pub(super) fn contains(&self, [column, row]: [i32; 2]) -> bool {
        let index = usize::try_from(row + 1).ok().and_then(|row| row.checked_sub(self.first_row));
        let ends = index.and_then(|index| self.columns.get(index));
        ends.is_some_and(|&[first, from_right]| {
            Looked { first, last: u16::MAX - from_right }.contains(column)
        })
    }
}
