//! The ground: a map, and the snapshots of it that queries read.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use bevy_asset::{AssetId, Handle};
use bevy_ecs::component::Component;
use bevy_ecs::entity::Entity;
use bevy_ecs::lifecycle::HookContext;
#[cfg(feature = "reflect")]
use bevy_ecs::reflect::ReflectComponent;
use bevy_ecs::template::FromTemplate;
use bevy_ecs::world::DeferredWorld;
use bevy_math::Vec3;
#[cfg(feature = "reflect")]
use bevy_reflect::Reflect;
use bevy_transform::components::Transform;
use tautline::baked::BakedMap;
use tautline::dynamic::{DynamicNavMesh, ObstacleId};
use tautline::navmesh::MeshIdentity;
use tautline::{BakedVersion, Ground, Location, NavMesh, QueryFilter, Vec2};

use crate::answers::Work;
use crate::axes::Frame;
use crate::landmarks::{GroundLandmarks, MeshLandmarks};
use crate::map::NavMap;
use crate::numbered::Numbered;
use crate::obstacle::Shape;
use crate::systems::EditResult;

/// Ground to walk on: a map, with a mesh for each agent radius.
///
/// An agent walks on the mesh for its own radius, or for the next larger one. If all are smaller,
/// it walks on the largest one, and its body may overlap walls. Agents without a [`NavOn`] are on the
/// ground that was spawned first.
///
/// The translation of its `Transform` is the origin of the map; rotation and scale have no effect. Moving the
/// ground costs as much as loading the map again: agents keep their positions in the world and wait for new paths,
/// and all obstacles are added again. So this does not suit ground that moves all the time.
///
/// With z up, a point (x, y) of the map is at (x, y, 0) from the origin; with y up, at (x, 0, -y). If the
/// [y of the map points down](BakedMap::y_down), as in tile maps, the plugin negates it, so that the map is not
/// upside down: the point is then at (x, -y, 0) or (x, 0, y), and the origin is the upper left corner.
///
/// While a map is loaded again (hot reload), or another one is loaded because the handle was replaced, agents stay on the
/// old one. Afterwards they ask for new paths, and follow their old paths until the new ones are found.
#[derive(Component, FromTemplate, Clone, Debug, Default)]
#[cfg_attr(feature = "reflect", derive(Reflect), reflect(Component))]
#[require(GroundState, Numbered, Transform)]
#[component(on_remove = remove_state)]
pub struct NavGround {
    /// The map.
    pub map: Handle<NavMap>,
}

impl NavGround {
    /// Ground from a map.
    #[must_use]
    pub const fn new(map: Handle<NavMap>) -> Self {
        Self { map }
    }
}

/// Removes the state, too: agents must not walk on ground that was removed.
fn remove_state(mut world: DeferredWorld<'_>, context: HookContext) {
    world.commands().entity(context.entity).try_remove::<GroundState>();
}

/// The ground that an agent or an obstacle is on, where there are several. An obstacle without it
/// is on all grounds.
#[derive(Component, FromTemplate, Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "reflect", derive(Reflect), reflect(Component))]
pub struct NavOn(#[entities] pub Entity);

/// Progress of a ground.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum GroundStatus {
    /// Its map is not loaded yet. Agents wait, or stay on the map that it had before.
    #[default]
    Loading,
    /// Agents walk on it.
    Ready,
    /// Its map cannot be loaded: the path of the file and the reason, in one line. Agents stay on the map that it had
    /// before, if any.
    Failed(String),
}

/// The current state of a [`NavGround`].
#[derive(Component, Debug, Default)]
pub struct GroundState {
    pub(crate) status: GroundStatus,
    /// The map that the layers were made from.
    pub(crate) map: Option<Arc<BakedMap>>,
    /// The asset that this map is; `None` while the ground has the handle of another one, which is not loaded.
    pub(crate) map_id: Option<AssetId<NavMap>>,
    /// One for each agent radius of the map, in increasing order.
    pub(crate) layers: Vec<Layer>,
    /// The position and orientation of the map in the world.
    pub(crate) frame: Frame,
    pub(crate) obstacles: GroundObstacles,
    pub(crate) landmarks: GroundLandmarks,
}

/// The ground for one agent radius.
#[derive(Clone, Debug)]
pub(crate) struct Layer {
    pub(crate) radius: f32,
    pub(crate) snapshot: Arc<NavSnapshot>,
    /// The obstacles in its current version, by number.
    pub(crate) obstacles: BTreeMap<u64, ObstacleId>,
}

/// The obstacles of a ground, and those that an edit must still change.
#[derive(Debug, Default)]
pub(crate) struct GroundObstacles {
    /// The wanted outlines by number.
    pub(crate) wanted: BTreeMap<u64, Shape>,
    /// The frame of the map for which these outlines were computed.
    pub(crate) frame: Frame,
    /// The obstacles that the next edit adds, moves or removes.
    pub(crate) dirty: BTreeSet<u64>,
    /// The edit that is under way.
    pub(crate) edit: Option<Work<EditResult>>,
    /// True if the edit that is under way began on layers that have been replaced.
    pub(crate) is_outdated: bool,
    /// The obstacles for which a warning was logged.
    pub(crate) warned: BTreeSet<u64>,
    /// The reason why the map cannot have obstacles.
    pub(crate) error: Option<String>,
}

