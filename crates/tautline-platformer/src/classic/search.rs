//! The A* search over labels.

use std::cmp::Reverse;

use tautline_search::HeapQueue;

use super::labels::{LabelTable, NONE};
use super::{Cell, ClassicError, Level, Step};

/// Options of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct Options {
    /// The weight of the heuristic, which is the number of columns and rows to the goal. 0 searches
    /// without it (Dijkstra). Up to 1, the default, the heuristic is admissible: it never exceeds
    /// the true cost, so that the path is a cheapest one. With more, a path is often found sooner
    /// and may cost more (weighted A*). The published weight is 6.
    pub weight: u16,
    /// The largest number of labels to expand. Unlimited by default; every search ends.
    pub search_limit: u32,
}

impl Default for Options {
    fn default() -> Self {
        Self { weight: 1, search_limit: u32::MAX }
    }
}

/// A cell on a path and its jump value: 0 on the ground, increasing along a jump.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PathNode {
    /// The lower left cell of the body.
    pub cell: Cell,
    /// The jump value.
    pub jump_value: u16,
}

/// A path from cell to neighbouring cell.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Path {
    /// The cells from start to goal, both included; at least one.
    pub nodes: Vec<PathNode>,
    /// The cost of all steps: 1 plus a quarter of the jump value, rounded down, for each node but
    /// the first.
    pub cost: u64,
}

/// Reusable memory of searches. It grows to the needs of the largest search so far: eight bytes
/// for each cell, and a few dozen for each label.
#[derive(Debug, Clone, Default)]
pub struct Scratch {
    table: LabelTable,
    open: HeapQueue<Open>,
    expanded: u32,
}

/// An entry of the open list. Least estimated total cost first, then the highest cost so far, then
/// the oldest label.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Open {
    sum: u64,
    cost: Reverse<u64>,
    label: u32,
}

impl Scratch {
    /// Creates empty memory.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the number of labels that the last search expanded.
    #[must_use]
    pub const fn expanded(&self) -> u32 {
        self.expanded
    }
}

