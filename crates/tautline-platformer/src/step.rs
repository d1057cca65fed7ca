//! One frame of motion.

use crate::{Character, Tile, Tiles};

/// The player's input for one frame.
///
/// ```
/// use tautline_platformer::Input;
///
/// let run_and_jump = Input::walking(8).with_jump(true);
/// assert!(run_and_jump.jump && !run_and_jump.down);
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Input {
    /// Walking distance in subpixels, to the right if positive. Limited to
    /// [`Character::walk_step`].
    pub walk: i32,
    /// True if the jump button is held. A held button jumps again after each landing. If it does not
    /// in your game, pass `is_held && (is_just_pressed || state.speed > 0)` for players.
    pub jump: bool,
    /// True if down is pressed, which drops through one-way tiles.
    pub down: bool,
}

impl Input {
    /// Returns the input that walks by a number of subpixels, to the right if positive, and
    /// presses no button.
    #[must_use]
    pub const fn walking(walk: i32) -> Self {
        Self { walk, jump: false, down: false }
    }

    /// Holds or releases the jump button.
    #[must_use]
    pub const fn with_jump(mut self, held: bool) -> Self {
        self.jump = held;
        self
    }

    /// Presses or releases down.
    #[must_use]
    pub const fn with_down(mut self, pressed: bool) -> Self {
        self.down = pressed;
        self
    }
}

/// The contact of a character with the ground.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Stance {
    /// Standing on a tile.
    Ground,
    /// In the air.
    Air {
        /// The number of grace frames left in which a jump can begin (coyote time). A step grants
        /// at most the character's [`grace_frames`](Character::grace_frames); a game may grant
        /// more.
        grace: u8,
    },
    /// Dead, at the position where it touched a deadly tile.
    Dead,
}

/// Coordinates are clamped to this, so that sums stay in range.
const MAX_COORDINATE: i32 = 1 << 30;

/// The position and motion of a character. Its position is the **lower left** corner of its body,
/// relative to the level's lower left corner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct State {
    /// Left side of the body, in subpixels of x.
    pub x: i32,
    /// Lower side of the body, in subpixels of y.
    pub y: i32,
    /// Upward speed in subpixels of y per frame; 0 on the ground.
    pub speed: i32,
    /// Standing, in the air, or dead.
    pub stance: Stance,
}

impl State {
    /// Returns the state of standing at a position. Use [`Character::is_supported`] to check that
    /// there is ground.
    #[must_use]
    pub const fn standing(x: i32, y: i32) -> Self {
        Self { x, y, speed: 0, stance: Stance::Ground }
    }

    /// Returns the state of flying without grace frames.
    #[must_use]
    pub const fn flying(x: i32, y: i32, speed: i32) -> Self {
        Self { x, y, speed, stance: Stance::Air { grace: 0 } }
    }

    /// Returns true if the character is on the ground.
    #[must_use]
    pub const fn is_grounded(&self) -> bool {
        matches!(self.stance, Stance::Ground)
    }

    /// Returns the state with its coordinates clamped.
    pub(crate) fn clamped(self) -> Self {
        let clamp = |coordinate: i32| coordinate.clamp(-MAX_COORDINATE, MAX_COORDINATE);
        Self { x: clamp(self.x), y: clamp(self.y), ..self }
    }
}

