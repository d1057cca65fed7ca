//! A plan that is played frame by frame.

use crate::exact::plan::{Plan, PlanError};
use crate::exact::planner::{Identity, Planner};
use crate::{Input, State};

/// A plan, and how far it has been played.
#[derive(Debug, Clone, Default)]
pub(super) struct Playing {
    plan: Plan,
    /// The input that is being given, and for how many frames it was.
    run: usize,
    given: u32,
    /// Where the plan says that the character is; `None` without a plan.
    expected: Option<State>,
    /// The planner's, when the plan was made.
    identity: Option<Identity>,
    replans: u32,
}

impl Playing {
    /// A plan from a state on, of which nothing has been played.
    pub(super) fn new(plan: Plan, start: State, planner: &Planner) -> Self {
        let (expected, identity) = (Some(start), Some(planner.identity));
        Self { plan, expected, identity, ..Self::default() }
    }

    /// The input for the coming frame; `None` at the end of the plan. Where the character
    /// is not where the plan says, or the planner has changed, a new plan is made.
    pub(super) fn input(
        &mut self,
        planner: &Planner,
        state: State,
        plan_anew: impl FnOnce(&mut Plan) -> Result<(), PlanError>,
    ) -> Result<Option<Input>, PlanError> {
        if self.expected != Some(state) || self.identity != Some(planner.identity) {
            self.stop();
            plan_anew(&mut self.plan)?;
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

    /// Plays the plan no further.
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
