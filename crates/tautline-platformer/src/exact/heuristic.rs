//! The heuristic of the search: a lower bound on the time between two positions, by height and
//! horizontal distance.
//!
//! The bound is *admissible*: no sequence of moves is faster. It is the larger of two bounds:
//!
//! * the walking time of the horizontal distance, because walking speed is also the speed in the
//!   air;
//! * the least time for the difference in height: rising is bounded by the fastest combination of
//!   jumps, sinking by one uninterrupted drop.

use super::flights::Flights;
use super::moves::kinds::{DROP, JUMP};
use super::terrain::{NEVER, Walk};

/// Least times by difference in height.
#[derive(Debug, Clone, Default)]
pub(in crate::exact) struct Heuristic {
    /// By the number of rows to rise.
    rise: Vec<u32>,
    /// By the number of rows to sink.
    fall: Vec<u32>,
}

impl Heuristic {
    pub(in crate::exact) fn new(flights: &Flights, rows: i32) -> Self {
        let count = rows.cast_unsigned() as usize + 1;
        // The earliest landing on a row is one frame after the body first reaches its height: a
        // ceiling can end the rise there. The natural landing time would not be admissible.
        let mut single: Vec<u32> = vec![0];
        for event in &flights.flight(JUMP).events {
            let left = event.leave.map(|leave| (leave.time, leave.lowest));
            for (time, lowest) in left.into_iter().chain([(event.time, event.body.lowest)]) {
                if usize::try_from(lowest) == Ok(single.len()) {
                    single.push(time + 1);
                }
            }
        }
        let mut rise = vec![0; count];
        for rows in 1..count {
            // The least sum over all ways to split the height into jumps (dynamic programming).
            let jumps = 1..single.len().min(rows + 1);
            let least = jumps.map(|jump| single[jump].saturating_add(rise[rows - jump])).min();
            rise[rows] = least.unwrap_or(NEVER).min(NEVER);
        }
        // Nothing sinks faster than an uninterrupted drop.
        let mut fall = vec![0; count];
        for event in &flights.flight(DROP).events {
            let sunk = (-1 - event.body.lowest).cast_unsigned() as usize;
            if let Some(slot) = fall.get_mut(sunk)
                && sunk > 0
                && *slot == 0
            {
                *slot = event.time;
            }
        }
        Self { rise, fall }
    }

    /// Returns a lower bound on the frames to rise by `rows` rows, or to sink if negative.
    #[inline]
    fn vertical(&self, rows: i32) -> u32 {
        let table = if rows >= 0 { &self.rise } else { &self.fall };
        table.get(rows.unsigned_abs() as usize).copied().unwrap_or(0)
    }

    /// Returns a lower bound on the frames over a horizontal distance and a number of rows.
    #[inline]
    pub(in crate::exact) fn between(&self, distance: i32, rows: i32, walk: Walk) -> u32 {
        walk.frames(distance).max(self.vertical(rows))
    }
}
