use bevy_asset::Assets;
use bevy_tautline::tautline::crowd::CrowdOptions;
use bevy_tautline::tautline::navmesh::{Terrain, rectangles_from_cells};
use bevy_tautline::tautline::{QueryFilter, Vec2};
use bevy_tautline::{
    Answers, NavAgent, NavArrived, NavBlocked, NavCosts, NavGoal, NavGround, NavMap, NavMove,
    NavObstacle, NavState, NavVelocity, TautlinePlugin,
};
use bevy_transform::components::Transform;

use crate::world::{World, at, hall, point, two_gaps, two_rooms};

fn crowded() -> World {
    World::with(TautlinePlugin::z_up().with_answers(Answers::SameTick))
}

#[test]
fn two_agents_that_meet_make_room_for_each_other() {
    let mut world = crowded();
    let ground = world.ground(hall());
    let agents =
        [(2.0, 18.0), (18.0, 2.0)].map(|(from, to)| world.agent_to(from, 10.0, point(to, 10.0)));
    let mut closest = f32::INFINITY;
    let arrived = world.until(800, |world| {
        let [one, other] = agents.map(|agent| world.position(agent));
        closest = closest.min(one.distance(other));
        assert!(agents.iter().all(|&agent| world.is_on(ground, agent)));
        agents.iter().all(|&agent| world.state(agent) == NavState::Arrived)
    });
    assert!(arrived);
    assert!(closest >= 0.9 * 0.5, "{closest}");
    let arrived = world.messages::<NavArrived>();
    assert!(agents.iter().all(|&agent| arrived.contains(&NavArrived { agent })));
    assert_eq!(arrived.len(), 2);
}

#[test]
fn a_crowd_passes_a_door_and_nobody_leaves_the_ground() {
    let mut world = crowded();
    let ground = world.ground(two_rooms());
    let agents: Vec<_> = (0..40_u16)
        .map(|index| {
            let [x, y] = [index % 5, index / 5].map(|at| 1.0 + 1.2 * f32::from(at));
            world.agent_to(x, y, point(12.0 + x, 1.0 + y))
        })
        .collect();
    let arrived = world.until(3_000, |world| {
        for &agent in &agents {
            let at = world.position(agent);
            let snapshot = world.ground_state(ground).snapshot(0.0).unwrap();
            assert!(snapshot.mesh().locate(Vec2::new(at.x, at.y)).is_some());
        }
        agents.iter().all(|&agent| world.state(agent) == NavState::Arrived)
    });
    assert!(arrived);
}

/// A game in 2D sorts agents by their y, so it changes their heights in each tick.
#[test]
fn a_crowd_whose_heights_the_game_sets_walks_like_any_other() {
    let walk = |sets_heights: bool| {
        let mut world = crowded();
        world.ground(two_rooms());
        let agents: Vec<_> = (0..20_u8)
            .map(|index| {
                let [x, y] = [index % 5, index / 5].map(|at| 1.0 + 1.2 * f32::from(at));
                world.agent_to(x, y, point(12.0 + x, 1.0 + y))
            })
            .collect();
        for _ in 0..300 {
            world.tick(1);
            for &agent in agents.iter().filter(|_| sets_heights) {
                let at = world.position(agent);
                let sorted = Transform::from_translation(at.with_z(100.0 - 0.01 * at.y));
                world.insert(agent, sorted);
            }
        }
        let on_ground = |&agent| world.position(agent).with_z(0.0);
        agents.iter().map(on_ground).collect::<Vec<_>>()
    };
    assert_eq!(walk(true), walk(false));
}

#[test]
fn agents_of_different_radii_avoid_each_other() {
    let mut world = crowded();
    world.ground(two_gaps(&[0.25, 1.0]));
    let small = world.spawn((at(2.0, 8.0), NavAgent::new(0.25, 4.0), NavMove, point(8.0, 8.0)));
    let large = world.spawn((at(5.0, 8.2), NavAgent::new(1.0, 1.0), NavMove));
    let mut closest = f32::INFINITY;
    let arrived = world.until(800, |world| {
        closest = closest.min(world.position(small).distance(world.position(large)));
        world.state(small) == NavState::Arrived
    });
    assert!(arrived && closest >= 0.9 * 1.25, "{closest}");
}

