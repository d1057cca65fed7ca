//! From links to what to press in each frame.
//!
//! The vertical course of a move is known from its flight; left to choose is
//! where in x the body is in each frame. Going back from the landing, the sets
//! of places from which it can still be reached are intervals again; going
//! forward, every step is as long as they let it be.

use super::flight::{Change, Event, Flights};
use super::link::{Link, NO_BUMP};
use super::overlap::{clear_parts, covered_parts};
use super::piece::Piece;
use super::plan::Plan;
use super::search::aligned;
use super::terrain::Terrain;
use crate::Input;

/// Memory of scripts.
#[derive(Debug, Clone, Default)]
pub(super) struct ScriptMemory {
    legs: Vec<Leg>,
    /// The sets of all legs' ends, one after the other.
    sets: Vec<[i32; 2]>,
    /// The set that is being made.
    parts: Vec<[i32; 2]>,
}

/// A stretch in which the overlapped rows stay the same.
#[derive(Debug, Clone, Copy)]
struct Leg {
    /// When it ends.
    time: u32,
    /// The lowest row overlapped until then.
    lowest: i32,
    /// Whether one row more is overlapped than when standing.
    one_more: bool,
    /// What is asked at its end.
    asked: Asked,
    /// Where the set of places for its end begins and ends in the list.
    set: [usize; 2],
}

/// What a place must offer so that the flight goes on as planned. That the body
/// fits into the rows before and after is asked anyway.
#[derive(Debug, Clone, Copy)]
enum Asked {
    Nothing,
    /// No floor in a row.
    NoFloor(i32),
    /// Something solid in a row.
    Ceiling(i32),
}

/// A move from a place to a place.
#[derive(Debug, Clone, Copy)]
pub(super) struct Move<'a> {
    pub(super) flights: &'a Flights,
    pub(super) link: Link,
    /// The lowest row overlapped at first, from which events count.
    pub(super) row: i32,
    /// Whether one row more is overlapped than when standing.
    pub(super) one_more: bool,
    pub(super) from: i32,
    pub(super) to: i32,
}

impl Terrain {
    /// Walks on the ground in as few frames as possible, then waits.
    pub(super) fn stroll(&self, from: i32, to: i32, frames: u32, plan: &mut Plan) {
        let mut x = from;
        let mut left = frames;
        while left > 0 {
            let mut walk = (to - x).clamp(-self.walk.step, self.walk.step);
            if self.digital {
                // The wall at the end cuts the last step.
                walk = walk.signum() * self.walk.step;
            }
            let straight =
                (to - x).checked_div(walk).map_or(left, i32::unsigned_abs).clamp(1, left);
            x += walk * straight.cast_signed();
            if self.digital && (to - x).signum() != walk.signum() {
                x = to;
            }
            left -= straight;
            plan.push(Input { walk, ..Input::default() }, straight);
        }
    }

    /// Adds the inputs of a move. False if it cannot be made, which would be a
    /// fault of the link.
    pub(super) fn script(
        &self,
        made: &Move<'_>,
        memory: &mut ScriptMemory,
        plan: &mut Plan,
    ) -> bool {
        memory.legs.clear();
        memory.sets.clear();
        self.lay_legs(made, &mut memory.legs);
        self.go_back(made, memory);
        self.go_forward(made, memory, plan)
    }

    /// The stretches of a move.
    fn lay_legs(&self, made: &Move<'_>, legs: &mut Vec<Leg>) {
        let flight = made.flights.flight(made.link.flight);
        let standing = self.rows.standing();
        let end = made.link.time;
        let (mut lowest, mut one_more) = (made.row, made.one_more);
        let leg =
            |time, lowest, one_more, asked| Leg { time, lowest, one_more, asked, set: [0; 2] };
        if flight.action.leaves_a_ledge() {
            legs.push(leg(1, lowest, one_more, Asked::NoFloor(made.row - 1)));
        }
        let bump = usize::from(made.link.bump);
        for event in flight.events.iter().take(bump).take_while(|event| event.time < end) {
            let (row, asked) = met(event, made.row);
            legs.push(leg(event.time, lowest, one_more, asked));
            (lowest, one_more) = (row, event.one_more);
        }
        if made.link.bump != NO_BUMP
            && let Some(event) = flight.events.get(bump)
        {
            let ceiling = made.row + event.lowest + standing - 1 + i32::from(event.one_more);
            legs.push(leg(event.time, lowest, one_more, Asked::Ceiling(ceiling)));
            (lowest, one_more) = (ceiling - standing, false);
            let left = end.saturating_sub(event.time);
            for fall in made.flights.bump.iter().take_while(|fall| fall.time < left) {
                let (row, asked) = met(fall, ceiling);
                legs.push(leg(event.time + fall.time, lowest, one_more, asked));
                (lowest, one_more) = (row, fall.one_more);
            }
        }
        legs.push(leg(end, lowest, one_more, Asked::Nothing));
    }

