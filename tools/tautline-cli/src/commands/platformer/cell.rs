//! Cells on the command line: column and row, counted from the lower left.

use std::fmt;
use std::str::FromStr;

use tautline::platformer::exact::{Goal, Planner};
use tautline::platformer::{State, at_rest_in_cell};

/// `X,Y`: the cell of the lower left corner of the body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cell {
    pub(super) column: i32,
    pub(super) row: i32,
}

impl Cell {
    /// Returns the state of the character at rest in the cell.
    pub(super) fn state(self, planner: &Planner) -> State {
        at_rest_in_cell(planner.character(), planner.tiles(), self.column, self.row)
    }

    pub(super) const fn goal(self) -> Goal {
        Goal::Cell { column: self.column, row: self.row }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{},{}", self.column, self.row)
    }
}

impl FromStr for Cell {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match numbers(text)?[..] {
            [column, row] => Ok(Self { column, row }),
            _ => Err("expected the column and the row of a cell as X,Y".to_owned()),
        }
    }
}

/// Parses a start and a goal: `SX,SY,GX,GY`.
pub(super) fn start_and_goal(text: &str) -> Result<[Cell; 2], String> {
    match numbers(text)?[..] {
        [sx, sy, gx, gy] => Ok([Cell { column: sx, row: sy }, Cell { column: gx, row: gy }]),
        _ => Err("expected two cells as SX,SY,GX,GY".to_owned()),
    }
}

fn numbers(text: &str) -> Result<Vec<i32>, String> {
    let number =
        |word: &str| word.trim().parse().map_err(|_| format!("{word:?} is not a whole number"));
    text.split(',').map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_two_whole_numbers() {
        assert_eq!("3,-1".parse(), Ok(Cell { column: 3, row: -1 }));
        assert_eq!("3,0.5".parse::<Cell>().unwrap_err(), "\"0.5\" is not a whole number");
        assert!("3".parse::<Cell>().is_err());
        assert!(start_and_goal("1,2,3").is_err());
    }
}
