use bevy_math::Vec3;
use bevy_tautline::tautline::NavMesh;
use bevy_tautline::tautline::navmesh::{LinkKind, RawLink, Terrain, rectangles_from_cells};
use bevy_tautline::{LinkDone, LinkReached, NavGoal, NavState, TautlinePlugin};
use bevy_transform::components::Transform;

use crate::world::{World, alone, at, hall, point};

/// Two rooms, and a jump across the gap between them.
fn jump() -> NavMesh {
    let mut raw = rectangles_from_cells(20, 20, |x, _| (x != 10).then_some(Terrain(0)));
    let (from, to, kind) = ([9.5, 5.0], [11.5, 5.0], LinkKind::Jump);
    raw.links.push(RawLink { from, to, kind, ..RawLink::default() });
    raw.build().unwrap()
}

fn walks_over_the_link(plugin: TautlinePlugin) {
    let mut world = World::with(plugin);
    world.ground(jump());
    let agent = world.agent_to(2.0, 5.0, point(18.0, 5.0));
    let reached = world.until(400, |world| matches!(world.state(agent), NavState::OnLink(_)));
    assert!(reached, "{:?}", world.state(agent));
    let [message] = world.messages::<LinkReached>()[..] else { panic!("one message") };
    assert_eq!((message.agent, message.kind, message.forwards), (agent, LinkKind::Jump, true));
    assert_eq!(message.to, Vec3::new(11.5, 5.0, 0.0));
    assert!(message.from.distance(Vec3::new(9.5, 5.0, 0.0)) < 0.15, "{}", message.from);

    // It waits until the game has animated it.
    let on_link = world.position(agent);
    world.tick(30);
    assert_eq!((world.position(agent), world.messages::<LinkReached>().len()), (on_link, 0));
    // The last frame of an animation is still in the air.
    world.insert(agent, Transform::from_translation(message.to.with_z(0.4)));
    world.app.world_mut().write_message(LinkDone { agent });
    world.tick(1);
    assert!(world.position(agent).distance(message.to) < 0.2, "{}", world.position(agent));
    assert!(world.until(400, |world| world.state(agent) == NavState::Arrived));
}

#[test]
fn links_are_handed_over_to_the_game() {
    walks_over_the_link(alone());
}

#[cfg(feature = "crowd")]
#[test]
fn links_are_handed_over_to_the_game_in_a_crowd() {
    let plugin = TautlinePlugin::z_up().with_answers(bevy_tautline::Answers::SameTick);
    walks_over_the_link(plugin);
}

#[test]
fn a_link_on_a_map_with_y_down_leads_down() {
    let mut raw = rectangles_from_cells(20, 20, |_, y| (y != 10).then_some(Terrain(0)));
    let (from, to) = ([5.0, 9.5], [6.0, 11.5]);
    raw.links.push(RawLink { from, to, ..RawLink::default() });
    let mut map = bevy_tautline::tautline::baked::BakedMap::from(raw.build().unwrap());
    map.y_down = true;
    let mut world = World::new();
    let ground = world.ground(map);
    world.insert(ground, at(-8.0, 32.0));
    let agent = world.agent_to(-3.0, 23.0, point(-2.0, 14.0));
    assert!(world.until(50, |world| matches!(world.state(agent), NavState::OnLink(_))));
    let [message] = world.messages::<LinkReached>()[..] else { panic!("one message") };
    assert_eq!(message.from, Vec3::new(-3.0, 22.5, 0.0));
    assert_eq!(message.to, Vec3::new(-2.0, 20.5, 0.0));
    world.app.world_mut().write_message(LinkDone { agent });
    assert!(world.until(400, |world| world.state(agent) == NavState::Arrived));
    assert_eq!(world.position(agent), Vec3::new(-2.0, 14.0, 0.0));
}