#[test]
fn an_agent_whose_radius_has_no_mesh_any_more_leaves_no_trace() {
    let mut world = crowded();
    let ground = world.ground(two_gaps(&[0.25, 1.0]));
    let small = world.spawn((at(2.0, 8.0), NavAgent::new(0.25, 4.0), NavMove));
    let large = world.spawn((at(5.0, 8.0), NavAgent::new(1.0, 4.0), NavMove));
    world.tick(5);
    let map = world.app.world().get::<NavGround>(ground).unwrap().map.id();
    let mut maps = world.app.world_mut().resource_mut::<Assets<NavMap>>();
    maps.insert(map, two_gaps(&[0.25]).into()).unwrap();
    world.tick(5);
    world.insert(large, point(5.0, 15.0));
    assert!(world.until(400, |world| world.state(large) == NavState::Arrived));

    world.insert(small, point(8.0, 8.0));
    let mut aside = 0.0_f32;
    let arrived = world.until(400, |world| {
        aside = aside.max((world.position(small).y - 8.0).abs());
        world.state(small) == NavState::Arrived
    });
    assert!(arrived && aside < 0.1, "{aside}");
}

#[test]
fn agents_of_different_radii_share_a_goal() {
    let mut world = crowded();
    world.ground(two_gaps(&[0.2, 0.4]));
    let agents = [0.2, 0.4, 0.2, 0.4, 0.4, 0.2].map(|radius| NavAgent::new(radius, 3.0));
    let ids: Vec<_> = (0_u8..)
        .zip(agents)
        .map(|(row, agent)| {
            let start = at(2.0, 2.0 + 1.5 * f32::from(row));
            world.spawn((start, agent, NavMove, point(7.0, 6.0)))
        })
        .collect();
    let all_arrive = world
        .until(1_500, |world| ids.iter().all(|&agent| world.state(agent) == NavState::Arrived));
    assert!(all_arrive, "{:?}", ids.iter().map(|&agent| world.state(agent)).collect::<Vec<_>>());
}

#[test]
fn physics_may_move_agents_that_avoid_each_other() {
    let mut world = crowded();
    world.ground(hall());
    let agents = [(2.0, 18.0), (18.0, 2.0)]
        .map(|(from, to)| world.spawn((at(from, 10.0), NavAgent::new(0.25, 4.0), point(to, 10.0))));
    let mut closest = f32::INFINITY;
    let arrived = world.until(1_000, |world| {
        for agent in agents {
            let velocity = world.app.world().get::<NavVelocity>(agent).unwrap().0;
            let mut transform = world.app.world_mut().get_mut::<Transform>(agent).unwrap();
            transform.translation += velocity / 64.0;
        }
        let [one, other] = agents.map(|agent| world.position(agent));
        closest = closest.min(one.distance(other));
        agents.iter().all(|&agent| world.state(agent) == NavState::Arrived)
    });
    assert!(arrived && closest >= 0.9 * 0.5, "{closest}");
}

#[test]
fn obstacles_move_through_a_crowd_and_nobody_is_left_under_them() {
    let mut world = crowded();
    let ground = world.ground(hall());
    let agents: Vec<_> = (0..30_u16)
        .map(|index| {
            let [x, y] = [index % 6, index / 6].map(|at| 6.0 + f32::from(at));
            world.agent_to(x, y, point(26.0 - 2.0 * x, y))
        })
        .collect();
    let cart = world.spawn((at(1.5, 8.0), NavObstacle::rect(2.0, 2.0)));
    for tick in 0..300_u16 {
        world.insert(cart, at(1.5 + 0.05 * f32::from(tick), 8.0));
        world.tick(1);
        assert!(agents.iter().all(|&agent| world.is_on(ground, agent)), "in tick {tick}");
    }
}

#[test]
fn options_out_of_range_are_replaced() {
    let options = CrowdOptions { range: f32::NAN, ..CrowdOptions::mixed() };
    let mut world =
        World::with(TautlinePlugin::z_up().with_answers(Answers::SameTick).with_avoidance(options));
    world.ground(hall());
    let agent = world.agent_to(2.0, 2.0, point(5.0, 2.0));
    assert!(world.until(200, |world| world.state(agent) == NavState::Arrived));
}

