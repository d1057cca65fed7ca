//! The plugin of landmass. Agents move by their desired velocity and report it back.

use std::sync::Arc;
use std::time::Duration;

use bevy_app::{App, FixedUpdate, TaskPoolPlugin};
use bevy_asset::{AssetPlugin, Assets};
use bevy_ecs::prelude::*;
use bevy_landmass::prelude::*;
use bevy_landmass::{NavMeshHandle, Velocity2d};
use bevy_math::Vec2;
use bevy_time::{Fixed, Time, TimePlugin, TimeUpdateStrategy};
use bevy_transform::TransformPlugin;
use bevy_transform::components::Transform;

#[path = "../../shared/world.rs"]
mod world;
use world::{Frames, Town, arguments};

fn main() {
    let (agents, houses) = arguments();
    let town = Town::new(houses);
    println!("{agents} agents, {} polygons", town.polygons.len());
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), TimePlugin, TransformPlugin));
    app.add_plugins((AssetPlugin::default(), Landmass2dPlugin::default()));
    app.insert_resource(Time::<Fixed>::from_hz(60.0));
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs_f64(1.0 / 60.0)));
    app.add_systems(FixedUpdate, walk);
    app.finish();
    app.cleanup();

    let options = ArchipelagoOptions::from_agent_radius(0.3);
    let archipelago = app.world_mut().spawn(Archipelago2d::new(options)).id();
    let mesh = NavigationMesh2d {
        vertices: town.vertices.iter().map(|&at| at.into()).collect(),
        polygons: town.polygons.clone(),
        polygon_type_indices: vec![0; town.polygons.len()],
        height_mesh: None,
    };
    let nav_mesh = Arc::new(mesh.validate().expect("a valid mesh"));
    let handle = app.world_mut().resource_mut::<Assets<NavMesh2d>>().add(NavMesh2d { nav_mesh });
    app.world_mut().spawn(Island2dBundle {
        island: Island,
        archipelago_ref: ArchipelagoRef2d::new(archipelago),
        nav_mesh: NavMeshHandle(handle),
    });
    let journeys = town.journeys(agents);
    let spawn = |app: &mut App, [x, y]: [f32; 2]| {
        let bundle = Agent2dBundle {
            agent: Default::default(),
            settings: AgentSettings { radius: 0.3, desired_speed: 1.4, max_speed: 1.82 },
            archipelago_ref: ArchipelagoRef2d::new(archipelago),
        };
        app.world_mut().spawn((Transform::from_xyz(x, y, 0.0), bundle)).id()
    };
    let ids: Vec<Entity> = journeys.iter().map(|[start, _]| spawn(&mut app, *start)).collect();
    let idle = Frames::run(60, || {
        app.update();
        false
    });
    for (&id, [_, goal]) in ids.iter().zip(&journeys) {
        app.world_mut().entity_mut(id).insert(AgentTarget2d::Point(Vec2::from(*goal)));
    }
    let paths = Frames::run(3_000, || {
        app.update();
        let mut states = app.world_mut().query::<&AgentState>();
        states.iter(app.world()).all(|state| {
            matches!(state, AgentState::Moving | AgentState::ReachedTarget)
        })
    });
    let steady = Frames::run(120, || {
        app.update();
        false
    });
    println!(
        "avoids others: idle frame {:.2} ms; all paths {:.0} ms in {} frames, first {:.2} ms on the wall, longest {:.2}; steady frame {:.2} ms",
        idle.each(), paths.process, paths.count, paths.first, paths.longest, steady.each(),
    );
}

fn walk(
    time: Res<Time>,
    mut agents: Query<(&AgentDesiredVelocity2d, &mut Velocity2d, &mut Transform)>,
) {
    for (desired, mut velocity, mut transform) in &mut agents {
        velocity.velocity = desired.velocity();
        transform.translation += desired.velocity().extend(0.0) * time.delta_secs();
    }
}
