//! Errors of MovingAI maps alone.

/// An error that only a MovingAI map can have.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum MovingAiReason {
    /// A character does not stand for a cell.
    #[error(
        "expected a cell '.', 'G', 'S' (free) or '@', 'O', 'T', 'W' (blocked), found {found:?}"
    )]
    Cell {
        /// The character.
        found: char,
    },
}

impl MovingAiReason {
    /// Returns the number and the name of this kind of error, to store them or to pass them to
    /// other languages. They are stable across versions.
    #[must_use]
    pub const fn code(&self) -> (u8, &'static str) {
        match self {
            Self::Cell { .. } => (1, "cell"),
        }
    }
}
