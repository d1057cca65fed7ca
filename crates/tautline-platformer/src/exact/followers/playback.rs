//! Playback of a plan, frame by frame.

use crate::exact::plan::{Plan, PlanError};
use crate::exact::planner::{Identity, Planner};
use crate::{Input, State};

/// A plan and the progress of its playback.
#[derive(Debug, Clone, Default)]
pub(super) struct Playback {
    plan: Plan,
    /// The index of the current input, and the number of frames for which it was given.
    run: usize,
    given: u32,
    /// The state that the plan predicts; `None` without a plan.
    expected: Option<State>,
    /// The identity of the planner at the time of the plan.
    identity: Option<Identity>,
    replans: u32,
}

impl Playback {
    /// Starts the playback of a plan from a state.
    pub(super) fn new(plan: Plan, start: State, planner: &Planner) -> Self {
        let (expected, identity) = (Some(start), Some(planner.identity));
        Self { plan, expected, identity, ..Self::default() }
    }

    /// Returns the input for the next frame; `None` at the end of the plan. Calls `replan` if the
    /// character is not where the plan says, or if the planner has changed.
    pub(super) fn input(
        &mut self,
        planner: &Planner,
        state: State,
        replan: impl FnOnce(&mut Plan) -> Result<(), PlanError>,
    ) -> Result<Option<Input>, PlanError> {
        if self.expected != Some(state) || self.identity != Some(planner.identity) {
            self.stop();
            replan(&mut self.plan)?;
            (self.run, self.given) = (0, 0);
            self.identity = Some(planner.identity);
            self.replans += 1;
        }
        let Some(&(input, frames)) = self.plan.inputs.get(self.run) else {
            self.expected = Some(state);
            return Ok(None);
        };
        self.given += 1;
        if self.given == frames {
            (self.run, self.given) = (self.run + 1, 0);
        }
        self.expected = Some(planner.character().step(state, input, planner.tiles()));
        Ok(Some(input))
    }

    /// Stops the playback: the next call of [`input`](Self::input) plans again.
    pub(super) const fn stop(&mut self) {
        self.expected = None;
    }

    pub(super) const fn plan(&self) -> &Plan {
        &self.plan
    }

    pub(super) const fn replans(&self) -> u32 {
        self.replans
    }
}
