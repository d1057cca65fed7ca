//! The level as a character of some size sees it.

use super::jumper::rise_in_flight;
use super::{Cell, CellCosts, ClassicError, JumpRules, Jumper, Step, Surroundings};
use crate::{Character, Stance, State, Tile, Tiles};

/// A level, a character in cells, and perhaps costs: what a search asks about
/// cells. It borrows and owns nothing, so that tiles may change between
/// searches.
///
/// The body may not overlap solid and deadly tiles, cells of cost 0, and the
/// outside, be it rock or death.
#[derive(Debug, Clone, Copy)]
pub struct Level<'a> {
    tiles: &'a Tiles,
    jumper: Jumper,
    costs: Option<&'a CellCosts>,
}

/// Where a search begins: a cell and the jump value there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Start {
    pub(super) cell: Cell,
    pub(super) jump: u16,
}

impl Start {
    /// The cell.
    #[must_use]
    pub const fn cell(self) -> Cell {
        self.cell
    }

    /// The jump value: 0 on the ground, in the air the further the jump has
    /// come the more.
    #[must_use]
    pub const fn jump_value(self) -> u16 {
        self.jump
    }
}

impl<'a> Level<'a> {
    /// A level in which each cell costs 1.
    #[must_use]
    pub const fn new(tiles: &'a Tiles, jumper: Jumper) -> Self {
        Self { tiles, jumper, costs: None }
    }

    /// The same level with a cost for each cell.
    ///
    /// # Errors
    ///
    /// [`ClassicError::CostsOfAnotherLevel`] if the sizes differ.
    pub fn with_costs(self, costs: &'a CellCosts) -> Result<Self, ClassicError> {
        let [columns, rows] = [self.tiles.columns(), self.tiles.rows()];
        let [cost_columns, cost_rows] = [costs.columns(), costs.rows()];
        if (columns, rows) == (cost_columns, cost_rows) {
            Ok(Self { costs: Some(costs), ..self })
        } else {
            Err(ClassicError::CostsOfAnotherLevel { cost_columns, cost_rows, columns, rows })
        }
    }

