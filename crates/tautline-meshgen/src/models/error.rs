//! Errors of extracting the ground of a model.

use thiserror::Error;

use tautline_navmesh::Faults;

/// The reason why a model has no ground. Vertices and triangles are counted from 0.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum ModelError {
    /// A coordinate is infinite or not a number.
    #[error("vertex {vertex} is at ({x}, {y}, {z}), but coordinates must be finite")]
    NotFinite {
        /// The vertex.
        vertex: usize,
        /// Its x coordinate.
        x: f32,
        /// Its y coordinate.
        y: f32,
        /// Its z coordinate.
        z: f32,
    },
    /// A triangle names a vertex that does not exist.
    #[error("triangle {triangle} has vertex {vertex}, but there are only {vertices} vertices")]
    VertexOutOfRange {
        /// The triangle.
        triangle: usize,
        /// The vertex that it names.
        vertex: u32,
        /// The number of vertices.
        vertices: usize,
    },
    /// The number of terrain classes is not the number of triangles.
    #[error("there are {found} terrain classes, but must be {expected} (or none)")]
    TerrainCount {
        /// The number of classes.
        found: usize,
        /// The number of triangles.
        expected: usize,
    },
    /// There are more triangles or vertices than can be numbered.
    #[error("the model has {found} {things}, but at most {limit} can be numbered")]
    TooMany {
        /// `"triangles"` or `"vertices"`.
        things: &'static str,
        /// Their number.
        found: usize,
        /// The maximum number.
        limit: usize,
    },
    /// The steepest slope is negative or not a number.
    #[error("the greatest slope is {max_slope}, but it must be at least 0")]
    MaxSlope {
        /// The slope given.
        max_slope: f32,
    },
    /// The weld distance is out of range.
    #[error(
        "the weld distance is {weld_distance}, but must be 0, or finite and at least {least} for these coordinates"
    )]
    WeldDistance {
        /// The distance given.
        weld_distance: f32,
        /// The minimum, apart from 0.
        least: f64,
    },
    /// No triangle is ground.
    #[error(
        "none of the {triangles} triangles are walkable: {steep} are too steep, {facing_down} face down, and {vertical} are vertical or have no area; check which axis points up, and which way faces look"
    )]
    NothingWalkable {
        /// The number of triangles.
        triangles: usize,
        /// The number of triangles that are too steep.
        steep: usize,
        /// The number of triangles that face down. If that is nearly all, the corners run the
        /// other way round, or another axis is up.
        facing_down: usize,
        /// The number of triangles without an area seen from above.
        vertical: usize,
    },
    /// The triangles could not be merged. No such model is known.
    #[error("the walkable triangles cannot be merged: {0}")]
    Merging(#[from] Faults),
}

impl ModelError {
    /// Returns the number and the name of this kind of error, for files and other languages. They
    /// stay the same from version to version.
    #[must_use]
    pub const fn code(&self) -> (u8, &'static str) {
        match self {
            Self::NotFinite { .. } => (1, "not_finite"),
            Self::VertexOutOfRange { .. } => (2, "vertex_out_of_range"),
            Self::TerrainCount { .. } => (3, "terrain_count"),
            Self::TooMany { .. } => (4, "too_many"),
            Self::MaxSlope { .. } => (5, "max_slope"),
            Self::WeldDistance { .. } => (6, "weld_distance"),
            Self::NothingWalkable { .. } => (7, "nothing_walkable"),
            Self::Merging(_) => (8, "merging"),
        }
    }
}
