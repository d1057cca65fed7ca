//! The physics and the body of a character, in pixels and seconds.

/// The motion of a character, in pixels and seconds.
///
/// The defaults are those of a classic 16-pixel platformer. At 60 steps a second, whole multiples
/// of 1/3600 pixel in y and 1/3 pixel in x represent them exactly. Other values are rounded once,
/// when a [`Character`](crate::Character) is created.
///
/// With n steps a second, n² subpixels in y keep all whole values exact. In x, choose a number of
/// subpixels with which the walk per frame is a whole number: with 3, a walk of 150 at 60 steps
/// would be 7.5 subpixels a frame, and is rounded to 8, a walk of 160. At 144 steps, the default walk
/// is rounded from 3.33 to 3 subpixels, a walk of 144.
/// [`Character::physics`](crate::Character::physics) returns what has become of the values:
///
/// ```
/// use tautline_platformer::{Body, Character, Physics};
///
/// let walk = |subpixels_in_x: u32| {
///     let subpixels = [subpixels_in_x, 3600];
///     let physics = Physics { walk: 137.0, subpixels, ..Physics::default() };
///     Ok::<_, tautline_platformer::PhysicsError>(Character::new(&physics, Body::default())?.physics().walk)
/// };
/// assert_eq!(walk(3)?, 140.0);
/// assert_eq!(walk(60)?, 137.0);
/// # Ok::<(), tautline_platformer::PhysicsError>(())
/// ```
///
/// | Limit | Why |
/// |---|---|
/// | a jump and a fall move less than a tile in a frame | the body cannot pass a tile unnoticed |
/// | a walk moves less than a tile in a frame | the same sideways |
/// | gravity is at least one subpixel per frame squared | every flight ends |
///
/// There is no horizontal inertia, on the ground or in the air.
///
/// A *pixel* is any unit of length. If yours is a tile or a metre, give all lengths in it, and more
/// subpixels, because speeds are rounded to whole subpixels per frame:
///
/// ```
/// use tautline_platformer::{Body, Character, Physics};
///
/// // In tiles and seconds: 6 tiles per second, jumps of 3.2 tiles, v² = 2 g h.
/// let gravity = 30.0_f64;
/// let physics = Physics {
///     tile: 1.0,
///     gravity,
///     max_fall: 20.0,
///     walk: 6.0,
///     jump: (2.0 * gravity * 3.2).sqrt(),
///     jump_cut: 4.0,
///     subpixels: [120, 3600], // 12 in x and 30 in y per frame
///     ..Physics::default()
/// };
/// let character = Character::new(&physics, Body { width: 0.8, height: 1.6 })?;
/// assert_eq!((character.walk_step(), character.gravity_step()), (12, 30));
/// let [_, height] = character.to_pixels([0, character.jump_height(u32::MAX)]);
/// assert_eq!(format!("{height:.2}"), "3.31"); // the first frame is without gravity
/// # Ok::<(), tautline_platformer::PhysicsError>(())
/// ```
///
/// The height of a jump depends on how long the button is held. With the defaults, 13 holds differ:
#[cfg_attr(doc, doc = include_str!("../docs/jumps.svg"))]
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct Physics {
    /// Side of a tile, in pixels. Above 0.
    pub tile: f64,
    /// Downward acceleration, in pixels per second squared. Above 0.
    pub gravity: f64,
    /// Fastest fall (terminal velocity), in pixels per second. Above 0.
    pub max_fall: f64,
    /// Walking speed, on the ground and in the air, in pixels per second. At least 0.
    pub walk: f64,
    /// Upward speed at take-off, in pixels per second. At least 0; with 0 a jump does not leave the
    /// ground.
    pub jump: f64,
    /// The rising speed left when the jump button is released (variable jump height), in pixels per
    /// second. At least 0; from `jump` upwards the button makes no difference.
    pub jump_cut: f64,
    /// Coyote time: the number of grace frames after walking off a ledge in which a jump can still
    /// begin. At most 60; 0 turns it off.
    pub grace_frames: u8,
    /// Steps (frames) per second, 1 to 1000.
    pub steps_per_second: u32,
    /// Subpixels per pixel in x and in y, 1 to 65,536 each. A tile may have at most 262,144
    /// subpixels.
    pub subpixels: [u32; 2],
}

impl Default for Physics {
    fn default() -> Self {
        Self {
            tile: 16.0,
            gravity: 1030.0,
            max_fall: 900.0,
            walk: 160.0,
            jump: 410.0,
            jump_cut: 200.0,
            grace_frames: 4,
            steps_per_second: 60,
            subpixels: [3, 3600],
        }
    }
}

impl Physics {
    /// Returns the jump speed for a jump of 1 to 6 tiles of 16 pixels, held to the end, with the
    /// default gravity, in pixels per second: 210, 280, 350, 380, 410, 460. `None` for other
    /// heights.
    #[must_use]
    pub const fn jump_for_tiles(tiles: u8) -> Option<f64> {
        match tiles {
            1 => Some(210.0),
            2 => Some(280.0),
            3 => Some(350.0),
            4 => Some(380.0),
            5 => Some(410.0),
            6 => Some(460.0),
            _ => None,
        }
    }
}

/// The size of a character's bounding box, in pixels. Above 0, at most 4095 tiles.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Body {
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
}

impl Default for Body {
    /// 12 x 12 pixels.
    fn default() -> Self {
        Self { width: 12.0, height: 12.0 }
    }
}
