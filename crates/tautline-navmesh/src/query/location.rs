//! The start and the goal of a query.

use std::fmt;

use tautline_geometry::Vec2;

use super::QueryError;

/// A position for a query, with an elevation where floors overlap.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Location {
    /// The position.
    pub point: Vec2,
    /// The elevation, to select one of several floors; `None` for any floor.
    pub elevation: Option<f32>,
}

impl Location {
    /// A point on any floor.
    #[must_use]
    pub const fn new(point: Vec2) -> Self {
        Self { point, elevation: None }
    }

    /// A point on the floor at an elevation, in world units.
    #[must_use]
    pub const fn at_elevation(point: Vec2, elevation: f32) -> Self {
        Self { point, elevation: Some(elevation) }
    }

    /// Checks that the coordinates and the elevation are finite.
    pub(super) fn check(self, end: End) -> Result<(), QueryError> {
        let Self { point: Vec2 { x, y }, elevation } = self;
        if !self.point.is_finite() {
            return Err(QueryError::NotFinite { end, x, y });
        }
        match elevation.filter(|elevation| !elevation.is_finite()) {
            Some(elevation) => Err(QueryError::ElevationNotFinite { end, elevation }),
            None => Ok(()),
        }
    }
}

impl From<Vec2> for Location {
    fn from(point: Vec2) -> Self {
        Self::new(point)
    }
}

impl From<[f32; 2]> for Location {
    fn from(point: [f32; 2]) -> Self {
        Self::new(point.into())
    }
}

/// One end of a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// The start, or the only position.
    Start,
    /// The goal.
    Goal,
}

impl fmt::Display for End {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(match self {
            Self::Start => "start",
            Self::Goal => "goal",
        })
    }
}
