//! An answer that is passed by `&mut` is empty after an error.

use tautline_platformer::exact::{Goal, Plan, Planner, PlannerOptions, Scratch};
use tautline_platformer::{Body, Character, Outside, Physics, State, Tiles, classic};

/// A floor, and a chamber that nothing leads to.
const ROWS: [&str; 5] = ["######", "#...##", "######", "......", "######"];

#[expect(clippy::unwrap_used, reason = "the level is valid")]
fn planner() -> Planner {
    let tiles = Tiles::from_rows(&ROWS.map(String::from), Outside::Solid).unwrap();
    let character = Character::new(&Physics::default(), Body::default()).unwrap();
    Planner::new(tiles, character, PlannerOptions::default()).unwrap()
}

#[test]
fn no_plan_is_left() {
    let (planner, mut scratch, mut plan) = (planner(), Scratch::new(), Plan::default());
    let [width, height] = planner.character().tile_size();
    let start = State::standing(0, height);
    let (goal, chamber) = (Goal::Cell { column: 4, row: 1 }, Goal::Cell { column: 2, row: 3 });
    let off_level = State::standing(-9 * width, height);
    let enclosed = State::standing(2 * width, 3 * height);
    for (from, to, budget) in
        [(off_level, goal, u32::MAX), (start, chamber, u32::MAX), (enclosed, goal, u32::MAX)]
    {
        planner.plan_in(start, goal, u32::MAX, &mut scratch, &mut plan).unwrap();
        assert_ne!(plan, Plan::default());
        planner.plan_in(from, to, budget, &mut scratch, &mut plan).unwrap_err();
        assert_eq!(plan, Plan::default());
    }

    let field = planner.field(goal).unwrap();
    for from in [off_level, enclosed] {
        field.plan_in(&planner, start, &mut scratch, &mut plan).unwrap();
        assert_ne!(plan, Plan::default());
        field.plan_in(&planner, from, &mut scratch, &mut plan).unwrap_err();
        assert_eq!(plan, Plan::default());
    }
}

#[test]
fn no_classic_path_is_left() {
    use classic::{Cell, Jumper, Level, Options, Path};
    let tiles = Tiles::from_rows(&ROWS.map(String::from), Outside::Solid).unwrap();
    let level = Level::new(&tiles, Jumper::new(1, 1, 2).unwrap());
    let (mut scratch, mut path) = (classic::Scratch::new(), Path::default());
    let (start, goal) = (level.start(Cell::new(0, 1)).unwrap(), Cell::new(4, 1));
    for unreachable in [Cell::new(2, 3), Cell::new(0, 0), Cell::new(-5, 1)] {
        level.path_in(start, goal, &Options::default(), &mut scratch, &mut path).unwrap();
        assert_ne!(path, Path::default());
        level
            .path_in(start, unreachable, &Options::default(), &mut scratch, &mut path)
            .unwrap_err();
        assert_eq!(path, Path::default());
    }
}
