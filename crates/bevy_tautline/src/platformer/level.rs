//! Side-view levels: the asset, its loader, and the components.

use std::sync::Arc;

use bevy_asset::io::Reader;
use bevy_asset::{
    Asset, AssetId, AssetLoader, AssetServer, Assets, Handle, LoadContext, LoadState,
};
use bevy_ecs::change_detection::DetectChangesMut;
use bevy_ecs::component::Component;
use bevy_ecs::entity::Entity;
#[cfg(feature = "reflect")]
use bevy_ecs::reflect::ReflectComponent;
use bevy_ecs::system::{Query, Res};
use bevy_ecs::template::FromTemplate;
use bevy_math::Vec3;
#[cfg(feature = "reflect")]
use bevy_reflect::Reflect;
use bevy_reflect::TypePath;
use bevy_transform::components::Transform;
use bevy_transform::helper::TransformHelper;
use tautline::platformer::exact::Planner;
use tautline::platformer::{BakedLevel, BakedLevelError, Tile};
use thiserror::Error;
use tracing::warn;

use crate::error::loading_failure;
use crate::ground::GroundStatus;

/// A baked level as an asset: tiles, and the physics of a character.
///
/// Loaded from `.plat` files, which `tautline platformer bake` writes, or made from a
/// [`BakedLevel`]. Cheap to clone.
#[derive(Asset, TypePath, Clone, Debug)]
pub struct NavLevelMap(Arc<BakedLevel>);

impl NavLevelMap {
    /// Returns the baked level.
    #[must_use]
    pub fn baked(&self) -> &BakedLevel {
        &self.0
    }
}

impl From<BakedLevel> for NavLevelMap {
    fn from(level: BakedLevel) -> Self {
        Self(Arc::new(level))
    }
}

/// The loader of [`NavLevelMap`] assets: files with the extension `plat`.
#[derive(Clone, Copy, Debug, Default, TypePath)]
pub struct NavLevelLoader;

/// The reason why a `.plat` file cannot be loaded.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum NavLevelLoaderError {
    /// The file cannot be read.
    #[error("the level cannot be read: {0}")]
    Io(#[from] std::io::Error),
    /// The file is damaged, or was baked by another version.
    #[error(transparent)]
    Baked(#[from] BakedLevelError),
}

impl AssetLoader for NavLevelLoader {
    type Asset = NavLevelMap;
    type Settings = ();
    type Error = NavLevelLoaderError;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        (): &(),
        _: &mut LoadContext<'_>,
    ) -> Result<NavLevelMap, NavLevelLoaderError> {
        let mut bytes = Vec::new();
        reader.read_to_end(&mut bytes).await?;
        Ok(BakedLevel::decode(&bytes)?.into())
    }

    fn extensions(&self) -> &[&str] {
        &["plat"]
    }
}

/// A side-view level that characters run and jump in. Its lower left corner is where its
/// `Transform` is, and a pixel is a world unit.
#[derive(Component, FromTemplate, Clone, Debug)]
#[cfg_attr(feature = "reflect", derive(Reflect), reflect(Component))]
#[require(NavLevelState, Transform)]
pub struct NavLevel {
    /// The level.
    pub map: Handle<NavLevelMap>,
}

impl NavLevel {
    /// A level from an asset.
    #[must_use]
    pub const fn new(map: Handle<NavLevelMap>) -> Self {
        Self { map }
    }
}

/// The current state of a [`NavLevel`]: its tiles, and the links between them.
#[derive(Component, Debug, Default)]
pub struct NavLevelState {
    status: GroundStatus,
    map: Option<Arc<BakedLevel>>,
    /// The asset that this level is; `None` while the entity has the handle of another one, which is not loaded.
    map_id: Option<AssetId<NavLevelMap>>,
    pub(super) planner: Option<Planner>,
    /// The position of its lower left corner in the world.
    pub(super) origin: Vec3,
}

impl NavLevelState {
    /// Returns the progress of loading.
    #[must_use]
    pub const fn status(&self) -> &GroundStatus {
        &self.status
    }

    /// Returns the planner, for queries of the game. `None` until the level is loaded.
    #[must_use]
    pub const fn planner(&self) -> Option<&Planner> {
        self.planner.as_ref()
    }

    /// Sets a tile and returns the old one: a wall that falls, a bridge that is built. Characters
    /// plan again. `None`, without any change, outside of the level, and until it is loaded.
    pub fn set_tile(&mut self, column: i32, row: i32, tile: Tile) -> Option<Tile> {
        self.planner.as_mut()?.set_tile(column, row, tile)
    }
}

/// Replaces the planners of levels that were loaded, or loaded again.
pub(super) fn load(
    maps: Res<'_, Assets<NavLevelMap>>,
    server: Option<Res<'_, AssetServer>>,
    transforms: TransformHelper<'_, '_>,
    mut levels: Query<'_, '_, (Entity, &NavLevel, &mut NavLevelState)>,
) {
    for (entity, level, mut state) in &mut levels {
        let at = transforms.compute_global_transform(entity).unwrap_or_default();
        if state.origin != at.translation() {
            state.origin = at.translation();
        }
        let status = match maps.get(&level.map) {
            Some(map)
                if state.map_id == Some(level.map.id())
                    && state.map.as_ref().is_some_and(|known| Arc::ptr_eq(known, &map.0)) =>
            {
                continue;
            }
            Some(map) => {
                (state.map, state.map_id) = (Some(Arc::clone(&map.0)), Some(level.map.id()));
                match map.0.planner() {
                    Ok(planner) => {
                        state.planner = Some(planner);
                        GroundStatus::Ready
                    }
                    Err(error) => GroundStatus::Failed(error.to_string()),
                }
            }
            // The level was removed from the assets. Characters stay on it.
            None if state.map_id == Some(level.map.id()) => continue,
            // If there was another level before, characters stay on that one.
            None => {
                state.bypass_change_detection().map_id = None;
                match server.as_ref().and_then(|server| server.get_load_state(&level.map)) {
                    Some(LoadState::Failed(error)) => {
                        GroundStatus::Failed(loading_failure::<NavLevelLoaderError>(&error))
                    }
                    _ => GroundStatus::Loading,
                }
            }
        };
        if state.status != status {
            if let GroundStatus::Failed(reason) = &status {
                warn!("a level could not be loaded: {reason}");
            }
            state.status = status;
        }
    }
}
