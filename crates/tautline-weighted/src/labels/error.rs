//! Errors of a bake, and its progress.

use thiserror::Error;

/// The reason why a bake of cost labels fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CostBakeError {
    /// The labels would be too large.
    #[error(
        "the labels take {bytes} bytes or more, but {max_bytes} are allowed; allow more, or use the online search"
    )]
    OverBudget {
        /// The bytes that they would take, at least.
        bytes: usize,
        /// The bytes that they may take.
        max_bytes: usize,
    },
    /// The caller cancelled the bake.
    #[error("the bake was cancelled")]
    Cancelled,
}

impl CostBakeError {
    /// Returns the number and the name of this kind of error, for files and other languages. They
    /// stay the same from version to version.
    #[must_use]
    pub const fn code(&self) -> (u8, &'static str) {
        match self {
            Self::OverBudget { .. } => (4, "over_budget"),
            Self::Cancelled => (6, "cancelled"),
        }
    }
}

/// The progress of a bake, as reported to its caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CostBakeProgress {
    /// The current stage.
    pub stage: CostBakeStage,
    /// The number of hubs that are labelled.
    pub done: usize,
    /// The number of all hubs.
    pub total: usize,
    /// The bytes that the labels take so far.
    pub bytes: usize,
}

/// The stages of a bake, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CostBakeStage {
    /// Ranking the nodes as hubs.
    Ordering,
    /// Computing the costs to hubs.
    Labelling,
}
