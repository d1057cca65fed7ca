//! Why a model has no ground.

use thiserror::Error;

use tautline_navmesh::Faults;

/// Why no ground could be made of a model. Vertices and triangles are counted
/// from 0.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum ModelError {
    /// A coordinate is infinite or not a number.
    #[error("vertex {vertex} is at ({x}, {y}, {z}), but coordinates must be finite")]
    NotFinite {
        /// The vertex.
        vertex: usize,
        /// Its position.
        x: f32,
        /// Its position.
        y: f32,
        /// Its position.
        z: f32,
    },
    /// A corner is no vertex.
    #[error("triangle {triangle} has vertex {vertex}, but there are only {vertices} vertices")]
    VertexOutOfRange {
        /// The triangle.
        triangle: usize,
        /// The vertex that it names.
        vertex: u32,
        /// How many vertices there are.
        vertices: usize,
    },
    /// The terrain classes are not one for each triangle.
    #[error("there are {found} terrain classes, but must be {expected} (or none)")]
    TerrainCount {
        /// How many there are.
        found: usize,
        /// How many triangles there are.
        expected: usize,
    },
    /// More triangles or vertices than numbers.
    #[error("the model has {found} {things}, but at most {limit} can be numbered")]
    TooMany {
        /// Of what there are too many.
        things: &'static str,
        /// How many there are.
        found: usize,
        /// How many there may be.
        limit: usize,
    },
    /// The steepest slope is negative or not a number.
    #[error("the greatest slope is {max_slope}, but it must be at least 0")]
    MaxSlope {
        /// The offending slope.
        max_slope: f32,
    },
    /// The distance within which vertices are welded is out of range.
    #[error(
        "the weld distance is {weld_distance}, but must be 0, or finite and at least {least} for these coordinates"
    )]
    WeldDistance {
        /// The offending distance.
        weld_distance: f32,
        /// The least one that is not 0.
        least: f64,
    },
    /// No triangle is ground.
    #[error(
        "none of the {triangles} triangles can be walked on: {steep} are too steep, {facing_down} face down, and {upright} stand upright or have no area"
    )]
    NothingWalkable {
        /// How many triangles there are.
        triangles: usize,
        /// How many are too steep.
        steep: usize,
        /// How many face down. If that is nearly all, then the corners of the
        /// triangles run the other way round, or another axis is up.
        facing_down: usize,
        /// How many have no area seen from above.
        upright: usize,
    },
    /// The triangles could not be merged. No such model is known.
    #[error("the walkable triangles cannot be merged: {0}")]
    Merging(#[from] Faults),
}