#[test]
fn an_agent_that_is_despawned_on_a_link_is_harmless() {
    let mut world = World::new();
    let ground = world.ground(jump());
    let agents = [world.agent(9.0, 5.0), world.agent(9.0, 5.0)];
    for agent in agents {
        world.insert(agent, point(18.0, 5.0));
    }
    assert!(world.until(50, |world| {
        agents.iter().all(|&agent| matches!(world.state(agent), NavState::OnLink(_)))
    }));
    world.despawn(agents[1]);
    world.tick(2);
    world.app.world_mut().write_message(LinkDone { agent: agents[1] });
    world.tick(2);
    assert!(matches!(world.state(agents[0]), NavState::OnLink(_)));

    // The ground changes its kind while an agent is on a link that is gone.
    assert!(world.until(50, |world| matches!(world.state(agents[0]), NavState::OnLink(_))));
    let mut maps =
        world.app.world_mut().resource_mut::<bevy_asset::Assets<bevy_tautline::NavMap>>();
    let map = maps.add(bevy_tautline::NavMap::from(hall()));
    world.insert(ground, bevy_tautline::NavGround::new(map));
    world.tick(3);
    world.app.world_mut().write_message(LinkDone { agent: agents[0] });
    assert!(world.until(400, |world| world.state(agents[0]) == NavState::Arrived));
}

/// The goal is removed, or the entity to go to is despawned, while an agent is in mid-air.
fn lands_without_a_goal(plugin: &TautlinePlugin) {
    for is_removed in [false, true] {
        let mut world = World::with(plugin.clone());
        world.ground(jump());
        let prey = world.spawn(Transform::from_xyz(18.0, 5.0, 0.0));
        let agent = world.agent_to(9.0, 5.0, NavGoal::Entity(prey));
        assert!(world.until(50, |world| matches!(world.state(agent), NavState::OnLink(_))));
        if is_removed {
            world.app.world_mut().entity_mut(agent).remove::<NavGoal>();
        } else {
            world.despawn(prey);
        }
        // The game goes on with its animation.
        for step in 0..8_u8 {
            let x = 9.5 + 0.25 * f32::from(step);
            world.insert(agent, Transform::from_xyz(x, 5.0, 0.4));
            world.tick(1);
            assert!(matches!(world.state(agent), NavState::OnLink(_)), "{:?}", world.state(agent));
            assert_eq!(world.position(agent), Vec3::new(x, 5.0, 0.4));
        }
        world.app.world_mut().write_message(LinkDone { agent });
        world.tick(3);
        let failed = NavState::Failed(bevy_tautline::NavError::GoalGone);
        let expected = if is_removed { NavState::Idle } else { failed };
        assert_eq!(world.state(agent), expected);
        assert_eq!(world.position(agent), Vec3::new(11.5, 5.0, 0.0));
    }
}

#[test]
fn an_agent_whose_goal_is_gone_in_mid_air_lands_at_the_other_end() {
    lands_without_a_goal(&alone());
}

#[cfg(feature = "crowd")]
#[test]
fn an_agent_in_a_crowd_whose_goal_is_gone_in_mid_air_lands_at_the_other_end() {
    lands_without_a_goal(&TautlinePlugin::z_up().with_answers(bevy_tautline::Answers::SameTick));
}

#[test]
fn a_path_that_arrives_while_a_link_is_taken_does_not_end_it() {
    let plugin = alone().with_answers(bevy_tautline::Answers::AfterTicks(12));
    let mut world = World::with(plugin);
    world.ground(jump());
    let agent = world.agent_to(9.0, 5.0, point(18.0, 5.0));
    assert!(world.until(50, |world| world.state(agent) == NavState::Walking));
    // It asks, and reaches the link before the answer is there.
    world.insert(agent, point(18.0, 6.0));
    assert!(world.until(11, |world| matches!(world.state(agent), NavState::OnLink(_))));
    assert_eq!(world.messages::<LinkReached>().len(), 1);
    for _ in 0..20 {
        world.tick(1);
        assert!(matches!(world.state(agent), NavState::OnLink(_)), "{:?}", world.state(agent));
    }
    world.app.world_mut().write_message(LinkDone { agent });
    assert!(world.until(400, |world| {
        assert_eq!(world.messages::<LinkReached>(), [], "it does not take the link again");
        world.state(agent) == NavState::Arrived
    }));
    assert_eq!(world.position(agent), Vec3::new(18.0, 6.0, 0.0));
}

