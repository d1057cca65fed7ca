use bevy_app::FixedUpdate;
use bevy_asset::Assets;
use bevy_ecs::entity::Entity;
use bevy_ecs::schedule::IntoScheduleConfigs;
use bevy_ecs::system::Res;
use bevy_math::Vec3;
use bevy_tautline::tautline::platformer::exact::{Goal, PlanError, PlannerOptions};
use bevy_tautline::tautline::platformer::{
    BakedLevel, Body, Input, Outside, Physics, State, Tile, Tiles,
};
use bevy_tautline::{
    GroundStatus, NavCharacter, NavCharacterError, NavCharacterGoal, NavCharacterStart,
    NavCharacterStatus, NavLevel, NavLevelMap, NavLevelState, NavObstacle, NavState, NavSystems,
};
use bevy_transform::components::Transform;

use crate::world::{World, at, hall, point};

const FLOOR: i32 = 57_600;

fn baked() -> NavLevelMap {
    let rows = ["............", "......##....", "...=........", "............", "####..######"];
    let tiles = Tiles::from_rows(&rows, Outside::Solid).unwrap();
    let level =
        BakedLevel::new(tiles, Physics::default(), Body::default(), PlannerOptions::default());
    let level = level.unwrap().with_links().unwrap();
    NavLevelMap::from(BakedLevel::decode(&level.encode().unwrap()).unwrap())
}

fn level(world: &mut World) -> Entity {
    let mut maps = world.app.world_mut().resource_mut::<Assets<NavLevelMap>>();
    let map = maps.add(baked());
    world.spawn(NavLevel::new(map))
}

#[test]
fn a_level_is_where_its_parents_put_it() {
    let mut world = World::new();
    let parent = world.spawn(at(100.0, 50.0));
    let level = level(&mut world);
    world.insert(level, (at(3.0, 4.0), bevy_ecs::hierarchy::ChildOf(parent)));
    let start = NavCharacterStart::Cell { column: 0, row: 1 };
    let entity = world.spawn(NavCharacter::new(level, start));
    world.tick(1);
    assert_eq!(world.position(entity), Vec3::new(103.0, 70.0, 0.0));
    // In column 3, on its one-way tile.
    world.insert(entity, NavCharacterGoal::Point(Vec3::new(158.0, 110.0, 0.0)));
    assert!(world.until(600, |world| status(world, entity) == NavCharacterStatus::Arrived));
    assert_eq!(world.position(entity).y, 102.0);
    world.insert(parent, at(200.0, 50.0));
    world.app.world_mut().entity_mut(entity).remove::<NavCharacterGoal>();
    let before = world.position(entity);
    world.tick(1);
    assert_eq!(world.position(entity), before + Vec3::X * 100.0);
}

#[derive(bevy_ecs::resource::Resource)]
struct IsPaused(bool);

#[test]
fn a_run_condition_on_all_systems_pauses_agents_edits_and_characters() {
    let mut world = World::new();
    world.app.insert_resource(IsPaused(false));
    let runs = |paused: Res<'_, IsPaused>| !paused.0;
    world.app.configure_sets(FixedUpdate, NavSystems::All.run_if(runs));
    let ground = world.ground(hall());
    let agent = world.agent_to(2.0, 2.0, point(18.0, 2.0));
    let level = level(&mut world);
    let start = NavCharacterStart::Cell { column: 0, row: 1 };
    let goal = NavCharacterGoal::Cell { column: 10, row: 1 };
    let character = world.spawn((NavCharacter::new(level, start), goal));
    world.tick(20);
    let all = |world: &World| {
        let snapshot = world.ground_state(ground).snapshot(0.25).unwrap();
        ([agent, character].map(|entity| world.position(entity)), snapshot.mesh().identity())
    };
    let before = all(&world);
    world.app.insert_resource(IsPaused(true));
    world.spawn((at(10.0, 10.0), NavObstacle::rect(4.0, 4.0)));
    world.tick(20);
    assert_eq!(all(&world), before);

    world.app.insert_resource(IsPaused(false));
    world.tick(1);
    let after = all(&world);
    assert!(after.0[0] != before.0[0] && after.0[1] != before.0[1] && after.1 != before.1);
    assert!(before.0[0].distance(after.0[0]) < 0.1, "{before:?} {after:?}");
    assert!(world.until(400, |world| {
        world.state(agent) == NavState::Arrived
            && status(world, character) == NavCharacterStatus::Arrived
    }));
}

