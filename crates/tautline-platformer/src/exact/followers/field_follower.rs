//! Leads one of many characters by a shared field.

use super::playback::Playback;
use crate::exact::plan::{Plan, PlanError};
use crate::exact::planner::{Identity, Planner};
use crate::exact::search::{Field, Scratch};
use crate::{Input, State};

/// Leads one of many characters to a common goal, frame by frame.
///
/// Each character has its own follower, and all share a [`Field`], the result of one search
/// backwards from the goal. When the goal has moved or a tile has changed, make a new field; each
/// follower continues from the current state of its character, also in mid-air. Like
/// [`Follower`](super::Follower), it plans again if the character is not where the plan says.
///
/// ```
/// use tautline_platformer::exact::{FieldFollower, Goal, Planner, PlannerOptions, Scratch};
/// use tautline_platformer::{Body, Character, Outside, Physics, State, Tiles};
///
/// let tiles = Tiles::from_rows(&["........", "..##....", "########"], Outside::Solid)?;
/// let character = Character::new(&Physics::default(), Body::default())?;
/// let planner = Planner::new(tiles, character, PlannerOptions::default())?;
/// let mut scratch = Scratch::new();
///
/// // A tile is 48 subpixels wide and 57,600 high.
/// let mut crowd = [0, 10, 20].map(|x| (State::standing(x, 57_600), FieldFollower::new()));
/// for column in [7, 3] {
///     let row = if column == 3 { 2 } else { 1 };
///     let field = planner.field(Goal::Cell { column, row })?; // the goal has moved
///     for frame in 0..200 {
///         for (state, follower) in &mut crowd {
///             let input = follower.input(&planner, &field, *state, &mut scratch)?;
///             *state = planner.character().step(*state, input.unwrap_or_default(), planner.tiles());
///         }
///     }
///     let there = crowd.iter().filter(|(state, _)| state.x / 48 == column);
///     assert_eq!(there.count(), 3);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct FieldFollower {
    playback: Playback,
    /// The field that was used for the plan.
    field: Option<Identity>,
}

impl FieldFollower {
    /// Creates a follower without a plan, for a character anywhere.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the input for the next frame, given the field and the character's current state;
    /// `None` once it has arrived. Allocates nothing once the plan has grown, except for a few
    /// kilobytes when it plans from mid-air.
    ///
    /// # Errors
    ///
    /// The errors of [`Field::plan`], among them [`PlanError::StaleField`] for a field from before
    /// a tile changed. Later calls return the same error without a search, until the state, the
    /// field or a tile changes. If the ground under a standing character was removed, the error is
    /// [`PlanError::StartNotOnGround`]: step once without input, then call again.
    pub fn input(
        &mut self,
        planner: &Planner,
        field: &Field,
        state: State,
        scratch: &mut Scratch,
    ) -> Result<Option<Input>, PlanError> {
        if self.field != Some(field.own_identity()) {
            self.field = Some(field.own_identity());
            self.playback.renew();
        }
        self.playback.input(planner, state, |plan| field.plan_in(planner, state, scratch, plan))
    }

    /// Returns the current plan.
    #[must_use]
    pub const fn plan(&self) -> &Plan {
        self.playback.plan()
    }

    /// Returns the number of plans so far, including the first.
    #[must_use]
    pub const fn plans(&self) -> u32 {
        self.playback.plans()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::plan::Goal;
    use crate::exact::planner::PlannerOptions;
    use crate::{Body, Character, Outside, Physics, Tile, Tiles};
    use tautline_fixtures::{SplitMix64, levels};

    fn planner(rows: &[String]) -> Planner {
        let tiles = Tiles::from_rows(rows, Outside::Solid).unwrap();
        let character = Character::new(&Physics::default(), Body::default()).unwrap();
        Planner::new(tiles, character, PlannerOptions::default()).unwrap()
    }

    fn step(planner: &Planner, state: State, input: Option<Input>) -> State {
        planner.character().step(state, input.unwrap_or_default(), planner.tiles())
    }

    #[test]
    fn a_crowd_follows_a_moving_goal_and_each_arrives_as_planned() {
        let mut random = SplitMix64::new(5);
        let mut scratch = Scratch::new();
        let (mut arrived, mut on_the_way) = (0, 0);
        for seed in 0..6 {
            let planner = planner(&levels::one_way_platforms(seed, 32, 20));
            let positions: Vec<[i32; 2]> = planner.spans().map(|span| [span.low, span.y]).collect();
            let mut position = || {
                let [x, y] =
                    positions[usize::try_from(random.below(positions.len() as u64)).unwrap()];
                State::standing(x, y)
            };
            let mut crowd: Vec<_> = (0..8).map(|_| (position(), FieldFollower::new())).collect();
            for frames in [30, 47, 600] {
                let goal = position();
                let field = planner.field(Goal::At { x: goal.x, y: goal.y }).unwrap();
                for (state, follower) in &mut crowd {
                    let planned = field.frames(&planner, *state, &mut scratch);
                    let plans = follower.plans();
                    let mut left = frames;
                    let end = loop {
                        let input = follower.input(&planner, &field, *state, &mut scratch);
                        assert_eq!(input.is_ok(), planned.is_ok(), "{input:?} {planned:?}");
                        let Ok(Some(input)) = input else { break Some(*state) };
                        if left == 0 {
                            break None;
                        }
                        left -= 1;
                        *state = step(&planner, *state, Some(input));
                    };
                    let Ok(planned) = planned else {
                        // Keeps falling, if it was in the air.
                        *state = step(&planner, *state, None);
                        continue;
                    };
                    match end {
                        Some(end) => {
                            assert_eq!((end, frames - left), (goal, planned));
                            arrived += 1;
                        }
                        None => {
                            assert!(planned > frames);
                            on_the_way += 1;
                        }
                    }
                    assert_eq!(follower.plans(), plans + 1);
                }
            }
        }
        assert!(arrived > 40 && on_the_way > 20, "{arrived} {on_the_way}");
    }

    #[test]
    fn a_field_of_tiles_that_were_is_refused_and_a_new_one_goes_on() {
        let rows = ["............", "............", "############"].map(str::to_owned);
        let mut planner = planner(&rows);
        let goal = Goal::At { x: 480, y: 57_600 };
        let (mut scratch, mut follower) = (Scratch::new(), FieldFollower::new());
        let old = planner.field(goal).unwrap();
        let mut state = State::standing(0, 57_600);
        for _ in 0..20 {
            let input = follower.input(&planner, &old, state, &mut scratch).unwrap();
            state = step(&planner, state, input);
        }
        planner.set_tile(6, 1, Tile::Solid);
        let stale = follower.input(&planner, &old, state, &mut scratch);
        assert_eq!(stale, Err(PlanError::StaleField));
        let new = planner.field(goal).unwrap();
        state.x -= 5; // a push as well
        while let Some(input) = follower.input(&planner, &new, state, &mut scratch).unwrap() {
            state = step(&planner, state, Some(input));
        }
        assert_eq!(state, State::standing(480, 57_600));
        assert_eq!(follower.plans(), 2);
    }
}