    /// The tiles.
    #[must_use]
    pub const fn tiles(&self) -> &'a Tiles {
        self.tiles
    }

    /// The character.
    #[must_use]
    pub const fn jumper(&self) -> Jumper {
        self.jumper
    }

    /// The rules for the character's jumps.
    #[must_use]
    pub fn rules(&self) -> JumpRules {
        JumpRules::new(self.jumper)
    }

    /// Whether a part of the body may be in a cell.
    #[must_use]
    pub fn is_open(&self, cell: Cell) -> bool {
        matches!(self.tile(cell), Tile::Empty | Tile::OneWay) && self.cost(cell) > 0
    }

    /// Whether the body fits with its lower left cell in a cell.
    #[must_use]
    pub fn fits(&self, cell: Cell) -> bool {
        let side = 0..i32::from(self.jumper.height());
        side.into_iter().all(|up| self.is_row_open(above(cell, up)))
    }

    /// Whether the body fits into the next cell, given that it fits where it
    /// is: only the row or column that it enters is looked at.
    pub(super) fn fits_after(&self, cell: Cell, step: Step) -> bool {
        let [width, height] = self.size();
        let next = cell.after(step);
        match step {
            Step::Down => self.is_row_open(next),
            Step::Up => self.is_row_open(above(next, height - 1)),
            Step::Left => self.is_column_open(next),
            Step::Right => self.is_column_open(right_of(next, width - 1)),
        }
    }

    /// What bounds the body in a cell. **Ground comes first**: a body that
    /// stands is not under a ceiling, however low.
    #[must_use]
    pub fn surroundings(&self, cell: Cell) -> Surroundings {
        if self.has_below(cell, is_floor) {
            Surroundings::Ground
        } else if self.bottom(above(cell, self.size()[1])).any(|cell| is_solid(self.tile(cell))) {
            Surroundings::Ceiling
        } else {
            Surroundings::Open
        }
    }

    /// Whether a one-way tile is below any column of the body.
    pub(super) fn is_on_one_way(&self, cell: Cell) -> bool {
        self.has_below(cell, |tile| tile == Tile::OneWay)
    }

    /// Whether a solid tile is below any column of the body.
    pub(super) fn is_on_solid(&self, cell: Cell) -> bool {
        self.has_below(cell, is_solid)
    }

    /// Whether a cell directly left or right of the body is closed to it.
    pub(super) fn is_beside_obstacle(&self, cell: Cell) -> bool {
        let sides = [right_of(cell, -1), right_of(cell, self.size()[0])];
        sides.into_iter().any(|side| !self.is_column_open(side))
    }

    /// Whether a column of cells has a solid tile between two rows, both
    /// included.
    pub(super) fn is_column_solid(&self, column: i32, rows: [i32; 2]) -> bool {
        let [one, other] = rows;
        (one.min(other)..=one.max(other)).any(|row| is_solid(self.tiles.tile(column, row)))
    }

    /// The cost of a cell; 0 where the costs say so and outside of them.
    pub(super) fn cost(&self, cell: Cell) -> u8 {
        self.costs.map_or(1, |costs| costs.cost(cell).unwrap_or(0))
    }

    /// The place of a cell in the label table. The cell is within the level.
    pub(super) fn index(&self, cell: Cell) -> u32 {
        cell.row.unsigned_abs() * u32::from(self.tiles.columns()) + cell.column.unsigned_abs()
    }

    /// The cell of [`index`](Self::index).
    pub(super) fn cell(&self, index: u32) -> Cell {
        let columns = u32::from(self.tiles.columns()).max(1);
        Cell::new((index % columns).cast_signed(), (index / columns).cast_signed())
    }

    /// A start at rest in a cell: jump value 0 on the ground, M in the air,
    /// where it falls.
    ///
    /// # Errors
    ///
    /// [`ClassicError::StartDoesNotFit`].
    pub fn start(&self, cell: Cell) -> Result<Start, ClassicError> {
        if !self.fits(cell) {
            return Err(ClassicError::StartDoesNotFit { cell });
        }
        let is_grounded = self.surroundings(cell) == Surroundings::Ground;
        let jump = if is_grounded { 0 } else { self.rules().top() };
        Ok(Start { cell, jump })
    }

    /// A start from a state of the physics, at rest or in flight.
    ///
    /// The cell is the one of the body's lower left corner plus half a tile. If
    /// the body, though it fits where it is, does not fit in that cell (or has no
    /// ground there, though it stands), it is the first of its neighbours, right
    /// before left and down before up, where it does.
    ///
    /// A body that stands has jump value 0. One that rises has as much less than
    /// M as it has whole rows before it with the jump button held (2 at
    /// least); one that falls has as much more as it takes to fall that fast
    /// (but 0 in a cell with ground). Frames of grace that are left are not
    /// counted: a character that is past a ledge falls.
    ///
    /// # Errors
    ///
    /// [`ClassicError::StartDead`], [`ClassicError::StartDoesNotFit`].
    pub fn start_of(&self, character: &Character, state: State) -> Result<Start, ClassicError> {
        let [width, height] = character.tile_size();
        let middle = |place: i32, tile: i32| place.saturating_add(tile / 2).div_euclid(tile);
        let cell = Cell::new(middle(state.x, width), middle(state.y, height));
        let columns = [0, 1, -1];
        if state.stance == Stance::Dead {
            return Err(ClassicError::StartDead);
        }
        // Who is stuck in rock is not beside it.
        if !character.fits([state.x, state.y], self.tiles) {
            return Err(ClassicError::StartDoesNotFit { cell });
        }
        if state.is_grounded() {
            let supports = |cell| self.fits(cell) && self.has_below(cell, is_floor);
            let cell = columns
                .into_iter()
                .map(|right| right_of(cell, right))
                .find(|&cell| supports(cell))
                .ok_or(ClassicError::StartDoesNotFit { cell })?;
            return Ok(Start { cell, jump: 0 });
        }
        let cell = [0, -1, 1]
            .into_iter()
            .flat_map(|up| columns.map(|right| right_of(above(cell, up), right)))
            .find(|&cell| self.fits(cell))
            .ok_or(ClassicError::StartDoesNotFit { cell })?;
        let jump = self.jump_value_of(character, state, cell);
        Ok(Start { cell, jump })
    }

    fn jump_value_of(&self, character: &Character, state: State, cell: Cell) -> u16 {
        let top = self.rules().top();
        let speed = i64::from(state.speed);
        let tile = i64::from(character.tile_size()[1]);
        let whole = |rows: i64| u16::try_from(rows.max(0)).unwrap_or(u16::MAX);
        if speed > 0 {
            let apex = i64::from(state.y) + rise_in_flight(speed, character);
            let rows = whole(apex.div_euclid(tile) - i64::from(cell.row));
            top.saturating_sub(rows.saturating_mul(2)).max(top.min(2))
        } else if self.has_below(cell, is_floor) {
            0
        } else {
            let fallen = speed * speed / (2 * i64::from(character.gravity_step()));
            top.saturating_add(whole(fallen / tile).saturating_mul(2))
        }
    }

    fn size(&self) -> [i32; 2] {
        [i32::from(self.jumper.width()), i32::from(self.jumper.height())]
    }

    fn tile(&self, cell: Cell) -> Tile {
        self.tiles.tile(cell.column, cell.row)
    }

    /// As many cells to the right, from this one, as the body is wide.
    fn bottom(&self, cell: Cell) -> impl Iterator<Item = Cell> + use<> {
        (0..self.size()[0]).map(move |right| right_of(cell, right))
    }

    fn has_below(&self, cell: Cell, is: impl Fn(Tile) -> bool) -> bool {
        self.bottom(above(cell, -1)).any(|cell| is(self.tile(cell)))
    }

    fn is_row_open(&self, left: Cell) -> bool {
        self.bottom(left).all(|cell| self.is_open(cell))
    }

    fn is_column_open(&self, low: Cell) -> bool {
        (0..self.size()[1]).all(|up| self.is_open(above(low, up)))
    }
}

fn above(cell: Cell, rows: i32) -> Cell {
    Cell { row: cell.row.saturating_add(rows), ..cell }
}

fn right_of(cell: Cell, columns: i32) -> Cell {
    Cell { column: cell.column.saturating_add(columns), ..cell }
}

fn is_solid(tile: Tile) -> bool {
    tile == Tile::Solid
}

fn is_floor(tile: Tile) -> bool {
    matches!(tile, Tile::Solid | Tile::OneWay)
}
