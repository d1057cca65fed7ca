//! How a mesh of outlines is built.

use super::PolygonError;

/// How to build a mesh of polygons.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PolygonOptions {
    /// How far the mesh stays away from all walls, in world units: where the
    /// centre of an agent with this radius can stand. Finite and at least 0.
    ///
    /// Each wall is moved by the radius, rounded to the [grid](super::PolygonMesh::grid_step).
    /// Terrain is not moved.
    pub agent_radius: f32,
    /// How the mesh turns around corners that stand out into the ground. Only
    /// matters with a radius.
    pub line_join: LineJoin,
}

/// How a wall that was moved by the radius turns around a corner. None of them
/// comes closer to the corner than the radius.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum LineJoin {
    /// The moved walls run on until they meet, so that the moved corner of a
    /// square is that of a square. Where that would be farther from the corner
    /// than `limit` times the radius, it is cut off at that distance.
    Miter {
        /// From 1, which cuts all corners off at the radius, to
        /// [`MAX_MITER_LIMIT`](Self::MAX_MITER_LIMIT).
        limit: f32,
    },
    /// The moved walls follow a circle.
    Round {
        /// How much farther from the corner than the radius they may be, in world
        /// units. Finite and above 0. Less than 0.03 % of the radius counts as
        /// that much, more than the radius as the radius.
        tolerance: f32,
    },
}

impl LineJoin {
    /// The greatest limit of mitres.
    pub const MAX_MITER_LIMIT: f32 = 32.0;
}

impl Default for LineJoin {
    /// Mitred with a limit of 2: corners of 60 degrees and more stay whole.
    fn default() -> Self {
        Self::Miter { limit: 2.0 }
    }
}

impl PolygonOptions {
    #[doc(hidden)]
    pub fn check(&self) -> Result<(), PolygonError> {
        let radius = self.agent_radius;
        if !(radius.is_finite() && radius >= 0.0) {
            return Err(PolygonError::AgentRadius { radius });
        }
        match self.line_join {
            LineJoin::Miter { limit } if !(1.0..=LineJoin::MAX_MITER_LIMIT).contains(&limit) => {
                Err(PolygonError::MiterLimit { limit, most: LineJoin::MAX_MITER_LIMIT })
            }
            LineJoin::Round { tolerance } if !(tolerance.is_finite() && tolerance > 0.0) => {
                Err(PolygonError::Tolerance { tolerance })
            }
            _ => Ok(()),
        }
    }
}
