//! The tiles as bit sets, by row, for bodies of one height.

use super::bits::{Bits, Layer};
use crate::exact::flights::{BodyRows, body_rows};
use crate::{Character, Outside, Tile, Tiles};

/// The rows of a level, for a character.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::exact) struct Rows {
    pub(in crate::exact) columns: i32,
    pub(in crate::exact) count: i32,
    /// The number of rows that a standing body overlaps.
    pub(in crate::exact) body_rows: i32,
    pub(in crate::exact) solid: Layer,
    /// Solid or one-way.
    pub(in crate::exact) floor: Layer,
    /// Anything but empty.
    pub(in crate::exact) filled: Layer,
    /// Solid or deadly anywhere in the rows of a body, by its lowest row: for `body_rows` rows, and for
    /// one row more.
    blocked: [Layer; 2],
    /// Solid or deadly.
    pub(in crate::exact) hard: Layer,
}

impl Rows {
    pub(in crate::exact) fn new(tiles: &Tiles, character: &Character) -> Self {
        let layer = Layer::new(tiles.columns(), tiles.rows());
        let mut rows = Self {
            columns: i32::from(tiles.columns()),
            count: i32::from(tiles.rows()),
            body_rows: body_rows(character),
            solid: layer.clone(),
            floor: layer.clone(),
            filled: layer.clone(),
            blocked: [layer.clone(), layer.clone()],
            hard: layer,
        };
        for row in [-1, rows.count] {
            // The outside stops or kills a body in any case, but only solid outside supports it.
            let solid = if tiles.outside() == Outside::Solid { u64::MAX } else { 0 };
            rows.solid.row_mut(row).fill(solid);
            rows.floor.row_mut(row).fill(solid);
            rows.filled.row_mut(row).fill(u64::MAX);
            rows.hard.row_mut(row).fill(u64::MAX);
        }
        for row in 0..rows.count {
            for column in 0..rows.columns {
                rows.put(column, row, tiles.tile(column, row));
            }
        }
        for row in -1..=rows.count {
            rows.update_blocked(row);
        }
        rows
    }

    /// Sets one tile. The spans of all rows in [`Rows::touched_by`] must be rebuilt.
    pub(in crate::exact) fn set(&mut self, column: i32, row: i32, tile: Tile) {
        self.put(column, row, tile);
        for lowest in self.overlapping(row) {
            self.update_blocked(lowest);
        }
    }

    /// Returns the rows in which a standing body depends on a tile of `row`.
    pub(in crate::exact) fn touched_by(&self, row: i32) -> std::ops::RangeInclusive<i32> {
        (row - self.body_rows + 1).max(0)..=(row + 1).min(self.count - 1)
    }

    /// Returns the lowest rows of the bodies that may overlap a row.
    pub(in crate::exact) fn overlapping(&self, row: i32) -> std::ops::RangeInclusive<i32> {
        (row - self.body_rows).max(-1)..=row
    }

    /// Sets one tile in all layers but `blocked`.
    fn put(&mut self, column: i32, row: i32, tile: Tile) {
        self.solid.set(column, row, tile.is_solid());
        self.floor.set(column, row, tile.is_floor());
        self.filled.set(column, row, tile != Tile::Empty);
        self.hard.set(column, row, tile.is_hard());
    }

    /// Updates `blocked` for the bodies whose lowest row is `lowest`.
    fn update_blocked(&mut self, lowest: i32) {
        let heights = [self.body_rows, self.body_rows + 1];
        for (layer, height) in self.blocked.iter_mut().zip(heights) {
            let target = layer.row_mut(lowest);
            target.fill(if lowest + height > self.count { u64::MAX } else { 0 });
            for row in lowest..(lowest + height).min(self.count) {
                for (word, hard) in target.iter_mut().zip(self.hard.row(row).0) {
                    *word |= hard;
                }
            }
        }
    }

    /// Returns the columns in which a body is stopped or dies.
    #[inline]
    pub(in crate::exact) fn blocked(&self, body: BodyRows) -> Bits<'_> {
        self.blocked[usize::from(body.extra)].row(body.lowest)
    }

    /// Returns words that determine all tiles, for fingerprints.
    pub(in crate::exact) fn words(&self) -> impl Iterator<Item = u64> {
        let sizes = [self.columns, self.count].map(|size| u64::from(size.cast_unsigned()));
        let layers = [&self.solid, &self.floor, &self.filled];
        sizes.into_iter().chain(layers.into_iter().flat_map(|layer| layer.bits.iter().copied()))
    }
}
