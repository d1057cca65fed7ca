//! The places that a question is about.

use std::fmt;

use tautline_geometry::Vec2;

/// Where a corridor begins or ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Location {
    /// The position.
    pub point: Vec2,
    /// The elevation, where floors overlap; without one, any floor will do.
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

/// One of the places that a question is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// Where a way begins, or the only place.
    Start,
    /// Where it leads to.
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
