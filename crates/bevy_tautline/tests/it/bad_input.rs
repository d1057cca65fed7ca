use bevy_math::{Quat, Vec3};
use bevy_tautline::tautline::PathError;
use bevy_tautline::{NavAgent, NavError, NavGoal, NavMove, NavObstacle, NavState};
use bevy_transform::components::Transform;

use crate::world::{World, at, hall, point};

const STRANGE: [f32; 6] = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, -1e30, 1e-42];

#[test]
fn obstacles_with_strange_transforms_are_ignored_or_cover_what_they_cover() {
    let mut world = World::new();
    let ground = world.ground(hall());
    let agent = world.agent_to(2.0, 10.0, point(18.0, 10.0));
    for value in STRANGE {
        let transforms = [
            at(value, 5.0),
            at(5.0, value),
            at(5.0, 5.0).with_scale(Vec3::splat(value)),
            at(5.0, 5.0).with_scale(Vec3::new(1.0, value, -1.0)),
            at(5.0, 5.0).with_rotation(Quat::from_xyzw(value, 0.0, 0.0, 1.0)),
            Transform::from_xyz(5.0, 5.0, value),
        ];
        for transform in transforms {
            let heights = NavObstacle::rect(2.0, 2.0).with_heights(value, -value);
            let obstacles = [
                world.spawn((transform, NavObstacle::rect(2.0, 2.0))),
                world.spawn((transform, heights)),
                world.spawn((at(9.0, 5.0), NavObstacle::rect(value, 2.0))),
                world.spawn((at(9.0, 5.0), NavObstacle::octagon(value))),
            ];
            world.tick(2);
            for obstacle in obstacles {
                world.despawn(obstacle);
            }
        }
    }
    world.tick(2);
    let snapshot = world.ground_state(ground).snapshot(0.0).unwrap();
    assert_eq!(snapshot.mesh().area_count(), 1, "all are gone");
    assert!(world.until(400, |world| world.state(agent) == NavState::Arrived));
}

#[test]
fn an_obstacle_larger_than_the_map_is_refused_and_others_are_not() {
    let mut world = World::new();
    let ground = world.ground(hall());
    world.tick(1);
    world.spawn((at(10.0, 10.0), NavObstacle::rect(100.0, 100.0)));
    world.spawn((at(10.0, 10.0), NavObstacle::rect(1e9, 1.0)));
    world.spawn((at(5.0, 5.0), NavObstacle::rect(2.0, 2.0)));
    // An empty one, and one that crosses itself.
    world.spawn((at(5.0, 15.0), NavObstacle::polygon([])));
    world.spawn((
        at(15.0, 5.0),
        NavObstacle::polygon([[0.0, 0.0], [2.0, 2.0], [2.0, 0.0], [0.0, 2.0]]),
    ));
    world.tick(1);
    let snapshot = world.ground_state(ground).snapshot(0.0).unwrap();
    let is_free = |x, y| snapshot.mesh().locate([x, y].into()).is_some();
    assert_eq!([is_free(10.0, 10.0), is_free(5.0, 5.0), is_free(15.2, 6.0)], [true, false, false]);
}

#[test]
fn agents_with_strange_values_fail_with_a_name() {
    let mut world = World::new();
    world.ground(hall());
    for value in STRANGE {
        let agents = [
            world.spawn((at(value, 5.0), NavAgent::new(0.25, 4.0), NavMove, point(9.0, 9.0))),
            world.spawn((at(2.0, 5.0), NavAgent::new(0.25, 4.0), NavMove, point(9.0, value))),
            world.spawn((at(2.0, 5.0), NavAgent::new(value, 4.0), NavMove, point(9.0, 9.0))),
            world.spawn((at(2.0, 5.0), NavAgent::new(0.25, value), NavMove, point(9.0, 9.0))),
            world.spawn((
                at(2.0, 5.0),
                NavAgent::new(0.25, 4.0).with_offset(Vec3::splat(value)),
                NavMove,
                point(9.0, 9.0),
            )),
        ];
        world.tick(5);
        if value.is_nan() {
            for agent in &agents[..2] {
                let state = world.state(*agent);
                let is_named =
                    matches!(state, NavState::Failed(NavError::Path(PathError::NotFinite { .. })));
                assert!(is_named, "{state:?}");
            }
        }
    }
    let from_itself = world.agent(2.0, 2.0);
    world.insert(from_itself, NavGoal::Entity(from_itself));
    world.tick(5);
    assert_eq!(world.state(from_itself), NavState::Arrived);
}

fn invalid_agents_fail(plugin: bevy_tautline::TautlinePlugin) {
    let mut world = World::with(plugin);
    world.ground(hall());
    for value in [f32::NAN, f32::INFINITY, -1.0] {
        for body in [NavAgent::new(value, 4.0), NavAgent::new(0.25, value)] {
            let agent = world.spawn((at(2.0, 5.0), body, NavMove, point(9.0, 9.0)));
            world.tick(5);
            assert_eq!(world.state(agent), NavState::Failed(NavError::InvalidAgent), "{body:?}");
            assert_eq!(world.position(agent), Vec3::new(2.0, 5.0, 0.0));
            world.insert(agent, NavAgent::new(0.25, 4.0));
            assert!(world.until(400, |world| world.state(agent) == NavState::Arrived));
            world.despawn(agent);
        }
    }
}

#[test]
fn invalid_agents_fail_until_they_are_valid() {
    invalid_agents_fail(crate::world::alone());
}

#[cfg(feature = "crowd")]
#[test]
fn invalid_agents_in_a_crowd_fail_until_they_are_valid() {
    let plugin = bevy_tautline::TautlinePlugin::z_up();
    invalid_agents_fail(plugin.with_answers(bevy_tautline::Answers::SameTick));
}
