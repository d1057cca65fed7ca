//! The published method on a small level: a path of cells, its filtered nodes, and the route that
//! the character takes.
//!
//! ```text
//! cargo run -p tautline-platformer --example classic
//! ```

#![expect(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;

use tautline_platformer::classic::{Cell, Follower, Jumper, Level, Options, Scratch};
use tautline_platformer::{Body, Character, Outside, Physics, State, Tiles};

const ROWS: [&str; 10] = [
    "............................",
    "............................",
    ".....................#######",
    "................====........",
    "............................",
    "...........###..............",
    "............................",
    "......===...................",
    "........................##..",
    "#########....######^^#######",
];

fn main() -> Result<(), Box<dyn Error>> {
    let tiles = Tiles::from_rows(&ROWS, Outside::Solid)?;
    let character = Character::new(&Physics::default(), Body::default())?;
    let level = Level::new(&tiles, Jumper::of(&character)?);
    let (start, goal) = (Cell::new(1, 1), Cell::new(26, 8));

    let [width, height] = character.tile_size();
    let mut state = State::standing(start.column * width, start.row * height);
    let mut scratch = Scratch::new();
    let mut follower =
        Follower::new(&level, &character, state, goal, Options::default(), &mut scratch)?;

    println!("jump values of the path of cost {}, modulo 10:", follower.path().cost);
    let path = follower.path().nodes.iter();
    let digits = "0123456789".as_bytes();
    println!("{}", drawn(path.map(|node| (node.cell, digits[usize::from(node.jump_value) % 10]))));

    println!("the nodes that are kept:");
    println!("{}", drawn(follower.waypoints().iter().map(|&cell| (cell, b'x'))));

    let mut cells = Vec::new();
    let mut frames = 0;
    while let Some(input) = follower.input(&level, &character, state, &mut scratch)? {
        state = character.step(state, input, &tiles);
        let middle = |position: i32, tile: i32| (position + tile / 2).div_euclid(tile);
        cells.push((Cell::new(middle(state.x, width), middle(state.y, height)), b'o'));
        frames += 1;
        if frames == 3600 {
            return Err("a minute has passed".into());
        }
    }
    println!("\nthe route, {frames} frames, planned again {} times:", follower.replans());
    println!("{}", drawn(cells.into_iter()));
    assert_eq!([state.x, state.y], [goal.column * width, goal.row * height]);
    Ok(())
}

/// Returns the level with letters in some cells.
fn drawn(letters: impl Iterator<Item = (Cell, u8)>) -> String {
    let mut rows: Vec<Vec<u8>> = ROWS.iter().rev().map(|row| row.as_bytes().to_vec()).collect();
    for (cell, letter) in letters {
        let row = usize::try_from(cell.row).ok().and_then(|row| rows.get_mut(row));
        let column = usize::try_from(cell.column).unwrap_or(usize::MAX);
        if let Some(position) = row.and_then(|row| row.get_mut(column)) {
            *position = letter;
        }
    }
    rows.iter().rev().flat_map(|row| row.iter().chain(b"\n")).copied().map(char::from).collect()
}