/// Fills the pit of columns 4 and 5 with spikes.
fn fill_pit(world: &mut World, level: Entity) {
    let mut state = world.app.world_mut().get_mut::<NavLevelState>(level).unwrap();
    for column in [4, 5] {
        assert_eq!(state.set_tile(column, 0, Tile::Deadly), Some(Tile::Empty));
    }
}

fn character(world: &World, entity: Entity) -> &NavCharacter {
    world.app.world().get::<NavCharacter>(entity).unwrap()
}

fn status(world: &World, character: Entity) -> NavCharacterStatus {
    *world.app.world().get::<NavCharacterStatus>(character).unwrap()
}

#[test]
fn a_character_plans_plays_and_arrives() {
    let mut world = World::new();
    let level = level(&mut world);
    let goal = NavCharacterGoal::Cell { column: 7, row: 4 };
    let character = world.spawn((NavCharacter::from_state(level, State::standing(0, FLOOR)), goal));
    world.tick(1);
    assert_eq!(status(&world, character), NavCharacterStatus::Playing);
    let planner = world.app.world().get::<NavLevelState>(level).unwrap().planner().unwrap();
    let plan = planner.plan(State::standing(0, FLOOR), Goal::Cell { column: 7, row: 4 }).unwrap();
    world.tick(plan.frames - 1);
    let state = world.app.world().get::<NavCharacter>(character).unwrap().state;
    assert_eq!(Some([state.x, state.y]), plan.end(), "in exactly the planned frame");
    world.tick(1);
    assert_eq!(status(&world, character), NavCharacterStatus::Arrived);
    let pixels = [f64::from(state.x) / 3.0, f64::from(state.y) / 3_600.0];
    let here = world.position(character);
    let off = [f64::from(here.x) - pixels[0], f64::from(here.y) - pixels[1]];
    assert!(off.iter().all(|off| off.abs() < 1e-5), "{here} for {pixels:?}");
}

#[test]
fn a_character_plans_again_when_tiles_change() {
    let mut world = World::new();
    let level = level(&mut world);
    let goal = NavCharacterGoal::Cell { column: 11, row: 1 };
    let character = world.spawn((NavCharacter::from_state(level, State::standing(0, FLOOR)), goal));
    world.tick(5);
    let set = |world: &mut World, row: i32, tile: Tile| {
        let mut state = world.app.world_mut().get_mut::<NavLevelState>(level).unwrap();
        assert!(state.set_tile(9, row, tile).is_some());
    };
    // A wall up to the ceiling, and then a gap above it.
    (1..5).for_each(|row| set(&mut world, row, Tile::Solid));
    world.tick(2);
    let failed = NavCharacterStatus::Failed(PlanError::Unreachable.into());
    assert_eq!(status(&world, character), failed);
    world.tick(60);
    assert_eq!(status(&world, character), failed);
    (2..5).for_each(|row| set(&mut world, row, Tile::Empty));
    world.tick(1);
    assert_eq!(status(&world, character), NavCharacterStatus::Playing);
    assert!(world.until(600, |world| status(world, character) == NavCharacterStatus::Arrived));
}

#[test]
fn a_character_plans_again_on_another_level() {
    let mut world = World::new();
    let levels = [level(&mut world), level(&mut world)];
    let goal = NavCharacterGoal::Cell { column: 11, row: 1 };
    let start = State::standing(0, FLOOR);
    let character = world.spawn((NavCharacter::from_state(levels[0], start), goal));
    world.tick(1);
    // Both levels change four times. In the end, only the first one has a wall.
    let changes = [Tile::Solid, Tile::Empty, Tile::Solid, Tile::Empty];
    for (row, tile) in (1..).zip(changes) {
        for (level, row, tile) in [(levels[0], row, Tile::Solid), (levels[1], 2, tile)] {
            let mut state = world.app.world_mut().get_mut::<NavLevelState>(level).unwrap();
            assert!(state.set_tile(9, row, tile).is_some());
        }
    }
    let failed = NavCharacterStatus::Failed(PlanError::Unreachable.into());
    assert!(world.until(60, |world| status(world, character) == failed));
    world.tick(30);
    world.app.world_mut().get_mut::<NavCharacter>(character).unwrap().level = levels[1];
    world.tick(1);
    assert_eq!(status(&world, character), NavCharacterStatus::Playing);
    assert!(world.until(600, |world| status(world, character) == NavCharacterStatus::Arrived));
}

