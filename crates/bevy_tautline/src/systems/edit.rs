//! Edits of the ground, after obstacles were added, moved or removed.

use std::collections::BTreeMap;
use std::sync::Arc;

use bevy_ecs::change_detection::{DetectChanges, DetectChangesMut, Ref};
use bevy_ecs::entity::Entity;
use bevy_ecs::system::{Local, Query, Res};
use bevy_transform::components::{GlobalTransform, Transform};
use bevy_transform::helper::TransformHelper;
use tautline::BakedVersion;
use tautline::dynamic::{ChangeError, DynamicNavMesh, Edit, ObstacleId};
use tautline::geometry::Aabb;
use tracing::warn;

use super::Tick;
use crate::answers::Work;
use crate::ground::{GroundObstacles, GroundState, Layer, NavOn, NavSnapshot, Version};
use crate::landmarks::MeshLandmarks;
use crate::numbered::Numbered;
use crate::obstacle::{NavObstacle, Shape};
use crate::settings::NavSettings;

/// The result of an edit.
#[derive(Debug)]
pub(crate) struct EditResult {
    /// The layers after it, or the reason why the map cannot have obstacles.
    layers: Result<Vec<Layer>, String>,
    /// The obstacles that the ground refused, with the reasons.
    refused: BTreeMap<u64, String>,
}

/// Publishes the edits that take effect in this tick.
pub(crate) fn publish_edits(tick: Res<'_, Tick>, mut grounds: Query<'_, '_, &mut GroundState>) {
    for mut ground in &mut grounds {
        if ground.obstacles.edit.is_some() {
            ground.publish(tick.0);
        }
    }
}

type ObstacleData = (
    Entity,
    Ref<'static, NavObstacle>,
    Ref<'static, Transform>,
    Option<Ref<'static, GlobalTransform>>,
    Option<Ref<'static, NavOn>>,
    &'static Numbered,
);

/// Collects the obstacles that have changed.
pub(crate) fn follow_obstacles(
    obstacles: Query<'_, '_, ObstacleData>,
    mut grounds: Query<'_, '_, (Entity, &mut GroundState)>,
    transforms: TransformHelper<'_, '_>,
    mut present: Local<'_, Vec<u64>>,
) {
    if grounds.is_empty() {
        return;
    }
    present.clear();
    present.extend(obstacles.iter().map(|(_, _, _, _, _, number)| number.0));
    present.sort_unstable();

    for (ground, mut state) in &mut grounds {
        let is_new = state.is_added() || state.obstacles.frame != state.frame;
        let frame = state.frame;
        let own = &mut state.bypass_change_detection().obstacles;
        own.frame = frame;
        let gone = own.wanted.keys().filter(|number| present.binary_search(number).is_err());
        for number in gone.copied().collect::<Vec<_>>() {
            own.want(number, None);
        }
        own.warned.retain(|number| present.binary_search(number).is_ok());
        for (entity, obstacle, transform, global, on, number) in &obstacles {
            let has_changed = obstacle.is_changed()
                || transform.is_changed()
                || global.is_some_and(|global| global.is_changed())
                || on.as_ref().is_some_and(|on| on.is_changed())
                || is_new;
            // Without a `NavOn`, it may have had one before.
            let is_here = on.as_ref().is_none_or(|on| on.0 == ground);
            if !has_changed && is_here == own.wanted.contains_key(&number.0) {
                continue;
            }
            if !is_here {
                own.want(number.0, None);
                continue;
            }
            // A `GlobalTransform` is still that of the last frame.
            let Ok(at) = transforms.compute_global_transform(entity) else { continue };
            let shape = Shape::of(&obstacle, &at.affine(), frame);
            if shape.is_none() && own.warned.insert(number.0) {
                warn!("an obstacle ({entity}) has no finite position, and is ignored");
            }
            own.want(number.0, shape);
        }
        if state.layers.is_empty() || state.obstacles.error.is_some() {
            // No obstacle was added yet, so those that are gone again need no edit.
            let GroundObstacles { wanted, dirty, .. } =
                &mut state.bypass_change_detection().obstacles;
            dirty.retain(|number| wanted.contains_key(number));
        }
    }
}

/// Begins the edits of all obstacles that have changed, one for each ground.
pub(crate) fn start_edits(
    tick: Res<'_, Tick>,
    settings: Res<'_, NavSettings>,
    mut grounds: Query<'_, '_, &mut GroundState>,
) {
    for mut ground in &mut grounds {
        let obstacles = &ground.obstacles;
        let is_wanted = !obstacles.dirty.is_empty() && obstacles.error.is_none();
        if (is_wanted || ground.landmarks.are_new)
            && obstacles.edit.is_none()
            && !ground.layers.is_empty()
        {
            ground.start_edit(settings.answers.due(tick.0));
            // With `Answers::SameTick`, waits for the edit.
            ground.publish(tick.0);
        }
    }
}

impl GroundObstacles {
    /// Sets the outline that an obstacle should have, or `None` to remove it, and marks it for the next edit.
    fn want(&mut self, number: u64, shape: Option<Shape>) {
        let is_same = self.wanted.get(&number) == shape.as_ref();
        if is_same {
            return;
        }
        match shape {
            Some(shape) => self.wanted.insert(number, shape),
            None => self.wanted.remove(&number),
        };
        self.dirty.insert(number);
    }

