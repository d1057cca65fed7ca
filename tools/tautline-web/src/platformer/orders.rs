//! Sending the character somewhere.

use tautline::platformer::exact::{Goal, Plan, PlanError};
use tautline::platformer::{Tile, at_rest_in_cell};
use wasm_bindgen::prelude::wasm_bindgen;

use super::ghost::Ghost;
use super::{Stage, words};
use crate::clock::timed;
use crate::fault::{Answer, fault};

/// A search that has to find the moves of more spans than this would be felt as a
/// halt of the page. Once all moves are known, it does not apply.
const BUDGET_WHILE_LEARNING: u32 = 250;

/// The outcome of an order to go to a cell.
#[wasm_bindgen]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sent {
    /// The character is on its way.
    Goes,
    /// It cannot; [`Stage::message`] says why.
    Refused,
    /// Too little is known of the level yet: ask again later.
    Waits,
}

#[wasm_bindgen]
impl Stage {
    /// The highest cell at or below one in which the body can stand somewhere, as
    /// a column and a row; the cell itself if there is none before solid ground.
    pub fn standing_cell(&self, column: i32, row: i32) -> Vec<i32> {
        let (tiles, size) = (self.planner.tiles(), self.planner.character().tile_size());
        let mut open = (0..=row).rev().take_while(|&row| tiles.tile(column, row) != Tile::Solid);
        let below = open.find(|&row| self.spans.in_cell(size, [column, row]).is_some());
        vec![column, below.unwrap_or(row)]
    }

    /// Plans the way from where the character is now, also in mid-air, to standing
    /// in a cell.
    pub fn send(&mut self, column: i32, row: i32) -> Sent {
        self.halt();
        self.goal = Some([column, row]);
        self.make_plan()
    }

    /// Stops following a plan, and forgets it.
    pub fn halt(&mut self) {
        self.plan = Plan::default();
        self.goal = None;
        self.ghost = Ghost::default();
        self.message.clear();
        self.frame = 0;
        self.start = self.state;
    }

    /// The cell that the character goes to, as column and row; empty if none.
    pub fn goal(&self) -> Vec<i32> {
        self.goal.map_or(Vec::new(), Vec::from)
    }

    /// Returns a message about the last order; empty if it succeeded.
    #[wasm_bindgen(getter)]
    pub fn message(&self) -> String {
        self.message.clone()
    }

    /// Returns the time of planning of the last plan, in milliseconds.
    #[wasm_bindgen(getter)]
    pub fn milliseconds(&self) -> f64 {
        self.milliseconds
    }

    /// Returns the number of frames of the plan.
    #[wasm_bindgen(getter)]
    pub fn frames(&self) -> u32 {
        self.plan.frames
    }

    /// The position where the plan ends, in subpixels; empty without a plan.
    pub fn end(&self) -> Vec<i32> {
        self.plan.end().map_or(Vec::new(), Vec::from)
    }

    /// The inputs of the plan from cell to cell, as in [`inputs`](Self::inputs); the
    /// character is not concerned.
    ///
    /// # Errors
    ///
    /// There is no such plan.
    pub fn plan_between(&mut self, start: &[i32], goal: &[i32]) -> Answer<Vec<i32>> {
        let (&[sx, sy], &[column, row]) = (start, goal) else {
            return Err(fault("a cell is a column and a row"));
        };
        let state = at_rest_in_cell(self.planner.character(), self.planner.tiles(), sx, sy);
        self.planner.plan(state, Goal::Cell { column, row }).map(|plan| flat(&plan)).map_err(fault)
    }
}

impl Stage {
    /// Plans from the present state to the goal.
    pub(super) fn make_plan(&mut self) -> Sent {
        let Some([column, row]) = self.goal else { return Sent::Refused };
        self.message.clear();
        self.start = self.state;
        self.frame = 0;
        let goal = Goal::Cell { column, row };
        let budget = if self.spans.are_learnt() { u32::MAX } else { BUDGET_WHILE_LEARNING };
        let Self { planner, scratch, plan, state, .. } = self;
        let (made, milliseconds) = timed(|| planner.plan_in(*state, goal, budget, scratch, plan));
        self.milliseconds = milliseconds;
        match made {
            Ok(()) => {
                self.ghost = Ghost::follow(&self.planner, self.start, [column, row]);
                Sent::Goes
            }
            Err(PlanError::BudgetExhausted { .. }) if !self.spans.are_learnt() => Sent::Waits,
            Err(error) => {
                self.ghost = Ghost::default();
                let Self { planner, spans, state, .. } = self;
                self.message = words::refusal(planner, spans, *state, [column, row], error);
                Sent::Refused
            }
        }
    }
}

/// The inputs of a plan: walk, jump, down, and for how many frames.
pub(super) fn flat(plan: &Plan) -> Vec<i32> {
    let inputs = plan.inputs.iter();
    inputs
        .flat_map(|&(input, frames)| {
            [input.walk, input.jump.into(), input.down.into(), frames.cast_signed()]
        })
        .collect()
}
