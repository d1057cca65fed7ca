//! Characters of side-view levels that plan their jumps.

use std::sync::Arc;

use bevy_app::App;
use bevy_asset::io::Reader;
use bevy_asset::{
    Asset, AssetApp, AssetLoader, AssetServer, Assets, Handle, LoadContext, LoadState,
};
use bevy_ecs::change_detection::{DetectChanges, Ref};
use bevy_ecs::component::Component;
use bevy_ecs::entity::Entity;
use bevy_ecs::intern::Interned;
use bevy_ecs::query::{With, Without};
use bevy_ecs::schedule::{IntoScheduleConfigs, ScheduleLabel};
use bevy_ecs::system::{Local, Query, Res};
use bevy_reflect::TypePath;
use bevy_transform::components::Transform;
use bevy_utils::Parallel;
use tautline::platformer::exact::{Follower, Goal, PlanError, Planner, Scratch};
use tautline::platformer::{BakedLevel, BakedLevelError, Character, Input, State, Tile};
use thiserror::Error;
use tracing::warn;

use crate::ground::GroundStatus;
use crate::settings::NavSystems;

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
#[derive(Component, Clone, Debug)]
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
    planner: Option<Planner>,
    /// The number of changes.
    version: u64,
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
        let old = self.planner.as_mut()?.set_tile(column, row, tile)?;
        self.version += u64::from(old != tile);
        Some(old)
    }
}

/// A character that plans and plays inputs, one frame in each tick. It has the physics of its
/// level; run the schedule at their frame rate (`Time::<Fixed>::from_hz(60.0)` for the default).
///
/// Its `Transform` is the lower left corner of its body.
#[derive(Component, Clone, Debug)]
#[require(Transform, NavCharacterStatus, Playback)]
pub struct NavCharacter {
    /// The entity with the [`NavLevel`].
    #[entities]
    pub level: Entity,
    /// Its position and motion, in subpixels. Write to it to push or to place the character: it
    /// plans again from there, also in mid-air.
    pub state: State,
    /// The input of the last frame, for animations.
    pub input: Input,
}

impl NavCharacter {
    /// A character at a start.
    #[must_use]
    pub fn new(level: Entity, state: State) -> Self {
        Self { level, state, input: Input::default() }
    }
}

/// The goal of a [`NavCharacter`]. Remove it to let the character stand.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct NavCharacterGoal(pub Goal);

/// Progress of a [`NavCharacter`].
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NavCharacterStatus {
    /// It has no goal, or its level is not loaded.
    #[default]
    Idle,
    /// It plays a plan.
    Playing,
    /// It is at its goal.
    Arrived,
    /// There is no plan. It plans again when a tile, its goal or its position changes.
    Failed(PlanError),
}

/// The plan of a character.
#[derive(Component, Debug, Default)]
pub(crate) struct Playback {
    /// The level of the follower and of the failure.
    level: Option<Entity>,
    follower: Option<Follower>,
    /// The goal, the version of the level and the state for which there was no plan, and why.
    failed: Option<((Goal, u64, State), PlanError)>,
}

/// Adds the systems.
pub(crate) fn build(app: &mut App, schedule: Interned<dyn ScheduleLabel>) {
    app.init_asset::<NavLevelMap>().register_asset_loader(NavLevelLoader);
    app.add_systems(schedule, load.in_set(NavSystems::Ground));
    app.add_systems(schedule, play.in_set(NavSystems::Move));
}

