//! Checks of the results of level parsers: they must be as documented, and become tiles in which
//! plans are found.

use tautline::formats::level::{self, Level, MAX_SIDE};
use tautline::platformer::exact::{Goal, Plan, Planner, PlannerOptions, Scratch};
use tautline::platformer::{Body, Character, Outside, Physics, at_rest_in_cell, tiles_from_level};

use crate::is_one_line;

/// Larger levels are read, but nothing more.
const MOST_TILES: usize = 1024;

/// Enough for most ways from one side of such a level to the other.
const BUDGET: u32 = 1_000;

/// Checks what a reader of levels gave.
pub fn level_is_sound(level: &Level) {
    for side in [level.width, level.height] {
        assert!((1..=MAX_SIDE).contains(&side), "{side}");
    }
    let tiles = u64::from(level.width) * u64::from(level.height);
    assert_eq!(u64::try_from(level.tiles.len()), Ok(tiles));
    let is_length = |size: f32| size.is_finite() && size > 0.0;
    assert!(level.tile_size.into_iter().flatten().all(is_length), "{:?}", level.tile_size);
    if level.tiles.len() <= MOST_TILES {
        is_written_as_it_is(level);
        is_planned_in(level);
    }
}

/// The text of a level is read back as the same tiles. The text does not hold the tile size.
fn is_written_as_it_is(level: &Level) {
    let again = level::parse(&level::write(level));
    assert_eq!(again, Ok(Level { tile_size: None, ..level.clone() }));
}

/// From the lower left corner to the upper right one there is a plan, or it is said why not.
fn is_planned_in(level: &Level) {
    let tiles = tiles_from_level(level, Outside::Solid).expect("levels that are read are levels");
    assert_eq!(tiles.to_string(), level::write(level));
    let goal =
        Goal::Cell { column: i32::from(tiles.columns()) - 1, row: i32::from(tiles.rows()) - 1 };
    let character =
        Character::new(&Physics::default(), Body::default()).expect("the default is a character");
    let planner =
        Planner::new(tiles, character, PlannerOptions::default()).expect("the default options fit");
    let start = at_rest_in_cell(planner.character(), planner.tiles(), 0, 0);
    let mut plan = Plan::default();
    if let Err(error) = planner.plan_in(start, goal, BUDGET, &mut Scratch::new(), &mut plan) {
        is_one_line(&error);
    }
}
