//! Why there are no labels.

use thiserror::Error;

/// Why there are no labels.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum BakeError {
    /// Somewhere the ground row_counts around a vertex by more than a full turn.
    #[error("the ground winds around vertex {vertex}, which labels do not describe; search online")]
    WindingGround {
        /// The vertex.
        vertex: u32,
    },
    /// There are more corners and vertices than can be told apart.
    #[error(
        "the mesh has {corners} corners and {vertices} vertices, too many for labels; search online"
    )]
    TooLarge {
        /// How many corners there are.
        corners: usize,
        /// How many vertices there are.
        vertices: usize,
    },
    /// Two corners are so near to each other, and the mesh is so large, that their
    /// distance is lost in rounding.
    #[error(
        "some corners are nearer to each other than can be told with {per_length} units per length; search online"
    )]
    TooFine {
        /// How many units of distance there would be in one world unit.
        per_length: f64,
    },
    /// Even without hubs, or with those that were context for, the labels would be
    /// too large.
    #[error(
        "the labels take {bytes} bytes or more, but {most} are allowed; allow more, or search online"
    )]
    OverBudget {
        /// How many bytes they would take at least, or by an estimate.
        bytes: usize,
        /// How many they may take.
        most: usize,
    },
    /// The order of hubs is that of another mesh.
    #[error("the order of hubs is not that of this mesh; bake without it")]
    WrongOrder,
    /// The caller did not want to go on.
    #[error("the bake was cancelled")]
    Cancelled,
}
