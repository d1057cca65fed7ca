//! Maps of walkable cells, and their meshes of unit squares.

use std::collections::BTreeSet;
use std::fmt;

use crate::PlainMesh;

/// A map of unit squares, each walkable or not. Cells outside are not.
///
/// Cell `[x, y]` is the square from `(x, y)` to `(x + 1, y + 1)`; y points up.
/// Walkable cells are connected across sides, never across corners.
///
/// ```
/// use tautline_fixtures::Cells;
///
/// let cells = Cells::from_rows(&["#.", ".."]);
/// assert!(cells.is_walkable([0, 0]));
/// assert!(!cells.is_walkable([0, 1]));
/// assert!(!cells.is_walkable([-1, 0]));
/// assert_eq!(cells.to_string(), "#.\n..\n");
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Cells {
    /// The number of columns.
    pub width: u16,
    /// The number of rows.
    pub height: u16,
    /// True for walkable cells, row by row from the bottom: cell `[x, y]` is
    /// at `y * width + x`. Cells missing from the list are not walkable.
    pub walkable: Vec<bool>,
    /// The zero-width walls: pairs of cells that share a side which cannot be
    /// crossed, the smaller cell of each pair first.
    pub walls: BTreeSet<[[i32; 2]; 2]>,
}

impl Cells {
    /// Creates a map by calling `is_walkable` with x and y of each cell.
    #[must_use]
    pub fn from_fn(width: u16, height: u16, mut is_walkable: impl FnMut(u16, u16) -> bool) -> Self {
        let mut walkable = Vec::with_capacity(usize::from(width) * usize::from(height));
        for y in 0..height {
            for x in 0..width {
                walkable.push(is_walkable(x, y));
            }
        }
        Self { width, height, walkable, walls: BTreeSet::new() }
    }

    /// Creates a map from text, the **top** row first: `.` is walkable, everything
    /// else is not. Short rows are filled up with blocked cells.
    ///
    /// At most 65,535 rows and columns are used.
    #[must_use]
    pub fn from_rows(rows: &[&str]) -> Self {
        let clamped = |length: usize| u16::try_from(length).unwrap_or(u16::MAX);
        let width = rows.iter().map(|row| clamped(row.len())).max().unwrap_or(0);
        let height = clamped(rows.len());
        Self::from_fn(width, height, |x, y| {
            rows[usize::from(height - 1 - y)].as_bytes().get(usize::from(x)) == Some(&b'.')
        })
    }

    /// Returns true if the cell exists and is walkable.
    #[must_use]
    pub fn is_walkable(&self, [x, y]: [i32; 2]) -> bool {
        let (Ok(x), Ok(y)) = (u16::try_from(x), u16::try_from(y)) else { return false };
        x < self.width
            && y < self.height
            && self.walkable.get(self.index(x, y)).copied().unwrap_or(false)
    }

    /// Returns true if both cells are walkable and connected: they share a side, and there is no
    /// zero-width wall on it.
    ///
    /// ```
    /// use tautline_fixtures::open;
    ///
    /// let mut cells = open(2, 2);
    /// assert!(cells.are_joined([0, 0], [1, 0]) && !cells.are_joined([0, 0], [1, 1]));
    /// cells.put_wall([1, 0], [0, 0]);
    /// assert!(!cells.are_joined([0, 0], [1, 0]));
    /// ```
    #[must_use]
    pub fn are_joined(&self, one: [i32; 2], other: [i32; 2]) -> bool {
        one[0].abs_diff(other[0]) + one[1].abs_diff(other[1]) == 1
            && self.is_walkable(one)
            && self.is_walkable(other)
            && !self.walls.contains(&[one.min(other), one.max(other)])
    }

    /// Puts a zero-width wall between two cells that share a side.
    pub fn put_wall(&mut self, one: [i32; 2], other: [i32; 2]) {
        self.walls.insert([one.min(other), one.max(other)]);
    }

    /// Returns the walkable cells, row by row from the bottom.
    pub fn walkable_cells(&self) -> impl Iterator<Item = [i32; 2]> {
        let all = (0..self.height).flat_map(|y| (0..self.width).map(move |x| [x, y]));
        all.map(|cell| cell.map(i32::from)).filter(|&cell| self.is_walkable(cell))
    }

    /// Makes a cell walkable or blocked. Does nothing for a cell outside the map.
    pub fn set(&mut self, x: u16, y: u16, walkable: bool) {
        let index = self.index(x, y);
        if x < self.width
            && let Some(cell) = self.walkable.get_mut(index)
        {
            *cell = walkable;
        }
    }