    /// Finds for each leg's end the places from which the landing can be
    /// reached.
    fn go_back(&self, made: &Move<'_>, memory: &mut ScriptMemory) {
        let ScriptMemory { legs, sets, parts } = memory;
        sets.push([made.to, made.to]);
        if let Some(last) = legs.last_mut() {
            last.set = [0, 1];
        }
        for index in (1..legs.len()).rev() {
            let (earlier, leg) = (legs[index - 1], legs[index]);
            let closed = self.rows.closed(leg.lowest, leg.one_more);
            let before = self.rows.closed(earlier.lowest, earlier.one_more);
            let distance = self.walk.reach(leg.time - earlier.time);
            let reach = self.walk.reach(earlier.time);
            let cone = [made.from - reach, made.from + reach];
            parts.clear();
            for &[low, high] in &sets[leg.set[0]..leg.set[1]] {
                let mut piece = Piece::start(low, high);
                piece.spread(distance, closed, &self.columns);
                let at = [piece.at[0].max(cone[0]), piece.at[1].min(cone[1])];
                if at[0] > at[1] {
                    continue;
                }
                clear_parts(before, &self.columns, at, |low, high| {
                    self.asked_parts(earlier.asked, [low, high], |part| parts.push(part));
                });
            }
            if self.digital {
                let class = made.from.rem_euclid(self.walk.step);
                parts.retain_mut(|part| match aligned(*part, class, self.walk.step) {
                    Some(inner) => {
                        *part = inner;
                        true
                    }
                    None => false,
                });
            }
            parts.sort_unstable();
            let begin = sets.len();
            for part in parts.iter() {
                match sets[begin..].last_mut() {
                    Some(last) if part[0] <= last[1] => last[1] = last[1].max(part[1]),
                    _ => sets.push(*part),
                }
            }
            legs[index - 1].set = [begin, sets.len()];
        }
    }

    fn asked_parts(&self, asked: Asked, at: [i32; 2], mut found: impl FnMut([i32; 2])) {
        match asked {
            Asked::Nothing => found(at),
            Asked::NoFloor(row) => {
                clear_parts(self.rows.floor(row), &self.columns, at, |low, high| {
                    found([low, high])
                });
            }
            Asked::Ceiling(row) => {
                covered_parts(self.rows.solid(row), &self.columns, at, |low, high| {
                    found([low, high]);
                });
            }
        }
    }

    /// Steps through the sets, always as near to the landing as they allow.
    fn go_forward(&self, made: &Move<'_>, memory: &ScriptMemory, plan: &mut Plan) -> bool {
        let action = made.flights.flight(made.link.flight).action;
        let mut x = made.from;
        let mut time = 0;
        for leg in &memory.legs {
            let closed = self.rows.closed(leg.lowest, leg.one_more);
            let mut reached = Piece::start(x, x);
            reached.spread(self.walk.reach(leg.time - time), closed, &self.columns);
            let sets = &memory.sets[leg.set[0]..leg.set[1]];
            let ends = sets.iter().filter_map(|set| {
                let [mut low, mut high] = [set[0].max(reached.at[0]), set[1].min(reached.at[1])];
                if self.digital && low <= high {
                    [low, high] =
                        aligned([low, high], x.rem_euclid(self.walk.step), self.walk.step)?;
                }
                (low <= high).then(|| made.to.clamp(low, high))
            });
            let Some(end) = ends.min_by_key(|end| (end.abs_diff(made.to), *end)) else {
                return false;
            };
            while time < leg.time {
                let walk = (end - x).clamp(-self.walk.step, self.walk.step);
                x += walk;
                let (jump, down) = (action.holds_jump(time), action.presses_down(time));
                plan.push(Input { walk, jump, down }, 1);
                time += 1;
            }
            if x != end {
                return false;
            }
        }
        true
    }
}

/// The lowest row after an event, and what it asks.
fn met(event: &Event, row: i32) -> (i32, Asked) {
    let lowest = row + event.lowest;
    match event.change {
        Change::Fall => (lowest, Asked::NoFloor(lowest)),
        Change::Rise | Change::Leave | Change::Drop => (lowest, Asked::Nothing),
    }
}
