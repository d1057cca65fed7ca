use bevy_app::Last;
use bevy_ecs::component::Component;
use bevy_ecs::entity::Entity;
use bevy_ecs::query::Changed;
use bevy_ecs::resource::Resource;
use bevy_ecs::system::{Query, ResMut};
use bevy_ecs::template::{FromTemplate, SceneEntityReferences, Template, TemplateContext};
use bevy_math::Vec3;
use bevy_tautline::tautline::PathError;
use bevy_tautline::tautline::navmesh::{Terrain, rectangles_from_cells};
use bevy_tautline::{
    NavAgent, NavArrived, NavCosts, NavError, NavGoal, NavGround, NavMove, NavObstacle, NavOn,
    NavPath, NavState, NavVelocity, TautlinePlugin, tautline,
};
use bevy_transform::components::Transform;

use crate::world::{World, alone, at, hall, point, two_gaps, two_rooms, without_avoidance};

#[test]
fn an_agent_walks_around_a_wall_and_arrives_exactly() {
    let mut world = World::new();
    let ground = world.ground(two_rooms());
    let agent = world.agent_to(2.0, 12.0, point(18.0, 12.0));
    assert_eq!(world.state(agent), NavState::Idle);
    world.tick(1);
    assert_eq!(world.state(agent), NavState::Walking);

    let mut last = world.position(agent);
    let mut walked = last.distance(Vec3::new(2.0, 12.0, 0.0));
    let arrived = world.until(800, |world| {
        assert!(world.is_on(ground, agent));
        let here = world.position(agent);
        let step = here.distance(last);
        assert!(step <= 4.0 / 64.0 + 1e-4, "no faster than its speed");
        (walked, last) = (walked + step, here);
        world.state(agent) == NavState::Arrived
    });
    assert!(arrived);
    assert_eq!(world.position(agent), Vec3::new(18.0, 12.0, 0.0));
    // Along the two corners of the gap at (10, 4) and (11, 4).
    let shortest = 128.0_f32.sqrt() + 1.0 + 113.0_f32.sqrt();
    assert!((walked - shortest).abs() < 0.05, "{walked} for {shortest}");
    assert_eq!(world.messages::<NavArrived>(), [NavArrived { agent }]);
    world.tick(20);
    assert_eq!(world.messages::<NavArrived>(), [], "told once");
}

#[derive(Resource, Default)]
struct Changes {
    states: usize,
    paths: usize,
}

fn count_changes(
    mut changes: ResMut<'_, Changes>,
    states: Query<'_, '_, (), Changed<NavState>>,
    paths: Query<'_, '_, (), Changed<NavPath>>,
) {
    changes.states += states.iter().count();
    changes.paths += paths.iter().count();
}

fn changes_count_only_if_there_are_any(plugin: TautlinePlugin) {
    let mut world = World::with(plugin);
    world.app.init_resource::<Changes>().add_systems(Last, count_changes);
    world.ground(two_rooms());
    world.agent(2.0, 2.0);
    world.spawn((at(2.0, 5.0), NavAgent::new(0.25, 4.0), point(18.0, 5.0)));
    // Past two corners.
    let walker = world.agent_to(2.0, 12.0, point(18.0, 12.0));
    assert!(world.until(800, |world| world.state(walker) == NavState::Arrived));
    let Changes { states, paths } = std::mem::take(&mut *world.app.world_mut().resource_mut());
    // One agent idles, one starts, and one also arrives.
    assert_eq!(states, 4);
    assert!(paths <= 6, "{paths}");
    world.tick(50);
    let Changes { states, paths } = *world.app.world().resource();
    assert_eq!((states, paths), (0, 0));
}

#[test]
fn states_and_paths_count_as_changed_only_when_they_are() {
    changes_count_only_if_there_are_any(alone());
}

#[cfg(feature = "crowd")]
#[test]
fn states_and_paths_of_a_crowd_count_as_changed_only_when_they_are() {
    let plugin = TautlinePlugin::z_up().with_answers(bevy_tautline::Answers::SameTick);
    changes_count_only_if_there_are_any(plugin);
}

