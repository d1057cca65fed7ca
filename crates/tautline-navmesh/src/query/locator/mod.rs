//! The spatial index of areas: a grid whose crowded cells are divided into grids.

mod outward;

use std::hint::select_unpredictable;

use tautline_geometry::{Aabb, DVec2, Vec2};

use crate::AreaId;
use crate::half_edges::number;

/// The number of cells per area. More cells make point location faster and the index
/// larger.
const CELLS_PER_AREA: f64 = 2.0;

/// A cell with more areas than this gets a grid of its own.
const CROWDED: usize = 24;

/// The greatest number of entries of all cells, per area. Beyond it, crowded cells stay
/// crowded.
const ENTRIES_PER_AREA: usize = 48;

/// The spatial index. Each cell lists the areas whose bounding boxes touch it.
///
/// A point falls into exactly one cell, by a monotone function of its coordinates. So rounding
/// cannot separate a point from an area that contains it: the area's box starts in the same
/// column or one before, and ends in the same or one after.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Locator {
    /// The grids. The first one covers the mesh.
    grids: Vec<Grid>,
    cells: Vec<Cell>,
    entries: Vec<AreaId>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Grid {
    min: DVec2,
    cells_per_unit: DVec2,
    columns: u32,
    rows: u32,
    first_cell: u32,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Cell {
    /// A range of the entries.
    Areas { first: u32, end: u32 },
    /// A crowded cell, divided into a grid.
    Grid { grid: u32 },
}

/// An inclusive range of the cells that a box touches.
#[derive(Clone, Copy)]
struct CellRange {
    columns: (u32, u32),
    rows: (u32, u32),
}

impl CellRange {
    const fn count(&self) -> u32 {
        (self.columns.1 - self.columns.0 + 1) * (self.rows.1 - self.rows.0 + 1)
    }
}

impl Grid {
    /// A grid over a box with about `wanted` cells, as square as possible.
    fn over(min: DVec2, max: DVec2, wanted: f64, first_cell: u32) -> Self {
        let size = max - min;
        let cell_size = (size.x * size.y / wanted).sqrt();
        // A long thin box gets one row, but not more columns than are wanted.
        let count = |length: f64| {
            truncate_to_u32((if cell_size > 0.0 { length / cell_size } else { 1.0 }).min(wanted))
                .clamp(1, 4096)
        };
        let (columns, rows) = (count(size.x), count(size.y));
        let per_unit = |count: u32, length: f64| {
            let scale = f64::from(count) / length;
            if scale.is_finite() { scale } else { 0.0 }
        };
        let cells_per_unit = DVec2::new(per_unit(columns, size.x), per_unit(rows, size.y));
        Self { min, cells_per_unit, columns, rows, first_cell }
    }

    fn column(&self, x: f64) -> u32 {
        truncate_to_u32((x - self.min.x) * self.cells_per_unit.x).min(self.columns - 1)
    }

    fn row(&self, y: f64) -> u32 {
        truncate_to_u32((y - self.min.y) * self.cells_per_unit.y).min(self.rows - 1)
    }

    fn range(&self, bounds: &Aabb) -> CellRange {
        let (min, max) = (DVec2::from(bounds.min), DVec2::from(bounds.max));
        CellRange {
            columns: (self.column(min.x), self.column(max.x)),
            rows: (self.row(min.y), self.row(max.y)),
        }
    }

    /// The number of ranges that contain each cell.
    fn count_in_cells(&self, ranges: &[CellRange]) -> Vec<u32> {
        // A two-dimensional difference array: four changes for a range of any size, and the
        // prefix sums are the counts. The extra column and row take the changes behind the
        // last ones, and are dropped as the sums are taken.
        let stride = self.columns as usize + 1;
        let mut counts = vec![0_u32; stride * (self.rows as usize + 1)];
        for CellRange { columns, rows } in ranges {
            let [begin, end] = [rows.0, rows.1 + 1].map(|row| row as usize * stride);
            let [left, right] = [columns.0, columns.1 + 1].map(|column| column as usize);
            for (index, step) in [
                (begin + left, 1),
                (begin + right, u32::MAX),
                (end + left, u32::MAX),
                (end + right, 1),
            ] {
                counts[index] = counts[index].wrapping_add(step);
            }
        }
        let width = self.columns as usize;
        for row in 0..self.rows as usize {
            let mut sum = 0_u32;
            for column in 0..width {
                sum = sum.wrapping_add(counts[row * stride + column]);
                let below = if row == 0 { 0 } else { counts[(row - 1) * width + column] };
                counts[row * width + column] = below.wrapping_add(sum);
            }
        }
        counts.truncate(self.cell_count() as usize);
        counts
    }

    const fn cell_count(&self) -> u32 {
        self.columns * self.rows
    }

    fn cells(&self, range: CellRange) -> impl Iterator<Item = u32> + use<> {
        let Self { first_cell, columns, .. } = *self;
        (range.rows.0..=range.rows.1).flat_map(move |row| {
            let row_start = first_cell + row * columns;
            row_start + range.columns.0..=row_start + range.columns.1
        })
    }
}

/// The integer part of a number, 0 for negative ones: the cell of a scaled coordinate.
/// Monotone, which the exactness of the grids depends on.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the cast saturates, which is what is wanted"
)]
pub fn truncate_to_u32(value: f64) -> u32 {
    value as u32
}

