//! Errors of JSON maps alone.

/// An error that only JSON maps can have.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum JsonMapReason {
    /// Two areas have the same id.
    #[error("the id {id} is already used by areas[{first}]")]
    DuplicateId {
        /// The id.
        id: u32,
        /// The position of the earlier area, from 0.
        first: u64,
    },
    /// A cost is negative.
    #[error("expected a cost of at least 0, found {found}")]
    NegativeCost {
        /// The cost.
        found: f32,
    },
}

impl JsonMapReason {
    /// Returns the number and the name of this kind of error, to store them or to pass them to
    /// other languages. They are stable across versions.
    #[must_use]
    pub const fn code(&self) -> (u8, &'static str) {
        match self {
            Self::DuplicateId { .. } => (1, "duplicate_id"),
            Self::NegativeCost { .. } => (2, "negative_cost"),
        }
    }
}
