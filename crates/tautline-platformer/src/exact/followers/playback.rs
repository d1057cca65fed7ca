//! Playback of a plan, frame by frame.

use crate::exact::plan::{Plan, PlanError};
use crate::exact::planner::{Identity, Planner};
use crate::{Input, Stance, State};

/// A plan and the progress of its playback.
#[derive(Debug, Clone, Default)]
pub(super) struct Playback {
    plan: Plan,
    /// The memory of the next plan. The current one stays until that is found.
    next_plan: Plan,
    /// The index of the current input, and the number of frames for which it was given.
    run: usize,
    given: u32,
    /// The state that the plan predicts; `None` without a plan.
    expected: Option<State>,
    /// The identity of the planner at the time of the plan.
    identity: Option<Identity>,
    /// True if the plan leads to an earlier goal.
    is_outdated: bool,
    /// The state from which there was no plan, with which planner, and the reason.
    failed: Option<((State, Identity), PlanError)>,
    /// The number of plans so far.
    plans: u32,
}

impl Playback {
    /// Returns the input for the next frame; `None` at the end of the plan. Calls `replan` if the
    /// character is not where the plan says, or if the goal or the planner has changed.
    ///
    /// If there is no plan to another goal, a character in the air goes on with the earlier plan
    /// until it lands. Otherwise, the error is returned, without another call of `replan` until
    /// the state, the goal or the planner changes.
    pub(super) fn input(
        &mut self,
        planner: &Planner,
        state: State,
        replan: impl FnOnce(&mut Plan) -> Result<(), PlanError>,
    ) -> Result<Option<Input>, PlanError> {
        let is_on_plan = self.expected == Some(state) && self.identity == Some(planner.identity);
        let mut failure = None;
        if !is_on_plan || self.is_outdated {
            failure = self.plan_again(planner, state, replan).err();
        }
        // A character in the air ends its jump as planned before.
        if let Some(error) = failure
            && !(is_on_plan && is_in_air(state))
        {
            return Err(error);
        }
        let Some(&(input, frames)) = self.plan.inputs.get(self.run) else {
            self.expected = Some(state);
            return Ok(None);
        };
        self.given += 1;
        if self.given == frames {
            (self.run, self.given) = (self.run + 1, 0);
        }
        let next = planner.character().step(state, input, planner.tiles());
        self.expected = Some(next);
        // No other search before it lands.
        if let (Some(_), Some((asked, _))) = (failure, &mut self.failed)
            && is_in_air(next)
        {
            asked.0 = next;
        }
        Ok(Some(input))
    }

    /// Replaces the plan. Repeats an error for the same state, goal and planner without a search,
    /// because one without a result has visited everything, which takes much longer than others.
    fn plan_again(
        &mut self,
        planner: &Planner,
        state: State,
        replan: impl FnOnce(&mut Plan) -> Result<(), PlanError>,
    ) -> Result<(), PlanError> {
        let asked = (state, planner.identity);
        if let Some((before, error)) = self.failed
            && before == asked
        {
            return Err(error);
        }
        self.failed = replan(&mut self.next_plan).err().map(|error| (asked, error));
        if let Some((_, error)) = self.failed {
            return Err(error);
        }
        std::mem::swap(&mut self.plan, &mut self.next_plan);
        (self.run, self.given) = (0, 0);
        (self.identity, self.is_outdated) = (Some(planner.identity), false);
        self.plans += 1;
        Ok(())
    }

    /// Asks for another plan, because the goal has changed.
    pub(super) fn renew(&mut self) {
        (self.is_outdated, self.failed) = (true, None);
    }

    pub(super) const fn plan(&self) -> &Plan {
        &self.plan
    }

    pub(super) const fn plans(&self) -> u32 {
        self.plans
    }
}

const fn is_in_air(state: State) -> bool {
    matches!(state.stance, Stance::Air { .. })
}
