//! What can be wrong with a subdivision.

use thiserror::Error;

use super::Region;

/// Why a subdivision cannot become a mesh.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum SubdivisionError {
    /// A coordinate is infinite or not a number.
    #[error("vertex {vertex} is at ({x}, {y}), but coordinates must be finite")]
    Coordinate {
        /// The vertex.
        vertex: usize,
        /// Its position.
        x: f32,
        /// Its position.
        y: f32,
    },
    /// Two vertices stand at the same place.
    #[error(
        "vertices {first} and {second} are both at ({x}, {y}), but each place may have only one"
    )]
    DuplicateVertex {
        /// One of them.
        first: u32,
        /// The other.
        second: u32,
        /// Where they are.
        x: f32,
        /// Where they are.
        y: f32,
    },
    /// There are more vertices or edges than numbers.
    #[error("the subdivision has {found} {things}, but at most {limit} can be numbered")]
    TooMany {
        /// Of what there are too many.
        things: &'static str,
        /// How many there are.
        found: usize,
        /// How many there may be.
        limit: usize,
    },
    /// An edge ends at no vertex.
    #[error("edge {edge} ends at vertex {vertex}, but there are only {vertices} vertices")]
    VertexOutOfRange {
        /// The edge.
        edge: usize,
        /// The vertex that it names.
        vertex: u32,
        /// How many vertices there are.
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
    /// Two edges that bound the same face say different things of it.
    #[error(
        "edge {first} has {first_region} on one side and edge {second} has {second_region} there, but it is the same face"
    )]
    Disagreement {
        /// One of the edges.
        first: u32,
        /// What it says.
        first_region: Region,
        /// The other edge.
        second: u32,
        /// What that says.
        second_region: Region,
    },
    /// An edge has ground on a side that is not enclosed by edges.
    #[error("edge {edge} has {region} on its outer side, but what no edges enclose is blocked")]
    GroundOutside {
        /// The edge.
        edge: u32,
        /// What it says.
        region: Region,
    },
}
