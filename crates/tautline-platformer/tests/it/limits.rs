//! Levels, bodies and physics at and beyond their limits.
#![expect(
    clippy::unwrap_used,
    reason = "the helpers make levels and characters that are known to be sound"
)]

use tautline_platformer::exact::{Goal, Plan, PlanError, Planner, PlannerOptions, Scratch};
use tautline_platformer::{
    Body, Character, Input, Outside, Physics, PhysicsError, Stance, State, Tile, Tiles, TilesError,
};

const TILE: i32 = 57_600;

fn planner(tiles: Tiles, character: &Character) -> Planner {
    Planner::new(tiles, character.clone(), PlannerOptions::default()).unwrap()
}

fn default_character() -> Character {
    Character::new(&Physics::default(), Body::default()).unwrap()
}

#[test]
fn the_largest_level_is_planned_in() {
    let side = usize::from(Tiles::MAX_SIDE);
    // A floor, and a stair of ledges near its left end.
    let tiles = Tiles::from_fn(side, side, Outside::Solid, |column, row| {
        let is_stair = column < 40 && row < 40 && row % 4 == 0 && column / 4 % 2 == row / 4 % 2;
        if row == 0 || is_stair { Tile::Solid } else { Tile::Empty }
    })
    .unwrap();
    let character = default_character();
    let planner = planner(tiles.clone(), &character);
    let start = State::standing(4000 * 48, TILE);
    let goal = Goal::Cell { column: 6, row: 5 };
    let plan = planner.plan(start, goal).unwrap();
    let end = plan.replay(start, &character, &tiles).last().unwrap();
    assert!(end.is_grounded());
    assert_eq!([end.x / 48, end.y / TILE], [6, 5]);
    let mut budgeted = Plan::default();
    let exhausted = planner.plan_in(start, goal, 1, &mut Scratch::new(), &mut budgeted);
    assert_eq!(exhausted, Err(PlanError::BudgetExhausted { budget: 1 }));
}

#[test]
fn landmarks_too_far_to_store_change_no_frame() {
    // Walks 48 frames for each tile, and longer than 2^16 frames along the floor.
    let physics = Physics { walk: 20.0, ..Physics::default() };
    let character = Character::new(&physics, Body::default()).unwrap();
    // From the upper ledge, which no jump reaches, the way over the lower one is shorter.
    let tiles = Tiles::from_fn(1500, 14, Outside::Solid, |column, row| match row {
        2 if (1486..1493).contains(&column) => Tile::Solid,
        11 if (1484..1489).contains(&column) => Tile::Solid,
        _ => Tile::Empty,
    });
    let mut planner = planner(tiles.unwrap(), &character);
    let (start, goal) =
        (State::standing(1484 * 48, 12 * TILE), Goal::Cell { column: 1495, row: 0 });
    let frames = planner.plan(start, goal).map(|plan| plan.frames);
    planner.place_landmarks(16);
    assert_eq!(planner.plan(start, goal).map(|plan| plan.frames), frames);
}

#[test]
fn a_start_that_rises_for_very_long_comes_down() {
    let tiles = Tiles::from_rows(&["...", "...", "..."], Outside::Solid).unwrap();
    let subpixels = [3, 16_384];
    // A subpixel per frame squared.
    let physics =
        Physics { gravity: 0.22, jump: 0.0, jump_cut: 1e3, subpixels, ..Physics::default() };
    let character = Character::new(&physics, Body::default()).unwrap();
    let start = State::flying(0, 0, i32::MAX);
    let plan = planner(tiles.clone(), &character).plan(start, Goal::Cell { column: 2, row: 0 });
    let end = plan.unwrap().replay(start, &character, &tiles).last();
    assert_eq!(end, Some(State::standing(96, 0)));
}

#[test]
fn a_fall_through_the_highest_level_ends() {
    let side = usize::from(Tiles::MAX_SIDE);
    let tiles = Tiles::from_fn(2, side, Outside::Solid, |_, _| Tile::Empty).unwrap();
    let character = default_character();
    let planner = planner(tiles.clone(), &character);
    let start = State::flying(0, 4095 * TILE, 0);
    let plan = planner.plan(start, Goal::Cell { column: 1, row: 0 }).unwrap();
    let end = plan.replay(start, &character, &tiles).last().unwrap();
    assert!(end.is_grounded() && end.y == 0 && end.x / 48 == 1, "{end:?}");
}

