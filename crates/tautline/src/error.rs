//! Reasons why a request has no path.

use tautline_anyangle::ExactError;
use tautline_navmesh::{AreaId, End, QueryError, Terrain};
use thiserror::Error;

/// The reason why a request has no path.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum PathError {
    /// A coordinate of the start or the goal is infinite or not a number.
    #[error("the {end} is at ({x}, {y}), but coordinates must be finite")]
    NotFinite {
        /// Which of them.
        end: End,
        /// The x coordinate.
        x: f32,
        /// The y coordinate.
        y: f32,
    },
    /// The elevation of the start or the goal is infinite or not a number.
    #[error("the {end} has the elevation {elevation}, but it must be finite")]
    ElevationNotFinite {
        /// Which of them.
        end: End,
        /// The elevation.
        elevation: f32,
    },
    /// The start is not on the mesh. [`Query::with_snap`](crate::Query::with_snap) moves
    /// it there.
    #[error("the start ({x}, {y}) is off the mesh")]
    StartOffMesh {
        /// The x coordinate.
        x: f32,
        /// The y coordinate.
        y: f32,
    },
    /// The goal is not on the mesh. [`Query::with_snap`](crate::Query::with_snap) moves
    /// it there.
    #[error("the goal ({x}, {y}) is off the mesh")]
    GoalOffMesh {
        /// The x coordinate.
        x: f32,
        /// The y coordinate.
        y: f32,
    },
    /// The start or the goal lies on terrain that the query forbids.
    #[error("the {end} lies on terrain {terrain}, which is forbidden", terrain = terrain.0)]
    Forbidden {
        /// Which of them.
        end: End,
        /// The class of ground.
        terrain: Terrain,
    },
    /// The start or the goal lies in an area that the query forbids.
    #[error("the {end} lies in area {area}, which is forbidden")]
    ForbiddenArea {
        /// Which of them.
        end: End,
        /// The area.
        area: AreaId,
    },
    /// The exact tier was asked for by name, and the costs differ between terrains.
    #[error(
        "the exact tier does not support terrain of different costs; leave the tier open, or use the classic tier"
    )]
    WeighsTerrain,
    /// The exact tier was asked for by name, and the query may take links.
    #[error(
        "the exact tier does not support links; leave the tier open, use the classic tier, or forbid the links"
    )]
    TakesLinks,
    /// The exact tier was asked for by name, and the costs hold the size of an agent.
    #[error(
        "the exact tier does not support the size of an agent; leave the tier open, or use the mesh for its radius"
    )]
    FitsAgent,
    /// A search in slices was carried on with another mesh than it was begun with.
    #[error("the search was begun on another mesh; begin it again on this one")]
    OtherMesh,
    /// The labels, the landmarks or the shared goal were computed for another mesh.
    #[error("the labels or landmarks belong to another mesh; bake them for this one")]
    BakedForOtherMesh,
    /// No path leads from the start to the goal.
    #[error("no path leads from the start to the goal")]
    Unreachable,
    /// The search reached its [budget](crate::Budget).
    #[error("the search gave up after expanding {expanded} nodes; raise the budget")]
    BudgetExhausted {
        /// The number of nodes that it expanded.
        expanded: u64,
    },
}

impl PathError {
    /// The number of this kind of error, for files and for other languages. Never 0, and
    /// never changed from version to version.
    ///
    /// ```
    /// use tautline::PathError;
    ///
    /// assert_eq!((PathError::Unreachable.code(), PathError::Unreachable.name()), (1, "unreachable"));
    /// ```
    #[must_use]
    pub const fn code(&self) -> u8 {
        self.code_and_name().0
    }

    /// The name of this kind of error in lower case with underscores. Never changed from
    /// version to version.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.code_and_name().1
    }

    const fn code_and_name(&self) -> (u8, &'static str) {
        match self {
            Self::Unreachable => (1, "unreachable"),
            Self::StartOffMesh { .. } => (2, "start_off_mesh"),
            Self::GoalOffMesh { .. } => (3, "goal_off_mesh"),
            Self::BudgetExhausted { .. } => (4, "budget"),
            Self::Forbidden { .. } => (5, "forbidden"),
            Self::ForbiddenArea { .. } => (6, "forbidden_area"),
            Self::NotFinite { .. } => (7, "not_finite"),
            Self::ElevationNotFinite { .. } => (8, "elevation_not_finite"),
            Self::WeighsTerrain => (9, "weighs_terrain"),
            Self::TakesLinks => (10, "takes_links"),
            Self::FitsAgent => (11, "fits_agent"),
            Self::OtherMesh => (12, "other_mesh"),
            Self::BakedForOtherMesh => (13, "baked_for_other_mesh"),
        }
    }
}

impl From<QueryError> for PathError {
    fn from(error: QueryError) -> Self {
        match error {
            QueryError::NotFinite { end, x, y } => Self::NotFinite { end, x, y },
            QueryError::ElevationNotFinite { end, elevation } => {
                Self::ElevationNotFinite { end, elevation }
            }
            QueryError::StartOffMesh { x, y } => Self::StartOffMesh { x, y },
            QueryError::GoalOffMesh { x, y } => Self::GoalOffMesh { x, y },
            QueryError::Forbidden { end, terrain } => Self::Forbidden { end, terrain },
            QueryError::ForbiddenArea { end, area } => Self::ForbiddenArea { end, area },
            QueryError::OtherMesh => Self::OtherMesh,
            QueryError::Unreachable => Self::Unreachable,
            QueryError::BudgetExhausted { expanded } => Self::BudgetExhausted { expanded },
        }
    }
}

impl From<ExactError> for PathError {
    fn from(error: ExactError) -> Self {
        match error {
            ExactError::Query(error) => error.into(),
            ExactError::WeighsTerrain => Self::WeighsTerrain,
            ExactError::TakesLinks => Self::TakesLinks,
            ExactError::FitsAgent => Self::FitsAgent,
            ExactError::BakedForOtherMesh => Self::BakedForOtherMesh,
        }
    }
}
