//! From links to what to press in each frame.
//!
//! The vertical course of a move is known from its flight; left to choose is
//! where in x the body is in each frame. Going back from the landing, the sets
//! of places from which it can still be reached are intervals again; going
//! forward, every step is as long as they let it be.

use super::Plan;
use super::error::PlanError;
use super::legs::{Asked, Leg, Move};
use crate::Input;
use crate::exact::moves::Piece;
use crate::exact::terrain::overlap::{clear_parts, covered_parts};
use crate::exact::terrain::{Interval, Terrain};

/// Memory of scripts.
#[derive(Debug, Clone, Default)]
pub(in crate::exact) struct ScriptMemory {
    legs: Vec<Leg>,
    /// The sets of all legs' ends, one after the other.
    sets: Vec<Interval>,
    /// The set that is being made.
    parts: Vec<Interval>,
}

impl Terrain {
    /// Walks on the ground in as few frames as possible, then waits.
    pub(in crate::exact) fn stroll(&self, from: i32, to: i32, frames: u32, plan: &mut Plan) {
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
    pub(in crate::exact) fn script(
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

    /// Finds for each leg's end the places from which the landing can be
    /// reached.
    fn go_back(&self, made: &Move<'_>, memory: &mut ScriptMemory) {
        let ScriptMemory { legs, sets, parts } = memory;
        sets.push(Interval::at(made.to));
        if let Some(last) = legs.last_mut() {
            last.set = [0, 1];
        }
        for index in (1..legs.len()).rev() {
            let (earlier, leg) = (legs[index - 1], legs[index]);
            let gaps = self.obstacles.gaps(leg.body);
            let before = self.rows.closed(earlier.body);
            let distance = self.walk.reach(leg.time - earlier.time);
            let cone = Interval::at(made.from).grown(self.walk.reach(earlier.time));
            parts.clear();
            for &set in &sets[leg.set[0]..leg.set[1]] {
                let mut piece = Piece::start(set);
                piece.spread(distance, gaps);
                let at = piece.at.intersection(cone);
                if at.is_empty() {
                    continue;
                }
                if !self.columns.touch(before, at) {
                    self.asked_parts(earlier.asked, at, |part| parts.push(part));
                    continue;
                }
                clear_parts(before, &self.columns, at, |clear| {
                    self.asked_parts(earlier.asked, clear, |part| parts.push(part));
                });
            }
            if self.digital {
                let class = made.from.rem_euclid(self.walk.step);
                parts.retain_mut(|part| {
                    let inner = part.aligned(class, self.walk.step);
                    *part = inner.unwrap_or(*part);
                    inner.is_some()
                });
            }
            if parts.len() > 1 {
                parts.sort_unstable();
            }
            let begin = sets.len();
            for part in parts.iter() {
                match sets[begin..].last_mut() {
                    Some(last) if part.low <= last.high => *last = last.hull(*part),
                    _ => sets.push(*part),
                }
            }
            legs[index - 1].set = [begin, sets.len()];
        }
    }

    fn asked_parts(&self, asked: Asked, at: Interval, mut found: impl FnMut(Interval)) {
        match asked {
            Asked::Nothing => found(at),
            Asked::NoFloor(row) => {
                let floor = self.rows.floor.row(row);
                // Mostly there is none.
                if self.columns.touch(floor, at) {
                    clear_parts(floor, &self.columns, at, found);
                } else {
                    found(at);
                }
            }
            Asked::Ceiling(row) => {
                covered_parts(self.rows.solid.row(row), &self.columns, at, found);
            }
        }
    }

    /// Steps through the sets, always as near to the landing as they allow; false if
    /// a set cannot be reached.
    fn go_forward(&self, made: &Move<'_>, memory: &ScriptMemory, plan: &mut Plan) -> bool {
        let buttons = &made.flights.flight(made.link.flight).buttons;
        let mut x = made.from;
        let mut time = 0;
        for leg in &memory.legs {
            let gaps = self.obstacles.gaps(leg.body);
            let mut reached = Piece::start(Interval::at(x));
            reached.spread(self.walk.reach(leg.time - time), gaps);
            let sets = &memory.sets[leg.set[0]..leg.set[1]];
            let ends = sets.iter().filter_map(|set| {
                let mut end = set.intersection(reached.at);
                if self.digital && !end.is_empty() {
                    end = end.aligned(x.rem_euclid(self.walk.step), self.walk.step)?;
                }
                (!end.is_empty()).then(|| end.nearest(made.to))
            });
            let Some(end) = ends.min_by_key(|end| (end.abs_diff(made.to), *end)) else {
                return false;
            };
            while time < leg.time {
                let walk = (end - x).clamp(-self.walk.step, self.walk.step);
                let (input, until) = buttons.input(walk, time);
                // As often as nothing changes.
                let same = (end - x).checked_div(walk).map_or(u32::MAX, i32::unsigned_abs);
                let frames = same.min(until.min(leg.time) - time);
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