#[test]
fn a_level_larger_than_the_largest_is_refused() {
    for (columns, rows) in [(4097, 1), (1, 4097), (usize::MAX, usize::MAX)] {
        let level = Tiles::from_fn(columns, rows, Outside::Solid, |_, _| Tile::Empty);
        assert_eq!(level, Err(TilesError::TooLarge { columns, rows }));
    }
}

#[test]
fn levels_of_no_and_of_one_tile_answer() {
    let character = default_character();
    for (columns, rows) in [(0, 0), (0, 7), (7, 0)] {
        let tiles = Tiles::from_fn(columns, rows, Outside::Deadly, |_, _| Tile::Empty).unwrap();
        let planner = planner(tiles, &character);
        planner.bake();
        assert_eq!(planner.span_count(), 0);
        let start = State::standing(0, 0);
        let answer = planner.plan(start, Goal::Cell { column: 0, row: 0 });
        assert_eq!(answer, Err(PlanError::StartOffLevel { x: 0, y: 0 }));
    }
    for tile in [Tile::Empty, Tile::Solid, Tile::OneWay, Tile::Deadly] {
        for outside in [Outside::Solid, Outside::Deadly] {
            let tiles = Tiles::from_fn(1, 1, outside, |_, _| tile).unwrap();
            let planner = planner(tiles, &character);
            planner.bake();
            let answer = planner
                .plan(State::standing(0, 0), Goal::At { x: 12, y: 0 })
                .map(|plan| plan.frames);
            let is_room = matches!(tile, Tile::Empty | Tile::OneWay);
            match outside {
                Outside::Solid if is_room => assert_eq!(answer, Ok(2)),
                _ => assert!(answer.is_err(), "{tile:?} {outside:?}: {answer:?}"),
            }
        }
    }
}

#[test]
fn a_body_larger_than_the_level_stands_nowhere() {
    let rows = ["....", "....", "####"];
    for (width, height) in [(65.0, 12.0), (12.0, 33.0), (4000.0, 4000.0), (12.0, 65_000.0)] {
        let character = Character::new(&Physics::default(), Body { width, height }).unwrap();
        let tiles = Tiles::from_rows(&rows, Outside::Solid).unwrap();
        let planner = planner(tiles, &character);
        planner.bake();
        assert_eq!(planner.span_count(), 0, "{width}x{height}");
        let answer = planner.plan(State::standing(0, TILE), Goal::Cell { column: 0, row: 1 });
        assert!(answer.is_err(), "{width}x{height}");
    }
}

/// Regression: the far side of a large body far outside of the level overflowed.
#[test]
fn the_largest_body_steps_anywhere() {
    let fastest = 4.0 - 1.0 / 65_536.0;
    let physics = Physics {
        tile: 4.0,
        gravity: 1.0,
        max_fall: fastest,
        walk: fastest,
        jump: fastest,
        steps_per_second: 1,
        subpixels: [65_536; 2],
        ..Physics::default()
    };
    let tiles = Tiles::from_rows(&["..", "##"], Outside::Solid).unwrap();
    let large = 4095.0 * 4.0;
    for (width, height) in [(large, 4.0), (4.0, large)] {
        let character = Character::new(&physics, Body { width, height }).unwrap();
        for [x, y] in [[i32::MIN, i32::MIN], [i32::MAX, i32::MIN], [i32::MAX, i32::MAX], [0, 0]] {
            for speed in [i32::MIN, 0, i32::MAX] {
                for walk in [i32::MIN, i32::MAX] {
                    let input = Input::walking(walk).with_jump(true);
                    let moved = character.step(State::flying(x, y, speed), input, &tiles);
                    let again = character.step(moved, input, &tiles);
                    assert!(again.x.unsigned_abs() <= (1 << 30) + (1 << 18), "{again:?}");
                }
            }
        }
    }
}

#[test]
fn physics_of_absurd_values_is_refused() {
    let physics = Physics::default();
    for absurd in [f64::NAN, f64::INFINITY, -1.0, 1e300] {
        for physics in [
            Physics { walk: absurd, ..physics },
            Physics { jump: absurd, ..physics },
            Physics { jump_cut: absurd, ..physics },
            Physics { max_fall: absurd, ..physics },
            Physics { gravity: absurd, ..physics },
            Physics { tile: absurd, ..physics },
        ] {
            let refused = Character::new(&physics, Body::default());
            assert!(matches!(refused, Err(PhysicsError::OutOfRange { .. })));
        }
    }
}