    /// Returns the obstacles for the next edit, by number, with the outlines that they should have.
    ///
    /// A dynamic mesh has the terrain of the obstacle that was added last. So those with greater numbers that may
    /// overlap one that is added are added again, after it: the terrain does not depend on which one moved last.
    fn take_changed(&mut self) -> Vec<(u64, Option<Shape>)> {
        let mut changed = std::mem::take(&mut self.dirty);
        let mut added: Vec<Aabb> = Vec::new();
        for (&number, shape) in &self.wanted {
            let Some(bounds) = shape.terrain_box() else { continue };
            if changed.contains(&number) || added.iter().any(|below| below.intersects(&bounds)) {
                changed.insert(number);
                added.push(bounds);
            }
        }
        let shape = |number| (number, self.wanted.get(&number).cloned());
        changed.into_iter().map(shape).collect()
    }
}

impl GroundState {
    /// Begins an edit of all layers on another thread.
    fn start_edit(&mut self, due: Option<u64>) {
        let shapes = match self.obstacles.error {
            None => self.obstacles.take_changed(),
            // There are only new landmarks.
            Some(_) => Vec::new(),
        };
        let (layers, landmarks) = (self.layers.clone(), self.landmarks.chosen.clone());
        self.landmarks.are_new = false;
        self.obstacles.edit = Some(Work::begin(due, move || edit(layers, &shapes, &landmarks)));
    }

    /// Replaces the layers by the result of an edit, if it is ready.
    fn publish(&mut self, now: u64) {
        let Some(edit) = self.obstacles.edit.take() else { return };
        let edited = match edit.finish(now) {
            Ok(edited) => edited,
            Err(edit) => return self.obstacles.edit = Some(edit),
        };
        if std::mem::take(&mut self.obstacles.is_outdated) {
            return;
        }
        for (number, reason) in edited.refused {
            if self.obstacles.warned.insert(number) {
                warn!("an obstacle is ignored while it is there: {reason}");
            }
        }
        match edited.layers {
            Ok(layers) => self.layers = layers,
            Err(reason) => {
                warn!("obstacles have no effect on this map: {reason}");
                self.obstacles.error = Some(reason);
                // The edit may have been the one that had them.
                self.landmarks.are_new = true;
            }
        }
    }
}

/// Edits all layers. `landmarks` are those of their meshes without obstacles.
fn edit(
    layers: Vec<Layer>,
    shapes: &[(u64, Option<Shape>)],
    landmarks: &[MeshLandmarks],
) -> EditResult {
    let mut refused = BTreeMap::new();
    let landmarks = landmarks.iter().cloned().chain(std::iter::repeat_with(Default::default));
    let layers = layers.into_iter().zip(landmarks);
    let layers = layers.map(|(layer, of)| edit_layer(layer, shapes, of, &mut refused)).collect();
    EditResult { layers, refused }
}

fn edit_layer(
    layer: Layer,
    shapes: &[(u64, Option<Shape>)],
    landmarks: MeshLandmarks,
    refused: &mut BTreeMap<u64, String>,
) -> Result<Layer, String> {
    let Layer { radius, snapshot, mut obstacles } = layer;
    let frame = snapshot.frame;
    if let (Version::Baked { .. }, []) = (&snapshot.version, shapes) {
        let version = snapshot.version.clone();
        let snapshot = Arc::new(NavSnapshot { version, frame, landmarks });
        return Ok(Layer { radius, snapshot, obstacles });
    }
    let (mut mesh, baked) = dynamic_mesh_of(&snapshot).map_err(|error| error.to_string())?;
    // Applies all changes at once, which cuts each area only once. If that fails, applies them one by one.
    if apply(&mut mesh, shapes, radius, &mut obstacles).is_err() {
        for shape in shapes {
            let one = std::slice::from_ref(shape);
            if let Err(error) = apply(&mut mesh, one, radius, &mut obstacles) {
                refused.insert(shape.0, error.to_string());
                // The obstacle has left its old position, so it is removed there. That can fail only
                // because of other obstacles; then it stays until the next edit.
                let _ = apply(&mut mesh, &[(shape.0, None)], radius, &mut obstacles);
            }
        }
    }
    let landmarks = landmarks.carried_to(&mesh);
    let version = Version::Dynamic { mesh, baked };
    let snapshot = Arc::new(NavSnapshot { version, frame, landmarks });
    Ok(Layer { radius, snapshot, obstacles })
}

/// Returns a dynamic mesh to edit, and the labels of its static mesh.
fn dynamic_mesh_of(
    snapshot: &NavSnapshot,
) -> Result<(DynamicNavMesh, Option<Arc<BakedVersion>>), ChangeError> {
    match &snapshot.version {
        Version::Dynamic { mesh, baked } => Ok((mesh.clone(), baked.clone())),
        Version::Baked { map, layer } => {
            let of_radius = &map.meshes()[*layer];
            let mesh = DynamicNavMesh::new(of_radius.mesh().clone())?;
            let baked = of_radius
                .labels()
                .map(|labels| Arc::new(BakedVersion::new(0, mesh.shared_mesh(), labels.clone())));
            Ok((mesh, baked))
        }
    }
}

/// Replaces obstacles in one edit. After an error, nothing has changed.
fn apply(
    mesh: &mut DynamicNavMesh,
    shapes: &[(u64, Option<Shape>)],
    radius: f32,
    obstacles: &mut BTreeMap<u64, ObstacleId>,
) -> Result<(), ChangeError> {
    let added = shapes.iter().filter_map(|(number, shape)| Some((*number, shape.as_ref()?)));
    let edit = Edit {
        add: added.clone().map(|(_, shape)| shape.obstacle(radius)).collect(),
        remove: shapes.iter().filter_map(|(number, _)| obstacles.get(number).copied()).collect(),
    };
    if edit.add.is_empty() && edit.remove.is_empty() {
        return Ok(());
    }
    let edited = mesh.edit(&edit)?;
    for (number, _) in shapes {
        obstacles.remove(number);
    }
    obstacles.extend(added.map(|(number, _)| number).zip(edited.added));
    Ok(())
}
