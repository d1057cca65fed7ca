//! Areas from a grid of cells.

use crate::half_edges::number;
use crate::{RawMesh, Terrain};

/// Covers a grid of square cells with rectangular areas of one terrain class each.
///
/// The cell in column x and row y is the square from (x, y) to (x + 1, y + 1). `terrain`
/// returns its class, or `None` for a cell that is not walkable. Neighbouring cells are
/// connected along their edges; cells that touch only at a corner are not. Rectangles
/// are grown greedily, first along the row and then across rows. O(cells), with 8 bytes of
/// memory per cell.
///
/// ```
/// use tautline_navmesh::{Terrain, rectangles_from_cells};
///
/// let map = ["..#", "..#", "...", "#.."];
/// let raw = rectangles_from_cells(3, 4, |x, y| {
///     (map[y as usize].as_bytes()[x as usize] == b'.').then_some(Terrain(0))
/// });
/// let mesh = raw.build()?;
/// assert_eq!(mesh.area_count(), 3);
/// assert_eq!(mesh.component_count(), 1);
/// # Ok::<(), tautline_navmesh::Faults>(())
/// ```
#[must_use]
pub fn rectangles_from_cells(
    width: u32,
    height: u32,
    terrain: impl Fn(u32, u32) -> Option<Terrain>,
) -> RawMesh {
    if width == 0 || height == 0 {
        return RawMesh::default();
    }
    let cells = Cells::cover(width as usize, height as usize, |x, y| terrain(number(x), number(y)));
    let mut mesh = RectangleMesh::new(&cells);
    for rectangle in &cells.rectangles {
        mesh.push(rectangle);
    }
    mesh.raw
}

/// The rectangle of a cell that is not walkable.
const NO_RECTANGLE: u32 = u32::MAX;

/// The vertex of a lattice point that has none yet.
const NO_VERTEX: u32 = u32::MAX;

#[derive(Clone, Copy)]
struct Rectangle {
    left: usize,
    top: usize,
    right: usize,
    bottom: usize,
    terrain: Terrain,
}

/// The cells, covered by rectangles.
struct Cells {
    width: usize,
    height: usize,
    /// The index of the rectangle that covers each cell.
    cover: Vec<u32>,
    rectangles: Vec<Rectangle>,
}

impl Cells {
    fn cover(
        width: usize,
        height: usize,
        terrain: impl Fn(usize, usize) -> Option<Terrain>,
    ) -> Self {
        let mut cells = Self {
            width,
            height,
            cover: vec![NO_RECTANGLE; width * height],
            rectangles: Vec::new(),
        };
        for top in 0..height {
            for left in 0..width {
                let Some(class) = terrain(left, top) else { continue };
                if cells.at(left, top) != NO_RECTANGLE {
                    continue;
                }
                let is_free = |cells: &Self, x: usize, y: usize| {
                    cells.at(x, y) == NO_RECTANGLE && terrain(x, y) == Some(class)
                };
                let right = (left..width).find(|&x| !is_free(&cells, x, top)).unwrap_or(width);
                let row_is_free = |y: usize| (left..right).all(|x| is_free(&cells, x, y));
                let bottom = (top..height).find(|&y| !row_is_free(y)).unwrap_or(height);
                let index = number(cells.rectangles.len());
                for y in top..bottom {
                    cells.cover[y * width + left..y * width + right].fill(index);
                }
                cells.rectangles.push(Rectangle { left, top, right, bottom, terrain: class });
            }
        }
        cells
    }

    /// The rectangle that covers a cell; [`NO_RECTANGLE`] outside the grid. Coordinates below 0
    /// wrap around to large ones.
    fn at(&self, x: usize, y: usize) -> u32 {
        if x < self.width && y < self.height {
            self.cover[y * self.width + x]
        } else {
            NO_RECTANGLE
        }
    }
}

/// The raw mesh under construction.
struct RectangleMesh<'a> {
    cells: &'a Cells,
    /// The vertex at each lattice point, or [`NO_VERTEX`].
    vertices: Vec<u32>,
    raw: RawMesh,
}

impl<'a> RectangleMesh<'a> {
    fn new(cells: &'a Cells) -> Self {
        let points = (cells.width + 1) * (cells.height + 1);
        Self { cells, vertices: vec![NO_VERTEX; points], raw: RawMesh::default() }
    }

    /// Adds a rectangle. It gets a corner wherever the neighbour across changes, so that
    /// neighbours have the same corners along their common edges (no T-junctions).
    fn push(&mut self, rectangle: &Rectangle) {
        let &Rectangle { left, top, right, bottom, terrain } = rectangle;
        for x in left..right {
            let above = top.wrapping_sub(1);
            self.push_corner((x, top), (x, above), (x.wrapping_sub(1), above), x == left);
        }
        for y in top..bottom {
            self.push_corner((right, y), (right, y), (right, y.wrapping_sub(1)), y == top);
        }
        for x in (left + 1..=right).rev() {
            self.push_corner((x, bottom), (x - 1, bottom), (x, bottom), x == right);
        }
        for y in (top + 1..=bottom).rev() {
            let before = left.wrapping_sub(1);
            self.push_corner((left, y), (before, y - 1), (before, y), y == bottom);
        }
        self.raw.close_area();
        self.raw.terrains.push(terrain);
    }

    /// Adds the start of a unit edge as a corner if `is_corner` is true, or if the rectangle across
    /// this unit edge is not the one across the unit edge before. The cells across are given.
    fn push_corner(
        &mut self,
        point: (usize, usize),
        across: (usize, usize),
        across_before: (usize, usize),
        is_corner: bool,
    ) {
        let neighbour = self.cells.at(across.0, across.1);
        if !is_corner && neighbour == self.cells.at(across_before.0, across_before.1) {
            return;
        }
        let vertex = self.vertex(point);
        self.raw.corners.push(vertex);
        self.raw.neighbours.push(neighbour);
    }

    fn vertex(&mut self, (x, y): (usize, usize)) -> u32 {
        let slot = &mut self.vertices[y * (self.cells.width + 1) + x];
        if *slot == NO_VERTEX {
            *slot = number(self.raw.vertices.len());
            self.raw.vertices.push([coordinate(x), coordinate(y)]);
        }
        *slot
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "lattices of more than 2^24 columns are not exact, but still finite"
)]
fn coordinate(value: usize) -> f32 {
    value as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grid_without_rows_or_columns_takes_no_time() {
        for (width, height) in [(0, 0), (u32::MAX, 0), (0, u32::MAX)] {
            assert_eq!(rectangles_from_cells(width, height, |_, _| None), RawMesh::default());
        }
    }
}
