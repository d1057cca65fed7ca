//! Obstacles that set the terrain of the ground.

use std::sync::Arc;

use bevy_ecs::entity::Entity;
use bevy_math::Vec3;
use bevy_tautline::tautline::baked::BakedMap;
use bevy_tautline::tautline::navmesh::{Terrain, rectangles_from_cells};
use bevy_tautline::tautline::{PathError, QueryFilter, Vec2};
#[cfg(feature = "crowd")]
use bevy_tautline::{Answers, TautlinePlugin};
use bevy_tautline::{NavAgent, NavCosts, NavError, NavMove, NavObstacle, NavState};

use crate::world::{World, alone, at, hall, point, two_gaps};

const GATE: Terrain = Terrain(1);
const MUD: Terrain = Terrain(2);
const ROAD: Terrain = Terrain(3);

/// Worlds in which agents walk through each other, and in which they avoid each other.
fn worlds() -> impl Iterator<Item = World> {
    let plugins = [
        alone(),
        #[cfg(feature = "crowd")]
        TautlinePlugin::z_up().with_answers(Answers::SameTick),
    ];
    plugins.into_iter().map(World::with)
}

/// The costs of agents that may not pass the gate.
fn foe() -> NavCosts {
    let mut filter = QueryFilter::uniform();
    filter.forbid(GATE);
    NavCosts(Arc::new(filter))
}

fn terrain_at(world: &World, ground: Entity, radius: f32, at: Vec3) -> Option<Terrain> {
    let snapshot = world.ground_state(ground).snapshot(radius).unwrap();
    let mesh = snapshot.mesh();
    mesh.locate(Vec2::new(at.x, at.y)).map(|area| mesh.terrain(area))
}

/// Returns true if an agent is on ground that foes may use, perhaps at its edge.
fn is_off_gates(world: &World, ground: Entity, agent: Entity) -> bool {
    let snapshot = world.ground_state(ground).snapshot(0.0).unwrap();
    let (mesh, at) = (snapshot.mesh(), world.position(agent));
    mesh.areas_at(Vec2::new(at.x, at.y)).any(|area| mesh.terrain(area) != GATE)
}

fn class(world: &World, ground: Entity, x: f32, y: f32) -> Option<Terrain> {
    terrain_at(world, ground, 0.0, Vec3::new(x, y, 0.0))
}

#[test]
fn a_gate_stops_one_team_until_it_is_gone() {
    let cells = rectangles_from_cells(21, 9, |x, y| (x != 10 || y > 5).then_some(Terrain(0)));
    let map = cells.build().unwrap();
    for mut world in worlds() {
        let ground = world.ground(map.clone());
        let mut team = || {
            let agents = (2..6_u8).map(|y| world.agent_to(2.0, f32::from(y), point(18.0, 3.0)));
            agents.collect::<Vec<_>>()
        };
        let (friends, foes) = (team(), team());
        foes.iter().for_each(|&agent| world.insert(agent, foe()));
        world.tick(30);
        let all = |world: &World, team: &[Entity], state: NavState| {
            team.iter().all(|&agent| world.state(agent) == state)
        };
        assert!(all(&world, &friends, NavState::Walking) && all(&world, &foes, NavState::Walking));

        let gate = world.spawn((at(10.5, 7.5), NavObstacle::rect(1.0, 3.0).with_terrain(GATE)));
        world.tick(2);
        for &agent in &foes {
            let state = world.state(agent);
            assert!(
                matches!(state, NavState::Failed(NavError::Path(PathError::Unreachable { .. }))),
                "{state:?}"
            );
        }
        assert!(all(&world, &friends, NavState::Walking));
        let arrive = |world: &mut World, team: &[Entity]| {
            world.until(1_000, |world| {
                for &agent in &foes {
                    assert!(is_off_gates(world, ground, agent), "{}", world.position(agent));
                }
                all(world, team, NavState::Arrived)
            })
        };
        assert!(arrive(&mut world, &friends));
        assert!(foes.iter().all(|&agent| world.position(agent).x < 10.0));
        world.despawn(gate);
        assert!(arrive(&mut world, &foes));
    }
}

#[test]
fn agents_on_ground_that_becomes_forbidden_are_moved_off_it() {
    for mut world in worlds() {
        let ground = world.ground(hall());
        let [idle, there, walking, friend] = [5.0, 8.0, 11.0, 14.0].map(|y| world.agent(10.3, y));
        for agent in [idle, there, walking] {
            world.insert(agent, foe());
        }
        world.insert(there, point(10.3, 8.0));
        world.insert(walking, point(18.0, 11.0));
        world.tick(3);
        assert_eq!(world.state(there), NavState::Arrived);
        let before = world.position(friend);
        world.spawn((at(10.0, 10.0), NavObstacle::rect(2.0, 18.0).with_terrain(GATE)));
        world.tick(3);
        for agent in [idle, there, walking] {
            assert!(is_off_gates(&world, ground, agent), "{}", world.position(agent));
        }
        assert_eq!(world.position(friend), before);
        let state = world.state(there);
        assert!(
            matches!(state, NavState::Failed(NavError::Path(PathError::Forbidden { .. }))),
            "{state:?}"
        );
        assert!(world.until(400, |world| world.state(walking) == NavState::Arrived));
    }
}

