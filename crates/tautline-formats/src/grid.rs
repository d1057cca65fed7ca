//! Tile grids, the result of all readers of tile maps and images.

use crate::interpretation::Interpretation;
use crate::link::Link;
use crate::number::to_usize;

/// The largest number of cells that the readers of tile maps and images accept: 4096 by
/// 4096. A compressed file of a few kilobytes can contain that many; with a larger limit,
/// it could take too much memory.
pub const MAX_CELLS: u64 = 1 << 24;

/// A grid of cells, each blocked or walkable on terrain of some class.
///
/// Coordinates are those of [`moving_ai`](crate::moving_ai): x counts columns from the left, y counts
/// rows from the top, so y points **down**. In the units of the file (usually pixels),
/// the upper left corner of cell (x, y) is at `origin + (x, y) * cell_size`.
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
    /// The number of columns.
    pub width: u32,
    /// The number of rows.
    pub height: u32,
    /// The terrain class of each cell, or `None` for a blocked cell: `width * height` cells, row by
    /// row from the top.
    pub cells: Vec<Option<u8>>,
    /// The width and height of a cell in the units of the file; positive and
    /// finite.
    pub cell_size: [f32; 2],
    /// The upper left corner of cell (0, 0) in the units of the file.
    pub origin: [f32; 2],
    /// The projection in which the cells are drawn.
    pub projection: Projection,
    /// The off-mesh links in the units of the file (Tiled). Their elevations are 0.
    pub links: Vec<Link>,
    /// A report of what the file says about its cells.
    pub interpretation: Interpretation,
}

/// The projection in which the cells of a [`TileGrid`] are drawn. The coordinates of a grid are those of the
/// ground, so it does not matter for path finding, only for drawing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Projection {
    /// Rectangles, seen from above.
    #[default]
    Orthogonal,
    /// Diamonds; x points down right and y down left. The cells of such a grid are squares, because a diamond
    /// shows a square. For tiles of width w and height h, the point (x, y) of the grid is drawn
    /// (x - y) w / 2 h to the right of the upper corner of the map, and (x + y) / 2 below it.
    Isometric,
}

impl TileGrid {
    /// Returns the terrain class of a cell, or `None` if it is blocked or outside the grid.
    #[must_use]
    pub fn terrain(&self, x: u32, y: u32) -> Option<u8> {
        cell_at(&self.cells, self.width, x, y)?
    }
}

/// Returns a cell of a grid in row order, or `None` outside.
pub(crate) fn cell_at<T: Copy>(cells: &[T], width: u32, x: u32, y: u32) -> Option<T> {
    let row = cells.get(to_usize(y).checked_mul(to_usize(width))?..)?;
    if x < width { row.get(to_usize(x)).copied() } else { None }
}
