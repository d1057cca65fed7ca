//! Questions that have no answer.

use thiserror::Error;

use super::End;
use crate::{AreaId, Terrain};

/// The reason why a question to a mesh has no answer: a corridor, a path, what is seen,
/// the distance to the walls.
///
/// The list is complete (not `#[non_exhaustive]`), so that a crate on top of this one can
/// turn every case into one of its own.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum QueryError {
    /// A coordinate of the start or the goal is infinite or not a number.
    #[error("the {end} is at ({x}, {y}), but coordinates must be finite")]
    NotFinite {
        /// Which of them.
        end: End,
        /// Where it is.
        x: f32,
        /// Where it is.
        y: f32,
    },
    /// The elevation of the start or the goal is infinite or not a number.
    #[error("the {end} has the elevation {elevation}, but it must be finite")]
    ElevationNotFinite {
        /// Which of them.
        end: End,
        /// The offending elevation.
        elevation: f32,
    },
    /// The start is not on the mesh.
    #[error("the start ({x}, {y}) is off the mesh")]
    StartOffMesh {
        /// Where it is.
        x: f32,
        /// Where it is.
        y: f32,
    },
    /// The goal is not on the mesh.
    #[error("the goal ({x}, {y}) is off the mesh")]
    GoalOffMesh {
        /// Where it is.
        x: f32,
        /// Where it is.
        y: f32,
    },
    /// The start or the goal lies on ground that may not be walked on.
    #[error("the {end} lies on terrain {terrain}, which is forbidden", terrain = terrain.0)]
    Forbidden {
        /// Which of them.
        end: End,
        /// The class of ground.
        terrain: Terrain,
    },
    /// The start or the goal lies in an area that may not be entered.
    #[error("the {end} lies in area {area}, which is forbidden")]
    ForbiddenArea {
        /// Which of them.
        end: End,
        /// The area.
        area: AreaId,
    },
    /// A search in slices was to be carried on with another mesh than it was begun with.
    #[error("the search was begun on another mesh; begin it anew on this one")]
    OtherMesh,
    /// No way leads from the start to the goal.
    #[error("no path leads from the start to the goal")]
    Unreachable,
    /// The search was bounded, and met its bound.
    #[error("the search gave up after expanding {expanded} nodes; raise the budget")]
    BudgetExhausted {
        /// How many nodes it expanded.
        expanded: u64,
    },
}
