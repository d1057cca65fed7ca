//! Errors of building a mesh of polygons.

use thiserror::Error;

use crate::SubdivisionError;

/// The reason why [`Polygons`](super::Polygons) cannot become a mesh. Shapes, rings (within
/// their shape) and points (within their ring) are counted from 0.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum PolygonError {
    /// A coordinate is infinite or not a number.
    #[error(
        "point {point} of ring {ring} of shape {shape} is at ({x}, {y}), but coordinates must be finite"
    )]
    NotFinite {
        /// The shape.
        shape: usize,
        /// The ring.
        ring: usize,
        /// The point.
        point: usize,
        /// Its x coordinate.
        x: f32,
        /// Its y coordinate.
        y: f32,
    },
    /// There are more points than can be numbered.
    #[error("the polygons have {found} points, but at most {limit} can be numbered")]
    TooManyPoints {
        /// The number of points.
        found: usize,
        /// The maximum number of points.
        limit: usize,
    },
    /// Edges cross each other so often that cutting them would take memory out of proportion
    /// to the input. The agent radius may be the cause, if it is far larger than the distances
    /// between walls.
    #[error("{edges} edges of rings cross each other more than {limit} times")]
    TooManyCrossings {
        /// The number of edges of one shape, of all ground and holes, or of the walls moved by
        /// the radius.
        edges: usize,
        /// The maximum number of crossings.
        limit: usize,
    },
    /// Terrain shapes overlap so often that labelling their edges would take memory out of
    /// proportion to the input.
    #[error(
        "{depth} terrain shapes overlap in one place; a vertical line may cross at most {limit} pairs of \
         an edge and a shape that covers it"
    )]
    TooManyOverlaps {
        /// The number of shapes that overlap at one of the edges.
        depth: usize,
        /// The maximum sum of these numbers over all edges that a vertical line crosses.
        limit: usize,
    },
    /// The radius of the agent is negative or not finite.
    #[error("the agent radius is {radius}, but it must be finite and at least 0")]
    AgentRadius {
        /// The radius given.
        radius: f32,
    },
    /// The miter limit is out of range.
    #[error("the miter limit is {limit}, but it must be from 1 to {most}")]
    MiterLimit {
        /// The limit given.
        limit: f32,
        /// The maximum.
        most: f32,
    },
    /// The tolerance of round joins is out of range.
    #[error("the tolerance of round joins is {tolerance}, but it must be finite and above 0")]
    Tolerance {
        /// The tolerance given.
        tolerance: f32,
    },
    /// No shape adds any ground.
    #[error("none of the {shapes} shapes is ground that has an area")]
    NoGround {
        /// The number of shapes.
        shapes: usize,
    },
    /// Holes and the radius remove all of the ground.
    #[error(
        "holes and an agent radius of {agent_radius} leave nothing of the ground, which is {} wide and {} high",
        size[0],
        size[1]
    )]
    NothingLeft {
        /// The radius of the agent.
        agent_radius: f32,
        /// The width and height of the box around the ground without holes.
        size: [f32; 2],
    },
    /// Noding did not converge: the boundaries of terrain still cross after many rounds of
    /// rounding their crossings to the grid.
    #[error("terrain boundaries still cross after rounding their crossings {rounds} times")]
    Noding {
        /// The number of rounds.
        rounds: usize,
    },
    /// The resolved polygons could not be divided into areas. No such input is known.
    #[error("the resolved polygons cannot be divided into areas")]
    Subdivision(#[from] SubdivisionError),
}

impl PolygonError {
    /// Returns the number and the name of this kind of error, for files and other languages. They
    /// stay the same from version to version.
    #[must_use]
    pub const fn code(&self) -> (u8, &'static str) {
        match self {
            Self::NotFinite { .. } => (1, "not_finite"),
            Self::TooManyPoints { .. } => (2, "too_many_points"),
            Self::TooManyCrossings { .. } => (3, "too_many_crossings"),
            Self::TooManyOverlaps { .. } => (4, "too_many_overlaps"),
            Self::AgentRadius { .. } => (5, "agent_radius"),
            Self::MiterLimit { .. } => (6, "miter_limit"),
            Self::Tolerance { .. } => (7, "tolerance"),
            Self::NoGround { .. } => (8, "no_ground"),
            Self::NothingLeft { .. } => (9, "nothing_left"),
            Self::Noding { .. } => (10, "noding"),
            Self::Subdivision(_) => (11, "subdivision"),
        }
    }
}
