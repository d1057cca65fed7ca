//! From layers of tiles to one grid.

use std::num::NonZeroU32;

use super::cells::{NUMBER_BITS, tiles};
use super::map::{Chunk, Layer, Map, Properties};
use super::{TiledReason, TiledRules};
use crate::error::{FormatError, Reason, position};
use crate::grid::{MAX_CELLS, TileGrid};

/// The most cells of all layers together. A layer may be compressed to a
/// thousandth, or far less, of what it takes to look at it.
const MAX_LAYER_CELLS: u64 = 16 * MAX_CELLS;

/// A cell while layers are laid over it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cell {
    /// No tile yet.
    Empty,
    /// Only tiles that say nothing.
    Plain,
    Blocked,
    Terrain(u8),
}

impl Cell {
    fn below(self, tile: Properties, rules: &TiledRules) -> Self {
        match (tile.walkable, tile.terrain) {
            (Some(false), _) => Self::Blocked,
            (_, Some(class)) => Self::Terrain(class),
            (Some(true), None) => match self {
                Self::Terrain(class) => Self::Terrain(class),
                Self::Plain => Self::Terrain(rules.plain.unwrap_or(0)),
                Self::Empty | Self::Blocked => Self::Terrain(0),
            },
            (None, None) if self == Self::Empty => Self::Plain,
            (None, None) => self,
        }
    }

    fn terrain(self, rules: &TiledRules) -> Option<u8> {
        match self {
            Self::Empty => rules.empty,
            Self::Plain => rules.plain,
            Self::Blocked => None,
            Self::Terrain(class) => Some(class),
        }
    }
}

/// The columns and rows of the grid in those of the file.
#[derive(Debug, Clone, Copy)]
struct Frame {
    corner: [i64; 2],
    size: [u32; 2],
}

pub(super) fn compose(map: &Map<'_>, rules: &TiledRules) -> Result<TileGrid, FormatError> {
    let chosen = |layer: &&Layer<'_>| match &rules.layers {
        None => true,
        Some(names) => names.iter().any(|name| *name == layer.name),
    };
    let layers: Vec<&Layer<'_>> = map.layers.iter().filter(chosen).collect();
    let is_missing = |name: &&String| !layers.iter().any(|layer| layer.name == **name);
    if let Some(name) = rules.layers.iter().flatten().find(is_missing) {
        let known = map.layers.iter().map(|layer| &*layer.name);
        return Err(FormatError::whole(Reason::unknown_name("tile layer", name, known)));
    }
    let frame = frame(map.size, &layers)?;
    let [width, height] = frame.size;
    let mut cells = vec![Cell::Empty; position(width) * position(height)];
    // Collision layers block whatever lies above them, so they come last.
    let (collision, ground): (Vec<_>, Vec<_>) =
        layers.into_iter().partition(|layer| rules.is_collision_layer(&layer.name));
    for layer in ground {
        lay(layer, frame, &mut cells, |cell, tile| {
            let said = map.tile_sets.properties(tile)?;
            Some(cell.below(said.or(layer.properties), rules))
        })?;
    }
    for layer in collision {
        lay(layer, frame, &mut cells, |_, _| Some(Cell::Blocked))?;
    }
    Ok(TileGrid {
        width,
        height,
        cells: cells.into_iter().map(|cell| cell.terrain(rules)).collect(),
        cell_size: map.tile_size.map(|size| pixels(1, size)),
        origin: [
            pixels(frame.corner[0], map.tile_size[0]),
            pixels(frame.corner[1], map.tile_size[1]),
        ],
        projection: map.projection,
    })
}

/// Lays a layer over the cells. `combine` gives the new cell for an old one and
/// a tile, or `None` if there is no such tile.
fn lay(
    layer: &Layer<'_>,
    frame: Frame,
    cells: &mut [Cell],
    combine: impl Fn(Cell, u32) -> Option<Cell>,
) -> Result<(), FormatError> {
    for chunk in &layer.chunks {
        let tiles = tiles(chunk)?;
        let width = position(chunk.size[0]).max(1);
        for (row, tiles) in (0_i64..).zip(tiles.chunks(width)) {
            for (column, &tile) in (0_i64..).zip(tiles) {
                let tile = tile & NUMBER_BITS;
                if tile == 0 {
                    continue;
                }
                let Some(cell) = frame.index(chunk, column, row).and_then(|i| cells.get_mut(i))
                else {
                    continue;
                };
                *cell = combine(*cell, tile)
                    .ok_or_else(|| chunk.at.refuse(TiledReason::Tile { id: tile }))?;
            }
        }
    }
    Ok(())
}

impl Frame {
    /// The position of a tile of a chunk among the cells, if it is inside.
    fn index(self, chunk: &Chunk<'_>, column: i64, row: i64) -> Option<usize> {
        let x = i64::from(chunk.corner[0]) + column - self.corner[0];
        let y = i64::from(chunk.corner[1]) + row - self.corner[1];
        let [width, height] = self.size.map(i64::from);
        if !(0..width).contains(&x) || !(0..height).contains(&y) {
            return None;
        }
        usize::try_from(y * width + x).ok()
    }
}

/// The frame of the grid, once all claims are small enough.
fn frame(size: Option<[u32; 2]>, layers: &[&Layer<'_>]) -> Result<Frame, FormatError> {
    let too_many = || Reason::Limit { what: "cells", limit: MAX_CELLS };
    let mut total: u64 = 0;
    let (mut least, mut most) = ([i64::MAX; 2], [i64::MIN; 2]);
    for chunk in layers.iter().flat_map(|layer| &layer.chunks) {
        let claimed = area(chunk.size);
        total = total.saturating_add(claimed);
        if claimed > MAX_CELLS {
            return Err(chunk.at.refuse(too_many()));
        }
        if total > MAX_LAYER_CELLS {
            let what = "cells in all layers";
            return Err(chunk.at.refuse(Reason::Limit { what, limit: MAX_LAYER_CELLS }));
        }
        if claimed > 0 {
            for axis in 0..2 {
                let start = i64::from(chunk.corner[axis]);
                least[axis] = least[axis].min(start);
                most[axis] = most[axis].max(start + i64::from(chunk.size[axis]));
            }
        }
    }
    if total == 0 {
        return Err(FormatError::whole(Reason::missing("a layer with tiles")));
    }
    let frame = match size {
        Some(size) => Frame { corner: [0, 0], size },
        None => {
            let side = |axis: usize| {
                u32::try_from(most[axis] - least[axis]).map_err(|_| FormatError::whole(too_many()))
            };
            Frame { corner: least, size: [side(0)?, side(1)?] }
        }
    };
    match area(frame.size) {
        0 => Err(FormatError::whole(Reason::missing("a cell"))),
        cells if cells > MAX_CELLS => Err(FormatError::whole(too_many())),
        _ => Ok(frame),
    }
}

fn area([width, height]: [u32; 2]) -> u64 {
    u64::from(width) * u64::from(height)
}

#[expect(clippy::cast_possible_truncation, reason = "rounding far places to 32 bits is meant")]
#[expect(clippy::cast_precision_loss, reason = "a column fits into 33 bits")]
fn pixels(index: i64, size: NonZeroU32) -> f32 {
    (index as f64 * f64::from(size.get())) as f32
}
