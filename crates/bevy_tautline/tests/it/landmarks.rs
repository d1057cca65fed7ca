use std::sync::Arc;

use bevy_ecs::entity::Entity;
use bevy_tautline::tautline::baked::BakedMap;
use bevy_tautline::tautline::navmesh::{LinkKind, RawLink, Terrain, rectangles_from_cells};
use bevy_tautline::tautline::{NavMesh, Path, Query, QueryFilter, Scratch, Vec2, path_in};
use bevy_tautline::{
    Answers, GroundState, NavAgent, NavCosts, NavGround, NavLandmarks, NavMap, NavMove,
    NavObstacle, NavState,
};

use crate::world::{World, alone, at, hall, point};

const MUD: Terrain = Terrain(1);
const ROAD: Terrain = Terrain(2);

fn terrain(x: u32, y: u32) -> Terrain {
    match (x, y) {
        (18, _) | (_, 24) => ROAD,
        _ if (x / 3 + y / 3).is_multiple_of(2) => MUD,
        _ => Terrain(0),
    }
}

/// 36 by 36 cells of meadow chequered with mud, and two roads, and a link near the lower left corner.
pub(crate) fn meadows() -> NavMesh {
    let mut raw = rectangles_from_cells(36, 36, |x, y| Some(terrain(x, y)));
    let (from, to, kind) = ([3.5, 3.5], [14.5, 3.5], LinkKind::Jump);
    raw.links.push(RawLink { from, to, kind, both_ways: true, ..RawLink::default() });
    raw.build().unwrap()
}

/// The costs of a cart. Carts do not jump.
pub(crate) fn cart() -> Arc<QueryFilter> {
    let mut filter = QueryFilter::uniform();
    filter.set(Terrain(0), 2.0).unwrap();
    filter.set(MUD, 6.0).unwrap();
    filter.forbid_links(LinkKind::Jump);
    Arc::new(filter)
}

/// The same costs with jumps.
fn rider() -> Arc<QueryFilter> {
    let mut filter = QueryFilter::uniform();
    filter.set(Terrain(0), 2.0).unwrap();
    filter.set(MUD, 6.0).unwrap();
    Arc::new(filter)
}

/// The expanded nodes of some queries on the ground for a radius, without landmarks and with them. Checks that all paths
/// cost about the same.
fn expanded(world: &World, ground: Entity, radius: f32, filter: &QueryFilter) -> [u64; 2] {
    let snapshot = world.ground_state(ground).snapshot(radius).unwrap();
    let mut sums = [0; 2];
    let corners = [[2.0, 5.0], [34.0, 3.0], [33.0, 34.0]].map(Vec2::from);
    for [start, goal] in [[0, 1], [0, 2], [2, 0]].map(|ends| ends.map(|end| corners[end])) {
        let query = Query::new(start, goal).with_filter(filter);
        let grounds = [snapshot.ground(), snapshot.ground_for(filter)];
        let (mut scratch, mut path) = (Scratch::new(), Path::default());
        let [plain, guided] = [0, 1].map(|index| {
            path_in(grounds[index], &query, &mut scratch, &mut path).unwrap();
            sums[index] += scratch.expanded();
            path.cost
        });
        assert!((guided / plain - 1.0).abs() < 0.01, "{guided} instead of {plain}");
    }
    sums
}

/// Returns true if there are landmarks, and they save a quarter of the work.
fn help(world: &World, ground: Entity, radius: f32, filter: &QueryFilter) -> bool {
    let [plain, guided] = expanded(world, ground, radius, filter);
    guided * 4 < plain * 3
}

