//! A thousand agents of two radii cross a town square, and make room for each other.
//!
//! Runs without a window, for 60 seconds of the scene, or for the number of seconds that is given as an
//! argument. `examples/windowed` shows the same scene.
#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "an example")]

use std::env;

use bevy_app::{App, Startup};
use bevy_asset::Assets;
use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_tautline::tautline::baked::BakedMap;
use bevy_tautline::tautline::meshgen::{PolygonOptions, Polygons, Role};
use bevy_tautline::{
    NavAgent, NavGoal, NavGround, NavMap, NavMove, NavObstacle, NavState, TautlinePlugin,
};
use bevy_transform::components::Transform;

/// The scene, for apps with and without a window.
pub(crate) fn scene(app: &mut App) {
    app.add_plugins(TautlinePlugin::z_up()).add_systems(Startup, start);
}

/// A square of 60 by 60 with blocks of houses, for agents of two radii.
fn town() -> BakedMap {
    let square = |x: f32, y: f32, size: f32| {
        vec![[x, y], [x + size, y], [x + size, y + size], [x, y + size]]
    };
    let mut outlines = Polygons::default();
    outlines.push(Role::Ground, [square(0.0, 0.0, 60.0)]);
    for column in 0..4_u8 {
        for row in 0..4_u8 {
            let [x, y] = [column, row].map(|at| 8.0 + 12.5 * f32::from(at));
            outlines.push(Role::Hole, [square(x, y, 6.5)]);
        }
    }
    let mesh = |agent_radius| {
        let options = PolygonOptions { agent_radius, ..PolygonOptions::default() };
        outlines.build(&options).unwrap().mesh.build().unwrap()
    };
    BakedMap::for_radius(0.25, mesh(0.25)).unwrap().with_mesh_for(0.5, mesh(0.5)).unwrap()
}

fn start(mut commands: Commands<'_, '_>, mut maps: ResMut<'_, Assets<NavMap>>) {
    commands.spawn(NavGround::new(maps.add(NavMap::from(town()))));
    for index in 0..1_000_u16 {
        let [x, y] = [index % 10, index / 10].map(f32::from);
        let (start, goal) = ([1.0 + 0.6 * x, 1.0 + 0.58 * y], [59.0 - 0.6 * x, 59.0 - 0.58 * y]);
        let radius = if index % 20 == 0 { 0.5 } else { 0.25 };
        let goal = NavGoal::Point(Vec3::new(goal[0], goal[1], 0.0));
        let at = Transform::from_xyz(start[0], start[1], 0.0);
        commands.spawn((at, NavAgent::new(radius, 2.0), NavMove, goal));
    }
    commands.spawn((Transform::from_xyz(30.0, 30.0, 0.0), NavObstacle::octagon(1.5)));
}

#[allow(dead_code, reason = "the scene is used in a window, too")]
fn main() {
    let mut app = headless::app();
    scene(&mut app);
    let seconds = env::args().nth(1).map_or(60, |seconds| seconds.parse().unwrap());
    for tick in 0..=64 * seconds {
        app.update();
        let mut states = app.world_mut().query::<&NavState>();
        let arrived = states.iter(app.world()).filter(|state| **state == NavState::Arrived);
        let arrived = arrived.count();
        if tick % 320 == 0 {
            println!("after {} s: {arrived} of 1000 have arrived", tick / 64);
        }
        if arrived == 1_000 {
            return;
        }
    }
}

#[path = "support/headless.rs"]
mod headless;
