//! What it costs to be in a cell.

use super::Cell;
use crate::Tiles;

/// A cost for each cell of a level: what a step into the cell costs, beside
/// what its jump value costs. 0 closes the cell to the body. A level without
/// costs costs 1 everywhere.
///
/// The cost charged is that of the body's lower left cell; a closed cell stops
/// every part of the body.
///
/// ```
/// use tautline_platformer::classic::{Cell, CellCosts};
/// use tautline_platformer::{Outside, Tiles};
///
/// let tiles = Tiles::from_rows(&["...", "###"], Outside::Solid)?;
/// let mut costs = CellCosts::uniform(&tiles, 1);
/// assert_eq!(costs.set(Cell::new(2, 1), 50), Some(1));
/// assert_eq!(costs.set(Cell::new(3, 1), 50), None, "outside");
/// # Ok::<(), tautline_platformer::TilesError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CellCosts {
    columns: u16,
    rows: u16,
    /// Row by row from the bottom.
    costs: Vec<u8>,
}

impl CellCosts {
    /// The same cost for each cell of a level.
    #[must_use]
    pub fn uniform(tiles: &Tiles, cost: u8) -> Self {
        let [columns, rows] = [tiles.columns(), tiles.rows()];
        Self { columns, rows, costs: vec![cost; usize::from(columns) * usize::from(rows)] }
    }

    /// The cost of a cell; `None` outside.
    #[must_use]
    pub fn cost(&self, cell: Cell) -> Option<u8> {
        self.index(cell).map(|index| self.costs[index])
    }

    /// Gives a cell a cost, and gives back the one it had; `None`, and nothing
    /// changes, outside.
    pub fn set(&mut self, cell: Cell, cost: u8) -> Option<u8> {
        let index = self.index(cell)?;
        Some(std::mem::replace(&mut self.costs[index], cost))
    }

    /// The number of columns.
    #[must_use]
    pub const fn columns(&self) -> u16 {
        self.columns
    }

    /// The number of rows.
    #[must_use]
    pub const fn rows(&self) -> u16 {
        self.rows
    }

    fn index(&self, cell: Cell) -> Option<usize> {
        let column = u16::try_from(cell.column).ok().filter(|&column| column < self.columns)?;
        let row = u16::try_from(cell.row).ok().filter(|&row| row < self.rows)?;
        Some(usize::from(row) * usize::from(self.columns) + usize::from(column))
    }
}
