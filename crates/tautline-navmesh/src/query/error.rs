//! Errors of queries.

use thiserror::Error;

use super::End;
use crate::{AreaId, Terrain};

/// The reason why a query has no result: the search for a corridor or path, a ray cast, or
/// the search for the nearest wall.
///
/// The list is complete (not `#[non_exhaustive]`), so that a crate on top of this one can
/// map every case to one of its own.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum QueryError {
    /// A coordinate of the start or the goal is infinite or not a number.
    #[error("the {end} is at ({x}, {y}), but coordinates must be finite")]
    NotFinite {
        /// The end of the query.
        end: End,
        /// Its x coordinate.
        x: f32,
        /// Its y coordinate.
        y: f32,
    },
    /// The elevation of the start or the goal is infinite or not a number.
    #[error("the {end} has the elevation {elevation}, but it must be finite")]
    ElevationNotFinite {
        /// The end of the query.
        end: End,
        /// The offending elevation.
        elevation: f32,
    },
    /// The start is not on the mesh.
    #[error("the start ({x}, {y}) is off the mesh")]
    StartOffMesh {
        /// Its x coordinate.
        x: f32,
        /// Its y coordinate.
        y: f32,
    },
    /// The goal is not on the mesh.
    #[error("the goal ({x}, {y}) is off the mesh")]
    GoalOffMesh {
        /// Its x coordinate.
        x: f32,
        /// Its y coordinate.
        y: f32,
    },
    /// The start or the goal lies on a terrain class that the filter forbids.
    #[error("the {end} lies on terrain {terrain}, which is forbidden", terrain = terrain.0)]
    Forbidden {
        /// The end of the query.
        end: End,
        /// The terrain class.
        terrain: Terrain,
    },
    /// The start or the goal lies in an area that the filter forbids.
    #[error("the {end} lies in area {area}, which is forbidden")]
    ForbiddenArea {
        /// The end of the query.
        end: End,
        /// The area.
        area: AreaId,
    },
    /// The share by which the path may be too long is negative, infinite or not a number.
    #[error("the path may be too long by a share of {share}, but it must be finite and at least 0")]
    InvalidShare {
        /// The offending share.
        share: f64,
    },
    /// A search in slices was continued on another mesh than it was begun on.
    #[error("the search was begun on another mesh; begin it again on this one")]
    OtherMesh,
    /// No path connects the start and the goal.
    #[error("no path leads from the start to the goal")]
    Unreachable,
    /// The search expanded as many nodes as its budget allows.
    #[error("the search gave up after expanding {expanded} nodes; raise the budget")]
    BudgetExhausted {
        /// The number of expanded nodes.
        expanded: u64,
    },
}

impl QueryError {
    /// Returns the number and the name of this kind of error, for files and other languages. They
    /// stay the same from version to version.
    #[must_use]
    pub const fn code(&self) -> (u8, &'static str) {
        match self {
            Self::NotFinite { .. } => (7, "not_finite"),
            Self::ElevationNotFinite { .. } => (8, "elevation_not_finite"),
            Self::StartOffMesh { .. } => (2, "start_off_mesh"),
            Self::GoalOffMesh { .. } => (3, "goal_off_mesh"),
            Self::Forbidden { .. } => (5, "forbidden"),
            Self::ForbiddenArea { .. } => (6, "forbidden_area"),
            Self::InvalidShare { .. } => (14, "invalid_share"),
            Self::OtherMesh => (12, "other_mesh"),
            Self::Unreachable => (1, "unreachable"),
            Self::BudgetExhausted { .. } => (4, "budget"),
        }
    }
}
