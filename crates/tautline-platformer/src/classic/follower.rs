//! A follower that presses buttons from node to node, and plans again when it is stuck.

use super::{Cell, ClassicError, Level, Options, Path, Scratch, Surroundings};
use crate::{Character, Input, State};

/// The number of frames for which the jump button stays held after take-off, for a rise of 1 to 6
/// cells. With the default gravity and jump cut, and the speeds of
/// [`Physics::jump_for_tiles`](crate::Physics::jump_for_tiles), they are long enough.
const HOLDS: [u32; 6] = [1, 2, 6, 9, 15, 21];

/// The same for a higher rise.
const LONGEST_HOLD: u32 = 30;

/// A node counts as reached within this distance, in pixels.
const NEAR: u32 = 1;

/// Within this distance, in pixels, the character goes back to a node that it has passed. Otherwise
/// its body may still overlap the ledge that it should leave by a pixel.
const OVERSHOT: u32 = 3;

/// The character is stuck after this many frames at one position.
const STUCK_FRAMES: u32 = 20;

/// Leads a character to a goal cell, frame by frame.
///
/// It presses towards the next [waypoint](Self::waypoints), holds the jump button 1, 2, 6, 9, 15 or
/// 21 frames after take-off for a rise of 1 to 6 cells (30 for more), presses down on one-way tiles
/// above the waypoint, and plans again after 20 frames at one position. A waypoint is reached when
/// the body has passed it or is within a pixel; one on the ground, by standing there.
///
/// The published follower moves by whole steps and sets the character onto a node that it overshot
/// by less than three pixels. Here the step is shortened instead, so that only [`Character::step`]
/// moves the character.
///
/// It is not guaranteed to arrive: jump values are counted in whole cells, which only approximate the
/// motion of the character, and the holds of the button suit the default [`Physics`](crate::Physics). Limit
/// the frames, or the [`replans`](Self::replans).
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
    waypoints: Vec<Cell>,
    /// Index of the current waypoint.
    next: usize,
    /// The number of frames for which the jump button will still be held.
    hold: u32,
    last_position: [i32; 2],
    frames_at_position: u32,
    replans: u32,
}

/// A character in its level.
#[derive(Clone, Copy)]
struct Situation<'a> {
    level: &'a Level<'a>,
    character: &'a Character,
    state: State,
}

/// The progress of a character towards a waypoint.
struct Approach {
    has_reached_x: bool,
    has_reached_y: bool,
    is_ground: bool,
}

