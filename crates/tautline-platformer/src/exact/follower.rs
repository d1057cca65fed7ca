//! Plays a plan, and plans anew when the character was pushed.

use super::identity::Identity;
use super::plan::{Goal, Plan, PlanError};
use super::planner::Planner;
use super::search::Scratch;
use crate::{Input, State};

/// Leads a character to a goal, a frame at a time.
///
/// As long as the character is where the plan says, the plan is played. When it
/// is elsewhere (pushed, hit, carried), a new plan is made from its present
/// state, also in mid-air; and so it is when a tile of the planner has changed.
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
    /// Where the plan says that the character is; `None` without a plan.
    expected: Option<State>,
    /// The planner's, when the plan was made.
    identity: Identity,
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
        let (expected, identity) = (Some(start), planner.identity);
        Ok(Self { goal, plan, run: 0, given: 0, expected, identity, replans: 0 })
    }

    /// The input for the coming frame, given the character's present state;
    /// `None` once it has arrived.
    ///
    /// # Errors
    ///
    /// [`PlanError`] if the character was pushed to where no plan leads on, or a
    /// tile changed so that none does. The next call tries anew. Whose ground was
    /// taken away is, until the next step, neither standing nor in the air:
    /// [`PlanError::StartNotOnGround`]; step without input, and ask again.
    pub fn input(
        &mut self,
        planner: &Planner,
        state: State,
        scratch: &mut Scratch,
    ) -> Result<Option<Input>, PlanError> {
        if self.expected != Some(state) || self.identity != planner.identity {
            self.expected = None;
            planner.plan_in(state, self.goal, u32::MAX, scratch, &mut self.plan)?;
            (self.run, self.given) = (0, 0);
            self.identity = planner.identity;
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

#[cfg(test)]
mod tests {
    use super::super::planner::PlannerOptions;
    use super::*;
    use crate::{Body, Character, Outside, Physics, Tile, Tiles};

    const GOAL: Goal = Goal::At { x: 480, y: 57_600 };

    /// A floor of 12 tiles, a character at its left end, and a follower that leads it to
    /// the right.
    fn setting() -> (Planner, State, Follower) {
        let rows = ["............", "............", "############"];
        let tiles = Tiles::from_rows(&rows, Outside::Solid).unwrap();
        let character = Character::new(&Physics::default(), Body::default()).unwrap();
        let planner = Planner::new(tiles, character, PlannerOptions::default()).unwrap();
        let start = State::standing(0, 57_600);
        let follower = Follower::new(&planner, start, GOAL, &mut Scratch::new()).unwrap();
        (planner, start, follower)
    }

    /// Plays on until the follower says that it has arrived.
    fn play(planner: &Planner, mut state: State, follower: &mut Follower) -> State {
        let mut scratch = Scratch::new();
        while let Some(input) = follower.input(planner, state, &mut scratch).unwrap() {
            state = planner.character().step(state, input, planner.tiles());
        }
        state
    }

    #[test]
    fn a_wall_that_appears_is_passed_by_a_new_plan() {
        let (mut planner, start, mut follower) = setting();
        planner.set_tile(6, 1, Tile::Solid);
        let end = play(&planner, start, &mut follower);
        assert_eq!(end, State::standing(480, 57_600));
        assert_eq!(follower.replans(), 1);
    }

    #[test]
    fn without_a_way_it_has_not_arrived_and_goes_on_once_there_is_one() {
        let (mut planner, start, mut follower) = setting();
        let mut scratch = Scratch::new();
        planner.set_tile(6, 1, Tile::Solid);
        planner.set_tile(6, 2, Tile::Solid);
        for _ in 0..2 {
            let answer = follower.input(&planner, start, &mut scratch);
            assert_eq!(answer, Err(PlanError::Unreachable));
        }
        planner.set_tile(6, 2, Tile::Empty);
        assert_eq!(play(&planner, start, &mut follower), State::standing(480, 57_600));
    }

    #[test]
    fn a_character_whose_ground_is_taken_away_goes_on_after_a_step() {
        let (mut planner, start, mut follower) = setting();
        planner.set_tile(0, 0, Tile::Empty);
        let answer = follower.input(&planner, start, &mut Scratch::new());
        assert!(matches!(answer, Err(PlanError::StartNotOnGround { .. })));
        let falling = planner.character().step(start, Input::default(), planner.tiles());
        assert_eq!(play(&planner, falling, &mut follower), State::standing(480, 57_600));
    }

    #[test]
    fn a_character_that_is_put_back_where_it_was_has_not_arrived() {
        let (planner, start, mut follower) = setting();
        let mut scratch = Scratch::new();
        let buried = State::standing(0, 0);
        assert!(follower.input(&planner, buried, &mut scratch).is_err());
        assert_eq!(play(&planner, start, &mut follower), State::standing(480, 57_600));
    }
}
