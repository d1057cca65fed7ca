//! All that moves depend on.

use super::columns::Columns;
use super::flight::Flights;
use super::obstacles::Obstacles;
use super::rows::Rows;
use super::span::Ground;
use super::walk::Walk;

/// A level as one character sees it.
#[derive(Debug, Clone)]
pub(super) struct Terrain {
    pub(super) rows: Rows,
    pub(super) obstacles: Obstacles,
    pub(super) columns: Columns,
    pub(super) walk: Walk,
    pub(super) digital: bool,
    pub(super) flights: Flights,
    pub(super) ground: Ground,
}

impl Terrain {
    /// Whether a body at an end of a span is stopped by something solid on a
    /// side: -1 is left, 1 is right.
    pub(super) fn is_at_wall(&self, row: i32, x: i32, side: i32) -> bool {
        let edge = if side < 0 { x } else { x + self.columns.width };
        if edge % self.columns.tile != 0 {
            return false;
        }
        let column = if side < 0 { edge / self.columns.tile - 1 } else { edge / self.columns.tile };
        let within = (0..self.rows.columns).contains(&column);
        (row..row + self.rows.standing()).any(|row| {
            if within { self.rows.solid(row).contains(column) } else { self.rows.is_closed_box() }
        })
    }
}
