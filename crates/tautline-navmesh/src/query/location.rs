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

impl From<Vec2> for Location {
    fn from(point: Vec2) -> Self {
        Self { point, elevation: None }
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
