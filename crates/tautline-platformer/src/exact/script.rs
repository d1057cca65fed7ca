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
use super::plan::{Plan, PlanError};
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

    /// Adds the inputs of a move.
    ///
    /// # Errors
    ///
    /// [`PlanError::ImpossibleMove`], which is a fault of the link.
    pub(super) fn script(
        &self,
        made: &Move<'_>,
        memory: &mut ScriptMemory,
        plan: &mut Plan,
    ) -> Result<(), PlanError> {
        memory.legs.clear();
        memory.sets.clear();
        self.lay_legs(made, &mut memory.legs);
        self.go_back(made, memory);
        if self.go_forward(made, memory, plan) {
            return Ok(());
        }
        Err(PlanError::ImpossibleMove { x: made.from, y: plan.end().map_or(0, |[_, y]| y) })
    }

    /// The stretches of a move.
    fn lay_legs(&self, made: &Move<'_>, legs: &mut Vec<Leg>) {
        let flight = made.flights.flight(made.link.flight);
        let standing = self.rows.standing();
        let mut laying =
            Laying { legs, lowest: made.row, one_more: made.one_more, end: made.link.time };
        if flight.action.leaves_a_ledge() {
            laying.leg(1, Asked::NoFloor(made.row - 1));
        }
        let bump = usize::from(made.link.bump).min(flight.events.len());
        laying.pass(&flight.events[..bump], made.row, 0);
        if made.link.bump != NO_BUMP
            && let Some(event) = flight.events.get(bump)
        {
            let ceiling = made.row + event.lowest + standing - 1 + i32::from(event.one_more);
            laying.leave(event, made.row, 0);
            laying.leg(event.time, Asked::Ceiling(ceiling));
            (laying.lowest, laying.one_more) = (ceiling - standing, false);
            laying.pass(&made.flights.bump, ceiling, event.time);
        }
        laying.leg(made.link.time, Asked::Nothing);
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
            let runs = self.rows.runs(leg.lowest, leg.one_more);
            let before = self.rows.closed(earlier.lowest, earlier.one_more);
            let distance = self.walk.reach(leg.time - earlier.time);
            let reach = self.walk.reach(earlier.time);
            let cone = [made.from - reach, made.from + reach];
            parts.clear();
            for &[low, high] in &sets[leg.set[0]..leg.set[1]] {
                let mut piece = Piece::start(low, high);
                piece.spread(distance, runs, &self.columns);
                let at = [piece.at[0].max(cone[0]), piece.at[1].min(cone[1])];
                if at[0] > at[1] {
                    continue;
                }
                if !self.columns.touch(before, at) {
                    self.asked_parts(earlier.asked, at, |part| parts.push(part));
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
            if parts.len() > 1 {
                parts.sort_unstable();
            }
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
                if !self.columns.touch(self.rows.floor(row), at) {
                    return found(at);
                }
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

    /// Steps through the sets, always as near to the landing as they allow; false if
    /// a set cannot be reached.
    fn go_forward(&self, made: &Move<'_>, memory: &ScriptMemory, plan: &mut Plan) -> bool {
        let action = made.flights.flight(made.link.flight).action;
        let mut x = made.from;
        let mut time = 0;
        for leg in &memory.legs {
            let runs = self.rows.runs(leg.lowest, leg.one_more);
            let mut reached = Piece::start(x, x);
            reached.spread(self.walk.reach(leg.time - time), runs, &self.columns);
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
                let input =
                    Input { walk, jump: action.holds_jump(time), down: action.presses_down(time) };
                // As often as nothing changes.
                let same = (end - x).checked_div(walk).map_or(u32::MAX, i32::unsigned_abs);
                let frames = same.min(action.next_press(time).min(leg.time) - time);
                x += walk * frames.cast_signed();
                plan.push(input, frames);
                time += frames;
            }
            if x != end {
                return false;
            }
        }
        true
    }
}

/// Lays the legs of a move one after the other.
struct Laying<'a> {
    legs: &'a mut Vec<Leg>,
    /// As in the next leg.
    lowest: i32,
    one_more: bool,
    /// When the move ends.
    end: u32,
}

impl Laying<'_> {
    fn leg(&mut self, time: u32, asked: Asked) {
        let (lowest, one_more) = (self.lowest, self.one_more);
        self.legs.push(Leg { time, lowest, one_more, asked, set: [0; 2] });
    }

    /// What is left before an event, whose row and time count from `row` and
    /// `from`.
    fn leave(&mut self, event: &Event, row: i32, from: u32) {
        if let Some(leave) = event.leave
            && from + leave.time < self.end
        {
            self.leg(from + leave.time, Asked::Nothing);
            (self.lowest, self.one_more) = (row + leave.lowest, false);
        }
    }

    /// Goes through events until the move ends.
    fn pass(&mut self, events: &[Event], row: i32, from: u32) {
        for event in events {
            self.leave(event, row, from);
            if from + event.time >= self.end {
                break;
            }
            let entered = row + event.lowest;
            let asked = match event.change {
                Change::Fall => Asked::NoFloor(entered),
                Change::Rise | Change::Drop => Asked::Nothing,
            };
            self.leg(from + event.time, asked);
            (self.lowest, self.one_more) = (entered, event.one_more);
        }
    }
}
