//! Positions of the world and of the ground.

use bevy_math::Vec3;
use tautline::meshgen::UpAxis;
use tautline::{Location, Vec2};

/// Returns a position of the world as a location on the ground.
pub(crate) fn to_ground(up: UpAxis, position: Vec3) -> Location {
    let ([x, y], elevation) = up.to_ground(position.to_array());
    Location::at_elevation(Vec2::new(x, y), elevation)
}

/// Returns a point of the ground as a position of the world.
pub(crate) fn to_world(up: UpAxis, point: Vec2, elevation: f32) -> Vec3 {
    Vec3::from_array(up.from_ground([point.x, point.y], elevation))
}

/// Returns a velocity on the ground as one of the world.
pub(crate) fn velocity_to_world(up: UpAxis, velocity: Vec2) -> Vec3 {
    to_world(up, velocity, 0.0)
}
