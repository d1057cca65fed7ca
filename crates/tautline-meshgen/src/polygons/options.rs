//! Options for building a mesh of polygons.

use super::PolygonError;

/// Options for building a mesh of [`Polygons`](super::Polygons).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PolygonOptions {
    /// The distance of the mesh from all walls, in world units: the mesh is an *inset*, the
    /// ground where the centre of an agent with this radius can be. Finite and at least 0.
    ///
    /// Each wall is moved by the radius, rounded to the [grid](super::PolygonMesh::grid_step).
    /// Terrain is not moved.
    pub agent_radius: f32,
    /// The line join of the inset at reflex corners. Only matters with a radius.
    pub line_join: LineJoin,
}

/// The line join of an inset: the shape of the moved walls around a reflex corner. No join
/// comes closer to the corner than the radius.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum LineJoin {
    /// A miter join: the moved walls are extended until they meet, so that the inset around a
    /// square is a square. A miter whose tip would be farther from the corner than `limit`
    /// times the radius is cut off at that distance.
    ///
    /// A limit of 1 is what others call a *square join*: all tips are cut off at the radius.
    Miter {
        /// From 1 to [`MAX_MITER_LIMIT`](Self::MAX_MITER_LIMIT), in radii.
        limit: f32,
    },
    /// A round join: the moved walls follow a circle, approximated from outside.
    Round {
        /// The maximum distance from the circle, in world units. Finite and above 0. Less
        /// than 0.03 % of the radius counts as 0.03 %, more than the radius as the radius.
        tolerance: f32,
    },
}

impl LineJoin {
    /// The maximum miter limit. With a greater one, the coordinates of obstacles that are dilated by
    /// a radius would overflow.
    pub const MAX_MITER_LIMIT: f32 = 32.0;
}

impl Default for LineJoin {
    /// A miter join with a limit of 2: corners of 60 degrees and more keep their tips.
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
