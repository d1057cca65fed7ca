//! Stored moves with some changed numbers: they are rejected with an error of one line, or cause no
//! panic and no hang. A plan with a move that the level does not allow is an error.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use tautline::platformer::exact::{
    Axis, Goal, Plan, Planner, PlannerOptions, Scratch, StoredLinks,
};
use tautline::platformer::{Body, Character, Outside, Physics, Tile, Tiles, at_rest_in_cell};
use tautline_fuzz::{Bytes, assert_one_line};

const LEVEL: [&str; 9] = [
    "..............",
    "....==........",
    "..........###.",
    "..##..........",
    "......#....=..",
    "...#..#.......",
    ".......^^..##.",
    "#...=.....###.",
    "####..###.####",
];

/// Returns a planner for the level, with its stored moves.
fn planner_and_moves(axis: Axis) -> (Planner, StoredLinks) {
    let tiles = Tiles::from_rows(&LEVEL, Outside::Deadly).expect("all rows are equally long");
    let character =
        Character::new(&Physics::default(), Body::default()).expect("the default is valid");
    let mut options = PlannerOptions::default();
    options.axis = axis;
    let mut planner = Planner::new(tiles, character, options).expect("the default physics");
    planner.place_landmarks(2);
    let stored = planner.to_stored_links();
    (planner, stored)
}

static ANALOG: LazyLock<(Planner, StoredLinks)> = LazyLock::new(|| planner_and_moves(Axis::Analog));
static DIGITAL: LazyLock<(Planner, StoredLinks)> =
    LazyLock::new(|| planner_and_moves(Axis::Digital));

fuzz_target!(|input: &[u8]| {
    let mut bytes = Bytes(input);
    let (planner, stored) = if bytes.byte() & 1 == 0 { &*ANALOG } else { &*DIGITAL };
    let (mut planner, mut stored) = (planner.clone(), stored.clone());
    while !bytes.0.is_empty() {
        change(&mut stored, &mut bytes);
    }
    if let Err(error) = planner.restore_links(&stored) {
        return assert_one_line(&error);
    }
    let (mut scratch, mut plan) = (Scratch::new(), Plan::default());
    for [from, to, row] in [[0, 13, 1], [13, 0, 2], [6, 12, 1], [2, 4, 8], [11, 7, 1]] {
        let start = at_rest_in_cell(planner.character(), planner.tiles(), from, row);
        for row in 1..9 {
            let goal = Goal::Cell { column: to, row };
            if let Err(error) = planner.plan_in(start, goal, 10_000, &mut scratch, &mut plan) {
                assert_one_line(&error);
            }
            if let Ok(field) = planner.field(goal)
                && let Err(error) = field.plan(&planner, start, &mut scratch)
            {
                assert_one_line(&error);
            }
        }
    }
    planner.set_tile(5, 3, Tile::Solid);
    planner.bake();
});

/// Changes a number of one of the lists.
fn change(stored: &mut StoredLinks, bytes: &mut Bytes) {
    let list = bytes.byte();
    let index = usize::from(bytes.byte()) << 8 | usize::from(bytes.byte());
    let value = u32::from_le_bytes([(); 4].map(|()| bytes.byte()));
    let list = match list % 16 {
        0 => &mut stored.group_ends,
        1 => &mut stored.destinations,
        2 => &mut stored.link_ends,
        3 => &mut stored.read_ends,
        4..=6 => &mut stored.times,
        7..=9 => &mut stored.margins,
        10 => return put(&mut stored.first_read_rows, index, value as u16),
        11 => return put(&mut stored.read_columns, index, value as u16),
        12 => return put(&mut stored.landmarks, index, value as u16),
        13 => return put(&mut stored.flights, index, value as u16),
        14 => return put(&mut stored.bumps, index, value as u16),
        _ => return put(&mut stored.residues, index, u64::from(value)),
    };
    put(list, index, value);
}

/// Replaces the value at an index, modulo the length. The index `APPEND` adds the value at the end.
fn put<T>(list: &mut Vec<T>, index: usize, value: T) {
    const APPEND: usize = 0xffff;
    if index == APPEND {
        list.push(value);
    } else if let Some(length) = std::num::NonZero::new(list.len()) {
        list[index % length] = value;
    }
}
