//! Checks of the results of level parsers: they must be as documented, and a planner can use them
//! unless they are large.

use tautline::formats::level::{self, Level, MAX_SIDE};
use tautline::platformer::exact::{Goal, Plan, Planner, PlannerOptions, Scratch};
use tautline::platformer::{Body, Character, Outside, Physics, at_rest_in_cell, tiles_from_level};

use crate::assert_one_line;

/// Larger levels are neither written nor used for planning.
const MAX_TILES: usize = 1024;

/// The budget of a search: enough for most plans from one side of such a level to the other.
const BUDGET: u32 = 1_000;

/// Checks the result of a reader of levels.
pub fn check_level(level: &Level) {
    for side in [level.width, level.height] {
        assert!((1..=MAX_SIDE).contains(&side), "{side}");
    }
    let tiles = u64::from(level.width) * u64::from(level.height);
    assert_eq!(u64::try_from(level.tiles.len()), Ok(tiles));
    let is_length = |size: f32| size.is_finite() && size > 0.0;
    assert!(level.tile_size.into_iter().flatten().all(is_length), "{:?}", level.tile_size);
    if level.tiles.len() <= MAX_TILES {
        check_text_of(level);
        check_planning_in(level);
    }
}

/// Checks that the text of a level is read back as the same tiles. It contains nothing else.
fn check_text_of(level: &Level) {
    let again = level::parse(&level::write(level));
    let Level { width, height, tiles, .. } = level.clone();
    assert_eq!(again, Ok(Level { width, height, tiles, ..Level::default() }));
}

/// Plans from the lower left to the upper right corner. Checks that an error is one line.
fn check_planning_in(level: &Level) {
    let tiles = tiles_from_level(level, Outside::Solid).expect("a parsed level is valid");
    assert_eq!(tiles.to_string(), level::write(level));
    let goal =
        Goal::Cell { column: i32::from(tiles.columns()) - 1, row: i32::from(tiles.rows()) - 1 };
    let character = Character::new(&Physics::default(), Body::default())
        .expect("the default character is valid");
    let planner = Planner::new(tiles, character, PlannerOptions::default())
        .expect("the default options are valid");
    let start = at_rest_in_cell(planner.character(), planner.tiles(), 0, 0);
    let mut plan = Plan::default();
    if let Err(error) = planner.plan_in(start, goal, BUDGET, &mut Scratch::new(), &mut plan) {
        assert_one_line(&error);
    }
}
