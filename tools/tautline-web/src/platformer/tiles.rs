//! The tiles of the level, and changes of them.

use tautline::platformer::{Input, Stance, Tile};
use wasm_bindgen::prelude::wasm_bindgen;

use super::Stage;
use super::orders::Sent;
use super::spans::Spans;

/// The outcome of an order to change a tile.
#[wasm_bindgen]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Toggled {
    /// The tile was changed. There was no plan.
    Done,
    /// The tile was changed, and the character planned again.
    Replanned,
    /// The tile was changed, and the goal is unreachable now; [`Stage::message`] says why.
    CutOff,
    /// The tile was not changed: the character is there.
    Occupied,
    /// The tile was not changed: the cell is outside of the level.
    Outside,
}

#[wasm_bindgen]
impl Stage {
    /// Returns the number of columns.
    #[wasm_bindgen(getter)]
    pub fn columns(&self) -> u32 {
        self.planner.tiles().columns().into()
    }

    /// Returns the number of rows.
    #[wasm_bindgen(getter)]
    pub fn rows(&self) -> u32 {
        self.planner.tiles().rows().into()
    }

    /// Returns the width of a tile, in pixels.
    #[wasm_bindgen(getter)]
    pub fn tile(&self) -> f64 {
        let [width, _] = self.planner.character().tile_size();
        self.pixels([width, 0])[0]
    }

    /// Returns all tiles, row by row from the lowest: 0 empty, 1 solid, 2 one-way, 3 deadly.
    pub fn tiles(&self) -> Vec<u8> {
        let tiles = self.planner.tiles();
        let [columns, rows] = [tiles.columns(), tiles.rows()].map(i32::from);
        let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
        cells.map(|(column, row)| number(tiles.tile(column, row))).collect()
    }

    /// Returns the tile of a cell, as in [`tiles`](Self::tiles); 4 outside of the level.
    pub fn tile_at(&self, column: i32, row: i32) -> u8 {
        let is_inside = (0..i64::from(self.columns())).contains(&column.into())
            && (0..i64::from(self.rows())).contains(&row.into());
        if is_inside { number(self.planner.tiles().tile(column, row)) } else { 4 }
    }

    /// Changes a tile, and the plan if there is one.
    pub fn toggle(&mut self, column: i32, row: i32, tile: u8) -> Toggled {
        let tile = [Tile::Empty, Tile::Solid, Tile::OneWay, Tile::Deadly][usize::from(tile.min(3))];
        let Some(old) = self.planner.set_tile(column, row, tile) else { return Toggled::Outside };
        let position = [self.state.x, self.state.y];
        let is_alive = self.state.stance != Stance::Dead;
        if is_alive && !self.planner.character().fits(position, self.planner.tiles()) {
            self.planner.set_tile(column, row, old);
            self.spans = Spans::of(&self.planner);
            return Toggled::Occupied;
        }
        self.spans = Spans::of(&self.planner);
        if self.state.is_grounded() && !self.is_supported() {
            // The ground below was removed, so the character starts to fall.
            self.pass(Input::default());
        }
        if self.goal.is_none() {
            return Toggled::Done;
        }
        match self.make_plan() {
            Sent::Goes | Sent::Waits => Toggled::Replanned,
            Sent::Refused => Toggled::CutOff,
        }
    }
}

/// Returns the number of a tile, as in [`Stage::tiles`].
const fn number(tile: Tile) -> u8 {
    match tile {
        Tile::Empty => 0,
        Tile::Solid => 1,
        Tile::OneWay => 2,
        Tile::Deadly => 3,
    }
}
