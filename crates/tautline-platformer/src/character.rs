//! A character in whole subpixels and frames.

use crate::{Body, Physics, PhysicsError};

/// [`Physics`] and [`Body`] in whole subpixels and frames, validated. Planners, followers and games
/// share its [`step`](Self::step).
///
/// Lengths in x are in subpixels of x (default 1/3 pixel), lengths in y in subpixels of y (default
/// 1/3600 pixel). Speeds are lengths per frame.
///
/// ```
/// use tautline_platformer::{Body, Character, Physics, PhysicsError};
///
/// let character = Character::new(&Physics::default(), Body::default())?;
/// assert_eq!(character.walk_step(), 8);
/// assert_eq!(character.jump_step(), 410 * 60);
///
/// let tunnels = Physics { max_fall: 960.0, ..Physics::default() };
/// assert!(matches!(
///     Character::new(&tunnels, Body::default()),
///     Err(PhysicsError::FasterThanATile { name: "max_fall", .. })
/// ));
/// # Ok::<(), PhysicsError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Character {
    pub(crate) tile: [i32; 2],
    pub(crate) size: [i32; 2],
    pub(crate) gravity: i32,
    pub(crate) max_fall: i32,
    pub(crate) walk: i32,
    pub(crate) jump: i32,
    pub(crate) cut: i32,
    pub(crate) grace_frames: u8,
    steps_per_second: u32,
    pub(crate) subpixels: [u32; 2],
}

/// Keeps a level of 4096 tiles within 2^30 subpixels.
const MAX_SUBPIXELS_OF_A_TILE: i32 = 1 << 18;

/// Keeps the far side of a body that is 2^30 subpixels away and walks a step within 2^31. A larger
/// body could hardly move in the largest level.
const MAX_TILES_OF_A_BODY: i32 = 4095;

/// A jump that rises for longer has too many different holds to bake.
const MAX_RISING_FRAMES: i32 = 600;

/// A bake flies each different jump from each span.
const MAX_JUMPS: u32 = 2048;

impl Character {
    /// Converts physics and body to subpixels, and checks all limits.
    ///
    /// # Errors
    ///
    /// [`PhysicsError`] names the value that is out of range.
    pub fn new(physics: &Physics, body: Body) -> Result<Self, PhysicsError> {
        let rate = physics.steps_per_second;
        if !(1..=1000).contains(&rate) {
            return Err(PhysicsError::StepsPerSecond { value: rate });
        }
        if let Some(&value) =
            physics.subpixels.iter().find(|&&value| !(1..=65_536).contains(&value))
        {
            return Err(PhysicsError::Subpixels { value });
        }
        if physics.grace_frames > 60 {
            return Err(PhysicsError::GraceFrames { value: physics.grace_frames });
        }
        let [x, y] = physics.subpixels.map(f64::from);
        let rate = f64::from(rate);
        // Speeds are per frame and gravity per frame squared, hence the powers of the rate.
        let character = Self {
            tile: [units("tile", physics.tile, x, 1)?, units("tile", physics.tile, y, 1)?],
            size: [
                units("body width", body.width, x, 1)?,
                units("body height", body.height, y, 1)?,
            ],
            gravity: units("gravity", physics.gravity, y / (rate * rate), 1)?,
            max_fall: units("max_fall", physics.max_fall, y / rate, 1)?,
            walk: units("walk", physics.walk, x / rate, 0)?,
            jump: units("jump", physics.jump, y / rate, 0)?,
            cut: units("jump_cut", physics.jump_cut, y / rate, 0)?,
            grace_frames: physics.grace_frames,
            steps_per_second: physics.steps_per_second,
            subpixels: physics.subpixels,
        };
        character.check(physics, body)?;
        Ok(character)
    }

