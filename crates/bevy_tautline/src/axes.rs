//! Conversion of positions between the world and the ground.

use bevy_math::Vec3;
use tautline::meshgen::UpAxis;
use tautline::{Location, Vec2};

/// The position and orientation of a map in the world.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Frame {
    /// The axis of the world that points up.
    pub(crate) up: UpAxis,
    /// The position of the origin of the map.
    pub(crate) origin: Vec3,
    /// True if the y of the map points down, as in tile maps.
    pub(crate) y_down: bool,
}

impl Frame {
    /// Returns a position of the world as a location on the ground.
    pub(crate) fn to_ground(self, position: Vec3) -> Location {
        let (point, elevation) = self.up.to_ground((position - self.origin).to_array());
        Location::at_elevation(self.turned(point.into()), elevation)
    }

    /// Returns a point of the ground as a position of the world.
    pub(crate) fn to_world(self, point: Vec2, elevation: f32) -> Vec3 {
        let point = self.turned(point);
        self.origin + Vec3::from_array(self.up.from_ground(point.into(), elevation))
    }

    /// Returns a velocity on the ground as one of the world.
    pub(crate) fn velocity_to_world(self, velocity: Vec2) -> Vec3 {
        Vec3::from_array(self.up.from_ground(self.turned(velocity).into(), 0.0))
    }

    /// Negates y if the y of the map points down. Its own inverse.
    fn turned(self, point: Vec2) -> Vec2 {
        if self.y_down { Vec2::new(point.x, -point.y) } else { point }
    }
}
