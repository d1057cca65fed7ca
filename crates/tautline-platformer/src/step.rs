//! One frame of the character's life.

use crate::{Character, Tile, Tiles};

/// What the player presses during one frame.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Input {
    /// How far to walk, in subpixels, to the right if positive; cut to
    /// [`Character::walk_step`].
    pub walk: i32,
    /// Whether the jump button is held.
    pub jump: bool,
    /// Whether down is pressed: drops through one-way tiles.
    pub down: bool,
}

/// Whether a character stands, flies or is dead.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Stance {
    /// On a tile.
    Ground,
    /// In the air.
    Air {
        /// For how many more frames a jump can begin. A step gives at most the
        /// character's [`grace_frames`](Character::grace_frames); a game may give more.
        grace: u8,
    },
    /// It touched a deadly tile, and stays where it did.
    Dead,
}

/// Where a character is and how it moves. The body's **lower left** corner is
/// its position; positions count from the level's lower left corner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct State {
    /// Left side of the body, in subpixels of x.
    pub x: i32,
    /// Lower side of the body, in subpixels of y.
    pub y: i32,
    /// Upward speed in subpixels of y per frame; 0 on the ground.
    pub speed: i32,
    /// Whether it stands, flies or is dead.
    pub stance: Stance,
}

impl State {
    /// A character that stands at a position. Whether there is ground is for
    /// [`Character::is_supported`] to say.
    #[must_use]
    pub const fn standing(x: i32, y: i32) -> Self {
        Self { x, y, speed: 0, stance: Stance::Ground }
    }

    /// A character in the air without a frame of grace.
    #[must_use]
    pub const fn flying(x: i32, y: i32, speed: i32) -> Self {
        Self { x, y, speed, stance: Stance::Air { grace: 0 } }
    }

    /// Whether it stands.
    #[must_use]
    pub const fn is_grounded(&self) -> bool {
        matches!(self.stance, Stance::Ground)
    }
}

/// Places beyond this are taken for this, so that sums stay in range.
const MAX_COORDINATE: i32 = 1 << 30;

impl Character {
    /// The state one frame later. Deterministic, in integers, for every state
    /// and input.
    ///
    /// In this order:
    ///
    /// 1. **Speed.** With the jump button held, on the ground or in grace, a
    ///    jump begins, without gravity in its first frame. On the ground, down
    ///    pressed with no solid tile anywhere below drops through. In the air,
    ///    gravity pulls, and a rise without the button is cut.
    /// 2. **Sideways.** The walk, stopped by the first solid column in the rows
    ///    that the body overlaps before it moves up or down.
    /// 3. **Up or down.** A walker stays on the ground if anything below
    ///    supports it; else it has left a ledge, and gravity begins with the
    ///    next frame. A rise stops under the first solid row. A fall ends on a
    ///    solid tile, or on a one-way tile whose top it passes.
    ///
    /// A body that overlaps a deadly tile after 2 or after 3 is dead.
    ///
    /// A position of more than 2^30 subpixels is taken for 2^30, and a speed of a
    /// tile per frame or more for the largest below.
    ///
    /// O(tiles that the body overlaps).
    ///
    /// ```
    /// use tautline_platformer::{Body, Character, Input, Outside, Physics, State, Tiles};
    ///
    /// let character = Character::new(&Physics::default(), Body::default())?;
    /// let tiles = Tiles::from_rows(&["....", "####"], Outside::Solid)?;
    /// let mut state = State::standing(0, 57_600);
    /// state = character.step(state, Input { walk: 8, ..Input::default() }, &tiles);
    /// assert_eq!(state, State::standing(8, 57_600));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn step(&self, state: State, input: Input, tiles: &Tiles) -> State {
        let x = state.x.clamp(-MAX_COORDINATE, MAX_COORDINATE);
        let y = state.y.clamp(-MAX_COORDINATE, MAX_COORDINATE);
        let mut speed = state.speed.clamp(1 - self.tile[1], self.tile[1] - 1);
        let (grounded, mut grace) = match state.stance {
            Stance::Ground => (true, 0),
            Stance::Air { grace } => (false, grace),
            Stance::Dead => return state,
        };

        let mut walking = false;
        let mut dropping = false;
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

    /// Whether the body at a position overlaps neither solid nor deadly tiles.
    #[must_use]
    pub fn fits(&self, [x, y]: [i32; 2], tiles: &Tiles) -> bool {
        let within = -MAX_COORDINATE..=MAX_COORDINATE;
        within.contains(&x) && within.contains(&y) && !self.overlaps(x, y, tiles, Tile::is_hard)
    }

    /// Whether the body at a position stands on a solid or one-way tile: its lower
    /// side is on the boundary of two rows, and a tile below overlaps it by a
    /// subpixel at least.
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

    /// Where the body's lower side stops under the first solid row on its way up.
    fn ceiling(&self, x: i32, from: i32, to: i32, tiles: &Tiles) -> Option<i32> {
        let (tile, height) = (self.tile[1], self.size[1]);
        let top = |y: i32| (y + height - 1).div_euclid(tile);
        (top(from) + 1..=top(to))
            .find(|&row| self.columns_at(x).any(|column| tiles.tile(column, row).is_solid()))
            .map(|row| row * tile - height)
    }

    /// Where the body's lower side comes to rest on its way down. A drop passes
    /// the first row of one-way tiles.
    fn floor(&self, x: i32, from: i32, to: i32, dropping: bool, tiles: &Tiles) -> Option<i32> {
        let tile = self.tile[1];
        let standing_row = from.div_euclid(tile);
        (to.div_euclid(tile)..standing_row)
            .rev()
            .find(|&row| {
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
