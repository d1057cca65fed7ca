//! A mesh from a tile map.

mod boundaries;

use crate::SubdivisionError;
use tautline_geometry::to_f32;
use tautline_navmesh::{RawMesh, Terrain};

/// The position of the cells of a map in the plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TileFrame {
    /// The corner of the map with the least x and y, in world units.
    pub origin: [f32; 2],
    /// Width and height of a cell, in world units: finite and above 0.
    pub cell_size: [f32; 2],
    /// True if row 0 is the one with the greatest y, as in pictures seen with y up; otherwise
    /// it is the one with the least.
    pub first_row_on_top: bool,
}

impl Default for TileFrame {
    /// Cell (x, y) is the square from (x, y) to (x + 1, y + 1).
    fn default() -> Self {
        Self { origin: [0.0, 0.0], cell_size: [1.0, 1.0], first_row_on_top: false }
    }
}

/// Builds few, large convex areas from a map of cells.
///
/// `terrain` returns the class of the cell in a column and a row, or `None` if the cell is not
/// walkable; it is called once for each cell. Neighbours are connected along their edges;
/// cells that touch only at a corner are not connected there. Vertices are only placed where
/// the boundary of a class of ground turns or meets another one. Vertices and areas are
/// numbered row by row.
///
/// O(cells + n log n) for boundaries with n corners.
///
/// ```
/// use tautline_navmesh::Terrain;
/// use tautline_meshgen::{TileFrame, areas_from_tiles};
///
/// let map = ["..#", "..#", "...", "#.."];
/// let raw = areas_from_tiles(&TileFrame::default(), 3, 4, |x, y| {
///     (map[y as usize].as_bytes()[x as usize] == b'.').then_some(Terrain(0))
/// })?;
/// let mesh = raw.build()?;
/// assert_eq!(mesh.area_count(), 2);
/// assert_eq!(mesh.component_count(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`SubdivisionError::DuplicateVertex`] if the frame puts several corners of cells at the
/// same position, as beyond 2^24 cells from the origin; [`SubdivisionError::Coordinate`] if a
/// corner is not finite.
pub fn areas_from_tiles(
    frame: &TileFrame,
    width: u32,
    height: u32,
    terrain: impl FnMut(u32, u32) -> Option<Terrain>,
) -> Result<RawMesh, SubdivisionError> {
    boundaries::trace(frame, width, height, terrain).mesh()
}

impl TileFrame {
    /// The position of a lattice point between the cells, in world units.
    fn position(&self, column: u32, row: u32, height: u32) -> [f32; 2] {
        let row = if self.first_row_on_top { height - row } else { row };
        // In `f64` the product is exact up to 2^29 steps. The sum is rounded to `f64`, then to `f32`.
        let along = |axis: usize, steps: u32| {
            to_f32(
                f64::from(self.origin[axis]) + f64::from(self.cell_size[axis]) * f64::from(steps),
            )
        };
        [along(0, column), along(1, row)]
    }
}