#[test]
fn an_agent_that_the_game_holds_does_not_arrive() {
    let mut world = crowded();
    world.ground(hall());
    let held = world.spawn((at(2.0, 10.0), NavAgent::new(0.25, 4.0), point(8.0, 10.0)));
    world.tick(200);
    assert_eq!(world.state(held), NavState::Walking);
    assert_eq!(world.messages::<NavArrived>(), []);
    let velocity = world.app.world().get::<NavVelocity>(held).unwrap().0;
    assert!(velocity.x > 1.0, "it wants to go on: {velocity}");
}

#[test]
fn an_agent_that_stands_where_it_may_not_walks_off() {
    let mut world = crowded();
    let mud = |x, y| (8..12).contains(&x) && y > 1;
    let raw = rectangles_from_cells(20, 20, |x, y| Some(Terrain(mud(x, y).into())));
    world.ground(raw.build().unwrap());
    let agent = world.agent(11.0, 10.0);
    world.tick(2);
    let mut dry = QueryFilter::uniform();
    dry.forbid(Terrain(1));
    world.insert(agent, (NavCosts(std::sync::Arc::new(dry)), point(18.0, 10.0)));
    assert!(world.until(400, |world| world.state(agent) == NavState::Arrived));
    assert!(world.path(agent).questions() <= 3, "{}", world.path(agent).questions());
}

#[test]
fn agents_of_different_radii_share_a_goal_that_an_obstacle_covers() {
    let plugin = TautlinePlugin::z_up().with_answers(Answers::SameTick).with_goal_distance(3.0);
    let mut world = World::with(plugin);
    world.ground(two_gaps(&[0.3, 0.6]));
    world.spawn((at(5.0, 14.0), NavObstacle::octagon(1.5)));
    world.tick(2);
    // For each radius, the goal is moved to another point.
    let agents: Vec<_> = (0..48_u16)
        .map(|index| {
            let [x, y] = [index % 6, index / 6].map(|at| 1.0 + 1.3 * f32::from(at));
            let radius = if index % 4 == 0 { 0.6 } else { 0.3 };
            let agent = (at(x, y), NavAgent::new(radius, 4.0), NavMove, point(5.0, 14.0));
            world.spawn(agent)
        })
        .collect();
    assert!(world.until(64 * 40, |world| {
        agents.iter().all(|&agent| world.state(agent) == NavState::Arrived)
    }));
}

#[test]
fn agents_are_not_pushed_to_ground_that_is_forbidden_to_them() {
    let mut world = crowded();
    // Water fills the upper half of a hall.
    let raw = rectangles_from_cells(20, 20, |_, y| Some(Terrain((y >= 10).into())));
    world.ground(raw.build().unwrap());
    let mut dry = QueryFilter::uniform();
    dry.forbid(Terrain(1));
    let dry = std::sync::Arc::new(dry);
    let agents: Vec<_> = (0..48_u16)
        .map(|index| {
            let (left, column, row) = (index % 2 == 0, index / 2 % 4, index / 8);
            let x = 1.0 + 0.6 * f32::from(column);
            let agent = world.agent(if left { x } else { 20.0 - x }, 9.8 - 0.6 * f32::from(row));
            world.insert(agent, (NavCosts(dry.clone()), point(if left { 18.0 } else { 2.0 }, 9.5)));
            agent
        })
        .collect();
    let arrived = world.until(3_000, |world| {
        assert!(agents.iter().all(|&agent| world.position(agent).y <= 10.0));
        agents.iter().all(|&agent| world.state(agent) == NavState::Arrived)
    });
    assert!(arrived);
}

#[test]
fn a_follower_stops_beside_an_agent() {
    let mut world = crowded();
    world.ground(hall());
    let leader = world.spawn((at(15.0, 10.0), NavAgent::new(0.25, 4.0)));
    let follower = world.agent_to(3.0, 10.0, NavGoal::Entity(leader));
    assert!(world.until(400, |world| world.state(follower) == NavState::Arrived));
    world.tick(50);
    assert_eq!(world.position(leader), at(15.0, 10.0).translation);
    let distance = world.position(follower).distance(world.position(leader));
    assert!((0.45..0.8).contains(&distance), "{distance}");
}

#[test]
fn an_agent_without_a_radius_arrives() {
    let mut world = crowded();
    world.ground(two_rooms());
    let agents = [0.0, 0.25].map(|radius| {
        let agent = world.spawn((at(2.0, 12.0 + radius), NavAgent::new(radius, 4.0), NavMove));
        world.insert(agent, point(18.0, 12.0 + 4.0 * radius));
        agent
    });
    assert!(world.until(800, |world| {
        agents.iter().all(|&agent| world.state(agent) == NavState::Arrived)
    }));
}

