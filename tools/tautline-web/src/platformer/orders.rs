//! Goals of the character, and its plans.

use tautline::platformer::exact::{Goal, Plan, PlanError};
use tautline::platformer::{Tile, at_rest_in_cell};
use wasm_bindgen::prelude::wasm_bindgen;

use super::ghost::Ghost;
use super::{Stage, words};
use crate::clock::timed;
use crate::fault::{Answer, fault};

/// The search budget until the moves of all spans are known. A search that has to find the moves of more spans would
/// visibly freeze the page.
const BUDGET_WHILE_EXPLORING: u32 = 250;

/// The outcome of an order to go to a cell.
#[wasm_bindgen]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sent {
    /// The character is on its way.
    Goes,
    /// It cannot; [`Stage::message`] says why.
    Refused,
    /// The moves of too few spans are known yet: ask again later.
    Waits,
}

#[wasm_bindgen]
impl Stage {
    /// Returns the highest cell, at or below a cell, in which the body can stand: column and row. The cell itself if
    /// there is none above the next solid tile.
    pub fn standing_cell(&self, column: i32, row: i32) -> Vec<i32> {
        let (tiles, size) = (self.planner.tiles(), self.planner.character().tile_size());
        let mut open = (0..=row).rev().take_while(|&row| tiles.tile(column, row) != Tile::Solid);
        let below = open.find(|&row| self.spans.in_cell(size, [column, row]).is_some());
        vec![column, below.unwrap_or(row)]
    }

    /// Plans from the current state of the character, also in mid-air, to standing in a cell.
    pub fn send(&mut self, column: i32, row: i32) -> Sent {
        self.halt();
        self.goal = Some([column, row]);
        self.make_plan()
    }

    /// Drops the plan and the goal.
    pub fn halt(&mut self) {
        self.plan = Plan::default();
        self.goal = None;
        self.ghost = Ghost::default();
        self.message.clear();
        self.frame = 0;
        self.start = self.state;
    }

    /// Returns the column and row of the goal; empty without a goal.
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

    /// Returns the position where the plan ends, in subpixels; empty without a plan.
    pub fn end(&self) -> Vec<i32> {
        self.plan.end().map_or(Vec::new(), Vec::from)
    }

    /// Returns the inputs of the plan from one cell to another, as in [`inputs`](Self::inputs). The state of the
    /// character does not matter.
    ///
    /// # Errors
    ///
    /// If there is no such plan.
    pub fn plan_between(&mut self, start: &[i32], goal: &[i32]) -> Answer<Vec<i32>> {
        let (&[sx, sy], &[column, row]) = (start, goal) else {
            return Err(fault("a cell is a column and a row"));
        };
        let state = at_rest_in_cell(self.planner.character(), self.planner.tiles(), sx, sy);
        self.planner.plan(state, Goal::Cell { column, row }).map(|plan| flat(&plan)).map_err(fault)
    }
}

impl Stage {
    /// Plans from the current state to the goal.
    pub(super) fn make_plan(&mut self) -> Sent {
        let Some([column, row]) = self.goal else { return Sent::Refused };
        self.message.clear();
        self.start = self.state;
        self.frame = 0;
        let goal = Goal::Cell { column, row };
        let budget = if self.spans.are_explored() { u32::MAX } else { BUDGET_WHILE_EXPLORING };
        let Self { planner, scratch, plan, state, .. } = self;
        let (made, milliseconds) = timed(|| planner.plan_in(*state, goal, budget, scratch, plan));
        self.milliseconds = milliseconds;
        match made {
            Ok(()) => {
                self.ghost = Ghost::follow(&self.planner, self.start, [column, row]);
                Sent::Goes
            }
            Err(PlanError::BudgetExhausted { .. }) if !self.spans.are_explored() => Sent::Waits,
            Err(error) => {
                self.ghost = Ghost::default();
                let Self { planner, spans, state, .. } = self;
                self.message = words::refusal(planner, spans, *state, [column, row], error);
                Sent::Refused
            }
        }
    }
}

/// Returns the inputs of a plan: walk, jump, down and the number of frames of each.
pub(super) fn flat(plan: &Plan) -> Vec<i32> {
    let inputs = plan.inputs.iter();
    inputs
        .flat_map(|&(input, frames)| {
            [input.walk, input.jump.into(), input.down.into(), frames.cast_signed()]
        })
        .collect()
}