#[test]
fn a_character_without_a_level_waits_and_one_that_is_pushed_plans_again() {
    let mut world = World::new();
    let level = level(&mut world);
    let goal = NavCharacterGoal::Cell { column: 0, row: 1 };
    let start = State::standing(24 * 9, FLOOR);
    let lost = world.spawn((NavCharacter::from_state(Entity::PLACEHOLDER, start), goal));
    let pushed = world.spawn((NavCharacter::from_state(level, start), goal));
    world.tick(10);
    let no_level = NavCharacterStatus::Failed(NavCharacterError::NoLevel);
    assert_eq!(status(&world, lost), no_level);
    world.app.world_mut().get_mut::<NavCharacter>(pushed).unwrap().state =
        State::flying(24 * 8, 3 * FLOOR, 0);
    assert!(world.until(900, |world| status(world, pushed) == NavCharacterStatus::Arrived));
    world.insert(pushed, NavCharacterGoal::Cell { column: 3, row: 1 });
    world.tick(3);
    assert_ne!(character(&world, pushed).input, Input::default());
    world.despawn(level);
    world.tick(2);
    assert_eq!(status(&world, pushed), no_level);
    assert_eq!(character(&world, pushed).input, Input::default(), "it does not run on the spot");
}

#[test]
fn characters_start_by_cell_or_point_when_their_level_is_loaded() {
    let mut world = World::new();
    let map = world.app.world().resource::<Assets<NavLevelMap>>().reserve_handle();
    let level = world.spawn((NavLevel::new(map.clone()), Transform::from_xyz(100.0, 200.0, 0.0)));
    let cell = NavCharacterStart::Cell { column: 6, row: 4 };
    // Two pixels above a one-way tile: it falls on it.
    let point = NavCharacterStart::Point(Vec3::new(150.0, 250.0, 9.0));
    let characters =
        [cell, point].map(|start| world.spawn((NavCharacter::new(level, start), at(1.0, 2.0))));
    world.tick(5);
    for entity in characters {
        assert_eq!(status(&world, entity), NavCharacterStatus::Waiting);
        assert_eq!(world.position(entity), Vec3::new(1.0, 2.0, 0.0));
    }
    let mut maps = world.app.world_mut().resource_mut::<Assets<NavLevelMap>>();
    maps.insert(map.id(), baked()).unwrap();
    world.tick(1);
    assert_eq!(character(&world, characters[0]).state, State::standing(6 * 48, 4 * FLOOR));
    assert_eq!(world.position(characters[0]), Vec3::new(196.0, 264.0, 0.0));
    let falling = character(&world, characters[1]).state;
    assert!(!falling.is_grounded() && falling.x == 150, "{falling:?}");
    world.tick(30);
    assert_eq!(character(&world, characters[1]).state, State::standing(150, 3 * FLOOR));

    // Back to a checkpoint.
    let mut falling = world.app.world_mut().get_mut::<NavCharacter>(characters[1]).unwrap();
    falling.start = Some(cell);
    world.tick(1);
    assert_eq!(character(&world, characters[1]).state, character(&world, characters[0]).state);
}

