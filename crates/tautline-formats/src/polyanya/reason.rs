//! Errors of Polyanya meshes alone.

use crate::found::Found;

/// An error that only a Polyanya mesh can have.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PolyanyaReason {
    /// A word is not the index of a vertex.
    #[error("expected a vertex index below {limit}, found {found}")]
    VertexIndex {
        /// The number of vertices.
        limit: u32,
        /// The content found.
        found: Found,
    },
    /// A word is neither the index of a polygon nor -1.
    #[error("expected -1 or a polygon index below {limit}, found {found}")]
    PolygonIndex {
        /// The number of polygons.
        limit: u32,
        /// The content found.
        found: Found,
    },
    /// A word in a file of format 3 is not the number of a vertex.
    #[error("expected the number of a vertex, from 1 to {count}, found {found}")]
    VertexNumber {
        /// The number of vertices.
        count: u32,
        /// The content found.
        found: Found,
    },
    /// A word in a file of format 3 is not the number of a face, with or without a minus.
    #[error("expected the number of a face, from -{count} to {count}, found {found}")]
    FaceNumber {
        /// The number of faces.
        count: u32,
        /// The content found.
        found: Found,
    },
}

impl PolyanyaReason {
    /// Returns the number and the name of this kind of error, to store them or to pass them to
    /// other languages. They are stable across versions.
    #[must_use]
    pub const fn code(&self) -> (u8, &'static str) {
        match self {
            Self::VertexIndex { .. } => (1, "vertex_index"),
            Self::PolygonIndex { .. } => (2, "polygon_index"),
            Self::VertexNumber { .. } => (3, "vertex_number"),
            Self::FaceNumber { .. } => (4, "face_number"),
        }
    }
}
