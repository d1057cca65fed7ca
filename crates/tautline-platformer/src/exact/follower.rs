//! Plays a plan, and plans anew when the character was pushed.

use super::plan::{Goal, Plan, PlanError};
use super::planner::Planner;
use super::search::Scratch;
use crate::{Input, State};

/// Leads a character to a goal, a frame at a time.
///
/// As long as the character is where the plan says, the plan is played. When it
/// is elsewhere (pushed, hit, carried), a new plan is made from its present
/// state, also in mid-air.
///
/// ```
/// use tautline_platformer::exact::{Follower, Goal, Planner, PlannerOptions, Scratch};
/// use tautline_platformer::{Body, Character, Outside, Physics, State, Tiles};
///
/// let tiles = Tiles::from_rows(&["....", "..##", "####"], Outside::Solid)?;
/// let character = Character::new(&Physics::default(), Body::default())?;
/// let planner = Planner::new(tiles.clone(), character.clone(), PlannerOptions::default())?;
/// let mut scratch = Scratch::new();
/// let mut state = State::standing(0, 57_600);
/// let goal = Goal::At { x: 120, y: 115_200 };
/// let mut follower = Follower::new(&planner, state, goal, &mut scratch)?;
/// while let Some(input) = follower.input(&planner, state, &mut scratch)? {
///     state = character.step(state, input, &tiles);
///     if follower.replans() == 0 {
///         state.x = (state.x - 3).max(0); // a gust of wind, once
///     }
/// }
/// assert_eq!(state, State::standing(120, 115_200));
/// assert_eq!(follower.replans(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Follower {
    goal: Goal,
    plan: Plan,
    /// The input that is being given, and for how many frames it was.
    run: usize,
    given: u32,
    expected: State,
    replans: u32,
}

impl Follower {
    /// Plans the way from a state to a goal.
    ///
    /// # Errors
    ///
    /// [`PlanError`].
    pub fn new(
        planner: &Planner,
        start: State,
        goal: Goal,
        scratch: &mut Scratch,
    ) -> Result<Self, PlanError> {
        let mut plan = Plan::default();
        planner.plan_in(start, goal, u32::MAX, scratch, &mut plan)?;
        Ok(Self { goal, plan, run: 0, given: 0, expected: start, replans: 0 })
    }

    /// The input for the coming frame, given the character's present state;
    /// `None` once it has arrived.
    ///
    /// # Errors
    ///
    /// [`PlanError`] if the character was pushed to where no plan leads on.
    pub fn input(
        &mut self,
        planner: &Planner,
        state: State,
        scratch: &mut Scratch,
    ) -> Result<Option<Input>, PlanError> {
        if state != self.expected {
            planner.plan_in(state, self.goal, u32::MAX, scratch, &mut self.plan)?;
            (self.run, self.given) = (0, 0);
            self.replans += 1;
        }
        let Some(&(input, frames)) = self.plan.inputs.get(self.run) else {
            self.expected = state;
            return Ok(None);
        };
        self.given += 1;
        if self.given == frames {
            (self.run, self.given) = (self.run + 1, 0);
        }
        self.expected = planner.character().step(state, input, planner.tiles());
        Ok(Some(input))
    }

    /// The plan that is being played.
    #[must_use]
    pub const fn plan(&self) -> &Plan {
        &self.plan
    }

    /// How often it planned anew.
    #[must_use]
    pub const fn replans(&self) -> u32 {
        self.replans
    }
}