#[test]
fn an_agent_follows_an_entity_that_walks_away() {
    let mut world = World::new();
    world.ground(two_rooms());
    let (hare, hound) = (world.agent(5.0, 3.0), world.agent(2.0, 12.0));
    world.insert(hare, point(18.0, 12.0));
    world.insert(hound, NavGoal::Entity(hare));
    let caught = world.until(1_500, |world| {
        let [hare, hound] = [hare, hound].map(|entity| world.position(entity));
        hare.distance(hound) <= 0.3 && hare.x == 18.0
    });
    assert!(caught, "{} {}", world.position(hare), world.position(hound));

    world.despawn(hare);
    world.tick(1);
    assert_eq!(world.state(hound), NavState::Failed(NavError::GoalGone));
}

/// A pack with one goal, of which some may not use the northern gap, and one hound that is off the ground.
#[test]
fn the_hounds_of_a_pack_get_the_paths_of_single_hounds() {
    let gaps = rectangles_from_cells(20, 20, |x, y| match (x, y) {
        (10, 16..18) => Some(Terrain(1)),
        (10, 2..4) => Some(Terrain(0)),
        (10, _) => None,
        _ => Some(Terrain(0)),
    });
    let mesh = gaps.build().unwrap();
    let mut world = World::with(alone());
    world.ground(mesh.clone());
    let hare = world.spawn(at(17.0, 15.0));
    let mut wary = tautline::QueryFilter::uniform();
    wary.forbid(Terrain(1));
    let wary = std::sync::Arc::new(wary);
    let mut pack = Vec::new();
    for number in 0..60_u8 {
        let (x, y) = (1.0 + f32::from(number % 8), 1.0 + 0.3 * f32::from(number));
        let hound = world.agent_to(x, y, NavGoal::Entity(hare));
        if number % 3 == 0 {
            world.insert(hound, NavCosts(wary.clone()));
        }
        pack.push((hound, number, [x, y]));
    }
    let lost = world.agent_to(-9.0, 3.0, NavGoal::Entity(hare));
    world.tick(1);
    assert!(matches!(world.state(lost), NavState::Failed(_)));
    for (hound, number, start) in pack {
        let uniform = tautline::QueryFilter::uniform();
        let filter = if number % 3 == 0 { &*wary } else { &uniform };
        let query = tautline::Query::new(start, [17.0, 15.0]).with_filter(filter);
        let mut alone = tautline::Path::default();
        tautline::path_in(&mesh, &query, &mut tautline::Scratch::new(), &mut alone).unwrap();
        // The agent has walked a step of the path already.
        let walked = world.position(hound).distance(Vec3::new(start[0], start[1], 0.0));
        let length = f64::from(world.path(hound).remaining() + walked);
        assert!(
            (length - alone.length).abs() < 1e-3,
            "hound {number}: {length} for {}",
            alone.length
        );
    }
}

#[test]
fn agents_of_several_radii_take_gaps_that_are_wide_enough() {
    let mut world = World::new();
    world.ground(two_gaps(&[0.25, 1.0]));
    let agents = [0.25, 1.0].map(|radius| {
        world.spawn((at(5.0, 5.0), NavAgent::new(radius, 4.0), NavMove, point(15.0, 5.0)))
    });
    world.tick(1);
    let heights = agents.map(|agent| {
        let corners = world.path(agent).corners();
        corners.fold(0.0, |most: f32, corner| most.max(corner.y))
    });
    assert!(heights[0] < 6.0, "through the narrow gap: {heights:?}");
    assert!(heights[1] > 14.0, "through the wide gap: {heights:?}");
}

#[test]
fn an_agent_stands_on_its_feet_not_on_its_pivot() {
    // y is up, and the ground rises from 0 to 4.
    let mut world = World::with(without_avoidance(TautlinePlugin::y_up()));
    let vertices = [[0.0, 0.0], [10.0, 0.0], [10.0, 4.0], [0.0, 4.0]];
    let mut raw = tautline::navmesh::RawMesh::from_vertices(&vertices);
    raw.elevations = vec![0.0, 4.0, 4.0, 0.0];
    raw.push_area(&[0, 1, 2, 3]);
    world.ground(raw.build().unwrap());
    let body = NavAgent::new(0.25, 4.0).with_offset(Vec3::new(0.0, -0.9, 0.0));
    let goal = NavGoal::Point(Vec3::new(8.0, 3.2, -2.0));
    let agent = world.spawn((Transform::from_xyz(1.0, 1.3, -2.0), body, NavMove, goal));
    assert!(world.until(400, |world| world.state(agent) == NavState::Arrived));
    let end = world.position(agent);
    assert!(end.distance(Vec3::new(8.0, 3.2 + 0.9, -2.0)) < 1e-4, "{end}");
}