impl Character {
    /// Returns the state one frame later. Deterministic, in integers, for every state and input.
    ///
    /// The order within a frame:
    ///
    /// 1. **Speed.** If the jump button is held on the ground or in coyote time, a jump begins,
    ///    without gravity in its first frame. If down is pressed on the ground with no solid tile
    ///    below, the body drops. In the air, gravity pulls, and the rising speed is cut if the
    ///    button is not held.
    /// 2. **Horizontal motion.** The walk, stopped by the first solid column in the rows that the
    ///    body overlaps before it moves vertically.
    /// 3. **Vertical motion.** A walking body stays on the ground if any tile below supports it.
    ///    Otherwise it has left a ledge: gravity begins with the next frame, and so does coyote
    ///    time. A rise stops under the first solid row. A fall ends on a solid tile, or on a
    ///    one-way tile whose top it passes.
    ///
    /// A body that overlaps a deadly tile after 2 or 3 is dead.
    ///
    /// Coordinates are clamped to 2^30 subpixels, and the speed to less than a tile per frame.
    ///
    /// O(tiles that the body overlaps).
    ///
    /// ```
    /// use tautline_platformer::{Body, Character, Input, Outside, Physics, State, Tiles};
    ///
    /// let character = Character::new(&Physics::default(), Body::default())?;
    /// let tiles = Tiles::from_rows(&["....", "####"], Outside::Solid)?;
    /// let mut state = State::standing(0, 57_600);
    /// state = character.step(state, Input::walking(8), &tiles);
    /// assert_eq!(state, State::standing(8, 57_600));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn step(&self, state: State, input: Input, tiles: &Tiles) -> State {
        let State { x, y, .. } = state.clamped();
        let mut speed = state.speed.clamp(1 - self.tile[1], self.tile[1] - 1);
        let (grounded, mut grace) = match state.stance {
            Stance::Ground => (true, 0),
            Stance::Air { grace } => (false, grace),
            Stance::Dead => return state,
        };

        let mut walking = false;
        let mut dropping = false;
        // Coyote time: shortly after a ledge, a jump begins as on the ground.
        if input.jump && (grounded || grace > 0) {
            speed = self.jump;
            grace = 0;
        } else if grounded && input.down && !self.has_below(x, y, tiles, Tile::is_solid) {
            speed = -self.drop_step();
            dropping = true;
        } else if grounded {
            speed = 0;
            walking = true;
        } else {
            speed = (speed - self.gravity).max(-self.max_fall);
            if !input.jump && speed > 0 {
                speed = speed.min(self.cut);
            }
        }

