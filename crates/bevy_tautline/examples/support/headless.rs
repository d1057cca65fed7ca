//! Apps without a window, in which each update is one tick.

use bevy_app::{App, TaskPoolPlugin};
use bevy_asset::AssetPlugin;
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use bevy_transform::TransformPlugin;

/// The plugins that `bevy_tautline` needs; `DefaultPlugins` has them.
#[allow(dead_code, reason = "a window has its own plugins")]
pub(crate) fn app() -> App {
    let mut app = App::new();
    let assets = AssetPlugin::default();
    app.add_plugins((TaskPoolPlugin::default(), TimePlugin, TransformPlugin, assets));
    app.insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
    app
}