#[test]
fn characters_of_a_level_that_cannot_be_loaded_say_so_until_another_one_is_there() {
    let mut world = World::new();
    world.files.insert_asset(std::path::Path::new("damaged.plat"), vec![1, 2, 3]);
    let damaged = world.app.world().resource::<bevy_asset::AssetServer>().load("damaged.plat");
    let level = world.spawn(NavLevel::new(damaged));
    let start = NavCharacterStart::Cell { column: 0, row: 1 };
    let entity = world.spawn(NavCharacter::new(level, start));
    let failed = NavCharacterStatus::Failed(NavCharacterError::LevelNotLoaded);
    assert!(world.until(2_000, |world| {
        std::thread::sleep(std::time::Duration::from_millis(1));
        status(world, entity) == failed
    }));
    let map = world.app.world().resource::<Assets<NavLevelMap>>().reserve_handle();
    world.insert(level, NavLevel::new(map.clone()));
    world.tick(2);
    let state = world.app.world().get::<NavLevelState>(level).unwrap();
    assert_eq!(*state.status(), GroundStatus::Loading);
    assert_eq!(status(&world, entity), NavCharacterStatus::Waiting);
    let mut maps = world.app.world_mut().resource_mut::<Assets<NavLevelMap>>();
    maps.insert(map.id(), baked()).unwrap();
    world.tick(2);
    assert_eq!(status(&world, entity), NavCharacterStatus::Idle);

    // While another level is loaded, it stays on this one.
    let other = world.app.world().resource::<Assets<NavLevelMap>>().reserve_handle();
    for (handle, expected) in [(&other, GroundStatus::Loading), (&map, GroundStatus::Ready)] {
        world.insert(level, NavLevel::new(handle.clone()));
        world.tick(2);
        let state = world.app.world().get::<NavLevelState>(level).unwrap();
        assert_eq!(*state.status(), expected);
        assert_eq!(status(&world, entity), NavCharacterStatus::Idle);
    }
}

#[test]
fn characters_that_do_not_fit_at_their_start_fail_by_name_until_they_do() {
    let mut world = World::new();
    let level = level(&mut world);
    let wall = NavCharacterStart::Cell { column: 6, row: 3 };
    let blocked = world.spawn(NavCharacter::new(level, wall));
    let outside = world
        .spawn(NavCharacter::new(level, NavCharacterStart::Cell { column: -7, row: i32::MAX }));
    let nowhere = world.spawn(NavCharacter::new(level, NavCharacterStart::Point(Vec3::NAN)));
    let goal = NavCharacterGoal::Cell { column: 11, row: 1 };
    world.insert(outside, goal);
    world.tick(2);
    let failed = |world: &World, entity| match status(world, entity) {
        NavCharacterStatus::Failed(error) => error,
        other => panic!("{other:?}"),
    };
    let does_not_fit = PlanError::StartDoesNotFit { x: 6 * 48, y: 3 * FLOOR };
    assert_eq!(failed(&world, blocked), does_not_fit.into());
    let is_outside = failed(&world, outside);
    assert!(
        matches!(is_outside, NavCharacterError::Plan(PlanError::StartOffLevel { .. })),
        "{is_outside}"
    );
    let is_nowhere = failed(&world, nowhere);
    assert!(matches!(is_nowhere, NavCharacterError::OutOfRange { .. }), "{is_nowhere}");

    let mut state = world.app.world_mut().get_mut::<NavLevelState>(level).unwrap();
    assert_eq!(state.set_tile(6, 3, Tile::Empty), Some(Tile::Solid));
    let mut moved = world.app.world_mut().get_mut::<NavCharacter>(outside).unwrap();
    moved.start = Some(NavCharacterStart::Cell { column: 10, row: 1 });
    world.tick(1);
    assert_eq!(status(&world, blocked), NavCharacterStatus::Idle);
    assert_eq!(status(&world, outside), NavCharacterStatus::Playing);
}

#[test]
fn a_point_in_the_air_is_a_goal_on_the_ground_below() {
    let mut world = World::new();
    let level = level(&mut world);
    world.insert(level, at(-50.0, 30.0));
    world.tick(1);
    fill_pit(&mut world, level);
    let start = NavCharacterStart::Cell { column: 0, row: 1 };
    // Above the one-way tile of column 3, above the pit of columns 4 and 5, and within a wall.
    for (x, y, arrives) in [(55.0, 76.0, true), (72.0, 30.0, false), (100.0, 56.0, false)] {
        let goal = NavCharacterGoal::Point(Vec3::new(x - 50.0, y + 30.0, 4.0));
        let entity = world.spawn((NavCharacter::new(level, start), goal));
        let ends = world.until(600, |world| {
            let status = status(world, entity);
            matches!(status, NavCharacterStatus::Arrived | NavCharacterStatus::Failed(_))
        });
        assert!(ends, "{x},{y}");
        if arrives {
            let state = character(&world, entity).state;
            assert_eq!((state.x / 48, state.y), (3, 3 * FLOOR));
            assert_eq!(status(&world, entity), NavCharacterStatus::Arrived);
        } else {
            let status = status(&world, entity);
            assert!(matches!(status, NavCharacterStatus::Failed(_)), "{x},{y}: {status:?}");
        }
    }
}

