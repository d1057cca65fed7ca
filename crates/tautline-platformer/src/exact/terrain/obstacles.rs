//! The obstacles of each row, as intervals of body positions.

use super::columns::Columns;
use super::interval::Interval;
use super::overlap::{clear_parts, overlapping_parts};
use super::rows::Rows;
use crate::exact::flights::BodyRows;
use crate::exact::index::row_index;

/// Disjoint intervals of positions, sorted from the left.
type Intervals = Vec<Interval>;

/// The obstacles of all rows, from the row below the level to the row above it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::exact) struct Obstacles {
    /// The gaps between walls, by the lowest row of the body: for as many rows as a standing body
    /// overlaps, and for one row more.
    gaps: [Vec<Intervals>; 2],
    /// The positions at which a body meets anything in a row.
    floors: Vec<Intervals>,
    /// True for rows with deadly tiles.
    pub(in crate::exact) deadly: Vec<bool>,
}

impl Obstacles {
    pub(in crate::exact) fn new(rows: &Rows, columns: &Columns) -> Self {
        let none = vec![Vec::new(); row_index(rows.count) + 1];
        let deadly = vec![false; none.len()];
        let mut obstacles = Self { gaps: [none.clone(), none.clone()], floors: none, deadly };
        for row in -1..=rows.count {
            obstacles.rebuild(row, rows, columns);
        }
        obstacles
    }

    /// Updates a row after a change of tiles.
    pub(in crate::exact) fn rebuild(&mut self, row: i32, rows: &Rows, columns: &Columns) {
        let index = row_index(row);
        self.deadly[index] = rows.hard.row(row).0 != rows.solid.row(row).0;
        let floors = &mut self.floors[index];
        floors.clear();
        self.gaps.iter_mut().for_each(|gaps| gaps[index].clear());
        if columns.last_x < 0 {
            return;
        }
        let all = Interval::new(0, columns.last_x);
        overlapping_parts(rows.filled.row(row), columns, all, |positions| floors.push(positions));
        for (extra, gaps) in [false, true].into_iter().zip(&mut self.gaps) {
            let blocked = rows.blocked(BodyRows { lowest: row, extra });
            clear_parts(blocked, columns, all, |positions| gaps[index].push(positions));
        }
    }

    /// Returns the intervals in which a body is free to move sideways.
    #[inline]
    pub(in crate::exact) fn gaps(&self, body: BodyRows) -> &[Interval] {
        &self.gaps[usize::from(body.extra)][row_index(body.lowest)]
    }

    /// Returns the positions at which a body that falls into a row meets something.
    #[inline]
    pub(in crate::exact) fn floors(&self, row: i32) -> &[Interval] {
        &self.floors[row_index(row)]
    }
}

/// Skips the intervals that end before `x`.
#[inline(always)]
pub(in crate::exact) fn skip_before(mut positions: &[Interval], x: i32) -> &[Interval] {
    while let [first, rest @ ..] = positions
        && first.high < x
    {
        positions = rest;
    }
    positions
}