    fn check(&self, physics: &Physics, body: Body) -> Result<(), PhysicsError> {
        let sides = [("body width", body.width), ("body height", body.height)];
        for (axis, tile) in self.tile.into_iter().enumerate() {
            if tile > MAX_SUBPIXELS_OF_A_TILE {
                return Err(PhysicsError::TileOfTooManySubpixels {
                    tile: physics.tile,
                    subpixels: physics.subpixels[axis],
                });
            }
            // Divided, not multiplied: the product could overflow.
            if (self.size[axis] - 1) / MAX_TILES_OF_A_BODY >= tile {
                let (name, value) = sides[axis];
                return Err(PhysicsError::BodyTooLarge { name, value });
            }
        }
        let [width, height] = self.tile;
        let speeds = [
            ("walk", physics.walk, self.walk, width),
            ("jump", physics.jump, self.jump, height),
            ("max_fall", physics.max_fall, self.max_fall, height),
            ("gravity", physics.gravity, self.gravity, height),
        ];
        for (name, value, step, tile) in speeds {
            if step >= tile {
                return Err(PhysicsError::FasterThanATile { name, value });
            }
        }
        // Bound the work of a bake: the length of each jump, then the number of jumps.
        if self.jump / self.gravity > MAX_RISING_FRAMES {
            return Err(PhysicsError::EndlessJump { frames: self.jump / self.gravity });
        }
        let jumps = self.different_holds() * (u32::from(self.grace_frames) + 1);
        if jumps > MAX_JUMPS {
            return Err(PhysicsError::TooManyJumps { jumps });
        }
        Ok(())
    }

    /// Returns the physics of the character, in pixels and seconds: those that it was created with,
    /// rounded to whole subpixels and frames. The side of a tile is its height, which may be rounded
    /// to another length than its width ([`tile_size`](Self::tile_size)).
    #[must_use]
    pub fn physics(&self) -> Physics {
        let [x, y] = self.subpixels.map(f64::from);
        let rate = f64::from(self.steps_per_second);
        Physics {
            tile: f64::from(self.tile[1]) / y,
            gravity: f64::from(self.gravity) * rate * rate / y,
            max_fall: f64::from(self.max_fall) * rate / y,
            walk: f64::from(self.walk) * rate / x,
            jump: f64::from(self.jump) * rate / y,
            jump_cut: f64::from(self.cut) * rate / y,
            grace_frames: self.grace_frames,
            steps_per_second: self.steps_per_second,
            subpixels: self.subpixels,
        }
    }

    /// Returns the size of the character in pixels, rounded to whole subpixels.
    #[must_use]
    pub fn body(&self) -> Body {
        let [width, height] = self.to_pixels(self.size);
        Body { width, height }
    }

    /// Returns the width and height of a tile.
    #[must_use]
    pub const fn tile_size(&self) -> [i32; 2] {
        self.tile
    }

    /// Returns the width and height of the body.
    #[must_use]
    pub const fn body_size(&self) -> [i32; 2] {
        self.size
    }

    /// Returns the largest walking distance in a frame.
    #[must_use]
    pub const fn walk_step(&self) -> i32 {
        self.walk
    }

    /// Returns the rise in the take-off frame of a jump.
    #[must_use]
    pub const fn jump_step(&self) -> i32 {
        self.jump
    }

    /// Returns the speed lost to gravity in every frame in the air.
    #[must_use]
    pub const fn gravity_step(&self) -> i32 {
        self.gravity
    }

    /// Returns the largest drop in a frame, at the fastest fall.
    #[must_use]
    pub const fn max_fall_step(&self) -> i32 {
        self.max_fall
    }

    /// Returns the drop in the first frame of dropping through one-way tiles.
    pub(crate) fn drop_step(&self) -> i32 {
        self.gravity.min(self.max_fall)
    }

    /// Returns the largest rise in a frame without the jump button held.
    #[must_use]
    pub const fn cut_step(&self) -> i32 {
        self.cut
    }

    /// Returns the number of frames after walking off a ledge in which a jump can begin (coyote
    /// time).
    #[must_use]
    pub const fn grace_frames(&self) -> u8 {
        self.grace_frames
    }

