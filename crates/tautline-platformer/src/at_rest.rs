//! States of characters at rest.

use crate::exact::{Goal, PlanError, Planner};
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
    at_rest(character, tiles, position)
}

/// Returns a character at rest at a position, in subpixels.
fn at_rest(character: &Character, tiles: &Tiles, position: [i32; 2]) -> State {
    if character.is_supported(position, tiles) {
        State::standing(position[0], position[1])
    } else {
        State::flying(position[0], position[1], 0)
    }
}

impl Planner {
    /// Returns the character at rest with the lower left corner of its body at a position, in subpixels:
    /// standing if there is ground, otherwise in the air and about to fall.
    ///
    /// ```
    /// use tautline_platformer::exact::{PlanError, Planner, PlannerOptions};
    /// use tautline_platformer::{Body, Character, Outside, Physics, State, Tiles};
    ///
    /// let tiles = Tiles::from_rows(&["....", "....", "####"], Outside::Solid)?;
    /// let character = Character::new(&Physics::default(), Body::default())?;
    /// let planner = Planner::new(tiles, character, PlannerOptions::default())?;
    /// let [x, y] = planner.character().from_pixels([20.0, 16.0]).ok_or("too far away")?;
    /// assert_eq!(planner.at_rest([x, y])?, State::standing(x, y));
    /// assert_eq!(planner.at_rest([x, y - 1]), Err(PlanError::StartDoesNotFit { x, y: y - 1 }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`PlanError::StartOffLevel`] or [`PlanError::StartDoesNotFit`].
    pub fn at_rest(&self, position: [i32; 2]) -> Result<State, PlanError> {
        self.check_start(position)?;
        Ok(at_rest(self.character(), self.tiles(), position))
    }

    /// Returns the highest cell at or below a position, in subpixels, in which the character can stand,
    /// with no solid tile between: a goal for a position that may be in the air. `None` if there is none.
    ///
    /// The position is that of the lower left corner of the body. To hunt a character of another
    /// size, pass that of its lower left corner. Where a wall leaves no room for a wider body, pass
    /// the position at which the right sides are the same. With another lower side, a position may
    /// be within the ground, for which there is no goal.
    ///
    /// ```
    /// use tautline_platformer::exact::{Goal, Planner, PlannerOptions};
    /// use tautline_platformer::{Body, Character, Outside, Physics, Tiles};
    ///
    /// let tiles = Tiles::from_rows(&["....", "....", "#..#"], Outside::Deadly)?;
    /// let character = Character::new(&Physics::default(), Body::default())?;
    /// let planner = Planner::new(tiles, character, PlannerOptions::default())?;
    /// let [width, height] = planner.character().tile_size();
    /// let ground = Goal::Cell { column: 0, row: 1 };
    /// assert_eq!(planner.ground_below([width / 2, 2 * height]), Some(ground));
    /// assert_eq!(planner.ground_below([3 * width / 2, 2 * height]), None);
    ///
    /// // A large character hunts one next to a wall.
    /// let tiles = Tiles::from_rows(&["....", "....", "####"], Outside::Solid)?;
    /// let hunter = Character::new(&Physics::default(), Body { width: 24.0, height: 28.0 })?;
    /// let hunter = Planner::new(tiles, hunter, PlannerOptions::default())?;
    /// let [own, other] = [&hunter, &planner].map(|planner| planner.character().body_size()[0]);
    /// let [x, y] = [4 * width - other, height];
    /// assert_eq!(hunter.ground_below([x, y]), None);
    /// let beside = Goal::Cell { column: 2, row: 1 };
    /// assert_eq!(hunter.ground_below([x + other - own, y]), Some(beside));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn ground_below(&self, [x, y]: [i32; 2]) -> Option<Goal> {
        let [width, height] = self.character().tile_size();
        let (column, top) = (x.div_euclid(width), y.div_euclid(height));
        let rows = (0..=top.min(self.tiles().rows().into())).rev();
        let mut free = rows.take_while(|&row| !self.tiles().tile(column, row).is_solid());
        let row = free.find(|&row| self.can_stand_in(column, row))?;
        Some(Goal::Cell { column, row })
    }
}
