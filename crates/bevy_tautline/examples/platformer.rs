//! A character runs and jumps to one goal after the other, while a bridge comes and goes.
//!
//! Runs without a window. `examples/windowed` shows the same scene.
#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "an example")]

use bevy_app::{App, FixedUpdate, Startup};
use bevy_asset::Assets;
use bevy_ecs::prelude::*;
use bevy_tautline::tautline::platformer::exact::PlannerOptions;
use bevy_tautline::tautline::platformer::{BakedLevel, Body, Outside, Physics, State, Tile, Tiles};
use bevy_tautline::{
    NavCharacter, NavCharacterGoal, NavCharacterStart, NavCharacterStatus, NavLevel, NavLevelMap,
    NavLevelState, NavSystems, TautlinePlugin,
};
use bevy_time::{Fixed, Time};

const ROWS: [&str; 7] = [
    "................",
    ".....===........",
    "..##.......##...",
    "................",
    ".......##....=..",
    "................",
    "#####......#####",
];

/// Cells to go to, in turn.
const GOALS: [(i32, i32); 4] = [(15, 1), (3, 5), (12, 5), (0, 1)];

/// The scene, for apps with and without a window.
pub(crate) fn scene(app: &mut App) {
    app.add_plugins(TautlinePlugin::z_up()).add_systems(Startup, start);
    // The physics is that of 60 frames a second.
    app.insert_resource(Time::<Fixed>::from_hz(60.0));
    let systems = (change_bridge.before(NavSystems::Ground), next_goal.after(NavSystems::Move));
    app.add_systems(FixedUpdate, systems);
}

/// The number of goals that the character has reached.
#[derive(Component, Default)]
struct Reached(usize);

fn start(mut commands: Commands<'_, '_>, mut maps: ResMut<'_, Assets<NavLevelMap>>) {
    let tiles = Tiles::from_rows(&ROWS, Outside::Solid).unwrap();
    let options = PlannerOptions::default();
    let level = BakedLevel::new(tiles, Physics::default(), Body::default(), options).unwrap();
    let map = maps.add(NavLevelMap::from(level.with_links().unwrap()));
    let level = commands.spawn(NavLevel::new(map)).id();
    // On the lowest row of tiles, at the left end.
    let character = NavCharacter::new(level, NavCharacterStart::Cell { column: 0, row: 1 });
    let goal = NavCharacterGoal::Cell { column: GOALS[0].0, row: GOALS[0].1 };
    commands.spawn((character, goal, Reached::default()));
}

/// Lays a bridge over the gap in the floor every other three seconds.
fn change_bridge(time: Res<'_, Time>, mut levels: Query<'_, '_, &mut NavLevelState>) {
    let has_bridge = time.elapsed_secs() % 6.0 >= 3.0;
    for mut level in &mut levels {
        let tile = if has_bridge { Tile::OneWay } else { Tile::Empty };
        for column in 5..11 {
            let is_same = |state: &NavLevelState| {
                state.planner().is_none_or(|planner| planner.tiles().tile(column, 0) == tile)
            };
            if !is_same(&level) {
                level.set_tile(column, 0, tile);
            }
        }
    }
}

type Player = (&'static NavCharacterStatus, &'static mut NavCharacterGoal, &'static mut Reached);

fn next_goal(mut characters: Query<'_, '_, Player>) {
    for (status, mut goal, mut reached) in &mut characters {
        if *status == NavCharacterStatus::Arrived {
            reached.0 += 1;
            let (column, row) = GOALS[reached.0 % GOALS.len()];
            *goal = NavCharacterGoal::Cell { column, row };
        }
    }
}

#[allow(dead_code, reason = "the scene is used in a window, too")]
fn main() {
    let mut app = headless::app();
    scene(&mut app);
    for tick in 0..=60 * 20 {
        app.update();
        if tick % 120 == 0 {
            let mut characters = app.world_mut().query::<(&NavCharacter, &Reached)>();
            if let Ok((character, reached)) = characters.single(app.world()) {
                let State { x, y, .. } = character.state;
                println!(
                    "after {} s: cell {},{}, {} goals reached",
                    tick / 60,
                    x / 48,
                    y / 57_600,
                    reached.0
                );
            }
        }
    }
}

#[path = "support/headless.rs"]
mod headless;
