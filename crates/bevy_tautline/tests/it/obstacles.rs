use bevy_ecs::hierarchy::ChildOf;
use bevy_math::{Quat, Vec3};
use bevy_tautline::tautline::navmesh::{Terrain, rectangles_from_cells};
use bevy_tautline::tautline::{PathError, Vec2};
use bevy_tautline::{Answers, NavError, NavObstacle, NavState};
use bevy_transform::components::Transform;

use crate::world::{World, alone, at, hall, point, two_gaps, two_rooms};

fn corners(world: &World, agent: bevy_ecs::entity::Entity) -> usize {
    world.path(agent).corners().count()
}

fn is_free(world: &World, ground: bevy_ecs::entity::Entity, x: f32, y: f32) -> bool {
    let snapshot = world.ground_state(ground).snapshot(0.0).unwrap();
    snapshot.mesh().locate(Vec2::new(x, y)).is_some()
}

#[test]
fn an_obstacle_is_walked_around_while_it_is_there() {
    let mut world = World::new();
    let ground = world.ground(hall());
    let agent = world.agent_to(2.0, 10.0, point(18.0, 10.0));
    world.tick(10);
    assert_eq!(corners(&world, agent), 1);

    let crate_ = world.spawn((at(10.0, 10.5), NavObstacle::rect(2.0, 6.0)));
    world.tick(1);
    assert!(!is_free(&world, ground, 10.0, 10.0));
    assert_eq!(corners(&world, agent), 3, "around it, in the same tick");

    world.despawn(crate_);
    world.tick(2);
    assert!(is_free(&world, ground, 10.0, 10.0));
    assert_eq!(corners(&world, agent), 1, "straight again");
}

#[test]
fn an_obstacle_follows_its_transform_and_that_of_its_parent() {
    let mut world = World::new();
    let ground = world.ground(hall());
    let cart = world.spawn(at(5.0, 5.0));
    world.spawn((at(2.0, 0.0), NavObstacle::rect(1.0, 1.0), ChildOf(cart)));
    world.tick(1);
    assert!(!is_free(&world, ground, 7.0, 5.0), "in the first tick, at its place");
    assert!(is_free(&world, ground, 0.2, 0.2), "and never at the origin");

    world.insert(
        cart,
        at(5.0, 5.0).with_rotation(Quat::from_rotation_z(std::f32::consts::FRAC_PI_2)),
    );
    world.tick(2);
    assert!(is_free(&world, ground, 7.0, 5.0));
    assert!(!is_free(&world, ground, 5.0, 7.0), "the cart has turned");

    world.insert(cart, at(5.0, 5.0).with_scale(Vec3::splat(4.0)));
    world.tick(2);
    assert!(!is_free(&world, ground, 11.5, 6.5), "and grown");

    // An obstacle that stands still costs nothing.
    let version = world.ground_state(ground).snapshot(0.0).unwrap().dynamic().unwrap().version();
    world.tick(10);
    let snapshot = world.ground_state(ground).snapshot(0.0).unwrap();
    assert_eq!(snapshot.dynamic().unwrap().version(), version);
}

#[test]
fn obstacles_keep_the_distance_of_each_radius() {
    let mut world = World::new();
    let ground = world.ground(two_gaps(&[0.25, 1.0]));
    world.spawn((at(5.0, 10.0), NavObstacle::octagon(1.0)));
    world.tick(1);
    let is_free = |radius: f32, x: f32| {
        let snapshot = world.ground_state(ground).snapshot(radius).unwrap();
        snapshot.mesh().locate(Vec2::new(x, 10.0)).is_some()
    };
    assert_eq!([6.2, 6.3].map(|x| is_free(0.25, x)), [false, true]);
    assert_eq!([6.9, 7.1].map(|x| is_free(1.0, x)), [false, true]);
}

#[test]
fn only_paths_that_an_edit_touches_are_asked_again() {
    let mut world = World::new();
    world.ground(hall());
    let near = world.agent(2.0, 10.0);
    let far = world.agent(2.0, 2.0);
    world.insert(near, point(18.0, 10.0));
    world.insert(far, point(18.0, 2.0));
    world.tick(5);
    let answers =
        |world: &World| [near, far].map(|agent| world.path(agent).steering().unwrap().goal());
    let before = answers(&world);
    world.spawn((at(10.0, 10.5), NavObstacle::rect(1.0, 3.0)));
    world.tick(1);
    assert_eq!([near, far].map(|agent| corners(&world, agent)), [3, 1]);
    assert_eq!(answers(&world), before);
    // Both are known to be shortest now: one was found again, the other proved untouched.
    assert_eq!([near, far].map(|agent| world.path(agent).version()), [1, 1]);
    assert_eq!(world.path(near).questions(), world.path(far).questions() + 1);
}

