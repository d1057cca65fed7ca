//! The level as a character of some size sees it.

use super::{Cell, ClassicError, Jumper, PathNode, Step, Surroundings};
use crate::{Character, Stance, State, Tile, Tiles};

/// A level and a character in cells, for searches. It borrows the tiles and stores nothing, so that
/// they may change between searches.
///
/// The body may overlap neither solid nor deadly tiles, nor the outside of either kind. A solid
/// outside is ground and ceiling.
#[derive(Debug, Clone, Copy)]
pub struct Level<'a> {
    tiles: &'a Tiles,
    jumper: Jumper,
}

impl<'a> Level<'a> {
    /// Creates a level for a character.
    #[must_use]
    pub const fn new(tiles: &'a Tiles, jumper: Jumper) -> Self {
        Self { tiles, jumper }
    }

    /// Returns the tiles.
    #[must_use]
    pub const fn tiles(&self) -> &'a Tiles {
        self.tiles
    }

    /// Returns the character.
    #[must_use]
    pub const fn jumper(&self) -> Jumper {
        self.jumper
    }

    /// Returns true if the body fits with its lower left cell in `cell`.
    #[must_use]
    pub fn fits(&self, cell: Cell) -> bool {
        (0..self.size()[1]).all(|up| self.is_row_open(cell.moved(0, up)))
    }

    /// Returns true if the body fits into the next cell, given that it fits in `cell`. Tests only
    /// the row or column that it enters.
    pub(super) fn fits_after(&self, cell: Cell, step: Step) -> bool {
        let [width, height] = self.size();
        let next = cell.after(step);
        match step {
            Step::Down => self.is_row_open(next),
            Step::Up => self.is_row_open(next.moved(0, height - 1)),
            Step::Left => self.is_column_open(next),
            Step::Right => self.is_column_open(next.moved(width - 1, 0)),
        }
    }

    /// Returns the contact of the body in a cell. **Ground takes precedence**: a body on the ground
    /// is not under a ceiling, however low.
    #[must_use]
    #[doc(hidden)]
    pub fn surroundings(&self, cell: Cell) -> Surroundings {
        if self.has_below(cell, Tile::is_floor) {
            Surroundings::Ground
        } else if self.bottom(cell.moved(0, self.size()[1])).any(|cell| self.tile(cell).is_solid())
        {
            Surroundings::Ceiling
        } else {
            Surroundings::Open
        }
    }

    /// Returns true if a one-way tile is below any column of the body.
    pub(super) fn is_on_one_way(&self, cell: Cell) -> bool {
        self.has_below(cell, |tile| tile == Tile::OneWay)
    }

    /// Returns true if a solid tile is below any column of the body.
    pub(super) fn is_on_solid(&self, cell: Cell) -> bool {
        self.has_below(cell, Tile::is_solid)
    }

    /// Returns true if a cell directly left or right of the body is blocked.
    pub(super) fn is_next_to_obstacle(&self, cell: Cell) -> bool {
        let sides = [cell.moved(-1, 0), cell.moved(self.size()[0], 0)];
        sides.into_iter().any(|side| !self.is_column_open(side))
    }

    /// Returns true if a column has a solid tile between two rows, both included.
    pub(super) fn is_column_solid(&self, column: i32, rows: [i32; 2]) -> bool {
        // All rows above the level are equal, and so are those below.
        let [one, other] = rows.map(|row| row.clamp(-1, self.tiles.rows().into()));
        (one.min(other)..=one.max(other)).any(|row| self.tiles.tile(column, row).is_solid())
    }

    /// Returns the index of a cell within the level in the label table.
    pub(super) fn index(&self, cell: Cell) -> u32 {
        cell.row.unsigned_abs() * u32::from(self.tiles.columns()) + cell.column.unsigned_abs()
    }

    /// Returns the cell of an [`index`](Self::index).
    pub(super) fn cell(&self, index: u32) -> Cell {
        let columns = u32::from(self.tiles.columns()).max(1);
        Cell::new((index % columns).cast_signed(), (index / columns).cast_signed())
    }

    /// Returns a start at rest in a cell: jump value 0 on the ground, M in the air, where it falls.
    ///
    /// # Errors
    ///
    /// [`ClassicError::StartDoesNotFit`].
    pub fn start(&self, cell: Cell) -> Result<PathNode, ClassicError> {
        if !self.fits(cell) {
            return Err(ClassicError::StartDoesNotFit { cell });
        }
        let is_grounded = self.surroundings(cell) == Surroundings::Ground;
        let jump_value = if is_grounded { 0 } else { self.jumper.top() };
        Ok(PathNode { cell, jump_value })
    }

    /// Returns a start from a state of the physics, at rest or in flight.
    ///
    /// The cell is the one that contains the body's lower left corner plus half a tile. The body
    /// must fit there and, if it stands, have ground. Otherwise the start is the first neighbour
    /// that serves: to the right, to the left; for a body in the air also in the row below, then
    /// in the row above.
    ///
    /// The jump value of a body depends on its speed. M is the jump value at the top of a jump.
    ///
    /// | Body | Jump value |
    /// |---|---|
    /// | standing, or falling in a cell with ground | 0 |
    /// | rising | M - 2 for each whole row that it still rises while the button is held; at least 2 |
    /// | falling | M + 2 for each row in which a fall from rest gains its speed |
    ///
    /// Grace frames are ignored: a character past a ledge falls.
    ///
    /// # Errors
    ///
    /// [`ClassicError::StartDead`], [`ClassicError::StartDoesNotFit`].
    pub fn start_of(&self, character: &Character, state: State) -> Result<PathNode, ClassicError> {
        let [width, height] = character.tile_size();
        let middle = |position: i32, tile: i32| position.saturating_add(tile / 2).div_euclid(tile);
        let cell = Cell::new(middle(state.x, width), middle(state.y, height));
        if state.stance == Stance::Dead {
            return Err(ClassicError::StartDead);
        }
        // A body inside a wall has no valid neighbour.
        if !character.fits([state.x, state.y], self.tiles) {
            return Err(ClassicError::StartDoesNotFit { cell });
        }
        let supports = |cell| !state.is_grounded() || self.has_below(cell, Tile::is_floor);
        let rows: &[i32] = if state.is_grounded() { &[0] } else { &[0, -1, 1] };
        let cell = rows
            .iter()
            .flat_map(|&up| [0, 1, -1].map(|right| cell.moved(right, up)))
            .find(|&cell| self.fits(cell) && supports(cell))
            .ok_or(ClassicError::StartDoesNotFit { cell })?;
        Ok(PathNode { cell, jump_value: self.jump_value_of(character, state, cell) })
    }

    fn jump_value_of(&self, character: &Character, state: State, cell: Cell) -> u16 {
        let top = i64::from(self.jumper.top());
        let speed = i64::from(state.speed);
        let gravity = i64::from(character.gravity_step());
        let tile = i64::from(character.tile_size()[1]);
        let jump = if speed > 0 && !state.is_grounded() {
            // Gravity slows the body before each move.
            let frames = speed / gravity;
            let rise = frames * speed - gravity * frames * (frames + 1) / 2;
            let rows = (i64::from(state.y) + rise).div_euclid(tile) - i64::from(cell.row);
            (top - 2 * rows.max(0)).max(top.min(2))
        } else if self.has_below(cell, Tile::is_floor) {
            0
        } else {
            top + 2 * (speed * speed / (2 * gravity) / tile)
        };
        // A game may throw its character down at any speed.
        u16::try_from(jump).unwrap_or(u16::MAX)
    }

    fn size(&self) -> [i32; 2] {
        [i32::from(self.jumper.width()), i32::from(self.jumper.height())]
    }

    fn tile(&self, cell: Cell) -> Tile {
        self.tiles.tile(cell.column, cell.row)
    }

    /// Returns the cells of the body's bottom row, from this one to the right.
    fn bottom(&self, cell: Cell) -> impl Iterator<Item = Cell> + use<> {
        (0..self.size()[0]).map(move |right| cell.moved(right, 0))
    }

    fn has_below(&self, cell: Cell, is: impl Fn(Tile) -> bool) -> bool {
        self.bottom(cell.moved(0, -1)).any(|cell| is(self.tile(cell)))
    }

    /// Returns true if a part of the body may be in a cell.
    fn is_open(&self, cell: Cell) -> bool {
        matches!(self.tile(cell), Tile::Empty | Tile::OneWay)
    }

    fn is_row_open(&self, left: Cell) -> bool {
        self.bottom(left).all(|cell| self.is_open(cell))
    }

    fn is_column_open(&self, low: Cell) -> bool {
        (0..self.size()[1]).all(|up| self.is_open(low.moved(0, up)))
    }
}
