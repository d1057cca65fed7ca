//! Reasons why a request has no path.

use std::fmt;

use tautline_anyangle::ExactError;
use tautline_navmesh::{AreaId, End, Location, NavMesh, QueryError, Terrain, Vec2};
use thiserror::Error;

/// The reason why a request has no path.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum PathError {
    /// A coordinate of the start or the goal is infinite or not a number.
    #[error("the {end} is at ({x}, {y}), but coordinates must be finite")]
    NotFinite {
        /// The start or the goal.
        end: End,
        /// The x coordinate.
        x: f32,
        /// The y coordinate.
        y: f32,
    },
    /// The elevation of the start or the goal is infinite or not a number.
    #[error("the {end} has the elevation {elevation}, but it must be finite")]
    ElevationNotFinite {
        /// The start or the goal.
        end: End,
        /// The elevation.
        elevation: f32,
    },
    /// The start is not on the mesh. [`Query::with_snap`](crate::Query::with_snap) moves
    /// it there.
    #[error("the start ({x}, {y}) is off the mesh; the nearest ground is at ({}, {})", nearest.x, nearest.y)]
    StartOffMesh {
        /// The x coordinate.
        x: f32,
        /// The y coordinate.
        y: f32,
        /// The nearest point of the mesh; in space, if the location names an elevation.
        nearest: Vec2,
    },
    /// The goal is not on the mesh. [`Query::with_snap`](crate::Query::with_snap) moves
    /// it there.
    #[error("the goal ({x}, {y}) is off the mesh; the nearest ground is at ({}, {})", nearest.x, nearest.y)]
    GoalOffMesh {
        /// The x coordinate.
        x: f32,
        /// The y coordinate.
        y: f32,
        /// The nearest point of the mesh; in space, if the location names an elevation.
        nearest: Vec2,
    },
    /// The start or the goal lies on terrain that the query forbids.
    #[error("the {end} lies on terrain {terrain}, which is forbidden", terrain = terrain.0)]
    Forbidden {
        /// The start or the goal.
        end: End,
        /// The class of ground.
        terrain: Terrain,
    },
    /// The start or the goal lies in an area that the query forbids.
    #[error("the {end} lies in area {area}, which is forbidden")]
    ForbiddenArea {
        /// The start or the goal.
        end: End,
        /// The area.
        area: AreaId,
    },
    /// The exact tier was asked for by name, and the costs differ between terrains.
    #[error(
        "the exact tier does not support terrain of different costs; leave the tier open, or use the weighted tier"
    )]
    WeightedTerrain,
    /// The exact tier was asked for by name, and the filter has the size of an agent
    /// ([`QueryFilter::fit_agent`](crate::QueryFilter::fit_agent)).
    #[error(
        "the exact tier does not support the size of an agent; leave the tier open, or use the mesh for its radius"
    )]
    AgentSize,
    /// The share by which the path may be too long is negative, infinite or not a number.
    #[error("the path may be too long by a share of {share}, but it must be finite and at least 0")]
    InvalidShare {
        /// The share: see [`Query::within`](crate::Query::within).
        share: f64,
    },
    /// A search in slices was carried on with another mesh than it was begun with.
    #[error("the search was begun on another mesh; begin it again on this one")]
    OtherMesh,
    /// The labels, the landmarks or the shared goal were computed for another mesh.
    #[error("the labels or landmarks belong to another mesh; bake them for this one")]
    BakedForOtherMesh,
    /// No path leads from the start to the goal.
    #[error("no path leads from the start to the goal: {barrier}")]
    Unreachable {
        /// The reason: walls, forbidden ground or links.
        barrier: Barrier,
    },
    /// The search reached its [budget](crate::Budget).
    #[error("the search gave up after expanding {expanded} nodes; raise the budget")]
    BudgetExhausted {
        /// The number of nodes that it expanded.
        expanded: u64,
    },
    /// The [flag](crate::Query::with_cancel_flag) of the query was set before the query began.
    #[error("the query was cancelled")]
    Cancelled,
}

/// The obstacle between a start and a goal without a path from one to the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Barrier {
    /// Neither ground nor links connect them, whatever a query allows.
    Walls,
    /// Ground connects them, and the query forbids some of it, or its agent is too large.
    Forbidden,
    /// Only links connect them: one that the query forbids, that leads the other way, or
    /// that forbidden ground separates from them.
    Links,
}

impl fmt::Display for Barrier {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Walls => "neither ground nor links connect them",
            Self::Forbidden => "ground between them is forbidden, or too narrow for the agent",
            Self::Links => "only links connect them that are forbidden or lead the other way",
        })
    }
}