#[test]
fn costs_belong_to_one_agent() {
    // A strip of mud in the middle, open ground around it.
    let mud = |x, y| (8..12).contains(&x) && y > 1;
    let raw = rectangles_from_cells(20, 20, |x, y| Some(Terrain(mud(x, y).into())));
    let mut world = World::new();
    world.ground(raw.build().unwrap());
    let mut dry = tautline::QueryFilter::uniform();
    dry.forbid(Terrain(1));
    let careless = world.agent(2.0, 10.0);
    let careful = world.agent(2.0, 10.0);
    world.insert(careful, NavCosts(std::sync::Arc::new(dry)));
    for agent in [careless, careful] {
        world.insert(agent, point(18.0, 10.0));
    }
    let mut lowest = [f32::INFINITY; 2];
    let arrived = world.until(1_000, |world| {
        for (lowest, agent) in lowest.iter_mut().zip([careless, careful]) {
            *lowest = lowest.min(world.position(agent).y);
        }
        [careless, careful].iter().all(|&agent| world.state(agent) == NavState::Arrived)
    });
    assert!(arrived);
    assert_eq!(lowest, [10.0, 2.0]);
}

#[test]
fn physics_may_move_an_agent_by_its_velocity() {
    let mut world = World::new();
    world.ground(two_rooms());
    let agent = world.spawn((at(2.0, 12.0), NavAgent::new(0.25, 4.0), point(18.0, 12.0)));
    let arrived = world.until(1_500, |world| {
        let velocity = world.app.world().get::<NavVelocity>(agent).unwrap().0;
        assert!(velocity.length() <= 4.001);
        // Wind blows to the left, and a push throws the agent back once.
        let wind = Vec3::new(-0.5, 0.0, 0.0);
        let mut transform = world.app.world_mut().get_mut::<Transform>(agent).unwrap();
        transform.translation += (velocity + wind) / 64.0;
        world.state(agent) == NavState::Arrived
    });
    assert!(arrived, "{}", world.position(agent));
}

#[test]
fn an_agent_that_is_moved_by_the_game_goes_on_from_there() {
    let mut world = World::new();
    let ground = world.ground(two_rooms());
    let agent = world.agent_to(2.0, 12.0, point(18.0, 12.0));
    world.tick(30);
    world.insert(agent, at(2.0, 1.0));
    let arrived = world.until(1_000, |world| {
        assert!(world.is_on(ground, agent));
        world.state(agent) == NavState::Arrived
    });
    assert!(arrived);
}

fn walks_back(plugin: &TautlinePlugin, is_moved: bool) {
    let mut world = World::with(plugin.clone());
    world.ground(two_rooms());
    let agent = world.spawn((at(2.0, 12.0), NavAgent::new(0.25, 4.0), point(8.0, 12.0)));
    if is_moved {
        world.insert(agent, NavMove);
    }
    let mut arrives = |from: Vec3| {
        world.insert(agent, Transform::from_translation(from));
        for _ in 0..600 {
            world.tick(1);
            if !is_moved {
                let velocity = world.app.world().get::<NavVelocity>(agent).unwrap().0;
                let to = world.position(agent) + velocity / 64.0;
                world.insert(agent, Transform::from_translation(to));
            }
            let is_away = world.position(agent).x < 7.0 || world.position(agent).x > 9.0;
            assert!(
                !is_away || world.state(agent) == NavState::Walking,
                "{:?}",
                world.state(agent)
            );
            if world.state(agent) == NavState::Arrived {
                break;
            }
        }
        world.messages::<NavArrived>().len()
    };
    assert_eq!(arrives(Vec3::new(2.0, 12.0, 0.0)), 1);
    assert_eq!(arrives(Vec3::new(3.0, 5.0, 0.0)), 1, "in the same room");
    assert_eq!(arrives(Vec3::new(15.0, 12.0, 0.0)), 1, "in the other room");
}

#[test]
fn an_agent_that_is_moved_away_from_its_goal_walks_back() {
    walks_back(&alone(), true);
    walks_back(&alone(), false);
}

#[cfg(feature = "crowd")]
#[test]
fn an_agent_in_a_crowd_that_is_moved_away_from_its_goal_walks_back() {
    let plugin = TautlinePlugin::z_up().with_answers(bevy_tautline::Answers::SameTick);
    walks_back(&plugin, true);
    walks_back(&plugin, false);
}