impl Level<'_> {
    /// Returns a path from a start to a goal cell. With an admissible heuristic, as by default, it
    /// is a cheapest path that the rules allow.
    ///
    /// The goal may be in the air: it is reached when the body passes. If start and goal are the
    /// same cell, the path is that cell alone, at cost 0.
    ///
    /// O(n log n) for n labels. A cell has up to a few times the jump height labels, plus those of
    /// paths that differ in cost.
    ///
    /// # Errors
    ///
    /// [`ClassicError`] if there is no path.
    ///
    /// ```
    /// use tautline_platformer::classic::{Cell, ClassicError, Jumper, Level, Options};
    /// use tautline_platformer::{Outside, Tiles};
    ///
    /// let rows = ["......", "......", "......", "...###", "######"];
    /// let tiles = Tiles::from_rows(&rows, Outside::Solid)?;
    /// let level = Level::new(&tiles, Jumper::new(1, 1, 2)?);
    /// let start = level.start(Cell::new(1, 1))?;
    ///
    /// let path = level.path(start, Cell::new(3, 2), &Options::default())?;
    /// let jump_values: Vec<u16> = path.nodes.iter().map(|node| node.jump_value).collect();
    /// assert_eq!(jump_values[..4], [0, 0, 3, 4]); // walks, and jumps two cells up
    /// assert_eq!(jump_values.last(), Some(&0)); // lands
    ///
    /// let inside_a_wall = level.path(start, Cell::new(3, 1), &Options::default());
    /// assert_eq!(inside_a_wall, Err(ClassicError::GoalDoesNotFit { cell: Cell::new(3, 1) }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn path(
        &self,
        start: PathNode,
        goal: Cell,
        options: &Options,
    ) -> Result<Path, ClassicError> {
        let mut path = Path::default();
        self.path_in(start, goal, options, &mut Scratch::new(), &mut path)?;
        Ok(path)
    }

    /// Like [`path`](Self::path), but reuses memory and overwrites an old path. Allocates nothing
    /// after warm-up.
    ///
    /// # Errors
    ///
    /// [`ClassicError`]; `path` is then empty.
    pub fn path_in(
        &self,
        start: PathNode,
        goal: Cell,
        options: &Options,
        scratch: &mut Scratch,
        path: &mut Path,
    ) -> Result<(), ClassicError> {
        path.nodes.clear();
        path.cost = 0;
        scratch.table.begin(usize::from(self.tiles().columns()) * usize::from(self.tiles().rows()));
        scratch.open.clear();
        scratch.expanded = 0;
        if !self.fits(start.cell) {
            return Err(ClassicError::StartDoesNotFit { cell: start.cell });
        }
        if !self.fits(goal) {
            return Err(ClassicError::GoalDoesNotFit { cell: goal });
        }
        let found = self.search(start, goal, options, scratch)?;

        // The label that was popped is not necessarily the first one of the goal cell.
        path.cost = scratch.table.label(found).cost;
        let mut next = found;
        while next != NONE {
            let label = scratch.table.label(next);
            path.nodes.push(PathNode { cell: self.cell(label.cell), jump_value: label.jump });
            next = label.parent;
        }
        path.nodes.reverse();
        Ok(())
    }

    /// Returns the label at the goal.
    fn search(
        &self,
        start: PathNode,
        goal: Cell,
        options: &Options,
        scratch: &mut Scratch,
    ) -> Result<u32, ClassicError> {
        let jumper = self.jumper();
        let goal_index = self.index(goal);
        let heuristic = |cell: Cell| {
            let distance = cell.column.abs_diff(goal.column) + cell.row.abs_diff(goal.row);
            u64::from(options.weight) * u64::from(distance)
        };
        let add = |cell: Cell, jump, cost: u64, parent, scratch: &mut Scratch| {
            let label = scratch.table.add(jumper, self.index(cell), jump, cost, parent);
            let (sum, cost) = (cost + heuristic(cell), Reverse(cost));
            if let Some(label) = label {
                scratch.open.push(Open { sum, cost, label });
            }
        };
        add(start.cell, start.jump_value, 0, NONE, scratch);
        while let Some(Open { label: id, .. }) = scratch.open.pop() {
            let label = scratch.table.label(id);
            // A better label of the same cell was found after this one was queued.
            if label.is_dominated {
                continue;
            }
            // Test popped labels, not new ones: a cheaper path may still be in the queue.
            if label.cell == goal_index {
                return Ok(id);
            }
            if scratch.expanded == options.search_limit {
                return Err(ClassicError::SearchLimit { limit: options.search_limit });
            }
            scratch.expanded += 1;

            let cell = self.cell(label.cell);
            for step in Step::ALL {
                if !self.fits_after(cell, step) {
                    continue;
                }
                let next = cell.after(step);
                // `None` if the jump value does not allow the step.
                let Some(jump) = jumper.next(label.jump, step, self.surroundings(next)) else {
                    continue;
                };
                add(next, jump, label.cost + 1 + u64::from(jump / 4), id, scratch);
            }
        }
        Err(ClassicError::Unreachable { cell: goal })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classic::Jumper;
    use crate::{Outside, Tiles};

    /// A cell in the air is reached with several jump values. The path and its cost belong to the
    /// label that was popped.
    #[test]
    fn the_path_is_read_from_the_label_that_was_reached() {
        let rows = ["........", "........", "........", "........", "...#....", "########"];
        let tiles = Tiles::from_rows(&rows, Outside::Solid).unwrap();
        let level = Level::new(&tiles, Jumper::new(1, 1, 3).unwrap());
        let start = level.start(Cell::new(0, 1)).unwrap();
        let (mut scratch, mut path) = (Scratch::new(), Path::default());
        let mut not_the_first = 0;
        for goal in (0..8).flat_map(|column| (1..6).map(move |row| Cell::new(column, row))) {
            let options = Options { weight: 0, ..Options::default() };
            if level.path_in(start, goal, &options, &mut scratch, &mut path).is_err() {
                continue;
            }
            let first = (0..)
                .map(|id| scratch.table.label(id))
                .find(|label| label.cell == level.index(goal))
                .unwrap();
            let last = path.nodes.last().unwrap();
            not_the_first += u32::from(last.jump_value != first.jump);
            let steps = path.nodes.iter().skip(1);
            let cost: u64 = steps.map(|node| 1 + u64::from(node.jump_value / 4)).sum();
            assert_eq!((last.cell, path.cost), (goal, cost));
        }
        assert!(not_the_first > 0);
    }
}
