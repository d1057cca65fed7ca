//! The level as one character sees it: all that moves depend on.
//!
//! Tiles are rows of bits (`bits.rs`, `rows.rs`), and a body at a place in x lies over
//! some of their columns (`columns.rs`). From these follow
//! the spans on which the body can stand (`span.rs`), and the places at which it touches
//! what is in a row, kept for all rows (`obstacles.rs`) or found for some bits
//! (`overlap.rs`). `interval.rs` is about intervals of places, and `walk.rs` tells how
//! long it takes from one place to another.

mod bits;
mod columns;
mod interval;
mod obstacles;
pub(super) mod overlap;
mod rows;
mod span;
mod walk;

pub(super) use columns::Columns;
pub(super) use interval::Interval;
pub(super) use obstacles::{Obstacles, reaching};
pub(super) use rows::Rows;
pub(super) use span::{Ground, Listed, Span, SpanId};
pub(super) use walk::{NEVER, Walk};

use crate::exact::flights::Flights;

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
        (row..row + self.rows.standing).any(|row| {
            if within {
                self.rows.solid.row(row).contains(column)
            } else {
                self.rows.solid.row(-1).contains(0)
            }
        })
    }
}
