//! Obstacles that follow their transforms.

use bevy_ecs::component::Component;
#[cfg(feature = "reflect")]
use bevy_ecs::reflect::ReflectComponent;
use bevy_math::{Affine3A, Vec3};
#[cfg(feature = "reflect")]
use bevy_reflect::Reflect;
use bevy_transform::components::Transform;
use tautline::dynamic::Obstacle;
use tautline::meshgen::PolygonOptions;

use crate::axes::Frame;
use crate::numbered::Numbered;

/// An obstacle: agents walk around it. It follows the `GlobalTransform` of its entity: move,
/// turn or scale it, and the ground changes, locally and on another thread.
///
/// Paths keep a distance from it: the radius of the mesh that the agent walks on. On a map for radius 0 only, such as
/// `NavMap::from(mesh)`, paths touch it. A [`NavOn`](crate::NavOn) limits it to one ground.
#[derive(Component, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "reflect", derive(Reflect), reflect(Component))]
#[require(Transform, Numbered)]
pub struct NavObstacle {
    /// The corners of its rings on the ground, in local coordinates. It covers the points inside an odd
    /// number of rings. With y up, the corner `[x, y]` is at the local position `(x, 0, -y)`.
    pub rings: Vec<Vec<[f32; 2]>>,
    /// The least and greatest height above its origin of the floors that it covers, in world
    /// units. `None` for all floors.
    pub heights: Option<[f32; 2]>,
}

impl NavObstacle {
    /// A rectangle around the origin.
    #[must_use]
    pub fn rect(width: f32, depth: f32) -> Self {
        let [x, y] = [width / 2.0, depth / 2.0];
        Self { rings: Obstacle::rect([-x, -y], [x, y]).rings, heights: None }
    }

    /// A regular octagon around a circle.
    #[must_use]
    pub fn octagon(radius: f32) -> Self {
        Self { rings: Obstacle::octagon([0.0; 2], radius).rings, heights: None }
    }

    /// A polygon.
    #[must_use]
    pub fn polygon(corners: impl IntoIterator<Item = [f32; 2]>) -> Self {
        Self { rings: vec![corners.into_iter().collect()], heights: None }
    }

    /// The same obstacle on some floors only: see [`heights`](Self::heights).
    #[must_use]
    pub fn with_heights(self, low: f32, high: f32) -> Self {
        Self { heights: Some([low, high]), ..self }
    }
}

/// The outline of an obstacle on the ground.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Shape {
    rings: Vec<Vec<[f32; 2]>>,
    elevations: Option<[f32; 2]>,
}

impl Shape {
    /// Returns the outline of an obstacle with a transform; `None` if a coordinate of it is not
    /// finite.
    pub(crate) fn of(obstacle: &NavObstacle, at: &Affine3A, frame: Frame) -> Option<Self> {
        let to_world = |&[x, y]: &[f32; 2]| {
            let local = Vec3::from_array(frame.up.from_ground([x, y], 0.0));
            let world = at.transform_point3(local);
            world.is_finite().then(|| frame.to_ground(world).point.into())
        };
        let rings = obstacle.rings.iter().map(|ring| ring.iter().map(to_world).collect());
        let origin = frame.to_ground(at.translation.into()).elevation.unwrap_or(0.0);
        let elevations = obstacle.heights.map(|heights| heights.map(|height| origin + height));
        Some(Self { rings: rings.collect::<Option<_>>()?, elevations })
    }

    /// Returns the obstacle on the mesh for a radius.
    pub(crate) fn obstacle(&self, agent_radius: f32) -> Obstacle {
        Obstacle {
            rings: self.rings.clone(),
            margin: PolygonOptions { agent_radius, ..PolygonOptions::default() },
            elevations: self.elevations,
        }
    }
}