/// Regression: a crowd moved such an agent back to where it was. If it had arrived, it reported its arrival again.
fn fails_far_off_the_ground(plugin: &TautlinePlugin, is_moved: bool) {
    // On its way, and at its goal.
    for ticks in [30, 150] {
        let mut world = World::with(plugin.clone());
        world.ground(two_rooms());
        let agent = world.agent_to(2.0, 12.0, point(8.0, 12.0));
        let idle = world.agent(5.0, 5.0);
        world.tick(ticks);
        world.messages::<NavArrived>();
        if !is_moved {
            world.app.world_mut().entity_mut(agent).remove::<NavMove>();
        }
        world.insert(agent, at(50.0, 12.0));
        world.insert(idle, at(50.0, 12.0));
        world.tick(20);
        let state = world.state(agent);
        assert!(
            matches!(state, NavState::Failed(NavError::Path(PathError::StartOffMesh { .. }))),
            "{state:?}"
        );
        assert_eq!(world.state(idle), NavState::Idle);
        assert_eq!([agent, idle].map(|agent| world.position(agent).x), [50.0; 2]);
        let velocity = world.app.world().get::<NavVelocity>(agent).copied();
        assert_eq!(velocity, Some(NavVelocity(Vec3::ZERO)));
        assert!(world.messages::<NavArrived>().is_empty());

        world.insert(agent, (at(5.0, 12.0), NavMove));
        assert!(world.until(200, |world| world.state(agent) == NavState::Arrived));
        assert_eq!(world.messages::<NavArrived>().len(), 1);
    }
}

#[test]
fn an_agent_that_is_moved_far_off_the_ground_fails_there() {
    fails_far_off_the_ground(&alone(), true);
    fails_far_off_the_ground(&alone(), false);
}

#[cfg(feature = "crowd")]
#[test]
fn an_agent_in_a_crowd_that_is_moved_far_off_the_ground_fails_there() {
    for answers in [bevy_tautline::Answers::SameTick, bevy_tautline::Answers::AfterTicks(4)] {
        let plugin = TautlinePlugin::z_up().with_answers(answers);
        fails_far_off_the_ground(&plugin, true);
        fails_far_off_the_ground(&plugin, false);
    }
}

#[test]
fn failures_keep_their_name_and_end_when_the_goal_changes() {
    let mut world = World::new();
    world.ground(two_rooms());
    let agent = world.agent_to(2.0, 12.0, point(10.5, 12.0));
    world.tick(1);
    let state = world.state(agent);
    assert!(
        matches!(state, NavState::Failed(NavError::Path(PathError::GoalOffMesh { .. }))),
        "{state:?}"
    );
    world.insert(agent, point(3.0, 12.0));
    world.tick(1);
    assert_eq!(world.state(agent), NavState::Walking);

    world.app.world_mut().entity_mut(agent).remove::<NavGoal>();
    world.tick(1);
    assert_eq!(world.state(agent), NavState::Idle);
    assert_eq!(world.app.world().get::<NavVelocity>(agent), Some(&NavVelocity(Vec3::ZERO)));
    let stopped = world.position(agent);
    world.tick(5);
    assert_eq!(world.position(agent), stopped);
}

fn walks_on_where_the_game_puts_it(plugin: &TautlinePlugin) {
    // Off the ground, nowhere, and in a room from which there is no way to the goal.
    for from in [at(-50.0, 5.0), at(f32::NAN, 5.0), at(18.0, 5.0)] {
        let mut world = World::with(plugin.clone());
        let raw = rectangles_from_cells(20, 20, |x, _| (x != 10).then_some(Terrain(0)));
        world.ground(raw.build().unwrap());
        let agent = world.spawn((from, NavAgent::new(0.25, 4.0), NavMove, point(8.0, 8.0)));
        world.tick(10);
        let state = world.state(agent);
        assert!(matches!(state, NavState::Failed(_)), "from {from:?}: {state:?}");
        world.insert(agent, at(2.0, 2.0));
        let arrived = world.until(400, |world| world.state(agent) == NavState::Arrived);
        assert!(arrived, "from {from:?}: {:?}", world.state(agent));
    }
}

#[test]
fn an_agent_that_failed_walks_on_where_the_game_puts_it() {
    walks_on_where_the_game_puts_it(&alone());
}

