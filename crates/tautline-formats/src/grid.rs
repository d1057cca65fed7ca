//! What every reader of tile maps and pictures gives.

use crate::error::position;
use crate::moving_ai;

/// The most cells that the readers of tile maps and pictures accept: 4096 by
/// 4096. A compressed file of a few kilobytes can claim that many; more would
/// let it take memory out of proportion.
pub const MAX_CELLS: u64 = 1 << 24;

/// A grid of cells, each blocked or walkable on terrain of some class.
///
/// The frame is that of [`moving_ai`]: x counts columns from the left, y counts
/// rows from the top, so y grows **downwards**. In the units of the file (pixels,
/// as a rule), cell (x, y) begins at `origin + (x, y) * cell_size`.
///
/// ```
/// use tautline_formats::{TileGrid, moving_ai};
///
/// let map = moving_ai::parse_map("type octile\nheight 1\nwidth 3\nmap\n.@.\n")?;
/// let grid = TileGrid::from(&map);
/// assert_eq!(grid.terrain(0, 0), Some(0));
/// assert_eq!(grid.terrain(1, 0), None, "blocked");
/// assert_eq!(grid.terrain(3, 0), None, "outside");
/// # Ok::<(), tautline_formats::FormatError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct TileGrid {
    /// Cells in a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Row by row from the top, `width * height` of them: the class of the
    /// terrain, or `None` for a blocked cell.
    pub cells: Vec<Option<u8>>,
    /// Width and height of a cell in the units of the file; positive and
    /// finite.
    pub cell_size: [f32; 2],
    /// Where the upper left corner of cell (0, 0) lies in the units of the
    /// file.
    pub origin: [f32; 2],
    /// How the cells are drawn on the screen.
    pub projection: Projection,
}

/// How the cells of a [`TileGrid`] are drawn. Paths are found on the grid, which
/// is square either way; a drawing program needs to know.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Projection {
    /// Rectangles, as seen from above.
    #[default]
    Orthogonal,
    /// Diamonds; x runs down to the right and y down to the left.
    Isometric,
}

impl TileGrid {
    /// The class of the terrain of a cell, or `None` where it is blocked or
    /// outside the grid.
    #[must_use]
    pub fn terrain(&self, x: u32, y: u32) -> Option<u8> {
        cell_at(&self.cells, self.width, x, y)?
    }
}

/// A cell of a grid that has them row by row.
pub(crate) fn cell_at<T: Copy>(cells: &[T], width: u32, x: u32, y: u32) -> Option<T> {
    let row = cells.get(position(y).checked_mul(position(width))?..)?;
    if x < width { row.get(position(x)).copied() } else { None }
}

impl From<&moving_ai::Map> for TileGrid {
    /// Every walkable cell has class 0 and side 1.
    fn from(map: &moving_ai::Map) -> Self {
        let class = |&cell: &u8| moving_ai::is_walkable(cell).then_some(0);
        Self {
            width: map.width,
            height: map.height,
            cells: map.cells.iter().map(class).collect(),
            cell_size: [1.0, 1.0],
            origin: [0.0, 0.0],
            projection: Projection::Orthogonal,
        }
    }
}