#[test]
fn landmarks_help_on_all_layers_while_obstacles_come_and_go() {
    let map = BakedMap::for_radius(0.25, meadows()).unwrap();
    let map = map.with_mesh_for(0.5, meadows()).unwrap();
    let mut world = World::new();
    let ground = world.ground(map);
    let (cart, rider) = (cart(), rider());
    world.tick(1);
    assert!(!help(&world, ground, 0.25, &cart));

    world.insert(ground, NavLandmarks::for_costs([Arc::clone(&cart), Arc::clone(&rider)]));
    world.tick(1);
    let mut less = QueryFilter::clone(&cart);
    let snapshot = world.ground_state(ground).snapshot(0.25).unwrap();
    less.forbid_area(snapshot.mesh().locate(Vec2::new(13.5, 13.5)).unwrap());
    let all_help = |world: &World| {
        [0.25, 0.5]
            .iter()
            .all(|&radius| [&cart, &rider].iter().all(|filter| help(world, ground, radius, filter)))
    };
    assert!(all_help(&world));
    assert!(help(&world, ground, 0.25, &less), "the filter may forbid more");

    // Walls with a gap, which move, and are gone again.
    let walls = [12.0, 24.0].map(|x| world.spawn((at(x, 16.0), NavObstacle::rect(1.0, 26.0))));
    world.tick(1);
    assert!(all_help(&world));
    world.insert(walls[0], at(15.0, 19.0));
    world.despawn(walls[1]);
    world.tick(1);
    assert!(all_help(&world));
    world.despawn(walls[0]);
    world.tick(1);
    assert!(all_help(&world));

    // The ground moves: its obstacles are added again.
    world.spawn((at(21.0, 12.0), NavObstacle::rect(1.0, 16.0)));
    world.insert(ground, at(5.0, 5.0));
    world.tick(1);
    assert!(all_help(&world));
}

#[test]
fn agents_search_with_landmarks() {
    let (map, filter) = (meadows(), cart());
    let mut world = World::new();
    let ground = world.ground(map.clone());
    world.insert(ground, NavLandmarks::for_costs([Arc::clone(&filter)]));
    world.tick(1);
    // The mean of three queries without landmarks. That is enough for the longest one with them, but not without.
    let budget = expanded(&world, ground, 0.0, &filter)[0] / 3;
    for has_landmarks in [false, true] {
        let mut world = World::with(alone().with_budget(budget));
        let ground = world.ground(map.clone());
        if has_landmarks {
            world.insert(ground, NavLandmarks::for_costs([Arc::clone(&filter)]));
        }
        let agent = world.agent_to(2.0, 5.0, point(33.0, 34.0));
        world.insert(agent, NavCosts(Arc::clone(&filter)));
        for _ in 0..2 {
            world.tick(1);
            let is_found = world.state(agent) == NavState::Walking;
            assert_eq!(is_found, has_landmarks, "{:?}", world.state(agent));
            world.spawn((at(14.0, 14.0), NavObstacle::rect(4.0, 4.0)));
        }
    }
}

#[test]
fn landmarks_follow_their_component_and_the_map() {
    let (cart, rider) = (cart(), rider());
    let mut world = World::new();
    let ground = world.ground(meadows());
    world.insert(ground, NavLandmarks::for_costs([Arc::clone(&cart)]));
    world.spawn((at(24.0, 16.0), NavObstacle::rect(1.0, 26.0)));
    world.tick(1);
    let both = |world: &World| [&cart, &rider].map(|filter| help(world, ground, 0.0, filter));
    assert_eq!(both(&world), [true, false], "carts know no jumps");
    world.insert(ground, NavLandmarks::for_costs([Arc::clone(&rider)]));
    world.tick(1);
    assert_eq!(both(&world), [true, true], "but landmarks with jumps help carts");
    world.app.world_mut().entity_mut(ground).remove::<NavLandmarks>();
    world.tick(1);
    assert_eq!(both(&world), [false, false]);

    // Filters that fit no map, and another map, first a small one.
    let mut forbids_all = QueryFilter::clone(&cart);
    [Terrain(0), MUD, ROAD].iter().for_each(|&class| forbids_all.forbid(class));
    let mut other = QueryFilter::uniform();
    other.set(Terrain(99), 5.0).unwrap();
    let filters = [QueryFilter::uniform(), forbids_all, other].map(Arc::new);
    let filters = filters.into_iter().chain([Arc::clone(&cart)]);
    world.insert(ground, NavLandmarks::for_costs(filters));
    world.tick(1);
    assert!(help(&world, ground, 0.0, &cart));
    for (map, helps) in [(hall(), false), (meadows(), true)] {
        let mut maps = world.app.world_mut().resource_mut::<bevy_asset::Assets<NavMap>>();
        let map = NavGround::new(maps.add(NavMap::from(map)));
        world.insert(ground, map);
        world.tick(1);
        assert_eq!(*world.ground_state(ground).status(), bevy_tautline::GroundStatus::Ready);
        if helps {
            assert!(help(&world, ground, 0.0, &cart));
        }
    }
}

