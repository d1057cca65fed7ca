use bevy_asset::Assets;
use bevy_ecs::entity::Entity;
use bevy_tautline::tautline::platformer::exact::{Goal, PlanError, PlannerOptions};
use bevy_tautline::tautline::platformer::{BakedLevel, Body, Outside, Physics, State, Tile, Tiles};
use bevy_tautline::{
    NavCharacter, NavCharacterGoal, NavCharacterStatus, NavLevel, NavLevelMap, NavLevelState,
};

use crate::world::World;

const FLOOR: i32 = 57_600;

fn level(world: &mut World) -> Entity {
    let rows = ["............", "......##....", "...=........", "............", "####..######"];
    let tiles = Tiles::from_rows(&rows, Outside::Solid).unwrap();
    let level =
        BakedLevel::new(tiles, Physics::default(), Body::default(), PlannerOptions::default());
    let level = level.unwrap().with_links().unwrap();
    let level = BakedLevel::decode(&level.encode().unwrap()).unwrap();
    let mut maps = world.app.world_mut().resource_mut::<Assets<NavLevelMap>>();
    let map = maps.add(NavLevelMap::from(level));
    world.spawn(NavLevel::new(map))
}

fn status(world: &World, character: Entity) -> NavCharacterStatus {
    *world.app.world().get::<NavCharacterStatus>(character).unwrap()
}

#[test]
fn a_character_plans_plays_and_arrives() {
    let mut world = World::new();
    let level = level(&mut world);
    let goal = NavCharacterGoal(Goal::Cell { column: 7, row: 4 });
    let character = world.spawn((NavCharacter::new(level, State::standing(0, FLOOR)), goal));
    world.tick(1);
    assert_eq!(status(&world, character), NavCharacterStatus::Playing);
    let planner = world.app.world().get::<NavLevelState>(level).unwrap().planner().unwrap();
    let plan = planner.plan(State::standing(0, FLOOR), goal.0).unwrap();
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
    let goal = NavCharacterGoal(Goal::Cell { column: 11, row: 1 });
    let character = world.spawn((NavCharacter::new(level, State::standing(0, FLOOR)), goal));
    world.tick(5);
    let set = |world: &mut World, row: i32, tile: Tile| {
        let mut state = world.app.world_mut().get_mut::<NavLevelState>(level).unwrap();
        assert!(state.set_tile(9, row, tile).is_some());
    };
    // A wall up to the ceiling, and then a gap above it.
    (1..5).for_each(|row| set(&mut world, row, Tile::Solid));
    world.tick(2);
    let failed = NavCharacterStatus::Failed(PlanError::Unreachable);
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
    let goal = NavCharacterGoal(Goal::Cell { column: 11, row: 1 });
    let start = State::standing(0, FLOOR);
    let character = world.spawn((NavCharacter::new(levels[0], start), goal));
    world.tick(1);
    // Both levels change four times. In the end, only the first one has a wall.
    let changes = [Tile::Solid, Tile::Empty, Tile::Solid, Tile::Empty];
    for (row, tile) in (1..).zip(changes) {
        for (level, row, tile) in [(levels[0], row, Tile::Solid), (levels[1], 2, tile)] {
            let mut state = world.app.world_mut().get_mut::<NavLevelState>(level).unwrap();
            assert!(state.set_tile(9, row, tile).is_some());
        }
    }
    let failed = NavCharacterStatus::Failed(PlanError::Unreachable);
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
    let goal = NavCharacterGoal(Goal::Cell { column: 0, row: 1 });
    let start = State::standing(24 * 9, FLOOR);
    let lost = world.spawn((NavCharacter::new(Entity::PLACEHOLDER, start), goal));
    let pushed = world.spawn((NavCharacter::new(level, start), goal));
    world.tick(10);
    assert_eq!(status(&world, lost), NavCharacterStatus::Idle);
    world.app.world_mut().get_mut::<NavCharacter>(pushed).unwrap().state =
        State::flying(24 * 8, 3 * FLOOR, 0);
    assert!(world.until(900, |world| status(world, pushed) == NavCharacterStatus::Arrived));
    world.despawn(level);
    world.tick(2);
    assert_eq!(status(&world, pushed), NavCharacterStatus::Idle);
}
