//! Why ground cannot be changed.

use thiserror::Error;

use crate::ObstacleId;
use tautline_meshgen::PolygonError;
use tautline_navmesh::Faults;

/// Why ground cannot be made changing, or cannot be changed so. The ground then
/// is what it was before.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum ChangeError {
    /// A vertex is not on the grid that obstacles are cut on.
    #[error(
        "vertex {vertex} is at ({x}, {y}), but coordinates must be multiples of {step}; \
         a mesh of outlines is on such a grid"
    )]
    OffGrid {
        /// The vertex.
        vertex: usize,
        /// Where it is.
        x: f32,
        /// Where it is.
        y: f32,
        /// The step of the grid, in world units.
        step: f64,
    },
    /// A point of an obstacle is too far from the representative.
    #[error(
        "obstacle {obstacle} of this edit has a point at ({x}, {y}), but coordinates may be at \
         most {most} beside this ground"
    )]
    TooFar {
        /// Which of the obstacles that were to be added.
        obstacle: usize,
        /// Where the point is.
        x: f32,
        /// Where the point is.
        y: f32,
        /// The greatest size of a coordinate.
        most: f64,
    },
    /// The margin of an obstacle is too wide.
    #[error(
        "obstacle {obstacle} of this edit has a margin of {radius}, but it may be at most {most} \
         on this ground"
    )]
    MarginTooWide {
        /// Which of the obstacles that were to be added.
        obstacle: usize,
        /// The offending margin.
        radius: f32,
        /// The greatest margin.
        most: f64,
    },
    /// The elevations of the ground that an obstacle stands on are no range.
    #[error(
        "obstacle {obstacle} of this edit stands on elevations from {low} to {high}, but they must \
         be numbers in order"
    )]
    Elevations {
        /// Which of the obstacles that were to be added.
        obstacle: usize,
        /// The least of them.
        low: f32,
        /// The greatest of them.
        high: f32,
    },
    /// Obstacles reach along ground, such as a spiral, until it lies above itself. All
    /// of that is cut together, and where two floors of it meet they could not be
    /// cut alike: an obstacle crosses the border between them aslant, and the crossing
    /// was rounded to the grid in two ways.
    #[error(
        "at ({x}, {y}) ground that lies above itself is cut by obstacles all along, and a crossing \
         there is not rounded alike on both floors"
    )]
    OverlappingFloors {
        /// Where.
        x: f32,
        /// Where.
        y: f32,
    },
    /// An obstacle that was to be removed is not there, or not there any more.
    #[error("obstacle {obstacle} is not on the ground, but only what is there can be removed")]
    NoSuchObstacle {
        /// The obstacle.
        obstacle: ObstacleId,
    },
    /// The obstacles would footprint all ground, but a mesh cannot be empty.
    #[error("obstacles would footprint all ground, but some of it must be left")]
    NothingLeft,
    /// There are more things than numbers.
    #[error("the ground would have had {found} {things}, but at most {limit} can be numbered")]
    TooMany {
        /// Of what there are too many.
        things: &'static str,
        /// How many there would be.
        found: usize,
        /// How many there may be.
        limit: usize,
    },
    /// Where an obstacle crosses a slanting wall, the crossing is rounded to the
    /// grid, and there it would lie on other ground, less than a step away: beyond a
    /// wall of no width, or a thin one.
    #[error(
        "at ({x}, {y}) ground is less than {step} away from other ground, too near for the grid \
         to keep them apart"
    )]
    TooNarrow {
        /// Where.
        x: f32,
        /// Where.
        y: f32,
        /// The step of the grid, in world units.
        step: f64,
    },
    /// What is wrong with the outlines of the ground or of an obstacle: shapes are
    /// counted among the obstacles of the edit then.
    #[error(transparent)]
    Outline(#[from] PolygonError),
    /// What is wrong with the mesh of the ground.
    #[error(transparent)]
    Faults(#[from] Faults),
}