/// A link to the vertex between two rooms leads into both: an agent goes on in the one that its path
/// goes on in.
fn lands_between_two_rooms(plugin: &TautlinePlugin) {
    let mut raw = rectangles_from_cells(8, 8, |x, y| ((x < 4) == (y < 4)).then_some(Terrain(0)));
    let (from, to) = ([1.0, 1.0], [4.0, 4.0]);
    raw.links.push(RawLink { from, to, both_ways: true, ..RawLink::default() });
    let mesh = raw.build().unwrap();
    let rooms = [(1.0, 2.0), (6.0, 7.0)];
    for [start, goal] in [rooms, [rooms[1], rooms[0]]] {
        let mut world = World::with(plugin.clone());
        world.ground(mesh.clone());
        let agent = world.agent_to(start.0, start.1, point(goal.0, goal.1));
        let mut links = 0;
        let arrives = world.until(800, |world| {
            for LinkReached { agent, .. } in world.messages() {
                world.app.world_mut().write_message(LinkDone { agent });
                links += 1;
            }
            world.state(agent) == NavState::Arrived
        });
        assert!(arrives && links == 1, "to {goal:?}: {links} {:?}", world.state(agent));
    }
}

#[test]
fn an_agent_that_lands_between_two_rooms_takes_each_link_once() {
    lands_between_two_rooms(&alone());
}

#[cfg(feature = "crowd")]
#[test]
fn an_agent_in_a_crowd_that_lands_between_two_rooms_takes_each_link_once() {
    lands_between_two_rooms(&TautlinePlugin::z_up().with_answers(bevy_tautline::Answers::SameTick));
}

/// Agents that come from all sides keep each other away from the very point at which a link departs, or
/// a path over weighted terrain bends.
#[cfg(feature = "crowd")]
#[test]
fn agents_around_one_point_get_on() {
    for is_weighted in [false, true] {
        let is_dear = |x, y| x > 6 || y > 3;
        let mut raw = rectangles_from_cells(12, 6, |x, y| {
            let is_ground = x != 6 || is_weighted && y > 3;
            is_ground.then_some(Terrain((is_weighted && is_dear(x, y)).into()))
        });
        if !is_weighted {
            raw.links.push(RawLink { from: [3.0, 3.0], to: [9.0, 3.0], ..RawLink::default() });
        }
        let mut costs = bevy_tautline::tautline::QueryFilter::uniform();
        costs.set(Terrain(1), 2.0).unwrap();
        let costs = std::sync::Arc::new(costs);
        let plugin = TautlinePlugin::z_up().with_answers(bevy_tautline::Answers::SameTick);
        let mut world = World::with(plugin);
        world.ground(raw.build().unwrap());
        let agents = [(5.0, 3.0), (1.0, 3.0), (3.0, 5.0), (3.0, 1.0)].map(|(x, y)| {
            let agent = world.agent(x, y);
            let body = bevy_tautline::NavAgent::new(0.3, 1.4);
            let costs = bevy_tautline::NavCosts(std::sync::Arc::clone(&costs));
            world.insert(agent, (body, costs, point(10.0, 3.0)));
            agent
        });
        let all_arrive = world.until(3_000, |world| {
            for LinkReached { agent, .. } in world.messages() {
                world.app.world_mut().write_message(LinkDone { agent });
            }
            agents.iter().all(|&agent| world.state(agent) == NavState::Arrived)
        });
        let states = agents.map(|agent| (world.position(agent), world.state(agent)));
        assert!(all_arrive, "weighted: {is_weighted}: {states:?}");
    }
}
