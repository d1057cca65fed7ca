//! Errors of a bake.

use thiserror::Error;

/// The reason why a bake fails.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum BakeError {
    /// The ground around a vertex covers more than a full turn.
    #[error(
        "the ground around vertex {vertex} covers more than a full turn, which labels do not support; use the online search"
    )]
    WindingGround {
        /// The vertex.
        vertex: u32,
    },
    /// The mesh has more corners or vertices than labels can number.
    #[error(
        "the mesh has {corners} corners and {vertices} vertices, too many for labels; use the online search"
    )]
    TooLarge {
        /// The number of corners.
        corners: usize,
        /// The number of vertices.
        vertices: usize,
    },
    /// Two corners are so close to each other, for the size of the mesh, that their
    /// distance is lost in rounding.
    #[error(
        "some corners are too close together for the fixed-point precision of {units_per_length} units per world unit; use the online search"
    )]
    TooFine {
        /// The number of fixed-point units in a world unit.
        units_per_length: f64,
    },
    /// The labels would be too large, even without hubs or with those that were asked for.
    #[error(
        "the labels take {bytes} bytes or more, but {max_bytes} are allowed; allow more, or use the online search"
    )]
    OverBudget {
        /// The bytes that they would take, at least or by an estimate.
        bytes: usize,
        /// The bytes that they may take.
        max_bytes: usize,
    },
    /// The bake would take too much memory.
    #[error(
        "the bake takes {bytes} bytes of memory or more, but {max_memory} are allowed; allow more, or use the online search"
    )]
    OverMemory {
        /// The bytes that it would take, by an estimate.
        bytes: usize,
        /// The bytes that it may take.
        max_memory: usize,
    },
    /// The order of hubs belongs to another mesh.
    #[error("the order of hubs belongs to another mesh; bake without it")]
    WrongOrder,
    /// The caller cancelled the bake.
    #[error("the bake was cancelled")]
    Cancelled,
}

impl BakeError {
    /// Returns the number and the name of this kind of error, for files and other languages. They
    /// stay the same from version to version.
    #[must_use]
    pub const fn code(&self) -> (u8, &'static str) {
        match self {
            Self::WindingGround { .. } => (1, "winding_ground"),
            Self::TooLarge { .. } => (2, "too_large"),
            Self::TooFine { .. } => (3, "too_fine"),
            Self::OverBudget { .. } => (4, "over_budget"),
            Self::WrongOrder => (5, "wrong_order"),
            Self::Cancelled => (6, "cancelled"),
            Self::OverMemory { .. } => (7, "over_memory"),
        }
    }
}
