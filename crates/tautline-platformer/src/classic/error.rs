//! Why there is no path.

use super::Cell;

/// Why there is no path of jump values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ClassicError {
    /// The character has no size, or too much of it.
    #[error(
        "a character of {width} x {height} cells is none to search for: 1 to 64 each are allowed"
    )]
    SizeOutOfRange {
        /// Width in cells.
        width: u32,
        /// Height in cells.
        height: u32,
    },
    /// The character is dead.
    #[error("the start is a character that is dead, but only the living walk")]
    StartDead,
    /// At the start, the body would overlap a cell that it may not enter.
    #[error("the character does not fit at the start {cell}")]
    StartDoesNotFit {
        /// The start.
        cell: Cell,
    },
    /// At the goal, the body would overlap a cell that it may not enter.
    #[error("the character does not fit at the goal {cell}")]
    GoalDoesNotFit {
        /// The goal.
        cell: Cell,
    },
    /// The rules lead from the start to everything but the goal.
    #[error("no path leads to the goal {cell}")]
    Unreachable {
        /// The goal.
        cell: Cell,
    },
    /// The search limit was met first: there may be a path or not.
    #[error("{limit} labels were expanded, the search limit, before the goal was met")]
    SearchLimit {
        /// The limit.
        limit: u32,
    },
}