#[test]
fn agents_search_until_the_landmarks_are_chosen() {
    let filter = cart();
    let mut world = World::with(alone().with_answers(Answers::WhenReady));
    let ground = world.ground(meadows());
    world.insert(ground, NavLandmarks::for_costs([Arc::clone(&filter)]));
    let agent = world.spawn((at(2.0, 5.0), NavAgent::new(0.0, 1.0), NavMove, point(33.0, 34.0)));
    world.insert(agent, NavCosts(Arc::clone(&filter)));
    world.spawn((at(20.0, 20.0), NavObstacle::rect(6.0, 6.0)));
    let chosen = world.until(1_000, |world| {
        std::thread::sleep(std::time::Duration::from_millis(1));
        let state: &GroundState = world.ground_state(ground);
        state.snapshot(0.0).is_some_and(|snapshot| snapshot.dynamic().is_some())
            && help(world, ground, 0.0, &filter)
    });
    assert!(chosen);
    // The obstacle may have closed its first path.
    assert!(world.until(1_000, |world| {
        std::thread::sleep(std::time::Duration::from_millis(1));
        world.state(agent) == NavState::Walking
    }));
}

#[test]
fn landmarks_help_on_a_map_that_cannot_have_obstacles() {
    let mut raw = rectangles_from_cells(36, 36, |x, y| Some(terrain(x, y)));
    // Off the grid that obstacles need.
    raw.vertices.iter_mut().for_each(|vertex| *vertex = vertex.map(|at| at * 1.1));
    let filter = cart();
    let mut world = World::new();
    let ground = world.ground(raw.build().unwrap());
    world.insert(ground, NavLandmarks::for_costs([Arc::clone(&filter)]));
    world.spawn((at(20.0, 20.0), NavObstacle::rect(1.0, 1.0)));
    world.tick(2);
    assert!(world.ground_state(ground).obstacle_error().is_some());
    assert!(help(&world, ground, 0.0, &filter));
}

#[test]
fn landmarks_stay_right_on_roads_that_are_built() {
    let filter = cart();
    let mut world = World::new();
    let ground = world.ground(meadows());
    world.insert(ground, NavLandmarks::for_costs([Arc::clone(&filter)]));
    world.tick(1);
    assert!(help(&world, ground, 0.0, &filter));
    // A road around all mud, much cheaper than all ways before, and then mud on a part of it.
    let road = |width, depth| NavObstacle::rect(width, depth).with_terrain(ROAD);
    let roads = [(at(18.0, 2.5), road(34.0, 1.0)), (at(34.5, 18.0), road(1.0, 32.0))];
    let roads = roads.map(|road| world.spawn(road));
    world.tick(1);
    expanded(&world, ground, 0.0, &filter);
    let mud = world.spawn((at(20.0, 2.5), NavObstacle::rect(10.0, 3.0).with_terrain(MUD)));
    world.tick(1);
    expanded(&world, ground, 0.0, &filter);
    for obstacle in roads.into_iter().chain([mud]) {
        world.despawn(obstacle);
    }
    world.tick(1);
    assert!(help(&world, ground, 0.0, &filter));
}
