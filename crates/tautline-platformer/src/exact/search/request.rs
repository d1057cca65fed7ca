//! From a state to a goal.

use super::Ended;
use super::ends::Start;
use super::label::LabelId;
use super::scratch::Scratch;
use crate::State;
use crate::exact::plan::{Goal, Plan, PlanError};
use crate::exact::planner::Planner;

impl Planner {
    /// The plan in least frames from a state, standing or in the air, to a
    /// goal.
    ///
    /// A state need not come from a step: a game may throw its character about. Of those
    /// that no step gives, two kinds are planned less than completely: whoever rises with
    /// frames of grace left will not, having touched a ceiling, jump in what is left of
    /// them; and a rise is held by the button for 600 frames at most.
    ///
    /// # Errors
    ///
    /// [`PlanError`] says why there is none.
    pub fn plan(&self, start: State, goal: Goal) -> Result<Plan, PlanError> {
        let mut plan = Plan::default();
        self.plan_in(start, goal, u32::MAX, &mut Scratch::new(), &mut plan)?;
        Ok(plan)
    }

    /// [`plan`](Self::plan) with a budget of expansions, memory that is used
    /// again, and the plan written over an old one.
    ///
    /// # Errors
    ///
    /// [`PlanError`]; `plan` is empty then.
    pub fn plan_in(
        &self,
        start: State,
        goal: Goal,
        budget: u32,
        scratch: &mut Scratch,
        plan: &mut Plan,
    ) -> Result<(), PlanError> {
        plan.clear();
        let (from, found) = self.find(start, goal, budget, scratch)?;
        let written = self.write_plan(start, &from, found, scratch, plan);
        if written.is_err() {
            plan.clear();
        }
        written
    }

    /// How many frames the plan has that [`plan_in`](Self::plan_in) would make.
    ///
    /// # Errors
    ///
    /// [`PlanError`].
    pub fn frames_in(
        &self,
        start: State,
        goal: Goal,
        budget: u32,
        scratch: &mut Scratch,
    ) -> Result<u32, PlanError> {
        let (_, found) = self.find(start, goal, budget, scratch)?;
        Ok(scratch.labels.label(found).time)
    }

    fn find(
        &self,
        start: State,
        goal: Goal,
        budget: u32,
        scratch: &mut Scratch,
    ) -> Result<(Start, LabelId), PlanError> {
        let from = self.start(start, scratch)?;
        self.set_targets(goal, scratch)?;
        scratch.aim = self.aim(&scratch.targets);
        scratch.begin(self.terrain.ground.spans.len());
        self.seed_start(start.x, &from, scratch);
        match self.search(budget, scratch) {
            Ended::Found(id) => Ok((from, id)),
            Ended::Unreachable => Err(PlanError::Unreachable),
            Ended::Exhausted => Err(PlanError::BudgetExhausted { budget }),
        }
    }
}