impl Locator {
    /// Builds the index from the bounding boxes of the areas.
    pub(crate) fn build(boxes: &[Aabb], bounds: &Aabb) -> Self {
        let mut locator = Self::with_one_grid(boxes, bounds);
        locator.refine_crowded_cells(boxes);
        locator
    }

    /// Builds an index in which crowded cells are not divided.
    fn with_one_grid(boxes: &[Aabb], bounds: &Aabb) -> Self {
        let mut locator = Self { grids: Vec::new(), cells: Vec::new(), entries: Vec::new() };
        let everything: Vec<AreaId> = (0..boxes.len()).map(AreaId::from_index).collect();
        locator.add_grid(boxes, &everything, bounds.min.into(), bounds.max.into());
        locator
    }

    /// Adds a grid over a box that contains some areas, coarse enough that its cells have at
    /// most four entries per area plus two per cell.
    fn add_grid(&mut self, boxes: &[Aabb], areas: &[AreaId], min: DVec2, max: DVec2) -> usize {
        let mut wanted = CELLS_PER_AREA * f64::from(number(areas.len()));
        let mut ranges = Vec::with_capacity(areas.len());
        let (grid, entries) = loop {
            let grid = Grid::over(min, max, wanted, number(self.cells.len()));
            ranges.clear();
            ranges.extend(areas.iter().map(|area| grid.range(&boxes[area.index()])));
            let entries: usize = ranges.iter().map(|range| range.count() as usize).sum();
            if entries <= 4 * areas.len() + 2 * grid.cell_count() as usize || wanted < 2.0 {
                break (grid, entries);
            }
            wanted /= 2.0;
        };
        let first_entry = self.entries.len();
        // The value of each cell is first the number of its entries, then the position of the
        // next entry, and in the end the end of its entries.
        let mut ends = grid.count_in_cells(&ranges);
        let mut total = number(first_entry);
        for end in &mut ends {
            total += *end;
            *end = total - *end;
        }
        self.entries.resize(number(first_entry + entries) as usize, AreaId(0));
        for (&area, range) in areas.iter().zip(&ranges) {
            // One loop for all rows. Boxes touch so few cells that the end of an inner loop over
            // a row would be mispredicted.
            let further = range.columns.1 - range.columns.0;
            let to_next_row = grid.columns - further;
            let (mut cell, mut left) = (range.rows.0 * grid.columns + range.columns.0, further);
            for _ in 0..range.count() {
                let next = &mut ends[cell as usize];
                self.entries[*next as usize] = area;
                *next += 1;
                let is_last = left == 0;
                cell += select_unpredictable(is_last, to_next_row, 1);
                left = select_unpredictable(is_last, further, left.wrapping_sub(1));
            }
        }
        let mut first = number(first_entry);
        self.cells.extend(
            ends.into_iter()
                .map(|end| Cell::Areas { first: std::mem::replace(&mut first, end), end }),
        );
        self.grids.push(grid);
        self.grids.len() - 1
    }

    /// Divides crowded cells into grids, where that separates their areas.
    fn refine_crowded_cells(&mut self, boxes: &[Aabb]) {
        let limit = ENTRIES_PER_AREA * boxes.len();
        let mut next_grid = 0;
        while next_grid < self.grids.len() {
            let grid = self.grids[next_grid];
            next_grid += 1;
            for index in 0..grid.cell_count() {
                let cell = (grid.first_cell + index) as usize;
                let Cell::Areas { first, end } = self.cells[cell] else { continue };
                let areas = &self.entries[first as usize..end as usize];
                if areas.len() <= CROWDED || self.entries.len() > limit {
                    continue;
                }
                let areas = areas.to_vec();
                if let Some(child) = self.add_child(&grid, index, boxes, &areas) {
                    self.cells[cell] = Cell::Grid { grid: child };
                }
            }
        }
    }

