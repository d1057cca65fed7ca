//! Errors of an exact search.

use tautline_navmesh::QueryError;
use tautline_navmesh::internal::ForeignMesh;
use thiserror::Error;

/// The reason why an exact search gives no path.
///
/// The list is complete (not `#[non_exhaustive]`), so that a crate on top of this one can
/// turn every case into one of its own.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum ExactError {
    /// The mesh has no answer: an end is off the mesh, the goal is unreachable, the budget
    /// is exhausted.
    #[error(transparent)]
    Query(#[from] QueryError),
    /// The costs of the filter differ between terrains. The crate `tautline-weighted` supports them.
    #[error(
        "the exact search does not support terrain of different costs; use uniform costs, or the weighted search"
    )]
    WeightedTerrain,
    /// The filter holds the size of an agent. Search a mesh that was inset by the agent's
    /// radius, or use `find_corridor`.
    #[error(
        "the exact search does not support the size of an agent; use a mesh inset by its radius, or the corridor search"
    )]
    AgentSize,
    /// The labels, the landmarks or the prepared goal were computed for another mesh, or
    /// the goal was prepared with other labels.
    #[error("the labels or landmarks belong to another mesh; bake them for this one")]
    BakedForOtherMesh,
}

impl From<ForeignMesh> for ExactError {
    fn from(_: ForeignMesh) -> Self {
        Self::BakedForOtherMesh
    }
}

impl ExactError {
    /// Returns the number and the name of this kind of error, for files and other languages. They
    /// stay the same from version to version.
    #[must_use]
    pub const fn code(&self) -> (u8, &'static str) {
        match self {
            Self::Query(error) => error.code(),
            Self::WeightedTerrain => (9, "weighted_terrain"),
            Self::AgentSize => (11, "agent_size"),
            Self::BakedForOtherMesh => (13, "baked_for_other_mesh"),
        }
    }
}
