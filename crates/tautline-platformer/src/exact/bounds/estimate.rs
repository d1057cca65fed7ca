//! How long a way takes at least.

use crate::exact::flights::Flights;
use crate::exact::moves::kinds::{DROP, JUMP};
use crate::exact::terrain::{NEVER, Walk};

/// Least times by height, never more than any move or row of moves takes.
#[derive(Debug, Clone, Default)]
pub(in crate::exact) struct Estimate {
    /// By rows to rise.
    rise: Vec<u32>,
    /// By rows to sink.
    fall: Vec<u32>,
}

impl Estimate {
    pub(in crate::exact) fn new(flights: &Flights, rows: i32) -> Self {
        let count = rows.cast_unsigned() as usize + 1;
        // A landing on a row comes at the earliest in the frame after the first
        // at its height: a bump can end the rise there.
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
            let jumps = 1..single.len().min(rows + 1);
            let least = jumps.map(|jump| single[jump].saturating_add(rise[rows - jump])).min();
            rise[rows] = least.unwrap_or(NEVER).min(NEVER);
        }
        // Nothing sinks faster than a drop that is not interrupted.
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

    /// Least frames to come `rows` rows higher (or lower, if negative).
    #[inline]
    fn vertical(&self, rows: i32) -> u32 {
        let table = if rows >= 0 { &self.rise } else { &self.fall };
        table.get(rows.unsigned_abs() as usize).copied().unwrap_or(0)
    }

    /// Least frames for a way that far to the side and that high.
    #[inline]
    pub(in crate::exact) fn between(&self, aside: i32, rows: i32, walk: Walk) -> u32 {
        walk.frames(aside).max(self.vertical(rows))
    }
}
