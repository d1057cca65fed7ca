//! Errors of a search over weighted terrain.

use tautline_navmesh::QueryError;
use tautline_navmesh::internal::ForeignMesh;
use thiserror::Error;

/// The reason why a search over weighted terrain gives no path.
///
/// The list is complete (not `#[non_exhaustive]`), so that a crate on top of this one can
/// turn every case into one of its own.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum WeightedError {
    /// The mesh has no answer: an end is off the mesh, the goal is unreachable, the budget
    /// is exhausted.
    #[error(transparent)]
    Query(#[from] QueryError),
    /// The labels, the landmarks or the costs to the goal were computed for another mesh.
    #[error("the labels or landmarks belong to another mesh; bake them for this one")]
    BakedForOtherMesh,
}

impl From<ForeignMesh> for WeightedError {
    fn from(_: ForeignMesh) -> Self {
        Self::BakedForOtherMesh
    }
}

impl WeightedError {
    /// Returns the number and the name of this kind of error, for files and other languages. They
    /// stay the same from version to version.
    #[must_use]
    pub const fn code(&self) -> (u8, &'static str) {
        match self {
            Self::Query(error) => error.code(),
            Self::BakedForOtherMesh => (13, "baked_for_other_mesh"),
        }
    }
}
