//! Where moves looked, row by row: a tile that changes there makes them stale.

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
    /// Forgets all, for a number of rows.
    pub(super) fn begin(&mut self, rows: usize) {
        self.places.clear();
        self.places.resize(rows, Hull::EMPTY);
        self.columns.clear();
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

    /// All of it as columns, and its first row.
    pub(super) fn finish(&self, columns: &Columns) -> (usize, impl Iterator<Item = Looked>) {
        let is_looked = |&row: &usize| !self.places[row].is_empty() || self.columns[row] != NONE;
        let mut rows = 0..self.places.len();
        let first = rows.clone().find(is_looked).unwrap_or(0);
        let end = rows.rfind(is_looked).map_or(first, |last| last + 1);
        let looked = (first..end).map(|row| {
            let own = Looked::of_places(self.places[row], columns);
            let [first, from_right] = self.columns[row];
            let last = u16::MAX - from_right;
            Looked { first: own.first.min(first), last: own.last.max(last) }
        });
        (first, looked)
    }

    /// All of it, for a plunge.
    pub(super) fn swath(&self, columns: &Columns) -> Swath {
        let (first_row, looked) = self.finish(columns);
        let columns = looked.map(|row| [row.first, u16::MAX - row.last]).collect();
        Swath { first_row, columns }
    }
}

impl Swath {
    /// Whether a tile was looked at.
    pub(super) fn contains(&self, [column, row]: [i32; 2]) -> bool {
        let index = usize::try_from(row + 1).ok().and_then(|row| row.checked_sub(self.first_row));
        let ends = index.and_then(|index| self.columns.get(index));
        ends.is_some_and(|&[first, from_right]| {
            (i32::from(first)..=i32::from(u16::MAX - from_right)).contains(&column)
        })
    }
}