#[test]
fn an_agent_under_an_obstacle_is_moved_back_to_the_ground() {
    let mut world = World::new();
    let ground = world.ground(hall());
    let (walking, idle) = (world.agent(2.0, 10.0), world.agent(15.0, 10.0));
    world.insert(walking, point(18.0, 10.0));
    world.tick(5);
    for agent in [walking, idle] {
        let here = world.position(agent);
        world.spawn((at(here.x, here.y), NavObstacle::rect(2.0, 1.0)));
    }
    world.tick(2);
    assert!(world.is_on(ground, walking) && world.is_on(ground, idle));
    let arrived = world.until(800, |world| {
        assert!(world.is_on(ground, walking));
        world.state(walking) == NavState::Arrived
    });
    assert!(arrived);
}

#[test]
fn a_closed_way_is_a_failure_until_it_opens() {
    let mut world = World::new();
    world.ground(two_rooms());
    let agent = world.agent_to(2.0, 12.0, point(18.0, 12.0));
    world.tick(5);
    let door = world.spawn((at(10.5, 3.0), NavObstacle::rect(2.0, 3.0)));
    world.tick(2);
    let state = world.state(agent);
    assert!(
        matches!(state, NavState::Failed(NavError::Path(PathError::Unreachable { .. }))),
        "{state:?}"
    );
    world.despawn(door);
    assert!(world.until(800, |world| world.state(agent) == NavState::Arrived));
}

#[test]
fn an_agent_that_failed_stays_so_while_obstacles_move_elsewhere() {
    let mut world = World::with(alone().with_answers(Answers::AfterTicks(4)));
    world.ground(two_rooms());
    let agent = world.agent_to(5.0, 5.0, point(15.0, 5.0));
    let door = world.spawn((at(10.5, 3.0), NavObstacle::rect(1.0, 2.0)));
    let cart = world.spawn((at(15.0, 1.0), NavObstacle::rect(1.0, 1.0)));
    assert!(world.until(50, |world| matches!(world.state(agent), NavState::Failed(_))));
    for step in 0..60_u8 {
        world.insert(cart, at(15.0, 1.0 + 0.1 * f32::from(step)));
        world.tick(1);
        assert!(matches!(world.state(agent), NavState::Failed(_)), "{:?}", world.state(agent));
    }
    world.insert(cart, at(15.0, 15.0));
    world.despawn(door);
    assert!(world.until(400, |world| world.state(agent) == NavState::Arrived));
}

#[test]
fn a_thousand_obstacles_in_one_frame_are_one_edit() {
    let mut world = World::new();
    let ground = world.ground(hall());
    let agent = world.agent_to(0.25, 0.25, point(19.75, 19.75));
    let obstacles: Vec<_> = (0..1_024_u16)
        .map(|index| {
            let [column, row] = [index % 32, index / 32].map(|at| 0.5 + 0.6 * f32::from(at));
            world.spawn((at(column, row), NavObstacle::rect(0.2, 0.2)))
        })
        .collect();
    world.tick(1);
    let snapshot = world.ground_state(ground).snapshot(0.0).unwrap();
    let dynamic = snapshot.dynamic().unwrap();
    assert_eq!((dynamic.version(), dynamic.obstacles().len()), (1, 1_024));
    assert_eq!(world.state(agent), NavState::Walking);
    assert!(world.is_on(ground, agent));
    for obstacle in obstacles {
        world.despawn(obstacle);
    }
    world.tick(1);
    let snapshot = world.ground_state(ground).snapshot(0.0).unwrap();
    assert_eq!(snapshot.mesh().area_count(), 1);
}

