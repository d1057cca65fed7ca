//! Doors slide open and shut, and agents walk to wherever one is open.
//!
//! Each door is an entity with a [`NavObstacle`]: the ground follows its `Transform`. Runs without
//! a window. `examples/windowed` shows the same scene.
#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "an example")]

use bevy_app::{App, FixedUpdate, Startup};
use bevy_asset::Assets;
use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_tautline::tautline::navmesh::{Terrain, rectangles_from_cells};
use bevy_tautline::{
    NavAgent, NavArrived, NavGoal, NavGround, NavMap, NavMove, NavObstacle, NavSystems,
    TautlinePlugin,
};
use bevy_time::Time;
use bevy_transform::components::Transform;

/// The scene, for apps with and without a window.
pub(crate) fn scene(app: &mut App) {
    app.add_plugins(TautlinePlugin::z_up()).add_systems(Startup, start);
    let systems = (slide.before(NavSystems::Ground), turn_around.after(NavSystems::Move));
    app.add_systems(FixedUpdate, systems);
}

/// A door that slides along y, away from its place and back.
#[derive(Component)]
struct Door {
    place: f32,
    phase: f32,
}

/// The two ends between which an agent walks.
#[derive(Component)]
struct Ends([Vec3; 2]);

fn start(mut commands: Commands<'_, '_>, mut maps: ResMut<'_, Assets<NavMap>>) {
    // Two rooms with three doorways.
    let open = |x, y| x != 10 || [3, 9, 15].contains(&y);
    let raw = rectangles_from_cells(20, 20, |x, y| open(x, y).then_some(Terrain(0)));
    commands.spawn(NavGround::new(maps.add(NavMap::from(raw.build().unwrap()))));
    for (place, phase) in [(3.5, 0.0), (9.5, 2.0), (15.5, 4.0)] {
        let door = (Door { place, phase }, NavObstacle::rect(0.5, 1.5));
        commands.spawn((Transform::from_xyz(10.5, place, 0.0), door));
    }
    for index in 0..20_u8 {
        let y = 0.5 + f32::from(index);
        let ends = [2.0, 18.0].map(|x| Vec3::new(x, y, 0.0));
        let agent = (NavAgent::new(0.2, 3.0), NavMove, NavGoal::Point(ends[1]), Ends(ends));
        commands.spawn((Transform::from_translation(ends[0]), agent));
    }
}

/// Opens each door for two of six seconds.
fn slide(time: Res<'_, Time>, mut doors: Query<'_, '_, (&Door, &mut Transform)>) {
    for (door, mut transform) in &mut doors {
        let second = (time.elapsed_secs() + door.phase) % 6.0;
        let is_open = second < 2.0;
        let y = if is_open { door.place + 1.5 } else { door.place };
        // A change of the transform is a change of the ground.
        transform.translation.y += (y - transform.translation.y).clamp(-0.1, 0.1);
    }
}

fn turn_around(
    mut arrived: MessageReader<'_, '_, NavArrived>,
    mut agents: Query<'_, '_, (&Ends, &mut NavGoal)>,
) {
    for &NavArrived { agent } in arrived.read() {
        if let Ok((Ends([one, other]), mut goal)) = agents.get_mut(agent) {
            *goal = NavGoal::Point(if *goal == NavGoal::Point(*one) { *other } else { *one });
        }
    }
}

#[allow(dead_code, reason = "the scene is used in a window, too")]
fn main() {
    let mut app = headless::app();
    scene(&mut app);
    for tick in 0..=64 * 30 {
        app.update();
        if tick % 320 == 0 {
            let mut agents = app.world_mut().query_filtered::<&Transform, With<NavAgent>>();
            let right = agents.iter(app.world()).filter(|at| at.translation.x > 10.5).count();
            println!("after {} s: {right} of 20 are in the room on the right", tick / 64);
        }
    }
}

#[path = "support/headless.rs"]
mod headless;
