//! Planning for any character in any level: there is no panic and no hang, each plan that is replayed
//! arrives at the declared position and time, and a level with changed tiles gives the same plans as
//! a new level.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tautline::platformer::exact::{Axis, Goal, Plan, PlanError, Planner, PlannerOptions, Scratch};
use tautline::platformer::{
    Body, Character, Outside, Physics, State, Tile, Tiles, at_rest_in_cell,
};
use tautline_fuzz::{Bytes, assert_one_line};

/// The budget of a search: enough for the levels that fit into an input.
const BUDGET: u32 = 20_000;

fuzz_target!(|input: &[u8]| {
    let mut bytes = Bytes(input);
    let character = match Character::new(&physics(&mut bytes), body(&mut bytes)) {
        Ok(character) => character,
        Err(error) => return assert_one_line(&error),
    };
    // Links of long jumps take long to bake.
    if character.different_holds() * (u32::from(character.grace_frames()) + 1) > 200 {
        return;
    }
    let mut options = PlannerOptions::default();
    let choices = bytes.byte();
    options.axis = if choices & 1 == 0 { Axis::Analog } else { Axis::Digital };
    options.grace = choices & 2 == 0;
    let outside = if choices & 4 == 0 { Outside::Solid } else { Outside::Deadly };
    let (columns, rows) = (bytes.byte() % 40, bytes.byte() % 40);
    let mut queries = Vec::new();
    for _ in 0..4 {
        queries.push([(); 4].map(|()| i32::from(bytes.byte().cast_signed() / 3)));
    }
    let changes: Vec<[u8; 3]> =
        (0..bytes.byte() % 4).map(|_| [(); 3].map(|()| bytes.byte())).collect();
    let tiles = Tiles::from_fn(columns.into(), rows.into(), outside, |_, _| tile(bytes.byte()))
        .expect("a small level is valid");
    let mut planner = match Planner::new(tiles, character.clone(), options) {
        Ok(planner) => planner,
        Err(error) => return assert_one_line(&error),
    };
    for query in &queries {
        let _plan = checked_plan(&planner, *query);
    }
    if changes.is_empty() {
        return;
    }
    for [column, row, kind] in changes {
        planner.set_tile(column.into(), row.into(), tile(kind));
    }
    let new = Planner::new(planner.tiles().clone(), character, options)
        .expect("the same character and options");
    for query in &queries {
        assert_eq!(checked_plan(&planner, *query), checked_plan(&new, *query));
    }
});

/// Makes a plan between two cells, replays it, and checks its end.
fn checked_plan(
    planner: &Planner,
    [from, from_row, to, to_row]: [i32; 4],
) -> Result<Plan, PlanError> {
    let (character, tiles) = (planner.character(), planner.tiles());
    let start = at_rest_in_cell(character, tiles, from, from_row);
    let goal = Goal::Cell { column: to, row: to_row };
    let mut plan = Plan::default();
    let answer = planner.plan_in(start, goal, BUDGET, &mut Scratch::new(), &mut plan);
    if let Err(error) = answer {
        assert_one_line(&error);
        return Err(error);
    }
    let states: Vec<State> = plan.replay(start, character, tiles).collect();
    let end = states.last().copied().unwrap_or(start);
    assert!(end.is_grounded(), "{start:?} to {goal:?}: {end:?}\n{tiles}");
    assert_eq!(plan.end(), Some([end.x, end.y]), "{start:?} to {goal:?}\n{tiles}");
    assert_eq!(u32::try_from(states.len()), Ok(plan.frames));
    let [width, height] = character.tile_size();
    assert_eq!([end.x.div_euclid(width), end.y.div_euclid(height)], [to, to_row]);
    Ok(plan)
}

fn tile(byte: u8) -> Tile {
    match byte % 8 {
        0 | 1 => Tile::Solid,
        2 => Tile::OneWay,
        3 => Tile::Deadly,
        _ => Tile::Empty,
    }
}

/// Reads physics: the defaults with some changed values, rarely with any numbers.
fn physics(bytes: &mut Bytes<'_>) -> Physics {
    let mut physics = Physics::default();
    let changed = bytes.byte();
    let mut change = |bit: u8, value: &mut f64| match changed >> bit & 1 {
        0 => {}
        _ => match bytes.byte() {
            0xff => *value = f64::from(bytes.float()),
            byte => *value *= f64::from(byte) / 64.0,
        },
    };
    change(0, &mut physics.gravity);
    change(1, &mut physics.max_fall);
    change(2, &mut physics.walk);
    change(3, &mut physics.jump);
    change(4, &mut physics.jump_cut);
    change(5, &mut physics.tile);
    if changed & 0x40 != 0 {
        physics.grace_frames = bytes.byte();
        physics.steps_per_second = bytes.index();
    }
    if changed & 0x80 != 0 {
        physics.subpixels = [bytes.index(), bytes.index().saturating_mul(16)];
    }
    physics
}

fn body(bytes: &mut Bytes<'_>) -> Body {
    let mut side = || match bytes.byte() {
        0xff => f64::from(bytes.float()),
        byte => f64::from(byte) / 2.0,
    };
    Body { width: side(), height: side() }
}
