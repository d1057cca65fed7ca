//! The character, measured in cells.

use super::ClassicError;
use crate::Character;

/// The size and jump height of a character, in cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Jumper {
    width: u8,
    height: u8,
    jump_height: u8,
    has_grace: bool,
}

impl Jumper {
    /// The largest width and height, in cells.
    pub const MAX_SIDE: u8 = 64;

    /// Creates a character of `width` x `height` cells, 1 to 64 each, that jumps `jump_height`
    /// cells high; with 0 it only walks and falls. Without coyote time.
    ///
    /// # Errors
    ///
    /// [`ClassicError::SizeOutOfRange`].
    pub fn new(width: u8, height: u8, jump_height: u8) -> Result<Self, ClassicError> {
        let allowed = 1..=Self::MAX_SIDE;
        if allowed.contains(&width) && allowed.contains(&height) {
            Ok(Self { width, height, jump_height, has_grace: false })
        } else {
            let [width, height] = [width, height].map(u32::from);
            Err(ClassicError::SizeOutOfRange { width, height })
        }
    }

    /// Returns the same character with or without coyote time: whether a jump may begin in the
    /// first cell past a ledge.
    #[must_use]
    pub const fn with_grace(self, has_grace: bool) -> Self {
        Self { has_grace, ..self }
    }

    /// Returns the smallest character in cells that contains a character's body. Its jump height is
    /// the number of whole cells that the highest jump rises, at most 255. It has coyote time if
    /// the character has at least one grace frame: in the frame in which the body leaves the
    /// ground, its whole width is past the ledge, and it may jump in the next.
    ///
    /// # Errors
    ///
    /// [`ClassicError::SizeOutOfRange`].
    ///
    /// ```
    /// use tautline_platformer::classic::Jumper;
    /// use tautline_platformer::{Body, Character, Physics};
    ///
    /// for tiles in 1..=6 {
    ///     let jump = Physics::jump_for_tiles(tiles).unwrap_or(0.0);
    ///     let character = Character::new(&Physics { jump, ..Physics::default() }, Body::default())?;
    ///     assert_eq!(Jumper::of(&character)?, Jumper::new(1, 1, tiles)?.with_grace(true));
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(character: &Character) -> Result<Self, ClassicError> {
        let cells = |axis: usize| {
            let [size, tile] = [character.body_size()[axis], character.tile_size()[axis]];
            ((size - 1) / tile + 1).unsigned_abs()
        };
        let [width, height] = [cells(0), cells(1)];
        let (Ok(narrow), Ok(low)) = (u8::try_from(width), u8::try_from(height)) else {
            return Err(ClassicError::SizeOutOfRange { width, height });
        };
        let jump_height = character.jump_height(u32::MAX) / character.tile_size()[1];
        let jumper = Self::new(narrow, low, u8::try_from(jump_height).unwrap_or(u8::MAX))?;
        Ok(jumper.with_grace(character.grace_frames() > 0))
    }

    /// Returns the width in cells.
    #[must_use]
    pub const fn width(self) -> u8 {
        self.width
    }

    /// Returns the height in cells.
    #[must_use]
    pub const fn height(self) -> u8 {
        self.height
    }

    /// Returns the height of a jump in cells.
    #[must_use]
    pub const fn jump_height(self) -> u8 {
        self.jump_height
    }

    /// Returns true if a jump may begin in the first cell past a ledge (coyote time).
    #[must_use]
    pub const fn has_grace(self) -> bool {
        self.has_grace
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Body, Physics};

    #[test]
    fn a_body_of_a_pixel_more_than_a_tile_is_two_cells_wide() {
        let physics = Physics { grace_frames: 0, ..Physics::default() };
        let of =
            |width, height| Jumper::of(&Character::new(&physics, Body { width, height }).unwrap());
        assert_eq!(of(16.0, 17.0), Jumper::new(1, 2, 5));
        assert_eq!(of(48.0, 4.0), Jumper::new(3, 1, 5));
        assert_eq!(
            of(16.0 * 300.0, 4.0),
            Err(ClassicError::SizeOutOfRange { width: 300, height: 1 })
        );
    }

    #[test]
    fn sizes_of_no_cells_and_of_too_many_are_refused() {
        let refused = |width: u8, height: u8| {
            let [wide, high] = [width, height].map(u32::from);
            Jumper::new(width, height, 3)
                == Err(ClassicError::SizeOutOfRange { width: wide, height: high })
        };
        assert!(refused(0, 1) && refused(1, 0) && refused(65, 1) && refused(1, 255));
    }

    #[test]
    fn a_character_that_cannot_jump_has_no_jump_height() {
        let physics = Physics { jump: 0.0, grace_frames: 0, ..Physics::default() };
        let character = Character::new(&physics, Body::default()).unwrap();
        assert_eq!(Jumper::of(&character), Jumper::new(1, 1, 0));
    }
}