#[cfg(feature = "crowd")]
#[test]
fn an_agent_in_a_crowd_that_failed_walks_on_where_the_game_puts_it() {
    walks_on_where_the_game_puts_it(
        &TautlinePlugin::z_up().with_answers(bevy_tautline::Answers::AfterTicks(2)),
    );
}

#[test]
fn a_goal_off_the_ground_is_moved_to_it_as_far_as_the_plugin_says() {
    for (distance, goal, ends_at) in [
        (0.0, 20.5, None),
        (1.0, 20.5, Some(20.0)),
        (1.0, 21.5, None),
        // On the obstacle.
        (1.0, 9.5, Some(9.0)),
    ] {
        let mut world = World::with(alone().with_goal_distance(distance));
        world.ground(hall());
        world.spawn((at(11.0, 10.0), NavObstacle::rect(4.0, 20.0)));
        let start = if goal > 12.0 { 15.0 } else { 2.0 };
        // The start is off the ground, too.
        let agent = world.agent_to(start, -0.5, point(goal, 1.0));
        world.tick(400);
        let state = world.state(agent);
        match ends_at {
            Some(x) => {
                assert_eq!(state, NavState::Arrived, "{distance} {goal}");
                assert!((world.position(agent).x - x).abs() < 0.01, "{}", world.position(agent));
            }
            None => assert!(matches!(state, NavState::Failed(NavError::Path(_))), "{state:?}"),
        }
    }
}

#[test]
fn an_agent_whose_goal_comes_free_goes_there() {
    for ticks in [20, 300] {
        let mut world = World::with(alone().with_goal_distance(2.0));
        world.ground(hall());
        let obstacle = world.spawn((at(15.0, 10.0), NavObstacle::rect(2.0, 2.0)));
        let agent = world.agent_to(2.0, 10.0, point(14.5, 10.0));
        world.tick(ticks);
        assert_eq!(world.path(agent).corners().last(), Some(Vec3::new(14.0, 10.0, 0.0)));
        world.despawn(obstacle);
        world.tick(300);
        assert_eq!(world.state(agent), NavState::Arrived);
        assert_eq!(world.position(agent), Vec3::new(14.5, 10.0, 0.0));
    }
}

#[test]
fn an_agent_whose_path_is_taken_away_asks_again() {
    let mut world = World::new();
    world.ground(hall());
    let agent = world.agent_to(2.0, 10.0, point(18.0, 10.0));
    world.tick(30);
    world.app.world_mut().entity_mut(agent).remove::<NavPath>();
    world.tick(3);
    world.insert(agent, NavPath::default());
    assert!(world.until(400, |world| world.state(agent) == NavState::Arrived));
}

#[test]
fn an_agent_whose_state_is_reset_walks_on() {
    let mut world = World::new();
    world.ground(hall());
    let agent = world.agent_to(2.0, 10.0, point(18.0, 10.0));
    world.tick(30);
    world.insert(agent, NavState::default());
    assert!(world.until(400, |world| world.state(agent) == NavState::Arrived));
}

#[test]
fn an_agent_asks_again_if_it_lacked_a_component_when_its_answer_came() {
    for part in 0..3 {
        let mut world = World::with(alone().with_answers(bevy_tautline::Answers::AfterTicks(5)));
        world.ground(hall());
        let agent = world.agent_to(2.0, 10.0, point(18.0, 10.0));
        world.tick(2);
        let mut entity = world.app.world_mut().entity_mut(agent);
        match part {
            0 => entity.remove::<NavPath>(),
            1 => entity.remove::<NavState>(),
            _ => entity.remove::<NavVelocity>(),
        };
        world.tick(8);
        let mut entity = world.app.world_mut().entity_mut(agent);
        entity.insert_if_new((NavPath::default(), NavState::Waiting, NavVelocity::default()));
        assert!(world.until(400, |world| world.state(agent) == NavState::Arrived), "{part}");
    }
}