/// Takes over levels that were loaded, or loaded again.
fn load(
    maps: Res<'_, Assets<NavLevelMap>>,
    server: Option<Res<'_, AssetServer>>,
    mut levels: Query<'_, '_, (&NavLevel, &mut NavLevelState)>,
) {
    for (level, mut state) in &mut levels {
        let status = match maps.get(&level.map) {
            Some(map) if state.map.as_ref().is_some_and(|known| Arc::ptr_eq(known, &map.0)) => {
                continue;
            }
            Some(map) => {
                state.map = Some(Arc::clone(&map.0));
                state.version += 1;
                match map.0.planner() {
                    Ok(planner) => {
                        state.planner = Some(planner);
                        GroundStatus::Ready
                    }
                    Err(error) => GroundStatus::Failed(error.to_string()),
                }
            }
            None if state.planner.is_some() => continue,
            None => match server.as_ref().and_then(|server| server.get_load_state(&level.map)) {
                Some(LoadState::Failed(error)) => GroundStatus::Failed(error.to_string()),
                _ => continue,
            },
        };
        if state.status != status {
            if let GroundStatus::Failed(reason) = &status {
                warn!("a level could not be loaded: {reason}");
            }
            state.status = status;
        }
    }
}

type PlayData = (
    &'static mut NavCharacter,
    Option<Ref<'static, NavCharacterGoal>>,
    &'static mut Playback,
    &'static mut NavCharacterStatus,
    &'static mut Transform,
);

/// Plans, and plays one frame.
fn play(
    levels: Query<'_, '_, (&NavLevelState, &Transform), (With<NavLevel>, Without<NavCharacter>)>,
    mut characters: Query<'_, '_, PlayData>,
    memory: Local<'_, Parallel<Scratch>>,
) {
    let memory = &*memory;
    characters.par_iter_mut().for_each(
        |(mut character, goal, mut playback, mut status, mut transform)| {
            let level = levels.get(character.level).ok();
            let Some((level, origin)) = level else { return idle(&mut playback, &mut status) };
            let Some(planner) = &level.planner else { return idle(&mut playback, &mut status) };
            let mut input = Input::default();
            if let Some(goal) = goal {
                if goal.is_changed()
                    && let Some(follower) = &mut playback.follower
                {
                    follower.set_goal(goal.0);
                }
                if playback.level != Some(character.level) {
                    *playback = Playback { level: Some(character.level), ..Playback::default() };
                }
                let mut scratch = memory.borrow_local_mut();
                let here = (goal.0, level.version, character.state);
                let next = playback.input(planner, here, &mut scratch);
                if *status != next.0 {
                    *status = next.0;
                }
                input = next.1;
            } else {
                idle(&mut playback, &mut status);
            }
            let stepped = planner.character().step(character.state, input, planner.tiles());
            if (character.state, character.input) != (stepped, input) {
                (character.state, character.input) = (stepped, input);
            }
            let [x, y] = to_world(planner.character(), stepped);
            let z = transform.translation.z;
            let position = origin.translation + bevy_math::Vec3::new(x, y, 0.0);
            let position = position.with_z(z);
            if transform.translation != position {
                transform.translation = position;
            }
        },
    );
}

fn idle(playback: &mut Playback, status: &mut NavCharacterStatus) {
    *playback = Playback::default();
    *status = NavCharacterStatus::Idle;
}

#[expect(clippy::cast_possible_truncation, reason = "positions of drawings are f32")]
fn to_world(character: &Character, state: State) -> [f32; 2] {
    character.to_pixels([state.x, state.y]).map(|pixels| pixels as f32)
}

impl Playback {
    /// Returns the next input on the way to a goal.
    fn input(
        &mut self,
        planner: &Planner,
        here: (Goal, u64, State),
        scratch: &mut Scratch,
    ) -> (NavCharacterStatus, Input) {
        let (goal, _, state) = here;
        // A search that finds nothing looks everywhere: not again in each tick.
        if let Some((at, error)) = self.failed
            && at == here
        {
            return (NavCharacterStatus::Failed(error), Input::default());
        }
        let next = match &mut self.follower {
            Some(follower) => follower.input(planner, state, scratch),
            None => Follower::new(planner, state, goal, scratch).and_then(|mut follower| {
                let input = follower.input(planner, state, scratch);
                self.follower = Some(follower);
                input
            }),
        };
        match next {
            Ok(Some(input)) => (NavCharacterStatus::Playing, input),
            Ok(None) => (NavCharacterStatus::Arrived, Input::default()),
            Err(error) => {
                self.failed = Some((here, error));
                (NavCharacterStatus::Failed(error), Input::default())
            }
        }
    }
}
