//! The level as one character sees it. All links depend on this alone.
//!
//! * `bits.rs`, `rows.rs`: the tiles as bit sets.
//! * `columns.rs`, `interval.rs`: positions in x, and the columns that a body overlaps there.
//! * `span.rs`: the spans, on which the body can stand and walk.
//! * `obstacles.rs`: gaps between walls, and floors, of all rows; `overlap.rs` finds them.
//! * `walk.rs`: walking times and distances.

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
pub(super) use obstacles::{Obstacles, skip_before};
pub(super) use rows::Rows;
pub(super) use span::{RowSpan, Span, SpanId, Spans};
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
    pub(super) spans: Spans,
}

impl Terrain {
    /// Returns true if something solid stops a body at an end of a span. `side` is -1 for left and
    /// 1 for right.
    pub(super) fn is_at_wall(&self, row: i32, x: i32, side: i32) -> bool {
        let edge = if side < 0 { x } else { x + self.columns.width };
        if edge % self.columns.tile != 0 {
            return false;
        }
        let column = if side < 0 { edge / self.columns.tile - 1 } else { edge / self.columns.tile };
        let within = (0..self.rows.columns).contains(&column);
        (row..row + self.rows.body_rows).any(|row| {
            if within {
                self.rows.solid.row(row).contains(column)
            } else {
                self.rows.solid.row(-1).contains(0)
            }
        })
    }
}