#[test]
fn an_agent_that_is_none_any_more_has_no_velocity_and_begins_anew() {
    let mut world = World::new();
    world.ground(hall());
    let agent = world.agent_to(2.0, 10.0, point(18.0, 10.0));
    world.tick(30);
    let velocity = |world: &World| world.app.world().get::<NavVelocity>(agent).unwrap().0;
    assert_ne!(velocity(&world), Vec3::ZERO);
    world.app.world_mut().entity_mut(agent).remove::<NavAgent>();
    assert_eq!((velocity(&world), world.state(agent)), (Vec3::ZERO, NavState::Idle));
    assert!(world.path(agent).is_empty());
    world.tick(3);
    world.insert(agent, NavAgent::new(0.25, 4.0));
    assert!(world.until(400, |world| world.state(agent) == NavState::Arrived));
}

#[test]
fn despawns_are_harmless_at_every_point_of_a_request() {
    for ticks in 0..12 {
        let plugin = alone().with_answers(bevy_tautline::Answers::AfterTicks(5));
        let mut world = World::with(plugin);
        world.ground(hall());
        let (agent, other) = (world.agent(2.0, 2.0), world.agent(3.0, 3.0));
        world.insert(agent, point(18.0, 18.0));
        world.insert(other, NavGoal::Entity(agent));
        world.tick(ticks);
        world.despawn(agent);
        world.tick(10);
        assert_eq!(world.state(other), NavState::Failed(NavError::GoalGone));
    }
}

fn clones_find_their_own_way(plugin: TautlinePlugin) {
    let mut world = World::with(plugin.with_answers(bevy_tautline::Answers::AfterTicks(5)));
    world.ground(two_rooms());
    let agent = world.agent_to(2.0, 12.0, point(18.0, 12.0));
    world.tick(2);
    let mut agents = vec![agent];
    // One waits for its path, the other walks.
    for y in [15.0, 9.0] {
        let clone = world.app.world_mut().entity_mut(agent).clone_and_spawn();
        world.insert(clone, (at(2.0, y), point(18.0, y)));
        agents.push(clone);
        world.tick(10);
    }
    let all_arrive = world
        .until(1_500, |world| agents.iter().all(|&agent| world.state(agent) == NavState::Arrived));
    assert!(all_arrive, "{:?}", agents.iter().map(|&agent| world.state(agent)).collect::<Vec<_>>());
    let heights: Vec<f32> = agents.iter().map(|&agent| world.position(agent).y).collect();
    for (here, goal) in heights.iter().zip([12.0, 15.0, 9.0]) {
        assert!((here - goal).abs() < 0.5, "{heights:?}");
    }
}

#[test]
fn a_clone_of_an_agent_finds_its_own_way() {
    clones_find_their_own_way(alone());
}

#[cfg(feature = "crowd")]
#[test]
fn a_clone_of_an_agent_in_a_crowd_finds_its_own_way() {
    clones_find_their_own_way(TautlinePlugin::z_up());
}

#[test]
fn entities_that_components_name_are_mapped() {
    use bevy_ecs::component::Component;
    use bevy_ecs::entity::{Entity, EntityHashMap};

    let [old, new] = [1, 2].map(|index| Entity::from_raw_u32(index).unwrap());
    let mut map: EntityHashMap<Entity> = [(old, new)].into_iter().collect();
    let (mut on, mut goal) = (bevy_tautline::NavOn(old), NavGoal::Entity(old));
    let state = tautline::platformer::State::standing(0, 0);
    let mut character = bevy_tautline::NavCharacter::from_state(old, state);
    bevy_tautline::NavOn::map_entities(&mut on, &mut map);
    NavGoal::map_entities(&mut goal, &mut map);
    bevy_tautline::NavCharacter::map_entities(&mut character, &mut map);
    assert_eq!((on.0, goal, character.level), (new, NavGoal::Entity(new), new));
}

#[cfg(feature = "reflect")]
#[test]
fn a_scene_holds_all_that_a_saved_game_needs() {
    use std::any::TypeId;

    use bevy_ecs::reflect::{AppTypeRegistry, ReflectComponent};

    let mut world = World::new();
    let ground = world.ground(hall());
    let agent = world.agent_to(2.0, 3.0, point(18.0, 3.0));
    world.insert(agent, bevy_tautline::NavOn(ground));
    let level = bevy_tautline::NavLevel::new(bevy_asset::Handle::default());
    let goal = bevy_tautline::NavCharacterGoal::Entity(ground);
    world.insert(agent, (level, goal));
    let registry = world.app.world().resource::<AppTypeRegistry>().read();
    let entity = world.app.world().entity(agent);
    let of_component = registry.iter().filter_map(|of| Some((of, of.data::<ReflectComponent>()?)));
    let saved: Vec<&str> = of_component
        .filter(|(_, component)| component.reflect(entity).is_some())
        .map(|(of, _)| of.type_info().type_path_table().short_path())
        .collect();
    for name in
        ["Transform", "NavAgent", "NavMove", "NavGoal", "NavOn", "NavLevel", "NavCharacterGoal"]
    {
        assert!(saved.contains(&name), "no {name} in {saved:?}");
    }
    // A scene with a ground or a level holds the path of its file.
    for handle in [
        TypeId::of::<bevy_asset::Handle<bevy_tautline::NavMap>>(),
        TypeId::of::<bevy_asset::Handle<bevy_tautline::NavLevelMap>>(),
    ] {
        assert!(registry.get_type_data::<bevy_asset::ReflectHandle>(handle).is_some());
    }
}

