//! States of characters at rest.

use crate::{Character, State, Tiles};

/// Returns a character at rest with the lower left corner of its body in that of a cell: standing
/// if there is ground, otherwise in the air and about to fall. Planners reject the states for cells
/// outside of the level.
///
/// ```
/// use tautline_platformer::{Body, Character, Outside, Physics, State, Tiles, at_rest_in_cell};
///
/// let tiles = Tiles::from_rows(&["....", "####"], Outside::Solid)?;
/// let character = Character::new(&Physics::default(), Body::default())?;
/// let state = at_rest_in_cell(&character, &tiles, 2, 1);
/// assert_eq!(state, State::standing(2 * 48, 57_600));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn at_rest_in_cell(character: &Character, tiles: &Tiles, column: i32, row: i32) -> State {
    let cells = i32::from(Tiles::MAX_SIDE);
    let [width, height] = character.tile_size();
    let position = [column.clamp(-1, cells) * width, row.clamp(-1, cells) * height];
    if character.is_supported(position, tiles) {
        State::standing(position[0], position[1])
    } else {
        State::flying(position[0], position[1], 0)
    }
}
