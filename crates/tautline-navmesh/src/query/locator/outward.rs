//! The areas around a point, from the inside outwards.

use tautline_geometry::{DVec2, Vec2};

use super::{Cell, Grid, Locator};
use crate::AreaId;

/// The width, in cells, by which cells are widened on each side when their distances are taken:
/// more than rounding moves a point against a cell.
const MARGIN: f64 = 1.0 / 1024.0;

impl Locator {
    /// Calls `visit` with all areas that have a point within a distance of a point, and with
    /// some others, some of them more than once. `reach` is the square of the distance; `visit`
    /// returns the one from there on.
    ///
    /// The rows of cells are visited from the row of the point outwards, the cells of a row
    /// from the column of the point outwards. So near areas come early, and what is further
    /// away than the nearest one is not visited.
    pub(crate) fn visit_around(
        &self,
        point: Vec2,
        mut reach: f64,
        visit: &mut impl FnMut(AreaId) -> f64,
    ) {
        self.visit_grid_around(&self.grids[0], point.into(), &mut reach, visit);
    }

    fn visit_grid_around(
        &self,
        grid: &Grid,
        point: DVec2,
        reach: &mut f64,
        visit: &mut impl FnMut(AreaId) -> f64,
    ) {
        let (column, row) = (grid.column(point.x), grid.row(point.y));
        let gaps = Gaps::new(grid, point);
        let to_grid = gaps.to_columns(0, grid.columns - 1);
        outward(row, grid.rows, |row| {
            let to_row = gaps.to_row(row);
            if to_grid + to_row > *reach {
                return false;
            }
            outward(column, grid.columns, |column| {
                if gaps.to_columns(column, column) + to_row > *reach {
                    return false;
                }
                match self.cells[(grid.first_cell + row * grid.columns + column) as usize] {
                    Cell::Areas { first, end } => {
                        for &area in &self.entries[first as usize..end as usize] {
                            *reach = visit(area);
                        }
                    }
                    // As deep as in `visit_grid`.
                    Cell::Grid { grid } => {
                        self.visit_grid_around(&self.grids[grid as usize], point, reach, visit);
                    }
                }
                true
            });
            true
        });
    }
}

/// Calls `visit` with the numbers below `count`, from `center` outwards to both sides, until it
/// returns false on both.
fn outward(center: u32, count: u32, mut visit: impl FnMut(u32) -> bool) {
    let (mut goes_on, mut offset) = (visit(center), 1);
    while goes_on {
        let is_below = center.checked_sub(offset).is_some_and(&mut visit);
        let above = center + offset;
        goes_on = (above < count && visit(above)) || is_below;
        offset += 1;
    }
}

/// The squared distances from a point to rows and columns of cells, never too large.
struct Gaps {
    /// The point, in cells.
    at: DVec2,
    /// The size of a cell; 0 where all cells are one.
    cell: DVec2,
}

impl Gaps {
    fn new(grid: &Grid, point: DVec2) -> Self {
        let size = |per_unit: f64| if per_unit > 0.0 { per_unit.recip() } else { 0.0 };
        Self {
            at: (point - grid.min) * grid.cells_per_unit,
            cell: DVec2::new(size(grid.cells_per_unit.x), size(grid.cells_per_unit.y)),
        }
    }

    fn to_columns(&self, first: u32, last: u32) -> f64 {
        square_of_gap(self.at.x, first, last, self.cell.x)
    }

    fn to_row(&self, row: u32) -> f64 {
        square_of_gap(self.at.y, row, row, self.cell.y)
    }
}

/// The square of the distance from a point to a range of cells along one axis.
fn square_of_gap(at: f64, first: u32, last: u32, cell: f64) -> f64 {
    let (low, high) = (f64::from(first) - MARGIN, f64::from(last) + 1.0 + MARGIN);
    let gap = (low - at).max(at - high).max(0.0) * cell;
    gap * gap
}
