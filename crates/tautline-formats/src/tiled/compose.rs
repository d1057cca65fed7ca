//! Combination of tile layers to one grid.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroU32;

use super::cells::{GID_MASK, tiles};
use super::map::{Chunk, Layer, Map};
use super::properties::Properties;
use super::{TiledOptions, TiledReason};
use crate::error::{FormatError, Reason};
use crate::grid::{MAX_CELLS, TileGrid};
use crate::interpretation::{Interpretation, RoleSource, UnreadKind};
use crate::number::{to_u64, to_usize};
use crate::vector_map::Role;

/// The largest number of cells of all layers together. It limits the time for compressed layers, of
/// which a byte of the file can contain hundreds of cells.
const MAX_LAYER_CELLS: u64 = 16 * MAX_CELLS;

/// The state of a cell after some of the layers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Cell {
    /// No tile yet.
    Empty,
    /// Only tiles without properties.
    Untagged,
    /// Blocked by the property for walkable tiles.
    Blocked,
    /// Blocked by a collision layer.
    Collision,
    /// Ground by the property for walkable tiles.
    Walkable(u8),
    /// Ground by the property with the terrain class.
    Terrain(u8),
}

impl Cell {
    /// Returns the cell after a tile was placed on top of it.
    fn covered_by(self, tile: Properties, options: &TiledOptions) -> Self {
        match (tile.walkable, tile.terrain) {
            (Some(false), _) => Self::Blocked,
            (_, Some(class)) => Self::Terrain(class),
            (Some(true), None) => match self {
                Self::Terrain(class) => Self::Terrain(class),
                Self::Walkable(class) => Self::Walkable(class),
                Self::Untagged => Self::Walkable(options.untagged.unwrap_or(0)),
                Self::Empty | Self::Blocked | Self::Collision => Self::Walkable(0),
            },
            (None, None) if self == Self::Empty => Self::Untagged,
            (None, None) => self,
        }
    }

    /// Returns the terrain class of the finished cell, or `None` if it is blocked.
    fn terrain(self, options: &TiledOptions) -> Option<u8> {
        match self {
            Self::Empty => options.empty_cell,
            Self::Untagged => options.untagged,
            Self::Blocked | Self::Collision => None,
            Self::Walkable(class) | Self::Terrain(class) => Some(class),
        }
    }

    fn source(self, options: &TiledOptions) -> RoleSource {
        let property = |name: &String| RoleSource::Property(name.clone().into());
        match self {
            Self::Empty => RoleSource::Empty,
            Self::Untagged => RoleSource::Unlabelled,
            Self::Collision => RoleSource::CollisionLayer,
            Self::Blocked | Self::Walkable(_) => property(&options.walkable_property),
            Self::Terrain(_) => property(&options.terrain_property),
        }
    }
}

/// The rectangle of columns and rows of the file that becomes the grid.
#[derive(Debug, Clone, Copy)]
struct GridBounds {
    corner: [i64; 2],
    size: [u32; 2],
}

/// Combines the layers of a map, from the lowest to the topmost.
pub(super) fn compose(map: Map<'_>, options: &TiledOptions) -> Result<TileGrid, FormatError> {
    let chosen = |layer: &&Layer<'_>| match &options.layers {
        None => true,
        Some(names) => names.iter().any(|name| *name == layer.name),
    };
    let layers: Vec<&Layer<'_>> = map.layers.iter().filter(chosen).collect();
    let is_missing = |name: &&String| !layers.iter().any(|layer| layer.name == **name);
    if let Some(name) = options.layers.iter().flatten().find(is_missing) {
        let known = map.layers.iter().map(|layer| &*layer.name);
        return Err(FormatError::whole(Reason::unknown_name("tile layer", name, known)));
    }
    let bounds = grid_bounds(map.size, &layers)?;
    let [width, height] = bounds.size;
    let mut cells = vec![Cell::Empty; to_usize(width) * to_usize(height)];
    let mut interpretation = map.unread;
    for layer in layers.iter().filter(|layer| layer.is_offset) {
        interpretation.notice(UnreadKind::Offset, &layer.name);
    }
    // Collision layers block whatever lies above them, so they are applied last.
    let (collision, ground): (Vec<_>, Vec<_>) =
        layers.into_iter().partition(|layer| options.is_collision_layer(&layer.name));
    let mut untagged = BTreeSet::new();
    for layer in ground {
        let mut has_untagged = false;
        apply_layer(layer, bounds, &mut cells, |cell, tile| {
            let properties = map.tile_sets.properties(tile)?.or(layer.properties);
            if properties == Properties::default() {
                has_untagged = true;
                untagged.insert(tile);
            }
            Some(cell.covered_by(properties, options))
        })?;
        if has_untagged && layer.is_obstacle {
            interpretation.notice(UnreadKind::Layer, &layer.name);
        }
    }
    for layer in collision {
        apply_layer(layer, bounds, &mut cells, |cell, tile| {
            let properties = map.tile_sets.properties(tile).unwrap_or_default();
            let is_labelled =
                options.labels_in_collision_layers && properties != Properties::default();
            Some(if is_labelled { cell.covered_by(properties, options) } else { Cell::Collision })
        })?;
    }
    for set in untagged.into_iter().filter_map(|tile| map.tile_sets.with_shape(tile)) {
        interpretation.notice(UnreadKind::TileShape, set);
    }
    count_cells(&cells, options, &mut interpretation);
    Ok(TileGrid {
        width,
        height,
        cells: cells.into_iter().map(|cell| cell.terrain(options)).collect(),
        cell_size: map.cell_size.map(|size| pixels(1, size)),
        origin: [
            pixels(bounds.corner[0], map.cell_size[0]),
            pixels(bounds.corner[1], map.cell_size[1]),
        ],
        projection: map.projection,
        links: map.links,
        interpretation,
    })
}

