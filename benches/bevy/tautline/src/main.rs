//! The plugin of tautline.

use std::time::Duration;

use bevy_app::{App, TaskPoolPlugin};
use bevy_asset::{AssetPlugin, Assets};
use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_tautline::tautline::baked::{BakedMap, LabelStorage};
use bevy_tautline::tautline::labels::{BakeOptions, Labels};
use bevy_tautline::tautline::navmesh::RawMesh;
use bevy_tautline::{
    GroundState, NavAgent, NavGoal, NavGround, NavMap, NavMove, NavObstacle, NavState,
    TautlinePlugin,
};
use bevy_time::{Fixed, Time, TimePlugin, TimeUpdateStrategy};
use bevy_transform::TransformPlugin;
use bevy_transform::components::Transform;

#[path = "../../shared/world.rs"]
mod world;
use world::{Frames, Random, Town, arguments};

fn app(has_avoidance: bool) -> App {
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), TimePlugin, TransformPlugin));
    let plugin = TautlinePlugin::z_up();
    let plugin = if has_avoidance { plugin } else { plugin.with_avoidance(None) };
    app.add_plugins((AssetPlugin::default(), plugin));
    app.insert_resource(Time::<Fixed>::from_hz(60.0));
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs_f64(1.0 / 60.0)));
    app.finish();
    app.cleanup();
    app
}

fn map(town: &Town, has_labels: bool) -> NavMap {
    let mut raw = RawMesh::from_vertices(&town.vertices);
    for polygon in &town.polygons {
        raw.push_area(&polygon.iter().map(|&corner| corner as u32).collect::<Vec<_>>());
    }
    let mesh = raw.build().expect("a valid mesh");
    if !has_labels {
        return mesh.into();
    }
    let labels = Labels::bake(&mesh, &BakeOptions::default()).expect("labels");
    let mut map = BakedMap::from(mesh);
    map.meshes_mut().for_each(|mesh| mesh.set_labels(labels.clone(), LabelStorage::Full));
    map.into()
}

fn spawn_ground(app: &mut App, map: NavMap) -> Entity {
    let map = app.world_mut().resource_mut::<Assets<NavMap>>().add(map);
    app.world_mut().spawn(NavGround::new(map)).id()
}

fn main() {
    let (agents, houses) = arguments();
    let town = Town::new(houses);
    println!("{agents} agents, {} polygons", town.polygons.len());
    for (name, has_labels, has_avoidance) in [
        ("walks through others", false, false),
        ("with labels", true, false),
        ("avoids others", false, true),
        ("avoids others, with labels", true, true),
    ] {
        let mut app = app(has_avoidance);
        spawn_ground(&mut app, map(&town, has_labels));
        let journeys = town.journeys(agents);
        let spawn = |app: &mut App, start: [f32; 2]| {
            let at = Transform::from_xyz(start[0], start[1], 0.0);
            app.world_mut().spawn((at, NavAgent::new(0.3, 1.4), NavMove)).id()
        };
        let ids: Vec<Entity> = journeys.iter().map(|[start, _]| spawn(&mut app, *start)).collect();
        let idle = Frames::run(60, || {
            app.update();
            false
        });
        for (&id, [_, goal]) in ids.iter().zip(&journeys) {
            let goal = NavGoal::Point(Vec3::new(goal[0], goal[1], 0.0));
            app.world_mut().entity_mut(id).insert(goal);
        }
        let paths = Frames::run(3_000, || {
            app.update();
            let mut states = app.world_mut().query::<&NavState>();
            states.iter(app.world()).all(|state| matches!(state, NavState::Walking | NavState::Arrived))
        });
        let steady = Frames::run(120, || {
            app.update();
            false
        });
        println!(
            "{name}: idle frame {:.2} ms; all paths {:.0} ms in {} frames, first {:.2} ms on the wall, longest {:.2}; steady frame {:.2} ms",
            idle.each(), paths.process, paths.count, paths.first, paths.longest, steady.each(),
        );
    }

    // A thousand obstacles, of which one moves in each frame.
    let mut app = app(false);
    let ground = spawn_ground(&mut app, map(&town, false));
    let mut random = Random(3);
    let obstacles: Vec<(Entity, [f32; 2])> = (0..1_000)
        .map(|_| {
            let [x, y] = town.point(&mut random);
            let at = Transform::from_xyz(x, y, 0.0);
            (app.world_mut().spawn((at, NavObstacle::rect(0.5, 0.5))).id(), [x, y])
        })
        .collect();
    let version = |app: &App| {
        let state = app.world().get::<GroundState>(ground).expect("a ground");
        let snapshot = state.snapshot(0.0);
        snapshot.and_then(|snapshot| Some(snapshot.dynamic()?.version())).unwrap_or(0)
    };
    let all = Frames::run(3_000, || {
        app.update();
        version(&app) > 0
    });
    let idle = Frames::run(60, || {
        app.update();
        false
    });
    let (mut frame, before) = (0, version(&app));
    let moves = Frames::run(120, || {
        let (obstacle, [x, y]) = obstacles[frame % obstacles.len()];
        let mut transform = app.world_mut().get_mut::<Transform>(obstacle).expect("an obstacle");
        transform.translation = Vec3::new(x + 0.25, y, 0.0);
        frame += 1;
        app.update();
        false
    });
    println!(
        "1000 obstacles: all at once {:.0} ms; one that moves {:.2} ms ({} edits in {} frames; idle frame {:.2} ms), longest frame {:.2} ms on the wall",
        all.process, moves.each() - idle.each(), version(&app) - before, moves.count, idle.each(), moves.longest,
    );
}
