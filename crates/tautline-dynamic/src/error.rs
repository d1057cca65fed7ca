//! Errors of dynamic meshes.

use thiserror::Error;

use crate::ObstacleId;
use tautline_meshgen::PolygonError;
use tautline_navmesh::Faults;

/// The reason why a mesh cannot be made dynamic, or an edit cannot be made. The mesh stays
/// unchanged.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum ChangeError {
    /// A vertex is not on the grid on which obstacles are cut.
    #[error(
        "vertex {vertex} is at ({x}, {y}), but coordinates must be multiples of {step}; \
         build the mesh from polygons, or from cells whose size is a whole number"
    )]
    OffGrid {
        /// The vertex.
        vertex: usize,
        /// Its x coordinate.
        x: f32,
        /// Its y coordinate.
        y: f32,
        /// The step of the grid, in world units.
        step: f64,
    },
    /// A point of an obstacle is too far from the origin.
    #[error(
        "obstacle {obstacle} of this edit has a point at ({x}, {y}), but coordinates may be at \
         most {most} on this mesh"
    )]
    TooFar {
        /// The index of the obstacle in the edit.
        obstacle: usize,
        /// The x coordinate of the point.
        x: f32,
        /// The y coordinate of the point.
        y: f32,
        /// The greatest absolute value of a coordinate.
        most: f64,
    },
    /// The margin of an obstacle is negative, too wide or not a number.
    #[error(
        "obstacle {obstacle} of this edit has a margin of {radius}, but it must be from 0 to {most} \
         on this mesh"
    )]
    Margin {
        /// The index of the obstacle in the edit.
        obstacle: usize,
        /// The offending margin.
        radius: f32,
        /// The greatest possible margin.
        most: f64,
    },
    /// The elevations of an obstacle are not a range.
    #[error(
        "obstacle {obstacle} of this edit has elevations from {low} to {high}, but they must be \
         numbers in increasing order"
    )]
    Elevations {
        /// The index of the obstacle in the edit.
        obstacle: usize,
        /// The lower end.
        low: f32,
        /// The upper end.
        high: f32,
    },
    /// Obstacles affect a connected set of areas that overlaps itself, such as a spiral. All of
    /// it is cut together, but two of its floors could not be cut alike at a common
    /// border: an intersection there was rounded to the grid in two ways.
    #[error(
        "at ({x}, {y}) two floors that are cut together meet, and an intersection there is not \
         rounded alike on both; move the obstacle a little"
    )]
    OverlappingFloors {
        /// The x coordinate.
        x: f32,
        /// The y coordinate.
        y: f32,
    },
    /// An obstacle to remove does not exist, or is listed twice.
    #[error("obstacle {obstacle} does not exist (any more), or is to be removed twice")]
    NoSuchObstacle {
        /// The obstacle.
        obstacle: ObstacleId,
    },
    /// The obstacles would cover the whole mesh, but a mesh cannot be empty.
    #[error("the obstacles would cover the whole mesh, but some of it must remain")]
    NothingLeft,
    /// There are more elements than ids.
    #[error("the mesh would have {found} {things}, but at most {limit} can be numbered")]
    TooMany {
        /// The kind of elements.
        things: &'static str,
        /// Their number.
        found: usize,
        /// The greatest number that is allowed.
        limit: usize,
    },
    /// An intersection of an obstacle with a slanted wall, rounded to the grid, would lie on
    /// other areas less than a step away: beyond a zero-width or very thin wall.
    #[error(
        "at ({x}, {y}) two unconnected areas are less than {step} apart, too near for the grid to \
         separate them; move the obstacle a little"
    )]
    TooNarrow {
        /// The x coordinate.
        x: f32,
        /// The y coordinate.
        y: f32,
        /// The step of the grid, in world units.
        step: f64,
    },
    /// An error in the polygons of the mesh or of an obstacle. For obstacles, shapes are indices
    /// into the obstacles of the edit.
    #[error(transparent)]
    Outline(#[from] PolygonError),
    /// Faults of the mesh.
    #[error(transparent)]
    Faults(#[from] Faults),
}

impl ChangeError {
    /// Returns the number and the name of this kind of error, for files and other languages. They
    /// stay the same from version to version.
    #[must_use]
    pub const fn code(&self) -> (u8, &'static str) {
        match self {
            Self::OffGrid { .. } => (1, "off_grid"),
            Self::TooFar { .. } => (2, "too_far"),
            Self::Margin { .. } => (3, "margin"),
            Self::Elevations { .. } => (4, "elevations"),
            Self::OverlappingFloors { .. } => (5, "overlapping_floors"),
            Self::NoSuchObstacle { .. } => (6, "no_such_obstacle"),
            Self::NothingLeft => (7, "nothing_left"),
            Self::TooMany { .. } => (8, "too_many"),
            Self::TooNarrow { .. } => (9, "too_narrow"),
            Self::Outline(_) => (10, "outline"),
            Self::Faults(_) => (11, "faults"),
        }
    }
}
