//! Obstacles and changes of the terrain that follow their transforms.

use bevy_ecs::component::Component;
#[cfg(feature = "reflect")]
use bevy_ecs::reflect::ReflectComponent;
use bevy_ecs::template::FromTemplate;
use bevy_math::{Affine3A, Vec3};
#[cfg(feature = "reflect")]
use bevy_reflect::Reflect;
use bevy_transform::components::Transform;
use tautline::dynamic::Obstacle;
use tautline::geometry::Aabb;
use tautline::meshgen::PolygonOptions;
use tautline::navmesh::Terrain;

use crate::axes::Frame;
use crate::numbered::Numbered;

/// An obstacle that agents walk around, or a change of the terrain: see [`with_terrain`](Self::with_terrain). It follows
/// the `GlobalTransform` of its entity: move, turn or scale it, and the ground changes, locally and on another thread.
///
/// Paths keep a distance from an obstacle: the radius of the mesh that the agent walks on. On a map for radius 0 only,
/// such as `NavMap::from(mesh)`, paths touch it. A [`NavOn`](crate::NavOn) limits it to one ground.
#[derive(Component, FromTemplate, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "reflect", derive(Reflect), reflect(Component))]
#[require(Transform, Numbered)]
pub struct NavObstacle {
    /// The corners of its rings on the ground, in local coordinates. It covers the points inside an odd
    /// number of rings. With y up, the corner `[x, y]` is at the local position `(x, 0, -y)`.
    pub rings: Vec<Vec<[f32; 2]>>,
    /// The least and greatest height above its origin of the floors that it covers, in world
    /// units. `None` for all floors.
    pub heights: Option<[f32; 2]>,
    /// The terrain class that it gives to the ground which it covers; `None` removes the ground. See
    /// [`with_terrain`](Self::with_terrain).
    pub terrain: Option<u8>,
}

impl NavObstacle {
    /// A rectangle around the origin.
    #[must_use]
    pub fn rect(width: f32, depth: f32) -> Self {
        let [x, y] = [width / 2.0, depth / 2.0];
        Self::new(Obstacle::rect([-x, -y], [x, y]).rings)
    }

    /// A regular octagon around a circle.
    #[must_use]
    pub fn octagon(radius: f32) -> Self {
        Self::new(Obstacle::octagon([0.0; 2], radius).rings)
    }

    /// A polygon.
    #[must_use]
    pub fn polygon(corners: impl IntoIterator<Item = [f32; 2]>) -> Self {
        Self::new(vec![corners.into_iter().collect()])
    }

    const fn new(rings: Vec<Vec<[f32; 2]>>) -> Self {
        Self { rings, heights: None, terrain: None }
    }

    /// The same obstacle on some floors only: see [`heights`](Self::heights).
    #[must_use]
    pub fn with_heights(self, low: f32, high: f32) -> Self {
        Self { heights: Some([low, high]), ..self }
    }

    /// The same shape, which sets the terrain class of the ground instead of removing it: a gate for one team, a road
    /// that is built, mud after rain. The [`NavCosts`](crate::NavCosts) of an agent give the class its cost, or forbid
    /// it. Agents without them are not affected.
    ///
    /// The terrain changes exactly where the shape is, for agents of all radii. Where several of these shapes
    /// overlap, the one that was spawned last counts. Obstacles without a terrain remove the ground below all of them.
    ///
    /// An agent with [`NavMove`](crate::NavMove) on ground that becomes forbidden for it is moved to the nearest ground
    /// that is not.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use bevy_ecs::world::World;
    /// use bevy_math::Vec3;
    /// use bevy_tautline::tautline::QueryFilter;
    /// use bevy_tautline::tautline::navmesh::Terrain;
    /// use bevy_tautline::{NavAgent, NavCosts, NavGoal, NavObstacle};
    /// use bevy_transform::components::Transform;
    ///
    /// # let mut world = World::new();
    /// const GATE_OF_RED: Terrain = Terrain(7);
    /// let gate = NavObstacle::rect(4.0, 1.0).with_terrain(GATE_OF_RED);
    /// world.spawn((Transform::from_xyz(10.0, 0.0, -5.0), gate));
    ///
    /// let mut blue = QueryFilter::uniform();
    /// blue.forbid(GATE_OF_RED);
    /// world.spawn((NavAgent::new(0.3, 2.0), NavCosts(Arc::new(blue)), NavGoal::Point(Vec3::X)));
    /// ```
    #[must_use]
    pub fn with_terrain(self, terrain: Terrain) -> Self {
        Self { terrain: Some(terrain.0), ..self }
    }
}

/// The outline of an obstacle on the ground.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Shape {
    rings: Vec<Vec<[f32; 2]>>,
    elevations: Option<[f32; 2]>,
    terrain: Option<Terrain>,
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
        let terrain = obstacle.terrain.map(Terrain);
        Some(Self { rings: rings.collect::<Option<_>>()?, elevations, terrain })
    }

    /// Returns the obstacle on the mesh for a radius.
    pub(crate) fn obstacle(&self, radius: f32) -> Obstacle {
        // Agents keep a distance from obstacles, but walk up to the edge of terrain.
        let agent_radius = if self.terrain.is_none() { radius } else { 0.0 };
        Obstacle {
            rings: self.rings.clone(),
            margin: PolygonOptions { agent_radius, ..PolygonOptions::default() },
            elevations: self.elevations,
            terrain: self.terrain,
        }
    }

    /// Returns the box around it, if it sets the terrain.
    pub(crate) fn terrain_box(&self) -> Option<Aabb> {
        self.terrain?;
        Aabb::around(self.rings.iter().flatten().map(|&corner| corner.into()))
    }
}