        let x = self.walked(x, y, input.walk.clamp(-self.walk, self.walk), tiles);
        let dead = |y| State { x, y, speed, stance: Stance::Dead };
        if self.overlaps(x, y, tiles, Tile::is_deadly) {
            return dead(y);
        }
        if walking {
            // The frame that leaves a ledge does not fall yet.
            return if self.has_below(x, y, tiles, Tile::is_floor) {
                State::standing(x, y)
            } else {
                State { x, y, speed: 0, stance: Stance::Air { grace: self.grace_frames } }
            };
        }
        grace = grace.saturating_sub(1);
        let stance = Stance::Air { grace };
        let moved = if speed > 0 {
            match self.ceiling(x, y, y + speed, tiles) {
                Some(below) => State { x, y: below, speed: 0, stance },
                None => State { x, y: y + speed, speed, stance },
            }
        } else {
            match self.floor(x, y, y + speed, dropping, tiles) {
                Some(above) => State::standing(x, above),
                None => State { x, y: y + speed, speed, stance },
            }
        };
        if self.overlaps(x, moved.y, tiles, Tile::is_deadly) { dead(moved.y) } else { moved }
    }

    /// Returns the state after a push to the side, as by wind, a conveyor belt or a blow: moved by
    /// `distance` subpixels of x, to the right if positive, and stopped by the first solid column in
    /// the rows of the body. A body that then overlaps a deadly tile is dead.
    ///
    /// It takes no time: stance and speed stay the same, and a body that is pushed over a ledge falls from
    /// the next [`step`](Self::step) on. Like a step, a push is limited to less than a tile; for
    /// more, push again.
    ///
    /// O(tiles that the body overlaps).
    ///
    /// ```
    /// use tautline_platformer::{Body, Character, Outside, Physics, State, Tiles};
    ///
    /// let character = Character::new(&Physics::default(), Body::default())?;
    /// let tiles = Tiles::from_rows(&["...#", "####"], Outside::Solid)?;
    /// let [tile, ground] = character.tile_size();
    /// let pushed = character.push(State::standing(0, ground), 20, &tiles);
    /// assert_eq!(pushed, State::standing(20, ground));
    ///
    /// let before_the_wall = 3 * tile - character.body_size()[0];
    /// let pushed = character.push(State::standing(before_the_wall - 5, ground), 20, &tiles);
    /// assert_eq!(pushed.x, before_the_wall);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn push(&self, state: State, distance: i32, tiles: &Tiles) -> State {
        if state.stance == Stance::Dead {
            return state;
        }
        let State { x, y, speed, stance } = state.clamped();
        let most = self.tile[0] - 1;
        let x = self.walked(x, y, distance.clamp(-most, most), tiles);
        let is_dead = self.overlaps(x, y, tiles, Tile::is_deadly);
        State { x, y, speed, stance: if is_dead { Stance::Dead } else { stance } }
    }

    /// Returns true if the body at a position overlaps neither solid nor deadly tiles.
    #[must_use]
    pub fn fits(&self, [x, y]: [i32; 2], tiles: &Tiles) -> bool {
        let within = -MAX_COORDINATE..=MAX_COORDINATE;
        within.contains(&x) && within.contains(&y) && !self.overlaps(x, y, tiles, Tile::is_hard)
    }

    /// Returns true if a solid or one-way tile supports the body at a position: its lower side is
    /// on a row boundary, and it overlaps such a tile below by at least a subpixel.
    #[must_use]
    pub fn is_supported(&self, [x, y]: [i32; 2], tiles: &Tiles) -> bool {
        (-MAX_COORDINATE..=MAX_COORDINATE).contains(&x)
            && y.rem_euclid(self.tile[1]) == 0
            && self.has_below(x, y, tiles, Tile::is_floor)
    }

    fn walked(&self, x: i32, y: i32, walk: i32, tiles: &Tiles) -> i32 {
        let [tile, _] = self.tile;
        let width = self.size[0];
        let rows = self.rows_at(y);
        let blocked = |column| rows.clone().any(|row| tiles.tile(column, row).is_solid());
        let last = |x: i32| (x + width - 1).div_euclid(tile);
        if walk > 0 {
            let wall = (last(x) + 1..=last(x + walk)).find(|&column| blocked(column));
            wall.map_or(x + walk, |column| column * tile - width)
        } else {
            let first = |x: i32| x.div_euclid(tile);
            let wall = (first(x + walk)..first(x)).rev().find(|&column| blocked(column));
            wall.map_or(x + walk, |column| (column + 1) * tile)
        }
    }

    /// Returns the height at which a rising body stops under the first solid row; `None` if it
    /// passes.
    fn ceiling(&self, x: i32, from: i32, to: i32, tiles: &Tiles) -> Option<i32> {
        let (tile, height) = (self.tile[1], self.size[1]);
        let top = |y: i32| (y + height - 1).div_euclid(tile);
        (top(from) + 1..=top(to))
            .find(|&row| self.columns_at(x).any(|column| tiles.tile(column, row).is_solid()))
            .map(|row| row * tile - height)
    }

    /// Returns the height at which a falling body lands; `None` if it passes. A drop passes the
    /// first row of one-way tiles.
    fn floor(&self, x: i32, from: i32, to: i32, dropping: bool, tiles: &Tiles) -> Option<i32> {
        let tile = self.tile[1];
        let standing_row = from.div_euclid(tile);
        (to.div_euclid(tile)..standing_row)
            .rev()
            .find(|&row| {
                // Later rows of one-way tiles stop the drop again.
                let passes_one_way = dropping && row == standing_row - 1;
                let holds = if passes_one_way { Tile::is_solid } else { Tile::is_floor };
                self.columns_at(x).any(|column| holds(tiles.tile(column, row)))
            })
            .map(|row| (row + 1) * tile)
    }

    fn has_below(&self, x: i32, y: i32, tiles: &Tiles, holds: fn(Tile) -> bool) -> bool {
        let below = y.div_euclid(self.tile[1]) - 1;
        self.columns_at(x).any(|column| holds(tiles.tile(column, below)))
    }

    fn overlaps(&self, x: i32, y: i32, tiles: &Tiles, is: impl Fn(Tile) -> bool) -> bool {
        self.rows_at(y).any(|row| self.columns_at(x).any(|column| is(tiles.tile(column, row))))
    }

    fn columns_at(&self, x: i32) -> std::ops::RangeInclusive<i32> {
        let [tile, _] = self.tile;
        x.div_euclid(tile)..=(x + self.size[0] - 1).div_euclid(tile)
    }

    fn rows_at(&self, y: i32) -> std::ops::RangeInclusive<i32> {
        let [_, tile] = self.tile;
        y.div_euclid(tile)..=(y + self.size[1] - 1).div_euclid(tile)
    }
}
