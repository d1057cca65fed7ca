//! The inputs of a move, frame by frame.
//!
//! The vertical profile of a move is fixed by its flight. What remains to be chosen is x at the end
//! of each leg. A backward pass finds, for each leg, the positions from which the landing can still
//! be reached; a forward pass walks through these sets at full speed towards the landing:
//!
//! ```text
//!   time   leg                                    positions from which the landing is reachable
//!    0     launch     o                           {from}
//!    7     rise      |=====|                      forward: nearest to the landing within the
//!   19     fall         |====|   |==|             walking distance of the leg, in the same gap
//!   26     fall            |===|###|=|            # a wall splits the set
//!   30     landing             o                  {to}, where the backward pass starts
//! ```
//!
//! Walls and conditions cut intervals into intervals, so that every set is a short list.

use super::Plan;
use super::error::PlanError;
use super::legs::{Condition, Leg, Move};
use crate::Input;
use crate::exact::moves::ReachInterval;
use crate::exact::terrain::overlap::{clear_parts, overlapping_parts};
use crate::exact::terrain::{Interval, Terrain};

/// Reusable memory of scripts.
#[derive(Debug, Clone, Default)]
pub(in crate::exact) struct ScriptScratch {
    legs: Vec<Leg>,
    /// The sets of end positions of all legs.
    sets: Vec<Interval>,
    /// The set under construction.
    parts: Vec<Interval>,
}

impl Terrain {
    /// Adds a walk on the ground in the least frames, and a wait until `frames` have passed.
    pub(in crate::exact) fn push_walk(&self, from: i32, to: i32, frames: u32, plan: &mut Plan) {
        let mut x = from;
        let mut left = frames;
        while left > 0 {
            let mut walk = (to - x).clamp(-self.walk.step, self.walk.step);
            if self.digital {
                // A digital step is always a full one. The wall at the end cuts the last.
                walk = walk.signum() * self.walk.step;
            }
            let straight =
                (to - x).checked_div(walk).map_or(left, i32::unsigned_abs).clamp(1, left);
            x += walk * straight.cast_signed();
            if self.digital && (to - x).signum() != walk.signum() {
                x = to;
            }
            left -= straight;
            plan.push(Input::walking(walk), straight);
        }
    }

    /// Adds the inputs of a move.
    ///
    /// # Errors
    ///
    /// [`PlanError::ImpossibleMove`] if the link is invalid.
    pub(in crate::exact) fn script(
        &self,
        movement: &Move<'_>,
        scratch: &mut ScriptScratch,
        plan: &mut Plan,
    ) -> Result<(), PlanError> {
        scratch.legs.clear();
        scratch.sets.clear();
        self.build_legs(movement, &mut scratch.legs);
        self.backward_pass(movement, scratch);
        if self.forward_pass(movement, scratch, plan) {
            return Ok(());
        }
        Err(PlanError::ImpossibleMove { x: movement.from, y: plan.end().map_or(0, |[_, y]| y) })
    }

    /// Backward pass: finds the set of end positions of each leg from which the landing can be
    /// reached.
    fn backward_pass(&self, movement: &Move<'_>, scratch: &mut ScriptScratch) {
        let ScriptScratch { legs, sets, parts } = scratch;
        sets.push(Interval::point(movement.to));
        if let Some(last) = legs.last_mut() {
            last.set = [0, 1];
        }
        for index in (1..legs.len()).rev() {
            let (earlier, leg) = (legs[index - 1], legs[index]);
            let gaps = self.obstacles.gaps(leg.body);
            let before = self.rows.blocked(earlier.body);
            let distance = self.walk.reach(leg.time - earlier.time);
            // Only positions within reach of the launch matter.
            let cone = Interval::point(movement.from).grown(self.walk.reach(earlier.time));
            parts.clear();
            for &set in &sets[leg.set[0]..leg.set[1]] {
                let mut interval = ReachInterval::start(set);
                interval.spread(distance, gaps);
                let at = interval.at.intersection(cone);
                if at.is_empty() {
                    continue;
                }
                if !self.columns.touch(before, at) {
                    self.allowed_parts(earlier.condition, at, |part| parts.push(part));
                    continue;
                }
                clear_parts(before, &self.columns, at, |clear| {
                    self.allowed_parts(earlier.condition, clear, |part| parts.push(part));
                });
            }
            if self.digital {
                let residue = movement.from.rem_euclid(self.walk.step);
                parts.retain_mut(|part| {
                    let inner = part.aligned(residue, self.walk.step);
                    *part = inner.unwrap_or(*part);
                    inner.is_some()
                });
            }
            // Overlapping parts become one, so that the sets stay short.
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

    fn allowed_parts(&self, condition: Condition, at: Interval, mut found: impl FnMut(Interval)) {
        match condition {
            Condition::None => found(at),
            Condition::NoFloor(row) => {
                let floor = self.rows.floor.row(row);
                // The common case first: no floor is near.
                if self.columns.touch(floor, at) {
                    clear_parts(floor, &self.columns, at, found);
                } else {
                    found(at);
                }
            }
            Condition::Ceiling(row) => {
                overlapping_parts(self.rows.solid.row(row), &self.columns, at, found);
            }
        }
    }

    /// Forward pass: walks through the sets, always as near to the landing as they allow. Returns
    /// false if a set cannot be reached.
    fn forward_pass(&self, movement: &Move<'_>, scratch: &ScriptScratch, plan: &mut Plan) -> bool {
        let buttons = &movement.flights.flight(movement.link.flight).buttons;
        let mut x = movement.from;
        let mut time = 0;
        let mut has_bumped = false;
        for leg in &scratch.legs {
            let gaps = self.obstacles.gaps(leg.body);
            let mut reached = ReachInterval::start(Interval::point(x));
            reached.spread(self.walk.reach(leg.time - time), gaps);
            let sets = &scratch.sets[leg.set[0]..leg.set[1]];
            let ends = sets.iter().filter_map(|set| {
                let mut end = set.intersection(reached.at);
                if self.digital && !end.is_empty() {
                    end = end.aligned(x.rem_euclid(self.walk.step), self.walk.step)?;
                }
                (!end.is_empty()).then(|| end.nearest(movement.to))
            });
            // Among equally near ends the choice is fixed, so that plans are deterministic.
            let Some(end) = ends.min_by_key(|end| (end.abs_diff(movement.to), *end)) else {
                return false;
            };
            while time < leg.time {
                let walk = (end - x).clamp(-self.walk.step, self.walk.step);
                let (mut input, until) = buttons.input(walk, time);
                // After a bump, the body falls, held button or not. Released here, the button is
                // pressed again for the next jump.
                input.jump &= !has_bumped;
                // One entry for as many equal frames as possible.
                let same = (end - x).checked_div(walk).map_or(u32::MAX, i32::unsigned_abs);
                let frames = same.min(until.min(leg.time) - time);
                x += walk * frames.cast_signed();
                plan.push(input, frames);
                time += frames;
            }
            if x != end {
                return false;
            }
            has_bumped |= matches!(leg.condition, Condition::Ceiling(_));
        }
        true
    }
}