/// A version of the ground for one agent radius. It never changes: an edit publishes a new one.
#[derive(Debug)]
pub struct NavSnapshot {
    pub(crate) version: Version,
    /// The position and orientation of the map in the world.
    pub(crate) frame: Frame,
    /// Landmarks of its mesh.
    pub(crate) landmarks: MeshLandmarks,
}

#[derive(Clone, Debug)]
pub(crate) enum Version {
    /// The mesh of a map as it was baked.
    Baked { map: Arc<BakedMap>, layer: usize },
    /// The mesh with obstacles, and the labels of the mesh without them.
    Dynamic { mesh: DynamicNavMesh, baked: Option<Arc<BakedVersion>> },
}

impl NavSnapshot {
    /// Returns the ground for queries, with its labels or landmarks. Its points are those of the map: see
    /// [`to_ground`](Self::to_ground) and [`to_world`](Self::to_world).
    #[must_use]
    pub fn ground(&self) -> Ground<'_> {
        match &self.version {
            Version::Baked { map, layer } => map.meshes()[*layer].ground(),
            Version::Dynamic { mesh, baked: Some(baked) } => {
                Ground::of_dynamic(mesh).with_version(baked)
            }
            Version::Dynamic { mesh, baked: None } => Ground::of_dynamic(mesh),
        }
    }

    /// Returns the ground for queries with a filter: with landmarks for its costs, too, if the ground has a
    /// [`NavLandmarks`](crate::NavLandmarks) with them.
    #[must_use]
    pub fn ground_for(&self, filter: &QueryFilter) -> Ground<'_> {
        let (ground, landmarks) = (self.ground(), self.landmarks.fitting(self.mesh(), filter));
        landmarks.map_or(ground, |landmarks| ground.with_cost_landmarks(landmarks))
    }

    /// Returns the mesh.
    #[must_use]
    pub fn mesh(&self) -> &NavMesh {
        match &self.version {
            Version::Baked { map, layer } => map.meshes()[*layer].mesh(),
            Version::Dynamic { mesh, .. } => mesh.mesh(),
        }
    }

    /// Returns the mesh with its obstacles. `None` before the first obstacle.
    #[must_use]
    pub const fn dynamic(&self) -> Option<&DynamicNavMesh> {
        match &self.version {
            Version::Baked { .. } => None,
            Version::Dynamic { mesh, .. } => Some(mesh),
        }
    }

    /// Returns a position of the world as a location on the map, for queries.
    ///
    /// Conversion rounds coordinates, so an agent at a wall may be off the mesh by a rounding error. Give queries a
    /// small snap distance (`Query::with_snap`).
    #[must_use]
    pub fn to_ground(&self, position: Vec3) -> Location {
        self.frame.to_ground(position)
    }

    /// Returns a point of the map, and its elevation (0 on maps without elevations), as a position of
    /// the world.
    #[must_use]
    pub fn to_world(&self, point: Vec2, elevation: f32) -> Vec3 {
        self.frame.to_world(point, elevation)
    }

    /// Returns the identity of the mesh without obstacles, and the number of edits of it.
    pub(crate) fn version(&self) -> (MeshIdentity, u64) {
        match &self.version {
            Version::Baked { map, layer } => (map.meshes()[*layer].mesh().identity(), 0),
            Version::Dynamic { mesh, .. } => (mesh.static_mesh().identity(), mesh.version()),
        }
    }
}

impl GroundState {
    /// Returns the progress of the ground.
    #[must_use]
    pub const fn status(&self) -> &GroundStatus {
        &self.status
    }

    /// Returns the current version of the ground for an agent radius, for queries of the game, on
    /// any thread. `None` until the map is loaded.
    #[must_use]
    pub fn snapshot(&self, radius: f32) -> Option<Arc<NavSnapshot>> {
        self.layer_for(radius).map(|layer| Arc::clone(&self.layers[layer].snapshot))
    }

    /// Returns the reason why obstacles have no effect on this ground: its mesh does not lie on a
    /// grid ([`DynamicNavMesh::new`]).
    #[must_use]
    pub fn obstacle_error(&self) -> Option<&str> {
        self.obstacles.error.as_deref()
    }

    /// Returns true if no edit is under way or waiting: all obstacles are part of the ground, except those that
    /// it refused with a warning, and all of them if there is an [`obstacle_error`](Self::obstacle_error).
    #[must_use]
    pub fn is_up_to_date(&self) -> bool {
        let GroundObstacles { edit, dirty, error, .. } = &self.obstacles;
        edit.is_none() && (dirty.is_empty() || error.is_some())
    }

    /// Returns the layer for a radius: the first that is wide enough, or the widest.
    pub(crate) fn layer_for(&self, radius: f32) -> Option<usize> {
        let wide_enough = self.layers.iter().position(|layer| layer.radius >= radius);
        wide_enough.or_else(|| self.layers.len().checked_sub(1))
    }
}