/// In a loaded scene, agents and characters begin without a path or a plan.
#[cfg(feature = "reflect")]
#[test]
fn inspectors_show_states_and_scenes_do_not_hold_them() {
    use std::any::TypeId;

    use bevy_ecs::reflect::{AppTypeRegistry, ReflectComponent};
    use bevy_reflect::ReflectRef;
    use bevy_tautline::{NavCharacter, NavCharacterStart, NavCharacterStatus};

    let mut world = World::new();
    let level = world.spawn(());
    let agent = world.agent_to(2.0, 3.0, point(18.0, 3.0));
    let start = NavCharacterStart::Cell { column: 0, row: 1 };
    let character = world.spawn(NavCharacter::new(level, start));
    world.tick(1);
    assert_eq!(world.state(agent), NavState::Failed(NavError::NoGround));
    let registry = world.app.world().resource::<AppTypeRegistry>().read();
    for (entity, state) in
        [(agent, TypeId::of::<NavState>()), (character, TypeId::of::<NavCharacterStatus>())]
    {
        let shown = world.app.world().get_reflect(entity, state).unwrap();
        let ReflectRef::Enum(variant) = shown.reflect_ref() else { panic!("{shown:?}") };
        assert_eq!(variant.variant_name(), "Failed");
        assert!(registry.get_type_data::<ReflectComponent>(state).is_none());
    }
}

#[test]
fn scenes_of_bsn_name_files_and_entities() {
    type Of<T> = <T as FromTemplate>::Template;

    fn insert<T: Template<Output: Component>>(world: &mut World, entity: Entity, template: &T) {
        let mut references = SceneEntityReferences::default();
        let mut entity = world.app.world_mut().entity_mut(entity);
        let context = &mut TemplateContext::new(&mut entity, &mut references);
        let component = template.build_template(context).unwrap();
        entity.insert(component);
    }

    let mut world = World::new();
    let bytes = tautline::baked::BakedMap::from(hall()).encode().unwrap();
    world.files.insert_asset(std::path::Path::new("hall.nav"), bytes);
    let [ground, player, agent] = [(), (), ()].map(|()| world.spawn(at(2.0, 2.0)));
    world.insert(player, at(5.0, 2.0));
    world.insert(agent, NavMove);
    // What `bsn!` makes of the fields of components.
    insert(&mut world, ground, &Of::<NavGround> { map: "hall.nav".into() });
    let body = Of::<NavAgent> { radius: 0.25, speed: 4.0, ..Default::default() };
    insert(&mut world, agent, &body);
    insert(&mut world, agent, &Of::<NavGoal>::Entity(player.into()));
    insert(&mut world, agent, &Of::<NavOn> { 0: ground.into() });
    assert!(world.until(2_000, |world| {
        std::thread::sleep(std::time::Duration::from_millis(1));
        world.state(agent) == NavState::Arrived
    }));
}

#[test]
fn an_agent_follows_an_entity_that_takes_a_lift() {
    let mut world = World::new();
    world.ground(crate::obstacles::bridge());
    let target = world.spawn(at(8.0, 8.0));
    let agent = world.agent_to(5.0, 8.0, NavGoal::Entity(target));
    assert!(world.until(200, |world| world.state(agent) == NavState::Arrived));
    world.insert(target, Transform::from_xyz(8.0, 8.0, 5.0));
    world.tick(2);
    let state = world.state(agent);
    let is_above = matches!(state, NavState::Failed(NavError::Path(PathError::Unreachable { .. })));
    assert!(is_above, "no stairs lead up: {state:?}");
}