impl PathError {
    /// Returns the number and the name of this kind of error, for files and other languages. They
    /// stay the same from version to version. No number is 0.
    ///
    /// ```
    /// use tautline::PathError;
    ///
    /// assert_eq!(PathError::BakedForOtherMesh.code(), (13, "baked_for_other_mesh"));
    /// ```
    #[must_use]
    pub const fn code(&self) -> (u8, &'static str) {
        // 10 was the number of an error that no longer exists. Do not use it again.
        match self {
            Self::Unreachable { .. } => (1, "unreachable"),
            Self::StartOffMesh { .. } => (2, "start_off_mesh"),
            Self::GoalOffMesh { .. } => (3, "goal_off_mesh"),
            Self::BudgetExhausted { .. } => (4, "budget"),
            Self::Forbidden { .. } => (5, "forbidden"),
            Self::ForbiddenArea { .. } => (6, "forbidden_area"),
            Self::NotFinite { .. } => (7, "not_finite"),
            Self::ElevationNotFinite { .. } => (8, "elevation_not_finite"),
            Self::WeightedTerrain => (9, "weighted_terrain"),
            Self::AgentSize => (11, "agent_size"),
            Self::OtherMesh => (12, "other_mesh"),
            Self::BakedForOtherMesh => (13, "baked_for_other_mesh"),
            Self::InvalidShare { .. } => (14, "invalid_share"),
            Self::Cancelled => (15, "cancelled"),
        }
    }
}

/// The areas at the start and at the goal: memory for explaining errors.
pub(crate) type EndAreas = [Vec<AreaId>; 2];

impl PathError {
    /// Converts an error of a search, and adds the nearest ground or the barrier.
    pub(crate) fn explained(
        error: impl Into<ExactError>,
        mesh: &NavMesh,
        ends: [Location; 2],
        areas: &mut EndAreas,
    ) -> Self {
        let error = match error.into() {
            ExactError::Query(error) => error,
            ExactError::WeightedTerrain => return Self::WeightedTerrain,
            ExactError::AgentSize => return Self::AgentSize,
            ExactError::BakedForOtherMesh => return Self::BakedForOtherMesh,
        };
        match error {
            QueryError::NotFinite { end, x, y } => Self::NotFinite { end, x, y },
            QueryError::ElevationNotFinite { end, elevation } => {
                Self::ElevationNotFinite { end, elevation }
            }
            QueryError::StartOffMesh { x, y } => {
                Self::StartOffMesh { x, y, nearest: nearest(mesh, ends[0]) }
            }
            QueryError::GoalOffMesh { x, y } => {
                Self::GoalOffMesh { x, y, nearest: nearest(mesh, ends[1]) }
            }
            QueryError::Forbidden { end, terrain } => Self::Forbidden { end, terrain },
            QueryError::ForbiddenArea { end, area } => Self::ForbiddenArea { end, area },
            QueryError::InvalidShare { share } => Self::InvalidShare { share },
            QueryError::OtherMesh => Self::OtherMesh,
            QueryError::Unreachable => Self::Unreachable { barrier: barrier(mesh, ends, areas) },
            QueryError::BudgetExhausted { expanded } => Self::BudgetExhausted { expanded },
        }
    }
}

/// The nearest point of the mesh to a location off it.
#[expect(clippy::expect_used, reason = "no input, but an invariant")]
fn nearest(mesh: &NavMesh, location: Location) -> Vec2 {
    let found = mesh.nearest_where(location, f32::INFINITY, |_| true).ok().flatten();
    // Only finite locations are reported as off the mesh, and every mesh has an area.
    found.expect("a finite location has a nearest point on the mesh").point
}

/// Returns the barrier between two locations without a path, by what connects them if a query allows everything.
/// O(areas at both).
fn barrier(mesh: &NavMesh, ends: [Location; 2], areas: &mut EndAreas) -> Barrier {
    for (end, areas) in ends.into_iter().zip(areas.iter_mut()) {
        mesh.areas_at_location(end, areas);
    }
    let [starts, goals] = &*areas;
    let any_pair = |connects: &dyn Fn(AreaId, AreaId) -> bool| {
        starts.iter().any(|&start| goals.iter().any(|&goal| connects(start, goal)))
    };
    if any_pair(&|start, goal| mesh.component(start) == mesh.component(goal)) {
        Barrier::Forbidden
    } else if any_pair(&|start, goal| mesh.is_linked(start, goal)) {
        Barrier::Links
    } else {
        Barrier::Walls
    }
}
