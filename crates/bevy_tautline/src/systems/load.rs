//! Ground from maps that were loaded, or loaded again.

use std::collections::BTreeMap;
use std::sync::Arc;

use bevy_asset::{AssetServer, Assets, LoadState};
use bevy_ecs::change_detection::DetectChangesMut;
use bevy_ecs::entity::Entity;
use bevy_ecs::resource::Resource;
use bevy_ecs::system::{Query, Res, ResMut};
use bevy_transform::helper::TransformHelper;
use tracing::warn;

use super::Tick;
use crate::axes::Frame;
use crate::error::loading_failure;
use crate::ground::{
    GroundObstacles, GroundState, GroundStatus, Layer, NavGround, NavSnapshot, Version,
};
use crate::landmarks::GroundLandmarks;
use crate::map::{NavMap, NavMapLoaderError};
use crate::numbered::Numbered;
use crate::settings::NavSettings;

/// The ground of agents without a `NavOn`: the one that was spawned first.
#[derive(Resource, Debug, Default)]
pub(crate) struct DefaultGround(pub(crate) Option<Entity>);

/// Counts the ticks, and updates the grounds whose map was loaded, or that were moved.
///
/// It compares maps instead of reading asset events, because events may expire before the next fixed tick.
pub(crate) fn load(
    mut tick: ResMut<'_, Tick>,
    mut first: ResMut<'_, DefaultGround>,
    maps: Res<'_, Assets<NavMap>>,
    server: Option<Res<'_, AssetServer>>,
    settings: Res<'_, NavSettings>,
    transforms: TransformHelper<'_, '_>,
    mut grounds: Query<'_, '_, (Entity, &NavGround, &mut GroundState, &Numbered)>,
) {
    tick.0 += 1;
    let numbers = grounds.iter().map(|(entity, _, _, number)| (number, entity));
    first.0 = numbers.min().map(|(_, entity)| entity);

    for (entity, ground, mut state, _) in &mut grounds {
        match maps.get(&ground.map) {
            Some(map) => {
                let is_known =
                    state.map.as_ref().is_some_and(|known| Arc::ptr_eq(known, map.shared()));
                let at = transforms.compute_global_transform(entity).unwrap_or_default();
                let origin = at.translation();
                let has_moved = origin != state.frame.origin && origin.is_finite();
                if !is_known || has_moved {
                    let frame = Frame { up: settings.up, origin, y_down: map.baked().y_down };
                    state.set_map(map, frame);
                }
                if state.map_id != Some(ground.map.id()) {
                    (state.map_id, state.status) = (Some(ground.map.id()), GroundStatus::Ready);
                }
            }
            // The map was removed from the assets. Agents stay on it.
            None if state.map_id == Some(ground.map.id()) => {}
            // If there was another map before, agents stay on that one.
            None => {
                let loading = server.as_ref().and_then(|server| server.get_load_state(&ground.map));
                let status = match loading {
                    Some(LoadState::Failed(error)) => {
                        GroundStatus::Failed(loading_failure::<NavMapLoaderError>(&error))
                    }
                    _ => GroundStatus::Loading,
                };
                let state = state.bypass_change_detection();
                state.map_id = None;
                if state.status != status {
                    if let GroundStatus::Failed(reason) = &status {
                        warn!("a map could not be loaded: {reason}");
                    }
                    state.status = status;
                }
            }
        }
    }
}

impl GroundState {
    /// Replaces the layers by those of a map, and adds all obstacles again.
    fn set_map(&mut self, map: &NavMap, frame: Frame) {
        let map = map.shared();
        if self.map.as_ref().is_none_or(|known| !Arc::ptr_eq(known, map)) {
            self.landmarks = GroundLandmarks::default();
        }
        let layer = |(index, mesh): (usize, &tautline::baked::RadiusMesh)| Layer {
            radius: mesh.radius(),
            snapshot: Arc::new(NavSnapshot {
                version: Version::Baked { map: Arc::clone(map), layer: index },
                frame,
                landmarks: self.landmarks.chosen.get(index).cloned().unwrap_or_default(),
            }),
            obstacles: BTreeMap::new(),
        };
        self.layers = map.meshes().iter().enumerate().map(layer).collect();
        self.frame = frame;
        self.map = Some(Arc::clone(map));
        let GroundObstacles { wanted, frame, edit, .. } = std::mem::take(&mut self.obstacles);
        self.obstacles.dirty = wanted.keys().copied().collect();
        self.obstacles.is_outdated = edit.is_some();
        (self.obstacles.wanted, self.obstacles.edit) = (wanted, edit);
        self.obstacles.frame = frame;
    }
}
