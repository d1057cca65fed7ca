//! Why no ground was found.

use thiserror::Error;

use crate::{ModelError, SubdivisionError};

/// Why no ground was found by [`walkable_voxels`](crate::walkable_voxels).
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum VoxelError {
    /// The model itself is faulty.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// An option is out of range.
    #[error("the {option} is {value}, but must be {allowed}")]
    OutOfRange {
        /// Which option.
        option: &'static str,
        /// The offending value.
        value: f32,
        /// What is allowed.
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
    /// The model is so far away from the origin that its cells cannot be told
    /// apart.
    #[error(
        "the model reaches {cells} cells from the origin, but at most {limit}; move it, or use larger cells"
    )]
    FarFromOrigin {
        /// How far it reaches, in cells.
        cells: f64,
        /// How far it may.
        limit: u32,
    },
    /// The model is too high.
    #[error("the model is {voxels} voxels high, but at most {limit}; use higher voxels")]
    TooHigh {
        /// How high it is, in voxels.
        voxels: f64,
        /// How high it may be.
        limit: u32,
    },
    /// The model is too large.
    #[error("the model covers {columns} columns, but at most {limit}; use larger cells")]
    TooManyColumns {
        /// How many columns there would be.
        columns: u64,
        /// How many there may be.
        limit: u64,
    },
    /// Too many voxels are filled.
    #[error("the model fills more than {limit} solid_spans of voxels; use larger cells")]
    TooManySpans {
        /// How many solid_spans there may be.
        limit: usize,
    },
    /// Too many floors lie above each other.
    #[error("there are {floors} floors above each other at ({x}, {y}), but at most {limit}")]
    TooManyFloors {
        /// Where.
        x: f32,
        /// Where.
        y: f32,
        /// How many there are.
        floors: usize,
        /// How many there may be.
        limit: usize,
    },
    /// The voxels could not be filled. No such model is known.
    #[error("the voxels cannot be filled: {reason}")]
    Rasterization {
        /// Why.
        reason: String,
    },
    /// There is no place to stand.
    #[error("the agent can stand nowhere on the {triangles} triangles")]
    NothingWalkable {
        /// How many triangles there are.
        triangles: usize,
    },
    /// The contour of a region, followed cell by cell, does not enclose it. No such model
    /// is known.
    #[error("the contour of region {layer} does not enclose its ground")]
    Contour {
        /// Its number.
        layer: u32,
    },
    /// A layer of the ground could not be divided into areas, not even with the
    /// borders of its cells. No such model is known.
    #[error("layer {layer} of the ground cannot be divided into areas: {source}")]
    Subdivision {
        /// The layer.
        layer: u32,
        /// Why.
        source: SubdivisionError,
    },
}

impl VoxelError {
    /// What rerecast says went wrong.
    pub(super) fn of_recast(error: impl std::fmt::Display) -> Self {
        Self::Rasterization { reason: error.to_string() }
    }
}
