//! Plans, filters, steers, and plans anew when stuck.

use super::steering::{Command, Steering};
use super::{Cell, ClassicError, Level, Options, Path, Scratch, Waypoint};
use crate::{Character, Input, State};

/// Leads a character to a goal cell, a frame at a time.
///
/// It presses towards the next [waypoint](Waypoint), holds the jump button 1,
/// 2, 6, 9, 15 or 21 frames after the take-off for a rise of 1 to 6 cells (30
/// for more), presses down on one-way tiles above the point, and plans anew
/// after 20 frames at one place. A waypoint is reached when the body's place
/// has passed it or is within a pixel; one on the ground, by standing there.
///
/// The published follower moves by whole steps and sets the character onto a
/// point that it overshot by less than three pixels. Here the step is cut, so
/// that only [`Character::step`] moves it.
///
/// Nothing promises that it arrives: jump values are cells, and the character
/// is not. Bound the frames, or the [`replans`](Self::replans).
///
/// ```
/// use tautline_platformer::classic::{Cell, Follower, Jumper, Level, Options, Scratch};
/// use tautline_platformer::{Body, Character, Outside, Physics, State, Tiles};
///
/// let tiles = Tiles::from_rows(&[".....", "...##", ".....", "#####"], Outside::Solid)?;
/// let character = Character::new(&Physics::default(), Body::default())?;
/// let level = Level::new(&tiles, Jumper::of(&character)?);
/// let mut state = State::standing(0, 57_600);
/// let (goal, mut scratch) = (Cell::new(4, 3), Scratch::new());
///
/// let mut follower =
///     Follower::new(&level, &character, state, goal, Options::default(), &mut scratch)?;
/// let mut frames = 0;
/// while let Some(input) = follower.input(&level, &character, state, &mut scratch)? {
///     state = character.step(state, input, &tiles);
///     frames += 1;
///     assert!(frames < 600);
/// }
/// assert_eq!(state, State::standing(4 * 48, 3 * 57_600));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Follower {
    goal: Cell,
    options: Options,
    path: Path,
    way: Vec<Waypoint>,
    steering: Steering,
    replans: u32,
}

impl Follower {
    /// Plans the way of a character from a state to a goal cell.
    ///
    /// # Errors
    ///
    /// [`ClassicError`].
    pub fn new(
        level: &Level<'_>,
        character: &Character,
        state: State,
        goal: Cell,
        options: Options,
        scratch: &mut Scratch,
    ) -> Result<Self, ClassicError> {
        let mut follower = Self {
            goal,
            options,
            path: Path::default(),
            way: Vec::new(),
            steering: Steering::default(),
            replans: 0,
        };
        follower.plan(level, character, state, scratch)?;
        Ok(follower)
    }

    /// The input for the coming frame, given the character's present state;
    /// `None` once it has reached the goal as waypoints are reached: it may have
    /// passed it, and stand elsewhere. Look at the state.
    ///
    /// # Errors
    ///
    /// [`ClassicError`] if it is stuck where no path leads on.
    pub fn input(
        &mut self,
        level: &Level<'_>,
        character: &Character,
        state: State,
        scratch: &mut Scratch,
    ) -> Result<Option<Input>, ClassicError> {
        match self.steering.command(level, character, state) {
            Command::Press(input) => Ok(Some(input)),
            Command::Arrived => Ok(None),
            Command::Stuck => {
                self.replans += 1;
                self.plan(level, character, state, scratch)?;
                match self.steering.command(level, character, state) {
                    Command::Press(input) => Ok(Some(input)),
                    Command::Arrived => Ok(None),
                    Command::Stuck => Ok(Some(Input::default())),
                }
            }
        }
    }

    /// The path that is being followed, from cell to cell.
    #[must_use]
    pub const fn path(&self) -> &Path {
        &self.path
    }

    /// The nodes of the path that are steered by.
    #[must_use]
    pub fn way(&self) -> &[Waypoint] {
        &self.way
    }

    /// How often it planned anew.
    #[must_use]
    pub const fn replans(&self) -> u32 {
        self.replans
    }

    fn plan(
        &mut self,
        level: &Level<'_>,
        character: &Character,
        state: State,
        scratch: &mut Scratch,
    ) -> Result<(), ClassicError> {
        let start = level.start_of(character, state)?;
        level.path_in(start, self.goal, &self.options, scratch, &mut self.path)?;
        level.filter_in(&self.path, &mut self.way);
        self.steering.begin(self.way.iter().map(|point| point.cell), level, state);
        Ok(())
    }
}