impl Follower {
    /// Plans a path from a state to a goal cell.
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
            waypoints: Vec::new(),
            next: 0,
            hold: 0,
            last_position: [state.x, state.y],
            frames_at_position: 0,
            replans: 0,
        };
        follower.plan(Situation { level, character, state }, scratch)?;
        Ok(follower)
    }

    /// Returns the input for the next frame, given the character's current state; `None` once the
    /// goal counts as reached. The character may have passed it and stand elsewhere: check the
    /// state.
    ///
    /// # Errors
    ///
    /// [`ClassicError`] if it is stuck and there is no path from there.
    pub fn input(
        &mut self,
        level: &Level<'_>,
        character: &Character,
        state: State,
        scratch: &mut Scratch,
    ) -> Result<Option<Input>, ClassicError> {
        // A game may throw its character anywhere. Distances to waypoints stay in range.
        let state = state.clamped();
        let situation = Situation { level, character, state };
        let mut approach = self.advance(situation);
        if approach.is_some() && self.is_stuck([state.x, state.y]) {
            self.replans += 1;
            self.plan(situation, scratch)?;
            self.frames_at_position = 1;
            approach = self.advance(situation);
        }
        Ok(approach.map(|approach| self.press(&approach, situation)))
    }

    /// Returns the current path, from cell to cell.
    #[must_use]
    pub const fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the filtered nodes of the path.
    #[must_use]
    pub fn waypoints(&self) -> &[Cell] {
        &self.waypoints
    }

    /// Returns the number of times it has planned again.
    #[must_use]
    pub const fn replans(&self) -> u32 {
        self.replans
    }

    fn plan(
        &mut self,
        situation: Situation<'_>,
        scratch: &mut Scratch,
    ) -> Result<(), ClassicError> {
        let start = situation.level.start_of(situation.character, situation.state)?;
        situation.level.path_in(start, self.goal, &self.options, scratch, &mut self.path)?;
        situation.level.filter_in(&self.path, &mut self.waypoints);
        self.next = usize::from(self.waypoints.len() > 1);
        self.hold =
            if situation.state.is_grounded() { self.hold_from(0, situation.level) } else { 0 };
        self.frames_at_position = 0;
        Ok(())
    }

    /// Returns the input that leads to the next waypoint.
    fn press(&mut self, approach: &Approach, situation: Situation<'_>) -> Input {
        let Situation { character, state, .. } = situation;
        let goes_on = self.may_go_on(approach, situation);
        let target = self.waypoints[self.next + usize::from(goes_on)];
        let walk = situation.walk_to(target, approach.has_reached_x && !goes_on);

        // A jump begins below its first waypoint, or at once if that is on the ground.
        let is_grounded = state.is_grounded();
        let may_jump = !is_grounded || approach.is_ground || approach.has_reached_x;
        let jump = self.hold > 0 && may_jump;
        if jump && !is_grounded {
            self.hold -= 1;
        }
        let [_, tile] = character.tile_size();
        let height = state.y - self.waypoints[self.next].row * tile;
        let down = is_grounded && !jump && height > near(character, 1, NEAR);
        Input::walking(walk).with_jump(jump).with_down(down)
    }

    /// Advances past all waypoints that are reached; `None` at the end of the path.
    fn advance(&mut self, situation: Situation<'_>) -> Option<Approach> {
        loop {
            let approach = self.approach(self.next, situation)?;
            let mut is_passed = approach.has_reached_x && approach.has_reached_y;
            if !is_passed && self.may_go_on(&approach, situation) {
                // The height of this waypoint was missed, but the next one is reached.
                let on = self.approach(self.next + 1, situation)?;
                is_passed = on.has_reached_x && on.has_reached_y;
            }
            if !is_passed {
                return Some(approach);
            }
            self.next += 1;
            if situation.state.is_grounded() {
                self.hold = self.hold_from(self.next - 1, situation.level);
            }
        }
    }

    /// Returns the progress towards a waypoint; `None` after the last. A coordinate is reached when
    /// it was passed, coming from the waypoint before, or is near; a height above ground only by
    /// standing on it.
    fn approach(
        &self,
        to: usize,
        Situation { level, character, state }: Situation<'_>,
    ) -> Option<Approach> {
        let [from, to] = [self.waypoints[to.saturating_sub(1)], *self.waypoints.get(to)?];
        let [width, height] = character.tile_size();
        let is_reached = |axis: usize, from: i32, to: i32, position: i32| {
            from <= to && position >= to
                || from >= to && position <= to
                || (position - to).abs() <= near(character, axis, NEAR)
        };
        let is_ground = level.surroundings(to) == Surroundings::Ground;
        let at_height = is_reached(1, from.row * height, to.row * height, state.y);
        Some(Approach {
            has_reached_x: is_reached(0, from.column * width, to.column * width, state.x),
            has_reached_y: at_height && (!is_ground || state.is_grounded()),
            is_ground,
        })
    }

    /// Returns true if the character in the air may head for the waypoint after the next: no solid
    /// tile next to the body, between its height and that of the waypoint, blocks the column.
    fn may_go_on(&self, approach: &Approach, situation: Situation<'_>) -> bool {
        let Some(&after) = self.waypoints.get(self.next + 1) else { return false };
        if !approach.has_reached_x || approach.is_ground {
            return false;
        }
        let [width, height] = situation.character.tile_size();
        let column = (situation.state.x + width / 2).div_euclid(width);
        let row = (situation.state.y + height / 2).div_euclid(height);
        let beside = match after.column.cmp(&self.waypoints[self.next].column) {
            std::cmp::Ordering::Less => column - 1,
            std::cmp::Ordering::Equal => return false,
            std::cmp::Ordering::Greater => column + i32::from(situation.level.jumper().width()),
        };
        !situation.level.is_column_solid(beside, [row, after.row])
    }

    /// Returns the number of frames to hold the jump that begins at a waypoint or past the ledge
    /// there: enough for the highest waypoint before the next ground or descent.
    fn hold_from(&self, from: usize, level: &Level<'_>) -> u32 {
        let mut highest = 0;
        for cell in &self.waypoints[from + 1..] {
            let rise = cell.row - self.waypoints[from].row;
            if rise < highest {
                break;
            }
            highest = rise;
            if level.surroundings(*cell) == Surroundings::Ground {
                break;
            }
        }
        match usize::try_from(highest) {
            Ok(0) | Err(_) => 0,
            Ok(rise) => HOLDS.get(rise - 1).copied().unwrap_or(LONGEST_HOLD),
        }
    }

    fn is_stuck(&mut self, position: [i32; 2]) -> bool {
        if self.last_position != position {
            (self.last_position, self.frames_at_position) = (position, 0);
        }
        self.frames_at_position += 1;
        self.frames_at_position > STUCK_FRAMES
    }
}

impl Situation<'_> {
    /// Returns a step towards a waypoint. Once its column is reached, it only steps back from
    /// nearby.
    fn walk_to(&self, target: Cell, is_reached: bool) -> i32 {
        let [width, _] = self.character.tile_size();
        let distance = target.column * width - self.state.x;
        if is_reached && distance.abs() >= near(self.character, 0, OVERSHOT) {
            return 0;
        }
        distance.clamp(-self.character.walk_step(), self.character.walk_step())
    }
}

/// Converts pixels along an axis to subpixels.
fn near(character: &Character, axis: usize, pixels: u32) -> i32 {
    (character.subpixels[axis] * pixels).cast_signed()
}
