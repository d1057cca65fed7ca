//! What stands in the rows, as places: where a body is free, and where it meets something.

use super::columns::Columns;
use super::interval::Interval;
use super::overlap::{clear_parts, covered_parts};
use super::rows::Rows;
use crate::exact::flights::BodyRows;
use crate::exact::index::row_index;

/// Unbroken intervals of places of the level, from the left.
type Places = Vec<Interval>;

/// For each row from that below the level, how a body is among what is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::exact) struct Obstacles {
    /// By the lowest row: the gaps for a body that overlaps as many rows as when
    /// standing, or one more.
    gaps: [Vec<Places>; 2],
    /// Where it meets anything in a row.
    floors: Vec<Places>,
    /// Whether anything in a row is deadly, from the row below the level on.
    pub(in crate::exact) deadly: Vec<bool>,
}

impl Obstacles {
    pub(in crate::exact) fn new(rows: &Rows, columns: &Columns) -> Self {
        let none = vec![Vec::new(); row_index(rows.count) + 1];
        let deadly = vec![false; none.len()];
        let mut obstacles = Self { gaps: [none.clone(), none.clone()], floors: none, deadly };
        for row in -1..=rows.count {
            obstacles.remake(row, rows, columns);
        }
        obstacles
    }

    /// Looks at a row again.
    pub(in crate::exact) fn remake(&mut self, row: i32, rows: &Rows, columns: &Columns) {
        let index = row_index(row);
        self.deadly[index] = rows.hard.row(row).0 != rows.solid.row(row).0;
        let floors = &mut self.floors[index];
        floors.clear();
        self.gaps.iter_mut().for_each(|gaps| gaps[index].clear());
        if columns.last_x < 0 {
            return;
        }
        let all = Interval::new(0, columns.last_x);
        covered_parts(rows.filled.row(row), columns, all, |places| floors.push(places));
        for (extra, gaps) in [false, true].into_iter().zip(&mut self.gaps) {
            let closed = rows.closed(BodyRows { lowest: row, extra });
            clear_parts(closed, columns, all, |places| gaps[index].push(places));
        }
    }

    /// Between what stops a body at its sides.
    #[inline]
    pub(in crate::exact) fn gaps(&self, body: BodyRows) -> &[Interval] {
        &self.gaps[usize::from(body.extra)][row_index(body.lowest)]
    }

    /// What a body meets that falls into a row.
    #[inline]
    pub(in crate::exact) fn floors(&self, row: i32) -> &[Interval] {
        &self.floors[row_index(row)]
    }
}

/// Of some intervals of places those that reach a place or are beyond it.
#[inline(always)]
pub(in crate::exact) fn reaching(mut places: &[Interval], x: i32) -> &[Interval] {
    while let [first, rest @ ..] = places
        && first.high < x
    {
        places = rest;
    }
    places
}