/// Counts the cells of each kind.
fn count_cells(cells: &[Cell], options: &TiledOptions, interpretation: &mut Interpretation) {
    let mut counts: BTreeMap<Cell, u64> = BTreeMap::new();
    for run in cells.chunk_by(PartialEq::eq) {
        *counts.entry(run[0]).or_default() += to_u64(run.len());
    }
    for (cell, count) in counts {
        let role = Role::of_cell(cell.terrain(options));
        interpretation.count(Some(role), cell.source(options), count);
    }
}

/// Applies a layer to the cells. `combine` returns the new cell for an old one and
/// a tile, or `None` if there is no such tile.
fn apply_layer(
    layer: &Layer<'_>,
    bounds: GridBounds,
    cells: &mut [Cell],
    mut combine: impl FnMut(Cell, u32) -> Option<Cell>,
) -> Result<(), FormatError> {
    for chunk in &layer.chunks {
        let tiles = tiles(chunk)?;
        let width = to_usize(chunk.size[0]).max(1);
        for (row, tiles) in (0_i64..).zip(tiles.chunks(width)) {
            for (column, &tile) in (0_i64..).zip(tiles) {
                let tile = tile & GID_MASK;
                if tile == 0 {
                    continue;
                }
                let Some(cell) = bounds.index(chunk, column, row).and_then(|i| cells.get_mut(i))
                else {
                    continue;
                };
                *cell = combine(*cell, tile)
                    .ok_or_else(|| chunk.at.error(TiledReason::Tile { id: tile }))?;
            }
        }
    }
    Ok(())
}

impl GridBounds {
    /// Returns the index of the cell of a tile in a chunk, or `None` if it is outside.
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

/// Checks all declared sizes and returns the bounds of the grid.
fn grid_bounds(size: Option<[u32; 2]>, layers: &[&Layer<'_>]) -> Result<GridBounds, FormatError> {
    let too_many = || Reason::Limit { what: "cells", limit: MAX_CELLS };
    let mut total: u64 = 0;
    let (mut least, mut most) = ([i64::MAX; 2], [i64::MIN; 2]);
    for chunk in layers.iter().flat_map(|layer| &layer.chunks) {
        let declared = area(chunk.size);
        total = total.saturating_add(declared);
        // Each chunk by itself, because its tiles are decoded at once.
        if declared > MAX_CELLS {
            return Err(chunk.at.error(too_many()));
        }
        if total > MAX_LAYER_CELLS {
            let what = "cells in all layers";
            return Err(chunk.at.error(Reason::Limit { what, limit: MAX_LAYER_CELLS }));
        }
        if declared > 0 {
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
    // A finite map declares its size. Cells of layers outside of it are ignored.
    let bounds = match size {
        Some(size) => GridBounds { corner: [0, 0], size },
        None => {
            let side = |axis: usize| {
                u32::try_from(most[axis] - least[axis]).map_err(|_| FormatError::whole(too_many()))
            };
            GridBounds { corner: least, size: [side(0)?, side(1)?] }
        }
    };
    match area(bounds.size) {
        0 => Err(FormatError::whole(Reason::missing("a cell"))),
        cells if cells > MAX_CELLS => Err(FormatError::whole(too_many())),
        _ => Ok(bounds),
    }
}

fn area([width, height]: [u32; 2]) -> u64 {
    u64::from(width) * u64::from(height)
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "far coordinates are rounded to 32 bits on purpose"
)]
#[expect(clippy::cast_precision_loss, reason = "a column fits into 33 bits")]
fn pixels(index: i64, size: NonZeroU32) -> f32 {
    (index as f64 * f64::from(size.get())) as f32
}
