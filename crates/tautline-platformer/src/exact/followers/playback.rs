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
    /// The state from which there was no plan, with that planner, and the reason.
    failed: Option<(State, PlanError)>,
    replans: u32,
}

impl Playback {
    /// Starts the playback of a plan from a state.
    pub(super) fn new(plan: Plan, start: State, planner: &Planner) -> Self {
        let (expected, identity) = (Some(start), Some(planner.identity));
        Self { plan, expected, identity, ..Self::default() }
    }

    /// Returns the input for the next frame; `None` at the end of the plan. Calls `replan` if the
    /// character is not where the plan says, or if the planner has changed. An error is repeated
    /// without a call of `replan` until the state or the planner changes.
    pub(super) fn input(
        &mut self,
        planner: &Planner,
        state: State,
        replan: impl FnOnce(&mut Plan) -> Result<(), PlanError>,
    ) -> Result<Option<Input>, PlanError> {
        if self.expected != Some(state) || self.identity != Some(planner.identity) {
            // A search without a result has visited everything, which takes much longer than others.
            if let Some((at, error)) = &self.failed
                && *at == state
                && self.identity == Some(planner.identity)
            {
                return Err(*error);
            }
            self.stop();
            self.identity = Some(planner.identity);
            if let Err(error) = replan(&mut self.plan) {
                self.failed = Some((state, error));
                return Err(error);
            }
            (self.run, self.given) = (0, 0);
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
    pub(super) fn stop(&mut self) {
        (self.expected, self.failed) = (None, None);
    }

    pub(super) const fn plan(&self) -> &Plan {
        &self.plan
    }

    pub(super) const fn replans(&self) -> u32 {
        self.replans
    }
}