#[test]
fn an_agent_that_an_obstacle_covers_is_moved_as_far_as_the_plugin_says() {
    let plugin = TautlinePlugin::z_up().with_answers(Answers::SameTick).with_rescue_distance(9.0);
    let mut world = World::with(plugin);
    let ground = world.ground(hall());
    let (idle, walking) = (world.agent(10.0, 10.0), world.agent(9.5, 10.0));
    world.insert(walking, point(2.0, 10.0));
    world.tick(2);
    world.spawn((at(10.0, 10.0), NavObstacle::rect(15.0, 15.0)));
    world.tick(2);
    assert!([idle, walking].iter().all(|&agent| world.is_on(ground, agent)));
}

/// Regression: the path of an agent could begin within a smaller distance than the crowd moved the agent, so that it
/// failed.
#[test]
fn an_agent_that_its_crowd_moves_back_walks_on() {
    for terrain in [None, Some(1)] {
        let mut world = crowded();
        world.ground(hall());
        let agent = world.agent_to(10.0, 10.0, point(18.0, 10.0));
        let mut dry = QueryFilter::uniform();
        dry.forbid(Terrain(1));
        world.insert(agent, NavCosts(std::sync::Arc::new(dry)));
        world.tick(2);
        world.spawn((at(10.0, 10.0), NavObstacle { terrain, ..NavObstacle::rect(8.0, 8.0) }));
        let arrived = world.until(400, |world| world.state(agent) == NavState::Arrived);
        assert!(arrived, "{terrain:?}: {:?}", world.state(agent));
    }
}

#[test]
fn agents_that_have_arrived_say_so_once_whatever_is_edited_around_them() {
    let mut world = crowded();
    world.ground(hall());
    let agents: Vec<_> = (0..8_u16)
        .map(|index| world.agent_to(4.0, 6.0 + f32::from(index), point(10.0, 10.0)))
        .collect();
    let mut told = 0;
    assert!(world.until(1_000, |world| {
        told += world.messages::<NavArrived>().len();
        agents.iter().all(|&agent| world.state(agent) == NavState::Arrived)
    }));
    let cart = world.spawn((at(10.0, 7.0), NavObstacle::rect(0.5, 0.5)));
    let (mut walked, mut goal_is_free) = (false, true);
    for tick in 0..100_u8 {
        world.insert(cart, at(10.0, 7.0 + 0.06 * f32::from(tick)));
        world.tick(1);
        told += world.messages::<NavArrived>().len();
        let has_failed = |&agent| matches!(world.state(agent), NavState::Failed(_));
        // When the cart is on their goal, they fail.
        goal_is_free &= !agents.iter().any(has_failed);
        let walks = |&agent| world.state(agent) == NavState::Walking;
        walked |= goal_is_free && agents.iter().any(walks);
    }
    assert!(walked, "those that the cart has pushed away walk back");
    assert_eq!(told, agents.len());
}

#[test]
fn an_agent_says_how_long_others_have_blocked_it() {
    let mut world = crowded();
    // A corridor that an agent fills, which the game does not move.
    let raw = rectangles_from_cells(20, 1, |_, _| Some(Terrain(0)));
    world.ground(raw.build().unwrap());
    let blocked = |world: &World, agent| world.app.world().get::<NavBlocked>(agent).unwrap().0;
    world.spawn((at(10.0, 0.5), NavAgent::new(0.45, 4.0)));
    let agent = world.spawn((at(2.0, 0.5), NavAgent::new(0.45, 4.0), NavMove, point(18.0, 0.5)));
    world.tick(30);
    assert_eq!(blocked(&world, agent), 0.0);
    assert!(world.until(1_000, |world| blocked(world, agent) > 2.0));
}

#[test]
fn an_agent_that_makes_room_stops_if_its_ground_is_gone() {
    let mut world = crowded();
    let ground = world.ground(hall());
    let idle = world.agent(10.0, 10.0);
    world.agent_to(5.0, 10.1, point(15.0, 10.1));
    let velocity =
        |world: &World| world.app.world().get::<bevy_tautline::NavVelocity>(idle).unwrap().0;
    assert!(world.until(400, |world| velocity(world).length() > 0.1));
    world.despawn(ground);
    world.tick(1);
    assert_eq!(velocity(&world), bevy_math::Vec3::ZERO);
}
