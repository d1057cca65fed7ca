//! Leads a character to a goal of its own.

use super::playback::Playback;
use crate::exact::plan::{Goal, Plan, PlanError};
use crate::exact::planner::Planner;
use crate::exact::search::Scratch;
use crate::{Input, State};

/// Leads a character to a goal, frame by frame.
///
/// The first call of [`input`](Self::input) plans. The plan is played as long as the character is
/// where the plan says. If it is elsewhere (pushed, hit, carried), or if a tile of the planner has
/// changed, a new plan is made from its current state, also in mid-air.
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
/// let mut follower = Follower::new(goal);
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
    playback: Playback,
}

impl Follower {
    /// Creates a follower without a plan, for a character anywhere.
    #[must_use]
    pub fn new(goal: Goal) -> Self {
        Self { goal, playback: Playback::default() }
    }

    /// Returns the input for the next frame, given the character's current state; `None` once it
    /// has arrived.
    ///
    /// # Errors
    ///
    /// [`PlanError`] if there is no plan: from the start, from where the character was pushed to, or
    /// since a tile has changed. Later calls return the same error without a search, until the state, the
    /// goal or a tile changes. If the ground under a standing character was removed, the error is
    /// [`PlanError::StartNotOnGround`]: step once without input, then call again.
    pub fn input(
        &mut self,
        planner: &Planner,
        state: State,
        scratch: &mut Scratch,
    ) -> Result<Option<Input>, PlanError> {
        let goal = self.goal;
        self.playback
            .input(planner, state, |plan| planner.plan_in(state, goal, u32::MAX, scratch, plan))
    }

    /// Changes the goal, also in mid-air. If it is a different one, the next call of
    /// [`input`](Self::input) makes a new plan. Setting the same goal in every frame costs nothing.
    ///
    /// If there is no plan to the new goal, a character in mid-air ends its jump as planned before.
    /// Then `input` returns the error.
    pub fn set_goal(&mut self, goal: Goal) {
        if self.goal != goal {
            self.goal = goal;
            self.playback.renew();
        }
    }

    /// Returns the current plan.
    #[must_use]
    pub const fn plan(&self) -> &Plan {
        self.playback.plan()
    }

    /// Returns the number of times it has planned again, for any reason.
    #[must_use]
    pub const fn replans(&self) -> u32 {
        self.playback.plans().saturating_sub(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::planner::PlannerOptions;
    use crate::{Body, Character, Outside, Physics, Stance, Tile, Tiles};

    const GOAL: Goal = Goal::At { x: 480, y: 57_600 };

    /// Returns a floor of 12 tiles, a character near its left end, and a follower that has begun to
    /// lead it to the right.
    fn setting() -> (Planner, State, Follower) {
        let rows = ["............", "............", "############"];
        let tiles = Tiles::from_rows(&rows, Outside::Solid).unwrap();
        let character = Character::new(&Physics::default(), Body::default()).unwrap();
        let planner = Planner::new(tiles, character, PlannerOptions::default()).unwrap();
        let (start, mut follower) = (State::standing(0, 57_600), Follower::new(GOAL));
        let input = follower.input(&planner, start, &mut Scratch::new()).unwrap().unwrap();
        let start = planner.character().step(start, input, planner.tiles());
        (planner, start, follower)
    }

    /// Plays on until the follower reports that it has arrived.
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
    fn a_failed_search_is_not_repeated_until_something_changes() {
        let (mut planner, start, mut follower) = setting();
        let mut scratch = Scratch::new();
        planner.set_tile(6, 1, Tile::Solid);
        planner.set_tile(6, 2, Tile::Solid);
        assert_eq!(follower.input(&planner, start, &mut scratch), Err(PlanError::Unreachable));
        assert!(scratch.expanded() > 0);
        let mut unused = Scratch::new();
        assert_eq!(follower.input(&planner, start, &mut unused), Err(PlanError::Unreachable));
        assert_eq!(unused.expanded(), 0, "the same state, goal and tiles");
        let aside = State::standing(16, 57_600);
        assert_eq!(follower.input(&planner, aside, &mut unused), Err(PlanError::Unreachable));
        assert!(unused.expanded() > 0, "another state");
        follower.set_goal(Goal::Cell { column: 2, row: 1 });
        assert!(follower.input(&planner, aside, &mut scratch).is_ok(), "another goal");
    }

    #[test]
    fn setting_the_same_goal_again_keeps_the_plan() {
        let (planner, start, mut follower) = setting();
        let mut scratch = Scratch::new();
        let mut state = start;
        while let Some(input) = follower.input(&planner, state, &mut scratch).unwrap() {
            state = planner.character().step(state, input, planner.tiles());
            follower.set_goal(GOAL);
        }
        assert_eq!((state, follower.replans()), (State::standing(480, 57_600), 0));
    }

    #[test]
    fn a_jump_ends_as_planned_if_there_is_no_plan_to_the_new_goal() {
        // The other goal is in a closed room.
        let rows = ["............####", "............#..#", "###..#####..####", "^^^^^^^^^^^^^^^^"];
        let tiles = Tiles::from_rows(&rows, Outside::Solid).unwrap();
        let character = Character::new(&Physics::default(), Body::default()).unwrap();
        let planner = Planner::new(tiles, character, PlannerOptions::default()).unwrap();
        let step = |state, input| planner.character().step(state, input, planner.tiles());
        let (near, far) = (Goal::Cell { column: 9, row: 2 }, Goal::Cell { column: 13, row: 2 });
        let mut scratch = Scratch::new();
        let mut state = State::standing(0, 2 * 57_600);
        let mut follower = Follower::new(near);
        let (mut in_air, mut searches) = (0, 0);
        let error = loop {
            if state.stance != Stance::Ground {
                follower.set_goal(far);
                in_air += 1;
            }
            let mut scratch = Scratch::new();
            let answer = follower.input(&planner, state, &mut scratch);
            searches += u32::from(in_air > 0 && scratch.expanded() > 0);
            match answer {
                Ok(input) => state = step(state, input.unwrap()),
                Err(error) => break error,
            }
        };
        assert_eq!(error, PlanError::Unreachable);
        // One in the air, and one after the landing.
        assert!(in_air > 10 && searches == 2, "{in_air} frames, {searches} searches");
        assert_eq!((state.stance, state.y), (Stance::Ground, 2 * 57_600), "across the pit");
        assert!(state.x > 4 * 48, "it left the ground on the other side");
        follower.set_goal(near);
        while let Some(input) = follower.input(&planner, state, &mut scratch).unwrap() {
            state = step(state, input);
        }
        assert_eq!(planner.ground_below([state.x, state.y]), Some(near));
    }

    #[test]
    fn a_character_without_ground_continues_after_a_step() {
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

    #[test]
    fn a_goal_that_moves_is_followed_from_mid_air() {
        let (planner, start, mut follower) = setting();
        let mut scratch = Scratch::new();
        follower.set_goal(Goal::Cell { column: 3, row: 2 });
        let mut state = start;
        // This goal is in the air, far from any ground.
        assert_eq!(
            follower.input(&planner, state, &mut scratch),
            Err(PlanError::GoalInTheAir { goal: Goal::Cell { column: 3, row: 2 } })
        );
        follower.set_goal(GOAL);
        state = planner.character().step(state, Input::default().with_jump(true), planner.tiles());
        follower.set_goal(Goal::At { x: 96, y: 57_600 });
        assert_eq!(play(&planner, state, &mut follower), State::standing(96, 57_600));
        assert_eq!(follower.replans(), 1);
    }
}