#[test]
fn terrain_follows_its_transform_and_its_class_and_does_not_grow_by_the_radius() {
    let mut world = World::new();
    let ground = world.ground(two_gaps(&[0.25, 1.0]));
    let road = world.spawn((at(5.0, 10.0), NavObstacle::rect(2.0, 2.0).with_terrain(ROAD)));
    world.tick(1);
    let classes = |world: &World, x: [f32; 3]| {
        [0.25, 1.0].map(|radius| {
            x.map(|x| terrain_at(world, ground, radius, Vec3::X * x + Vec3::Y * 10.0))
        })
    };
    let (floor, paved) = (Some(Terrain(0)), Some(ROAD));
    assert_eq!(classes(&world, [3.9, 5.9, 6.1]), [[floor, paved, floor]; 2]);
    world.insert(road, at(6.0, 10.0));
    world.tick(1);
    assert_eq!(classes(&world, [4.9, 5.1, 6.9]), [[floor, paved, paved]; 2]);

    // Another class, none, and again one.
    for (terrain, expected) in [(Some(MUD.0), Some(MUD)), (None, None), (Some(ROAD.0), Some(ROAD))]
    {
        let mut obstacle = world.app.world_mut().get_mut::<NavObstacle>(road).unwrap();
        obstacle.terrain = terrain;
        world.tick(1);
        assert_eq!(classes(&world, [6.0; 3]), [[expected; 3]; 2]);
    }
}

#[test]
fn terrain_that_was_spawned_last_counts_wherever_the_others_move() {
    let mut world = World::new();
    let ground = world.ground(hall());
    let mud = world.spawn((at(2.0, 2.0), NavObstacle::rect(2.0, 2.0).with_terrain(MUD)));
    world.spawn((at(10.0, 10.0), NavObstacle::rect(6.0, 2.0).with_terrain(ROAD)));
    let gate = world.spawn((at(12.0, 10.0), NavObstacle::rect(2.0, 2.0).with_terrain(GATE)));
    let classes = |world: &World| [8.0, 10.0, 12.0].map(|x| class(world, ground, x, 10.0));
    for x in [8.0, 10.0, 12.0] {
        world.insert(mud, at(x, 10.0));
        world.tick(1);
        assert_eq!(classes(&world), [Some(ROAD), Some(ROAD), Some(GATE)], "mud at {x}");
    }
    world.despawn(gate);
    world.tick(1);
    assert_eq!(classes(&world), [Some(ROAD); 3]);

    // An obstacle removes the ground below all of them.
    let crate_ = world.spawn((at(8.0, 10.0), NavObstacle::rect(1.0, 1.0)));
    world.tick(1);
    assert_eq!(classes(&world), [None, Some(ROAD), Some(ROAD)]);
    world.insert(crate_, at(10.0, 10.0));
    world.tick(1);
    assert_eq!(classes(&world), [Some(ROAD), None, Some(ROAD)]);

    // The ground moves: all are added again.
    world.insert(ground, at(1.0, 0.0));
    world.tick(1);
    assert_eq!(
        [9.0, 10.8, 12.0].map(|x| class(&world, ground, x - 1.0, 10.0)),
        [Some(ROAD), Some(ROAD), Some(ROAD)]
    );
}

/// The costs of a cart.
fn cart() -> NavCosts {
    let mut filter = QueryFilter::uniform();
    filter.set(Terrain(0), 4.0).unwrap();
    filter.set(MUD, 20.0).unwrap();
    NavCosts(Arc::new(filter))
}

#[test]
fn agents_take_a_road_that_is_built_and_avoid_mud_after_rain() {
    for mut world in worlds() {
        world.ground(hall());
        let agents = [0.0, 0.1, 0.2, 0.3].map(|dy| {
            let agent = world.spawn((at(1.0, 4.0 + dy), NavAgent::new(0.1, 0.1), NavMove));
            world.insert(agent, (cart(), point(18.7, 4.9 - dy)));
            agent
        });
        world.tick(3);
        let corners = |world: &World| agents.map(|agent| world.path(agent).corners().count());
        assert_eq!(corners(&world), [1; 4]);
        // On the way, and away from the ends, so that only the cost matters.
        let mud = world.spawn((at(10.0, 4.5), NavObstacle::rect(1.0, 5.0).with_terrain(MUD)));
        world.tick(2);
        assert!(corners(&world).iter().all(|&corners| corners >= 3), "{:?}", corners(&world));
        world.despawn(mud);
        world.tick(2);
        assert_eq!(corners(&world), [1; 4]);
        // Far from the straight path.
        world.spawn((at(10.0, 11.0), NavObstacle::rect(16.0, 1.0).with_terrain(ROAD)));
        world.tick(2);
        assert!(corners(&world).iter().all(|&corners| corners >= 3), "{:?}", corners(&world));
    }
}

#[test]
fn agents_notice_ground_that_is_opened_far_from_a_dear_path() {
    // A river of mud, with a bridge far to the side.
    let bridge = |x, y| if x == 10 && y < 19 { MUD } else { Terrain(0) };
    let map = rectangles_from_cells(20, 20, |x, y| Some(bridge(x, y))).build().unwrap();
    for mut world in worlds() {
        world.ground(BakedMap::from(map.clone()));
        let barrier = world.spawn((at(10.5, 19.5), NavObstacle::rect(1.0, 1.0)));
        let agent = world.spawn((at(8.0, 10.0), NavAgent::new(0.1, 0.1), NavMove));
        let mut filter = QueryFilter::uniform();
        filter.set(MUD, 60.0).unwrap();
        world.insert(agent, (NavCosts(Arc::new(filter)), point(13.0, 10.0)));
        world.tick(3);
        assert!(world.path(agent).remaining() < 6.0);
        world.despawn(barrier);
        world.tick(2);
        assert!(world.path(agent).remaining() > 15.0, "{}", world.path(agent).remaining());
    }
}
