//! Errors of planar subdivisions.

use thiserror::Error;

use super::Region;

/// The reason why a subdivision cannot become a mesh.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum SubdivisionError {
    /// A coordinate is infinite or not a number.
    #[error("vertex {vertex} is at ({x}, {y}), but coordinates must be finite")]
    Coordinate {
        /// The vertex.
        vertex: usize,
        /// Its x coordinate.
        x: f32,
        /// Its y coordinate.
        y: f32,
    },
    /// Two vertices have the same position.
    #[error("vertices {first} and {second} are both at ({x}, {y}), but positions must be distinct")]
    DuplicateVertex {
        /// One of them.
        first: u32,
        /// The other.
        second: u32,
        /// Their x coordinate.
        x: f32,
        /// Their y coordinate.
        y: f32,
    },
    /// There are more vertices or edges than can be numbered.
    #[error("the subdivision has {found} {things}, but at most {limit} can be numbered")]
    TooMany {
        /// `"vertices"` or `"edges"`.
        things: &'static str,
        /// Their number.
        found: usize,
        /// The maximum number.
        limit: usize,
    },
    /// An edge names a vertex that does not exist.
    #[error("edge {edge} ends at vertex {vertex}, but there are only {vertices} vertices")]
    VertexOutOfRange {
        /// The edge.
        edge: usize,
        /// The vertex that it names.
        vertex: u32,
        /// The number of vertices.
        vertices: usize,
    },
    /// An edge ends where it begins.
    #[error("edge {edge} begins and ends at vertex {vertex}, but must lead to another one")]
    EdgeWithoutLength {
        /// The edge.
        edge: usize,
        /// Its only vertex.
        vertex: u32,
    },
    /// Two edges cross.
    #[error("edges {first} and {second} cross, but may meet only at vertices")]
    CrossingEdges {
        /// One of them.
        first: u32,
        /// The other.
        second: u32,
    },
    /// Two edges of the same face claim different regions for it.
    #[error(
        "edges {first} and {second} bound the same face, but one says {first_region} and the other {second_region}"
    )]
    Disagreement {
        /// One of the edges.
        first: u32,
        /// The region that it claims.
        first_region: Region,
        /// The other edge.
        second: u32,
        /// The region that it claims.
        second_region: Region,
    },
    /// An edge has ground on a side that no edges enclose.
    #[error(
        "edge {edge} has {region} on its outer side, but space that no edges enclose is blocked"
    )]
    GroundOutside {
        /// The edge.
        edge: u32,
        /// The region that it claims.
        region: Region,
    },
}

impl SubdivisionError {
    /// Returns the number and the name of this kind of error, for files and other languages. They
    /// stay the same from version to version.
    #[must_use]
    pub const fn code(&self) -> (u8, &'static str) {
        match self {
            Self::Coordinate { .. } => (1, "coordinate"),
            Self::DuplicateVertex { .. } => (2, "duplicate_vertex"),
            Self::TooMany { .. } => (3, "too_many"),
            Self::VertexOutOfRange { .. } => (4, "vertex_out_of_range"),
            Self::EdgeWithoutLength { .. } => (5, "edge_without_length"),
            Self::CrossingEdges { .. } => (6, "crossing_edges"),
            Self::Disagreement { .. } => (7, "disagreement"),
            Self::GroundOutside { .. } => (8, "ground_outside"),
        }
    }
}
