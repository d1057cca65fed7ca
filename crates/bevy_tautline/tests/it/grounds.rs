use std::path::Path;

use bevy_asset::AssetServer;
use bevy_tautline::tautline::baked::{BakedMap, LabelStorage};
use bevy_tautline::tautline::labels::{BakeOptions, Labels};
use bevy_tautline::{GroundStatus, NavAgent, NavError, NavGround, NavMove, NavOn, NavState};

use crate::world::{World, at, hall, point, two_rooms};

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
    let agent = world.agent(2.0, 12.0);
    world.insert(agent, point(18.0, 12.0));
    assert!(is_loaded(&mut world, ground));
    assert_eq!(*world.ground_state(ground).status(), GroundStatus::Ready);
    world.tick(20);
    assert_eq!(world.state(agent), NavState::Walking);
    assert_eq!(world.path(agent).corners(bevy_tautline::UpAxis::Z).count(), 1, "straight");

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
        assert!(world.path(agent).corners(bevy_tautline::UpAxis::Z).count() > 1, "around the wall");
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
fn ground_that_is_despawned_leaves_agents_standing_and_new_ground_lets_them_go_on() {
    let mut world = World::new();
    let ground = world.ground(hall());
    let agent = world.agent(2.0, 12.0);
    world.insert(agent, point(18.0, 12.0));
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
        let agent = world.agent(2.0, 12.0);
        world.insert(agent, point(18.0, 12.0));
        if let Some(on) = on {
            world.insert(agent, NavOn(on));
        }
        agent
    });
    world.tick(1);
    let corners = agents.map(|agent| world.path(agent).corners(bevy_tautline::UpAxis::Z).count());
    assert_eq!(corners, [1, 3]);
    // Without the first ground, the second one is the first.
    world.despawn(first);
    world.tick(1);
    assert_eq!(world.path(agents[0]).corners(bevy_tautline::UpAxis::Z).count(), 3);
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
