//! Errors of finding ground by voxels.

use thiserror::Error;

use crate::{ModelError, SubdivisionError};

/// The reason why [`walkable_voxels`](crate::walkable_voxels) found no ground.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum VoxelError {
    /// The model itself is faulty.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// An option is out of range.
    #[error("the {option} is {value}, but must be {allowed}")]
    OutOfRange {
        /// The option.
        option: &'static str,
        /// The value given.
        value: f32,
        /// The allowed values.
        allowed: &'static str,
    },
    /// The class of a triangle is too high.
    #[error("triangle {triangle} is of terrain class {terrain}, but at most class 254 is allowed")]
    TerrainClass {
        /// The triangle.
        triangle: usize,
        /// Its class.
        terrain: u8,
    },
    /// The model is so far away from the origin that its cells cannot be distinguished in
    /// `f32`.
    #[error(
        "the model reaches {cells} cells from the origin, but at most {limit}; move it, or use larger cells"
    )]
    FarFromOrigin {
        /// The distance of its farthest corner from the origin, in cells.
        cells: f64,
        /// The maximum distance, in cells.
        limit: u32,
    },
    /// The model is too high.
    #[error("the model is {voxels} voxels high, but at most {limit}; use higher voxels")]
    TooHigh {
        /// Its height, in voxels.
        voxels: f64,
        /// The maximum height, in voxels.
        limit: u32,
    },
    /// The model is too large.
    #[error("the model covers {columns} columns, but at most {limit}; use larger cells")]
    TooManyColumns {
        /// The number of columns.
        columns: u64,
        /// The maximum number of columns.
        limit: u64,
    },
    /// The model has too many solid spans.
    #[error("the model has more than {limit} spans of solid voxels; use larger cells")]
    TooManySpans {
        /// The maximum number of solid spans.
        limit: usize,
    },
    /// Too many floors lie above each other in one column.
    #[error("there are {floors} floors above each other at ({x}, {y}), but at most {limit}")]
    TooManyFloors {
        /// The x coordinate of the column.
        x: f32,
        /// The y coordinate of the column.
        y: f32,
        /// The number of floors.
        floors: usize,
        /// The maximum number of floors.
        limit: usize,
    },
    /// The triangles could not be rasterized. No such model is known.
    #[error("the triangles cannot be rasterized: {reason}")]
    Rasterization {
        /// The reason.
        reason: String,
    },
    /// The agent can stand nowhere.
    #[error("the agent can stand nowhere on the {triangles} triangles")]
    NothingWalkable {
        /// The number of triangles.
        triangles: usize,
    },
    /// The contour of a layer, followed cell by cell, does not enclose it. No such model is
    /// known.
    #[error("the contour of layer {layer} does not enclose its ground")]
    Contour {
        /// The layer.
        layer: u32,
    },
    /// A layer could not be divided into areas, not even with contours that follow the cells.
    /// No such model is known.
    #[error("layer {layer} cannot be divided into areas: {source}")]
    Subdivision {
        /// The layer.
        layer: u32,
        /// The reason.
        source: SubdivisionError,
    },
}

impl VoxelError {
    /// Returns the number and the name of this kind of error, for files and other languages. They
    /// stay the same from version to version.
    #[must_use]
    pub const fn code(&self) -> (u8, &'static str) {
        match self {
            Self::Model(_) => (1, "model"),
            Self::OutOfRange { .. } => (2, "out_of_range"),
            Self::TerrainClass { .. } => (3, "terrain_class"),
            Self::FarFromOrigin { .. } => (4, "far_from_origin"),
            Self::TooHigh { .. } => (5, "too_high"),
            Self::TooManyColumns { .. } => (6, "too_many_columns"),
            Self::TooManySpans { .. } => (7, "too_many_spans"),
            Self::TooManyFloors { .. } => (8, "too_many_floors"),
            Self::Rasterization { .. } => (9, "rasterization"),
            Self::NothingWalkable { .. } => (10, "nothing_walkable"),
            Self::Contour { .. } => (11, "contour"),
            Self::Subdivision { .. } => (12, "subdivision"),
        }
    }
}

impl VoxelError {
    /// Wraps an error of rerecast.
    pub(super) fn of_recast(error: impl std::fmt::Display) -> Self {
        Self::Rasterization { reason: error.to_string() }
    }
}