#[test]
fn edits_of_other_threads_arrive_and_gather_while_one_is_under_way() {
    let mut world = World::with(alone().with_answers(bevy_tautline::Answers::AfterTicks(4)));
    let ground = world.ground(hall());
    let cart = world.spawn((at(2.0, 10.0), NavObstacle::rect(1.0, 1.0)));
    for step in 0..40_u8 {
        world.insert(cart, at(2.0 + 0.25 * f32::from(step), 10.0));
        world.tick(1);
    }
    world.tick(8);
    let snapshot = world.ground_state(ground).snapshot(0.0).unwrap();
    assert!(world.ground_state(ground).is_up_to_date());
    let edits = snapshot.dynamic().unwrap().version();
    assert!((8..=12).contains(&edits), "each takes four ticks: {edits}");
    assert!(is_free(&world, ground, 2.0, 10.0) && !is_free(&world, ground, 11.75, 10.0));
}

/// A bridge at 5 over ground at 0: two areas that overlap in the plane.
pub(crate) fn bridge() -> bevy_tautline::tautline::NavMesh {
    let square = |x: f32, y: f32, w: f32, h: f32| [[x, y], [x + w, y], [x + w, y + h], [x, y + h]];
    let corners: Vec<_> = [square(0.0, 0.0, 16.0, 16.0), square(4.0, 4.0, 8.0, 8.0)].concat();
    let mut raw = bevy_tautline::tautline::navmesh::RawMesh::from_vertices(&corners);
    raw.elevations = [[0.0; 4], [5.0; 4]].concat();
    raw.push_area(&[0, 1, 2, 3]);
    raw.push_area(&[4, 5, 6, 7]);
    raw.build().unwrap()
}

#[test]
fn an_obstacle_with_heights_covers_one_floor() {
    let mut world = World::new();
    let ground = world.ground(bridge());
    let above = Transform::from_xyz(8.0, 8.0, 5.0);
    world.spawn((above, NavObstacle::rect(2.0, 2.0).with_heights(-0.5, 2.0)));
    world.tick(1);
    let snapshot = world.ground_state(ground).snapshot(0.0).unwrap();
    let elevations: Vec<f32> = snapshot
        .mesh()
        .areas_at(Vec2::new(8.0, 8.0))
        .map(|area| snapshot.mesh().elevation_at(area, Vec2::new(8.0, 8.0)))
        .collect();
    assert_eq!(elevations, [0.0], "the ground is free below the bridge");
}

#[test]
fn obstacles_that_are_gone_leave_nothing_behind() {
    let mut world = World::new();
    let ready = world.ground(hall());
    let missing = world.load_ground("missing.nav");
    for _ in 0..20 {
        let obstacles =
            [f32::NAN, 5.0].map(|x| world.spawn((at(x, 5.0), NavObstacle::rect(1.0, 1.0))));
        world.tick(2);
        for obstacle in obstacles {
            world.despawn(obstacle);
        }
        world.tick(2);
    }
    for ground in [ready, missing] {
        assert!(world.ground_state(ground).is_up_to_date());
        let state = format!("{:?}", world.ground_state(ground));
        assert!(state.contains("warned: {}"), "{state}");
    }
}

#[test]
fn a_clone_of_an_obstacle_is_another_obstacle() {
    let mut world = World::new();
    let ground = world.ground(hall());
    let crate_ = world.spawn((at(5.0, 5.0), NavObstacle::rect(2.0, 2.0)));
    world.tick(1);
    let clone = world.app.world_mut().entity_mut(crate_).clone_and_spawn();
    world.insert(clone, at(15.0, 5.0));
    world.tick(1);
    assert!(!is_free(&world, ground, 5.0, 5.0) && !is_free(&world, ground, 15.0, 5.0));
    world.despawn(crate_);
    world.tick(1);
    assert!(is_free(&world, ground, 5.0, 5.0) && !is_free(&world, ground, 15.0, 5.0));
}

#[test]
fn a_map_that_cannot_have_obstacles_is_up_to_date_with_all_of_them() {
    let mut raw = rectangles_from_cells(9, 9, |x, _| (x != 4).then_some(Terrain(0)));
    // Off the grid that obstacles need.
    raw.vertices.iter_mut().for_each(|vertex| *vertex = vertex.map(|at| at * 1.1));
    let mut world = World::new();
    let ground = world.ground(raw.build().unwrap());
    for x in [2.0, 7.0] {
        world.spawn((at(x, 3.0), NavObstacle::rect(1.0, 1.0)));
        world.tick(1);
        assert!(world.ground_state(ground).obstacle_error().is_some());
        assert!(world.ground_state(ground).is_up_to_date());
    }
}
