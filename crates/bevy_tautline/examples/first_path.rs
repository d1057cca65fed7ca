//! One agent walks through a door: the start of the README.
//!
//! Runs without a window, and prints where the agent is. `examples/windowed` shows the same scene.
#![allow(clippy::panic, clippy::print_stdout, clippy::unwrap_used, reason = "an example")]

use bevy_app::{App, Startup};
use bevy_asset::Assets;
use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_tautline::tautline::navmesh::{Terrain, rectangles_from_cells};
use bevy_tautline::{NavAgent, NavArrived, NavGoal, NavGround, NavMap, NavMove, TautlinePlugin};
use bevy_transform::components::Transform;

/// The scene, for apps with and without a window.
pub(crate) fn scene(app: &mut App) {
    app.add_plugins(TautlinePlugin::z_up()).add_systems(Startup, start);
}

fn start(mut commands: Commands<'_, '_>, mut maps: ResMut<'_, Assets<NavMap>>) {
    // A game loads a map: `assets.load("level.nav")`.
    let open = |x, y| x != 10 || y == 3;
    let raw = rectangles_from_cells(20, 20, |x, y| open(x, y).then_some(Terrain(0)));
    commands.spawn(NavGround::new(maps.add(NavMap::from(raw.build().unwrap()))));
    let goal = NavGoal::Point(Vec3::new(18.0, 15.0, 0.0));
    commands.spawn((Transform::from_xyz(2.0, 15.0, 0.0), NavAgent::new(0.3, 4.0), NavMove, goal));
}

#[allow(dead_code, reason = "the scene is used in a window, too")]
fn main() {
    let mut app = headless::app();
    scene(&mut app);
    for tick in 0..2_000 {
        app.update();
        let mut agents = app.world_mut().query_filtered::<&Transform, With<NavAgent>>();
        let at = agents.single(app.world()).unwrap().translation;
        if tick % 64 == 0 {
            println!("after {} s: {:.2}, {:.2}", tick / 64, at.x, at.y);
        }
        if !app.world().resource::<Messages<NavArrived>>().is_empty() {
            return println!("arrived at {:.2}, {:.2}", at.x, at.y);
        }
    }
    panic!("it did not arrive");
}

#[path = "support/headless.rs"]
mod headless;
