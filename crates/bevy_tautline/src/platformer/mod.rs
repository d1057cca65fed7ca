//! Characters of side-view levels that plan their jumps.

mod character;
mod goals;
mod level;
mod play;
mod playback;

pub use character::{NavCharacter, NavCharacterGoal, NavCharacterStart, NavCharacterStatus};
pub use level::{NavLevel, NavLevelLoader, NavLevelLoaderError, NavLevelMap, NavLevelState};

use bevy_app::App;
use bevy_asset::AssetApp;
use bevy_ecs::intern::Interned;
use bevy_ecs::schedule::{IntoScheduleConfigs, ScheduleLabel};

use crate::settings::NavSystems;

/// Adds the systems.
pub(crate) fn build(app: &mut App, schedule: Interned<dyn ScheduleLabel>) {
    app.init_asset::<NavLevelMap>().register_asset_loader(NavLevelLoader);
    app.add_systems(schedule, level::load.in_set(NavSystems::Ground));
    app.add_systems(schedule, goals::find_goals.in_set(NavSystems::Ask));
    app.add_systems(schedule, play::play.in_set(NavSystems::Move));
}
