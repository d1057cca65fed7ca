//! Plans from a state to a goal.

use super::Outcome;
use super::ends::Start;
use super::label::LabelId;
use super::scratch::Scratch;
use crate::State;
use crate::exact::plan::{Goal, Plan, PlanError};
use crate::exact::planner::Planner;

impl Planner {
    /// Returns the plan with the least frames from a state, standing or in the air, to a goal.
    ///
    /// The state need not be the result of a step: a game may throw its character about. For two
    /// kinds of states that no step produces, the plan may be longer than necessary, or missing. A
    /// character that rises with grace frames left does not use them for a jump after it has hit a
    /// ceiling. And the button is held for at most the first 600 frames of a rise.
    ///
    /// # Errors
    ///
    /// [`PlanError`], if there is no plan.
    pub fn plan(&self, start: State, goal: Goal) -> Result<Plan, PlanError> {
        let mut plan = Plan::default();
        self.plan_in(start, goal, u32::MAX, &mut Scratch::new(), &mut plan)?;
        Ok(plan)
    }

    /// Like [`plan`](Self::plan), but expands at most `budget` labels, reuses memory, and
    /// overwrites an old plan.
    ///
    /// # Errors
    ///
    /// [`PlanError`]; `plan` is then empty.
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
        self.write_plan(start, &from, found, scratch, plan).inspect_err(|_| plan.clear())
    }

    /// Returns the number of frames of the plan of [`plan_in`](Self::plan_in).
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
        scratch.goal_vector = self.goal_vector(&scratch.targets);
        scratch.begin(self.terrain.spans.by_id.len());
        // With a budget, the answer would depend on the searches before.
        if budget == u32::MAX && self.is_known_unreachable(start.x, &from, scratch) {
            return Err(PlanError::Unreachable);
        }
        self.seed_start(start.x, &from, scratch);
        match self.search(budget, scratch) {
            Outcome::Found(id) => Ok((from, id)),
            Outcome::Unreachable => {
                self.remember_unreachable(start.x, &from, scratch);
                Err(PlanError::Unreachable)
            }
            Outcome::Exhausted => Err(PlanError::BudgetExhausted { budget }),
        }
    }
}