    /// Returns the number of different jumps by how long the button is held: holding it for more
    /// frames than this changes nothing.
    ///
    /// ```
    /// use tautline_platformer::{Body, Character, Physics};
    ///
    /// let character = Character::new(&Physics::default(), Body::default())?;
    /// assert_eq!(character.different_holds(), 13);
    /// # Ok::<(), tautline_platformer::PhysicsError>(())
    /// ```
    #[must_use]
    #[doc(hidden)]
    pub const fn different_holds(&self) -> u32 {
        if self.jump > self.cut {
            ((self.jump - self.cut) / self.gravity + 1).cast_unsigned()
        } else {
            1
        }
    }

    /// Returns the height of a jump above the ground, in subpixels of y, if the button is held for
    /// `held` frames including the take-off; 0 for 0 frames. Holding it for more than
    /// [`different_holds`](Self::different_holds) frames changes nothing.
    ///
    /// O(frames of the rise).
    ///
    /// ```
    /// use tautline_platformer::{Body, Character, Physics};
    ///
    /// let character = Character::new(&Physics::default(), Body::default())?;
    /// let pixels = |held| character.to_pixels([0, character.jump_height(held)])[1];
    /// assert_eq!([1, 5, 13].map(|held| pixels(held).round()), [28.0, 52.0, 85.0]);
    ///
    /// // Onto which ledges can it jump?
    /// let [_, tile] = character.tile_size();
    /// assert_eq!(character.jump_height(u32::MAX) / tile, 5);
    /// # Ok::<(), tautline_platformer::PhysicsError>(())
    /// ```
    #[must_use]
    pub fn jump_height(&self, held: u32) -> i32 {
        if held == 0 {
            return 0;
        }
        // The take-off frame rises at the full speed, without gravity.
        let mut speed = self.jump;
        let mut height = 0;
        let mut frames = 1;
        while speed > 0 {
            height += speed;
            speed -= self.gravity;
            if frames >= held {
                speed = speed.min(self.cut);
            }
            frames += 1;
        }
        height
    }

    /// Converts a position in subpixels to pixels from the level's lower left corner, for drawing.
    #[must_use]
    pub fn to_pixels(&self, [x, y]: [i32; 2]) -> [f64; 2] {
        let [units_x, units_y] = self.subpixels.map(f64::from);
        [f64::from(x) / units_x, f64::from(y) / units_y]
    }

    /// Returns the position in subpixels that is nearest to one in pixels; `None` if it is not
    /// finite or more than 2^30 subpixels from the origin.
    #[must_use]
    pub fn from_pixels(&self, [x, y]: [f64; 2]) -> Option<[i32; 2]> {
        let [units_x, units_y] = self.subpixels.map(f64::from);
        Some([whole(x * units_x)?, whole(y * units_y)?])
    }
}

/// Converts a value in pixels (and seconds) to at least `least` whole subpixels. Only 0 may become
/// 0, since a character that walks slowly would otherwise not walk at all.
fn units(name: &'static str, value: f64, per_pixel: f64, least: i32) -> Result<i32, PhysicsError> {
    whole(value * per_pixel)
        .filter(|&units| value >= 0.0 && units >= least && (units > 0 || value <= 0.0))
        .ok_or(PhysicsError::OutOfRange { name, value })
}