    /// Returns the mesh with one unit square per walkable cell, in the order of
    /// [`walkable_cells`](Self::walkable_cells).
    ///
    /// Squares share vertices, also where they only touch
    /// at a corner, and are neighbours only across sides. Each starts at its
    /// lower left corner. O(cells).
    ///
    /// ```
    /// use tautline_fixtures::open;
    ///
    /// let mesh = open(2, 1).to_unit_mesh();
    /// assert_eq!(mesh.areas, [[0, 1, 2, 3], [1, 4, 5, 2]]);
    /// assert_eq!(mesh.neighbours[0], [None, Some(1), None, None]);
    /// ```
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "u16 sides give at most 2^32 lattice points, whose ids fit a u32"
    )]
    pub fn to_unit_mesh(&self) -> PlainMesh {
        let columns = usize::from(self.width) + 1;
        let mut vertex_ids = vec![None; columns * (usize::from(self.height) + 1)];
        let mut vertices = Vec::new();
        let mut areas = Vec::new();
        for y in 0..self.height {
            for x in 0..self.width {
                if !self.is_walkable([i32::from(x), i32::from(y)]) {
                    continue;
                }
                let corners = [(0_u8, 0_u8), (1, 0), (1, 1), (0, 1)].map(|(right, up)| {
                    let (column, row) =
                        (usize::from(x) + usize::from(right), usize::from(y) + usize::from(up));
                    *vertex_ids[row * columns + column].get_or_insert_with(|| {
                        vertices
                            .push([f32::from(x) + f32::from(right), f32::from(y) + f32::from(up)]);
                        vertices.len() as u32 - 1
                    })
                });
                areas.push(corners.to_vec());
            }
        }
        // `from_areas` connects all squares with a common side, also across zero-width walls.
        let mut mesh = PlainMesh::from_areas(vertices, areas);
        let cells: Vec<[i32; 2]> = self.walkable_cells().collect();
        for (&cell, neighbours) in cells.iter().zip(&mut mesh.neighbours) {
            for neighbour in neighbours {
                let is_free = |&id: &u32| self.are_joined(cell, cells[id as usize]);
                *neighbour = neighbour.filter(is_free);
            }
        }
        mesh
    }

    fn index(&self, x: u16, y: u16) -> usize {
        usize::from(y) * usize::from(self.width) + usize::from(x)
    }
}

/// Formats the map as text for [`Cells::from_rows`].
impl fmt::Display for Cells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for y in (0..self.height).rev() {
            for x in 0..self.width {
                let walkable = self.is_walkable([i32::from(x), i32::from(y)]);
                f.write_str(if walkable { "." } else { "#" })?;
            }
            f.write_str("\n")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_top_row_of_the_text_has_the_largest_y() {
        let cells = Cells::from_rows(&["..#", "#"]);
        assert_eq!(cells.walkable_cells().collect::<Vec<_>>(), [[0, 1], [1, 1]]);
        assert_eq!(cells.to_string(), "..#\n###\n");
    }

    #[test]
    fn cells_that_touch_at_a_corner_share_the_vertex_but_are_not_connected() {
        let mesh = Cells::from_rows(&["#.", ".#"]).to_unit_mesh();
        assert_eq!(mesh.vertices.len(), 7);
        assert_eq!(mesh.areas[0][2], mesh.areas[1][0]);
        assert!(mesh.neighbours.iter().flatten().all(Option::is_none));
    }

    #[test]
    fn a_zero_width_wall_separates_two_cells_of_the_mesh() {
        let mut cells = Cells::from_rows(&["..", ".."]);
        cells.put_wall([1, 0], [0, 0]);
        let mesh = cells.to_unit_mesh();
        assert_eq!(mesh.neighbours[0], [None, None, Some(2), None]);
        assert_eq!(mesh.neighbours[1], [None, None, Some(3), None]);
        assert!(mesh.faults().is_empty());
    }

    #[test]
    fn a_ring_of_cells_is_a_valid_mesh() {
        let mesh = Cells::from_rows(&["...", ".#.", "..."]).to_unit_mesh();
        assert_eq!(mesh.faults(), Vec::<String>::new());
        assert_eq!((mesh.vertices.len(), mesh.areas.len()), (16, 8));
        assert!(mesh.neighbours.iter().all(|list| list.iter().flatten().count() == 2));
        for area in &mesh.areas {
            let [a, c] = [area[0], area[2]].map(|corner| mesh.vertices[corner as usize]);
            let far = [a[0] + 1.0, a[1] + 1.0];
            assert_eq!(far.map(f32::to_bits), c.map(f32::to_bits));
        }
    }

    #[test]
    fn a_list_that_is_too_short_is_filled_up_with_walls() {
        let cells = Cells { width: 2, height: 2, walkable: vec![true], ..Cells::default() };
        assert_eq!(cells.walkable_cells().count(), 1);
        assert_eq!(cells.to_unit_mesh().areas.len(), 1);
    }

    #[test]
    fn setting_a_cell_outside_changes_nothing() {
        let mut cells = Cells::from_rows(&["##", "##"]);
        cells.set(2, 0, true);
        cells.set(0, 2, true);
        assert_eq!(cells.walkable_cells().count(), 0);
        cells.set(1, 0, true);
        assert_eq!(cells.to_string(), "##\n#.\n");
    }
}
