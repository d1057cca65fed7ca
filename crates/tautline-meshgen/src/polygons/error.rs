//! Why no mesh could be built of polygons.

use thiserror::Error;

use crate::SubdivisionError;

/// Why no mesh could be built of [`Polygons`](super::Polygons). Shapes, rings
/// (within their shape) and points (within their ring) are counted from 0.
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
        /// Where it is.
        x: f32,
        /// Where it is.
        y: f32,
    },
    /// More points than can be numbered.
    #[error("the outlines have {found} points, but at most {limit} can be numbered")]
    TooManyPoints {
        /// How many there are.
        found: usize,
        /// How many there may be.
        limit: usize,
    },
    /// Sides cross each other more often than is in proportion to what was drawn: to
    /// cut them would take memory for every crossing. With a radius, that may be
    /// because it is far larger than what lies between the walls.
    #[error("{edges} edges of rings cross each other more than {limit} times")]
    TooManyCrossings {
        /// How many sides there are, of one shape, of all ground and holes, or of the
        /// walls moved by the radius.
        edges: usize,
        /// How often so many may cross.
        limit: usize,
    },
    /// So much terrain lies on terrain that it takes memory out of proportion to tell
    /// what covers what.
    #[error(
        "terrain lies on terrain, {depth} deep, beside too many borders: \
         all borders in a column may have {limit} shapes above them, each counted"
    )]
    TooManyOverlaps {
        /// How many shapes lie on each other at one of the borders.
        depth: usize,
        /// How many may lie beside all borders that an upright line meets.
        limit: usize,
    },
    /// The radius of the agent is negative or not finite.
    #[error("the agent radius is {radius}, but it must be finite and at least 0")]
    AgentRadius {
        /// The offending radius.
        radius: f32,
    },
    /// The limit of the mitres is out of range.
    #[error("the mitre limit is {limit}, but it must be from 1 to {most}")]
    MiterLimit {
        /// The offending limit.
        limit: f32,
        /// The greatest limit.
        most: f32,
    },
    /// The tolerance of rounded corners is out of range.
    #[error("the tolerance of rounded corners is {tolerance}, but it must be finite and above 0")]
    Tolerance {
        /// The offending tolerance.
        tolerance: f32,
    },
    /// No shape adds any ground.
    #[error("none of the {shapes} shapes is ground that has an area")]
    NoGround {
        /// How many shapes there are.
        shapes: usize,
    },
    /// There was ground, but nothing is left of it.
    #[error("holes and an agent radius of {agent_radius} leave nothing of the ground")]
    NothingLeft {
        /// The radius of the agent.
        agent_radius: f32,
    },
    /// The borders of terrain still cross each other after many rounds of
    /// rounding their crossings to the grid.
    #[error("terrain borders still cross after rounding their crossings {rounds} times")]
    Noding {
        /// How many rounds were tried.
        rounds: usize,
    },
    /// The cleaned outlines could not be divided into areas.
    #[error("the cleaned outlines cannot be divided into areas")]
    Subdivision(#[from] SubdivisionError),
}