/// Rounds to the nearest whole number; `None` if it is not within 2^30 of zero.
#[expect(clippy::cast_possible_truncation, reason = "the range is checked first")]
fn whole(value: f64) -> Option<i32> {
    let rounded = value.round();
    (rounded.abs() <= f64::from(1 << 30)).then_some(rounded as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(physics: Physics) -> PhysicsError {
        Character::new(&physics, Body::default()).unwrap_err()
    }

    #[test]
    fn the_defaults_are_exact_in_subpixels() {
        let character = Character::new(&Physics::default(), Body::default()).unwrap();
        assert_eq!(character.tile_size(), [48, 57_600]);
        assert_eq!(character.body_size(), [36, 43_200]);
        assert_eq!(character.gravity_step(), 1030);
        assert_eq!(character.max_fall_step(), 54_000);
        assert_eq!(character.cut_step(), 12_000);
    }

    #[test]
    fn physics_without_a_fall_or_a_time_step_is_refused_by_name() {
        let physics = Physics::default();
        for gravity in [0.0, -1030.0, f64::NAN, f64::INFINITY, 0.1] {
            let error = refusal(Physics { gravity, ..physics });
            assert!(matches!(error, PhysicsError::OutOfRange { name: "gravity", .. }), "{error}");
        }
        assert_eq!(
            refusal(Physics { steps_per_second: 0, ..physics }),
            PhysicsError::StepsPerSecond { value: 0 }
        );
        assert!(matches!(
            refusal(Physics { max_fall: 0.0, ..physics }),
            PhysicsError::OutOfRange { name: "max_fall", .. }
        ));
        assert!(matches!(
            refusal(Physics { gravity: 2.0, ..physics }),
            PhysicsError::EndlessJump { frames: 12_300 }
        ));
        assert_eq!(
            refusal(Physics { gravity: 50.0, grace_frames: 60, ..physics }),
            PhysicsError::TooManyJumps { jumps: 15_433 }
        );
    }

    #[test]
    fn speeds_of_a_tile_per_frame_are_refused_by_name() {
        let physics = Physics::default();
        for (physics, expected) in [
            (Physics { jump: 960.0, ..physics }, "jump"),
            (Physics { max_fall: 1e6, ..physics }, "max_fall"),
            (Physics { walk: 960.0, ..physics }, "walk"),
            (Physics { gravity: 60_000.0, ..physics }, "gravity"),
        ] {
            let error = refusal(physics);
            assert!(
                matches!(error, PhysicsError::FasterThanATile { name, .. } if name == expected),
                "{error}"
            );
        }
    }

    #[test]
    fn bodies_without_size_or_too_large_and_tiles_too_fine_are_refused() {
        let physics = Physics::default();
        for size in [0.0, -1.0, f64::NAN, 1e300] {
            let body = Body { width: size, height: 12.0 };
            assert!(Character::new(&physics, body).is_err());
        }
        for (body, expected) in [
            (Body { width: 65_521.0, height: 12.0 }, "body width"),
            (Body { width: 12.0, height: 65_521.0 }, "body height"),
        ] {
            let error = Character::new(&physics, body).unwrap_err();
            assert!(
                matches!(error, PhysicsError::BodyTooLarge { name, .. } if name == expected),
                "{error}"
            );
        }
        assert!(matches!(
            refusal(Physics { tile: 128.0, ..physics }),
            PhysicsError::TileOfTooManySubpixels { subpixels: 3600, .. }
        ));
        assert!(matches!(
            refusal(Physics { subpixels: [0, 3600], ..physics }),
            PhysicsError::Subpixels { value: 0 }
        ));
    }

    #[test]
    fn speeds_that_vanish_are_refused() {
        let slow = Physics { walk: 5.0, ..Physics::default() };
        assert!(matches!(refusal(slow), PhysicsError::OutOfRange { name: "walk", .. }));
        let finer = Physics { subpixels: [12, 3600], ..slow };
        assert_eq!(Character::new(&finer, Body::default()).unwrap().walk_step(), 1);
    }

    #[test]
    fn a_character_that_cannot_jump_or_walk_is_one() {
        let still = Physics { jump: 0.0, walk: 0.0, ..Physics::default() };
        let character = Character::new(&still, Body::default()).unwrap();
        assert_eq!(character.different_holds(), 1);
    }

    #[test]
    fn pixels_and_subpixels_convert_both_ways() {
        let character = Character::new(&Physics::default(), Body::default()).unwrap();
        assert_eq!(character.from_pixels([16.0, 32.0]), Some([48, 115_200]));
        assert_eq!(character.from_pixels([f64::NAN, 0.0]), None);
        let [x, y] = character.to_pixels([48, 1800]);
        assert!((x - 16.0).abs() < 1e-12 && (y - 0.5).abs() < 1e-12);
    }
}