#[test]
fn a_character_follows_an_entity_and_waits_at_the_edge_of_an_abyss() {
    let mut world = World::new();
    let level = level(&mut world);
    world.tick(1);
    fill_pit(&mut world, level);
    let start = NavCharacterStart::Cell { column: 0, row: 1 };
    let bird = world.spawn(at(168.0, 70.0));
    let entity = world.spawn((NavCharacter::new(level, start), NavCharacterGoal::Entity(bird)));
    let column = |world: &World| {
        let state = character(world, entity).state;
        (state.x / 48, state.y / FLOOR)
    };
    let arrived = NavCharacterStatus::Arrived;
    assert!(world.until(600, |world| status(world, entity) == arrived));
    assert_eq!(column(&world), (10, 1));
    world.insert(bird, at(8.0, 20.0));
    assert!(world.until(600, |world| status(world, entity) == arrived && column(world).0 < 9));
    assert_eq!(column(&world), (0, 1));
    // Over the pit, its last cell counts.
    world.insert(bird, at(72.0, 12.0));
    world.tick(30);
    assert_eq!((status(&world, entity), column(&world)), (arrived, (0, 1)));
    world.despawn(bird);
    world.tick(1);
    let gone = NavCharacterStatus::Failed(NavCharacterError::GoalGone);
    assert_eq!(status(&world, entity), gone);
}

#[test]
fn a_wide_character_catches_a_narrow_one_next_to_a_wall() {
    let mut world = World::new();
    // Tiles are 16 pixels wide, so that only the narrow one fits in the last column.
    let levels = [12.0, 24.0].map(|width| {
        let tiles = Tiles::from_rows(&["......", "......", "######"], Outside::Solid).unwrap();
        let (body, options) = (Body { width, height: 18.0 }, PlannerOptions::default());
        let level = BakedLevel::new(tiles, Physics::default(), body, options).unwrap();
        let mut maps = world.app.world_mut().resource_mut::<Assets<NavLevelMap>>();
        let map = maps.add(NavLevelMap::from(level));
        world.spawn(NavLevel::new(map))
    });
    let at = |column| NavCharacterStart::Cell { column, row: 1 };
    let prey = world.spawn(NavCharacter::new(levels[0], at(5)));
    let hunter = NavCharacter::new(levels[1], at(0));
    let hunter = world.spawn((hunter, NavCharacterGoal::Entity(prey)));
    let arrived = NavCharacterStatus::Arrived;
    assert!(world.until(300, |world| status(world, hunter) == arrived));
    assert_eq!(character(&world, hunter).state.x / 48, 4);
}

#[test]
fn a_character_catches_another_one_on_a_level_at_an_odd_place() {
    let mut world = World::new();
    // Differences of these coordinates are rounded, by more than a subpixel.
    let levels = [level(&mut world), level(&mut world)];
    for level in levels {
        world.insert(level, at(70_000.1, 90_000.3));
    }
    let prey = NavCharacter::new(levels[0], NavCharacterStart::Cell { column: 6, row: 4 });
    let prey = world.spawn((prey, NavCharacterGoal::Cell { column: 11, row: 1 }));
    let start = NavCharacterStart::Cell { column: 0, row: 1 };
    let hunter = world.spawn((NavCharacter::new(levels[1], start), NavCharacterGoal::Entity(prey)));
    let arrived = NavCharacterStatus::Arrived;
    assert!(world.until(900, |world| {
        let status = status(world, hunter);
        assert!(!matches!(status, NavCharacterStatus::Failed(_)), "{status:?}");
        status == arrived && self::status(world, prey) == arrived
    }));
    let cells = [prey, hunter].map(|entity| character(&world, entity).state.x / 48);
    assert_eq!(cells, [11, 11]);
}
