//! Errors of the published method.

use super::Cell;

/// The reason why there is no path of jump values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ClassicError {
    /// The size of the character is 0 or too large.
    #[error("a character of {width} x {height} cells is out of range: 1 to 64 each are allowed")]
    SizeOutOfRange {
        /// Width in cells.
        width: u32,
        /// Height in cells.
        height: u32,
    },
    /// The character is dead.
    #[error("the character is dead at the start")]
    StartDead,
    /// The body overlaps a solid or deadly cell at the start, or leaves the level.
    #[error("the character does not fit at the start {cell}")]
    StartDoesNotFit {
        /// The start.
        cell: Cell,
    },
    /// The body overlaps a solid or deadly cell at the goal, or leaves the level.
    #[error("the character does not fit at the goal {cell}")]
    GoalDoesNotFit {
        /// The goal.
        cell: Cell,
    },
    /// The rules do not allow any path to the goal.
    #[error("no path leads to the goal {cell}")]
    Unreachable {
        /// The goal.
        cell: Cell,
    },
    /// The search reached its limit before the goal. A path may or may not exist.
    #[error("the search stopped at its limit of {limit} labels before it reached the goal")]
    SearchLimit {
        /// The limit.
        limit: u32,
    },
}

impl ClassicError {
    /// Returns the number and the name of this kind of error, for files and other languages. They
    /// stay the same from version to version.
    #[must_use]
    pub const fn code(&self) -> (u8, &'static str) {
        match self {
            Self::SizeOutOfRange { .. } => (1, "size_out_of_range"),
            Self::StartDead => (2, "start_dead"),
            Self::StartDoesNotFit { .. } => (3, "start_does_not_fit"),
            Self::GoalDoesNotFit { .. } => (4, "goal_does_not_fit"),
            Self::Unreachable { .. } => (5, "unreachable"),
            Self::SearchLimit { .. } => (6, "budget"),
        }
    }
}
