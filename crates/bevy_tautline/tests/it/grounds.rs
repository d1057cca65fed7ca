use std::path::Path;

use bevy_asset::{AssetServer, Assets};
use bevy_math::Vec3;
use bevy_tautline::tautline::baked::{BakedMap, LabelStorage};
use bevy_tautline::tautline::labels::{BakeOptions, Labels};
use bevy_tautline::{
    Answers, GroundStatus, NavAgent, NavError, NavGoal, NavGround, NavMap, NavMove, NavObstacle,
    NavOn, NavState, TautlinePlugin,
};
use bevy_transform::components::Transform;

use crate::world::{World, alone, at, hall, point, two_rooms, without_avoidance};

/// Writes a file until the server has loaded it.
fn is_loaded(world: &mut World, ground: bevy_ecs::entity::Entity) -> bool {
    for _ in 0..500 {
        world.tick(1);
        if *world.ground_state(ground).status() != GroundStatus::Loading {
            return true;
        }
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    false
}

#[test]
fn ground_is_loaded_from_a_file_and_loaded_again_while_agents_walk() {
    let mut world = World::new();
    let bytes = BakedMap::from(hall()).encode().unwrap();
    world.files.insert_asset(Path::new("level.nav"), bytes);
    let ground = world.load_ground("level.nav");
    let agent = world.agent_to(2.0, 12.0, point(18.0, 12.0));
    assert!(is_loaded(&mut world, ground));
    assert_eq!(*world.ground_state(ground).status(), GroundStatus::Ready);
    world.tick(20);
    assert_eq!(world.state(agent), NavState::Walking);
    assert_eq!(world.path(agent).corners().count(), 1, "straight");

    // A wall was drawn across the hall. The agent notices while it walks.
    let old = world.ground_state(ground).snapshot(0.25).unwrap();
    let bytes = BakedMap::from(two_rooms()).encode().unwrap();
    world.files.insert_asset(Path::new("level.nav"), bytes);
    world.app.world().resource::<AssetServer>().reload("level.nav");
    let is_new = world.until(2_000, |world| {
        std::thread::sleep(std::time::Duration::from_millis(1));
        let now = world.ground_state(ground).snapshot(0.25).unwrap();
        now.mesh().identity() != old.mesh().identity()
    });
    assert!(is_new);
    if world.position(agent).x < 10.0 {
        assert!(world.path(agent).corners().count() > 1, "around the wall");
    }
    let arrived = world.until(1_500, |world| {
        assert!(world.is_on(ground, agent));
        world.state(agent) == NavState::Arrived
    });
    assert!(arrived);
}

#[test]
fn a_file_that_is_damaged_or_missing_is_a_failure_with_a_reason() {
    let mut world = World::new();
    let mut bytes = BakedMap::from(hall()).encode().unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0x55;
    world.files.insert_asset(Path::new("damaged.nav"), bytes);
    for name in ["damaged.nav", "missing.nav"] {
        let ground = world.load_ground(name);
        let agent = world.spawn((at(1.0, 1.0), NavAgent::new(0.2, 1.0), NavMove, NavOn(ground)));
        world.insert(agent, point(2.0, 2.0));
        world.tick(1);
        if *world.ground_state(ground).status() == GroundStatus::Loading {
            assert_eq!(world.state(agent), NavState::Waiting);
        }
        assert!(is_loaded(&mut world, ground));
        let status = world.ground_state(ground).status().clone();
        assert!(
            matches!(&status, GroundStatus::Failed(reason)
                if reason.contains(name) && reason.lines().count() == 1
                    && (name == "missing.nav" || reason.starts_with("damaged.nav: the file"))),
            "{status:?}"
        );
        world.tick(1);
        assert_eq!(world.state(agent), NavState::Failed(NavError::GroundNotLoaded));
    }
}

#[test]
fn the_status_is_that_of_the_map_whose_handle_the_ground_has() {
    let mut world = World::new();
    let ground = world.ground(hall());
    let agent = world.agent_to(2.0, 2.0, point(18.0, 2.0));
    world.tick(1);
    let [first, other] = {
        let map = world.app.world().get::<NavGround>(ground).unwrap().map.clone();
        [map, world.app.world().resource::<Assets<NavMap>>().reserve_handle()]
    };
    for (handle, status) in [
        (&other, GroundStatus::Loading),
        (&first, GroundStatus::Ready),
        (&other, GroundStatus::Loading),
    ] {
        world.insert(ground, NavGround::new(handle.clone()));
        world.tick(1);
        assert_eq!(*world.ground_state(ground).status(), status);
        assert_eq!(world.state(agent), NavState::Walking, "on the first map");
    }
    let missing = world.app.world().resource::<AssetServer>().load("missing.nav");
    world.insert(ground, NavGround::new(missing));
    assert!(world.until(2_000, |world| {
        std::thread::sleep(std::time::Duration::from_millis(1));
        matches!(world.ground_state(ground).status(), GroundStatus::Failed(_))
    }));
    let mut maps = world.app.world_mut().resource_mut::<Assets<NavMap>>();
    maps.insert(other.id(), two_rooms().into()).unwrap();
    world.insert(ground, NavGround::new(other.clone()));
    world.tick(1);
    assert_eq!(*world.ground_state(ground).status(), GroundStatus::Ready);
    assert!(world.ground_state(ground).snapshot(0.0).unwrap().mesh().area_count() > 1);

    // A map that the game removes stays the ground.
    world.app.world_mut().resource_mut::<Assets<NavMap>>().remove(&other);
    world.tick(1);
    assert_eq!(*world.ground_state(ground).status(), GroundStatus::Ready);
}

#[test]
fn ground_that_is_despawned_leaves_agents_standing_and_new_ground_lets_them_go_on() {
    let mut world = World::new();
    let ground = world.ground(hall());
    let agent = world.agent_to(2.0, 12.0, point(18.0, 12.0));
    world.tick(20);
    world.despawn(ground);
    world.tick(1);
    assert_eq!(world.state(agent), NavState::Failed(NavError::NoGround));
    let stopped = world.position(agent);
    world.tick(5);
    assert_eq!(world.position(agent), stopped);

    // Likewise if only the component is removed.
    let ground = world.ground(two_rooms());
    world.tick(20);
    assert_eq!(world.state(agent), NavState::Walking);
    world.app.world_mut().entity_mut(ground).remove::<NavGround>();
    world.tick(1);
    assert_eq!(world.state(agent), NavState::Failed(NavError::NoGround));

    world.ground(two_rooms());
    assert!(world.until(1_000, |world| world.state(agent) == NavState::Arrived));
}

#[test]
fn agents_are_on_the_first_ground_unless_they_name_another_one() {
    let mut world = World::new();
    let (first, second) = (world.ground(hall()), world.ground(two_rooms()));
    let agents = [None, Some(second)].map(|on| {
        let agent = world.agent_to(2.0, 12.0, point(18.0, 12.0));
        if let Some(on) = on {
            world.insert(agent, NavOn(on));
        }
        agent
    });
    world.tick(1);
    let corners = agents.map(|agent| world.path(agent).corners().count());
    assert_eq!(corners, [1, 3]);
    // Without the first ground, the second one is the first.
    world.despawn(first);
    world.tick(1);
    assert_eq!(world.path(agents[0]).corners().count(), 3);
}

#[test]
fn labels_answer_and_still_do_where_obstacles_do_not_matter() {
    let mesh = two_rooms();
    let labels = Labels::bake(&mesh, &BakeOptions::default()).unwrap();
    let mut map = BakedMap::from(mesh);
    map.meshes_mut().next().unwrap().set_labels(labels, LabelStorage::Full);
    let mut world = World::new();
    let ground = world.ground(map);
    world.tick(1);
    let snapshot = world.ground_state(ground).snapshot(0.0).unwrap();
    assert!(snapshot.ground().labels().is_some());

    world.spawn((at(15.0, 18.0), bevy_tautline::NavObstacle::rect(1.0, 1.0)));
    world.tick(1);
    let snapshot = world.ground_state(ground).snapshot(0.0).unwrap();
    assert_eq!(snapshot.dynamic().unwrap().version(), 1);
    let mut scratch = bevy_tautline::tautline::Scratch::new();
    let query = bevy_tautline::tautline::Query::new([2.0, 12.0], [18.0, 12.0]);
    let mut path = bevy_tautline::tautline::Path::default();
    bevy_tautline::tautline::path_in(snapshot.ground(), &query, &mut scratch, &mut path).unwrap();
    assert_eq!((path.points.len(), scratch.expanded()), (4, 0), "without a search");
}

/// Agents walk through the door of a map from tiles, y down, whose upper left corner is not at the origin. The door is
/// at 10..11, 2..4 from there.
fn walks_on_tiles(plugin: &TautlinePlugin, to_world: fn(f32, f32) -> Vec3) {
    let mut world = World::with(plugin.clone());
    // An obstacle is there before the ground is.
    let door = Transform::from_translation(to_world(10.5, 3.0));
    let obstacle = world.spawn((door, NavObstacle::rect(1.0, 2.0)));
    world.tick(2);
    let mut map = BakedMap::from(two_rooms());
    map.y_down = true;
    let ground = world.ground(map);
    world.insert(ground, Transform::from_translation(to_world(0.0, 0.0)));
    let agents = [(2.0, 15.0, 0.25), (3.0, 12.0, 0.0)].map(|(x, y, radius)| {
        let at = Transform::from_translation(to_world(x, y));
        let goal = NavGoal::Point(to_world(x + 14.0, y));
        world.spawn((at, NavAgent::new(radius, 4.0), NavMove, goal))
    });
    world.tick(2);
    for agent in agents {
        let state = world.state(agent);
        assert!(matches!(state, NavState::Failed(NavError::Path(_))), "{state:?}");
        assert!(world.path(agent).corners().next().is_none());
    }
    world.despawn(obstacle);
    world.tick(2);
    let corners: Vec<Vec3> = world.path(agents[0]).corners().collect();
    assert_eq!(corners, [to_world(10.0, 4.0), to_world(11.0, 4.0), to_world(16.0, 15.0)]);

    let snapshot = world.ground_state(ground).snapshot(0.25).unwrap();
    let at = snapshot.to_ground(to_world(10.5, 3.0));
    assert_eq!(at.point, bevy_tautline::tautline::Vec2::new(10.5, 3.0));
    assert_eq!(snapshot.to_world(at.point, 0.0), to_world(10.5, 3.0));

    let arrive = world.until(1_000, |world| {
        for agent in agents {
            let at = snapshot.to_ground(world.position(agent)).point;
            assert!(snapshot.mesh().locate(at).is_some(), "{at}");
        }
        agents.iter().all(|&agent| world.state(agent) == NavState::Arrived)
    });
    assert!(arrive, "{:?}", agents.map(|agent| world.state(agent)));
    let off = world.position(agents[0]).distance(to_world(16.0, 15.0));
    assert!(off < 0.2, "{off}");
}

fn walks_on_tiles_seen_from_the_front_and_from_above(
    with: impl Fn(TautlinePlugin) -> TautlinePlugin,
) {
    let with = |plugin: TautlinePlugin| with(plugin.with_answers(Answers::SameTick));
    walks_on_tiles(&with(TautlinePlugin::z_up()), |x, y| Vec3::new(100.0 + x, 50.0 - y, 0.0));
    walks_on_tiles(&with(TautlinePlugin::y_up()), |x, y| Vec3::new(100.0 + x, 7.0, 50.0 + y));
}

#[test]
fn a_map_of_tiles_is_not_upside_down_and_is_where_its_transform_is() {
    walks_on_tiles_seen_from_the_front_and_from_above(without_avoidance);
}

#[cfg(feature = "crowd")]
#[test]
fn a_crowd_walks_on_a_map_of_tiles() {
    walks_on_tiles_seen_from_the_front_and_from_above(|plugin| plugin);
}

/// A ground is moved by (30, 10), or loaded again as a map with y down: the plugin never moves an agent by more than a step
/// because of it, and agents walk around what is there now.
fn is_moved(plugin: &TautlinePlugin) {
    for (is_flipped, origin) in [(false, at(30.0, 10.0)), (true, at(30.0, 30.0))] {
        let mut world = World::with(plugin.clone());
        let ground = world.ground(two_rooms());
        world.spawn((at(35.0, 20.0), NavObstacle::rect(2.0, 2.0)));
        let agents = [(2.0, 12.0), (4.0, 15.0)].map(|(x, y)| world.agent(x, y));
        world.insert(agents[0], point(18.0, 12.0));
        world.tick(20);
        if is_flipped {
            let mut map = BakedMap::from(two_rooms());
            map.y_down = true;
            let mut maps = world.app.world_mut().resource_mut::<bevy_asset::Assets<_>>();
            let map = maps.add(bevy_tautline::NavMap::from(map));
            world.insert(ground, NavGround::new(map));
        }
        world.insert(ground, origin);
        let before = agents.map(|agent| world.position(agent));
        world.tick(20);
        assert_eq!(agents.map(|agent| world.position(agent)), before);
        let state = world.state(agents[0]);
        assert!(matches!(state, NavState::Failed(NavError::Path(_))), "{state:?}");
        // They are taken along by the game.
        for agent in agents {
            let there = world.position(agent) + Vec3::new(30.0, 10.0, 0.0);
            world.insert(agent, Transform::from_translation(there));
            world.insert(agent, point(48.0, 22.0));
        }
        world.tick(10);
        assert!(world.path(agents[0]).corners().count() > 2);
        let arrive = world.until(1_500, |world| {
            let off = world.position(agents[0]) - Vec3::new(35.0, 20.0, 0.0);
            assert!(off.abs().max_element() > 0.99, "on the obstacle");
            agents.iter().all(|&agent| world.state(agent) == NavState::Arrived)
        });
        assert!(arrive, "{:?}", agents.map(|agent| world.state(agent)));
    }
}

#[test]
fn ground_that_is_moved_leaves_agents_where_they_are() {
    is_moved(&alone());
    is_moved(&alone().with_answers(Answers::AfterTicks(3)));
}

#[cfg(feature = "crowd")]
#[test]
fn ground_that_is_moved_leaves_crowds_where_they_are() {
    let plugin = TautlinePlugin::z_up();
    is_moved(&plugin.clone().with_answers(Answers::SameTick));
    is_moved(&plugin.with_answers(Answers::AfterTicks(3)));
}