    /// Adds a grid over the used part of a cell. Returns `None` if that would leave a
    /// cell with more than three quarters of the areas.
    fn add_child(
        &mut self,
        parent: &Grid,
        index: u32,
        boxes: &[Aabb],
        areas: &[AreaId],
    ) -> Option<u32> {
        let (column, row) = (index % parent.columns, index / parent.columns);
        let cells_per_unit = parent.cells_per_unit.max(DVec2::splat(f64::MIN_POSITIVE));
        let corner = |column: u32, row: u32| {
            parent.min + DVec2::new(column.into(), row.into()) / cells_per_unit
        };
        let around = Aabb::around(areas.iter().flat_map(|area| {
            let bounds = boxes[area.index()];
            [bounds.min, bounds.max]
        }))?;
        let min = corner(column, row).max(around.min.into());
        let max = corner(column + 1, row + 1).min(around.max.into());
        let (cells, entries) = (self.cells.len(), self.entries.len());
        let grid = self.add_grid(boxes, areas, min, max);
        let fullest = self.cells[cells..].iter().map(|cell| match *cell {
            Cell::Areas { first, end } => (end - first) as usize,
            Cell::Grid { .. } => 0,
        });
        if fullest.max().unwrap_or(0) * 4 > areas.len() * 3 {
            self.grids.pop();
            self.cells.truncate(cells);
            self.entries.truncate(entries);
            return None;
        }
        Some(number(grid))
    }

    /// The areas that may contain a point, in order.
    #[inline]
    pub(crate) fn candidates(&self, point: Vec2) -> &[AreaId] {
        let point = DVec2::from(point);
        let mut grid = &self.grids[0];
        loop {
            let cell = grid.first_cell + grid.row(point.y) * grid.columns + grid.column(point.x);
            match self.cells[cell as usize] {
                Cell::Areas { first, end } => return &self.entries[first as usize..end as usize],
                Cell::Grid { grid: child } => grid = &self.grids[child as usize],
            }
        }
    }

    /// Calls `visit` with every area whose bounding box may intersect a box, some of them
    /// more than once.
    pub(crate) fn visit_box(&self, bounds: &Aabb, visit: &mut impl FnMut(AreaId)) {
        self.visit_grid(&self.grids[0], bounds, visit);
    }

    fn visit_grid(&self, grid: &Grid, bounds: &Aabb, visit: &mut impl FnMut(AreaId)) {
        for cell in grid.cells(grid.range(bounds)) {
            match self.cells[cell as usize] {
                Cell::Areas { first, end } => {
                    self.entries[first as usize..end as usize]
                        .iter()
                        .copied()
                        .for_each(&mut *visit);
                }
                // The recursion is a few levels deep: each level has at most three quarters
                // of the areas of the one before.
                Cell::Grid { grid } => self.visit_grid(&self.grids[grid as usize], bounds, visit),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A square of `side` by `side` areas of a size, whose lower left corner has the coordinates `x` and 0.
    fn square(x: u16, side: u16, size: u16) -> impl Iterator<Item = Aabb> {
        let corner = move |column: u16, row: u16| {
            Vec2::new(f32::from(x + column * size), f32::from(row * size))
        };
        (0..side * side).map(move |index| {
            let (column, row) = (index % side, index / side);
            Aabb { min: corner(column, row), max: corner(column + 1, row + 1) }
        })
    }

    /// The command in benches/README.md runs this test for its figures.
    #[test]
    fn crowded_cells_of_a_town_by_a_plain_are_divided_and_keep_all_areas() {
        for (size, least_ratio) in [(1, 1), (128, 40), (512, 300)] {
            let town: Vec<Aabb> = square(0, 64, 1).collect();
            let boxes: Vec<Aabb> = town.iter().copied().chain(square(64, 8, size)).collect();
            let bounds = Aabb::around(boxes.iter().flat_map(|area| [area.min, area.max])).unwrap();
            let whole = Locator::with_one_grid(&boxes, &bounds);
            let divided = Locator::build(&boxes, &bounds);
            let mut counts = [0, 0];
            for area in &town {
                for point in [area.min, (area.min + area.max) / 2.0] {
                    let found = [&whole, &divided].map(|locator| locator.candidates(point));
                    let [all, same] = found.map(|areas| {
                        let holds = |area: &&AreaId| boxes[area.index()].contains(point);
                        areas.iter().filter(holds).collect::<Vec<_>>()
                    });
                    assert_eq!(all, same, "{point}, plain of {size}");
                    counts = [0, 1].map(|index| counts[index] + found[index].len());
                }
            }
            let [whole, divided] = counts;
            println!(
                "areas of {size} in the plain: {whole} candidates, {divided} with grids in cells"
            );
            assert!(whole >= least_ratio * divided, "{whole} and {divided}, plain of {size}");
        }
    }
}