#[test]
fn the_fastest_fall_allowed_passes_no_tile() {
    // A subpixel less than a tile in a frame.
    let physics = Physics { max_fall: 959.98, jump: 900.0, ..Physics::default() };
    let character = Character::new(&physics, Body::default()).unwrap();
    for ledge in 0..40 {
        let tiles = Tiles::from_fn(3, 60, Outside::Deadly, |_, row| {
            if row == ledge { Tile::OneWay } else { Tile::Empty }
        })
        .unwrap();
        let planner = planner(tiles.clone(), &character);
        let mut state = State::flying(40, 55 * TILE, -57_000);
        let plan = planner.plan(state, Goal::Cell { column: 0, row: i32::from(ledge) + 1 });
        while !state.is_grounded() {
            state = character.step(state, Input::default(), &tiles);
            assert!(state.y > i32::from(ledge) * TILE, "it fell through");
        }
        assert!(plan.is_ok());
    }
}

#[test]
fn a_character_that_cannot_jump_walks_and_falls() {
    let physics = Physics { jump: 0.0, jump_cut: 0.0, ..Physics::default() };
    let character = Character::new(&physics, Body::default()).unwrap();
    let tiles = Tiles::from_rows(&["....", "##..", "####"], Outside::Solid).unwrap();
    let planner = planner(tiles, &character);
    let down = planner.plan(State::standing(0, 2 * TILE), Goal::Cell { column: 3, row: 1 });
    assert!(down.is_ok());
    let up = planner.plan(State::standing(150, TILE), Goal::Cell { column: 0, row: 2 });
    assert_eq!(up, Err(PlanError::Unreachable));
}

/// Below a shaft that takes 220 frames to fall through, the far side of the spikes is only reached
/// by a jump.
#[test]
fn grace_is_used_as_long_as_it_lasts() {
    let slow = Physics { max_fall: 60.0, ..Physics::default() };
    let tiles = Tiles::from_fn(30, 24, Outside::Solid, |column, row| match row {
        0 if column < 24 => Tile::Deadly,
        1..9 => Tile::Empty,
        9.. if column == 0 => Tile::Empty,
        _ => Tile::Solid,
    })
    .unwrap();
    let character = Character::new(&slow, Body::default()).unwrap();
    let planner = planner(tiles.clone(), &character);
    let start = |grace| State { stance: Stance::Air { grace }, ..State::flying(0, 22 * TILE, 0) };
    let goal = Goal::Cell { column: 24, row: 1 };

    for grace in [0, 200] {
        assert_eq!(planner.plan(start(grace), goal), Err(PlanError::Unreachable), "{grace}");
    }
    let plan = planner.plan(start(255), goal).unwrap();
    let end = plan.replay(start(255), &character, &tiles).last().unwrap();
    assert_eq!(Some([end.x, end.y]), plan.end());
}

#[test]
fn a_start_with_more_grace_than_is_planned_with_is_refused_at_once() {
    // With 601 holds of a jump, 255 grace frames would be 153,255 jumps.
    let floating = Physics { gravity: 20.0, jump: 200.0, jump_cut: 0.0, ..Physics::default() };
    let character = Character::new(&Physics { grace_frames: 2, ..floating }, Body::default());
    let character = character.unwrap();
    let tiles = Tiles::from_rows(&["....", "....", "####"], Outside::Solid).unwrap();
    let planner = planner(tiles, &character);
    let start = |grace| State { stance: Stance::Air { grace }, ..State::flying(0, TILE, 0) };
    let goal = Goal::Cell { column: 2, row: 1 };

    let max = u8::try_from(4096 / character.different_holds()).unwrap();
    assert!(max > character.grace_frames());
    assert!(planner.plan(start(max), goal).is_ok());
    for grace in [max + 1, 255] {
        let refused = Err(PlanError::StartHasTooMuchGrace { grace, max });
        assert_eq!(planner.plan(start(grace), goal), refused);
        let mut scratch = Scratch::new();
        let field = planner.field(goal).unwrap();
        assert_eq!(field.plan(&planner, start(grace), &mut scratch), refused);
    }
}
