//! A hundred thousand agents at once.
//!
//! `paths` answers the queries on all cores. The answers have the same bits for any
//! number of threads, as replays and networked games need it.
//!
//! ```text
//! cargo run --release -p tautline --example batch
//! ```

#![expect(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;
use std::time::Instant;

use tautline::navmesh::{Terrain, rectangles_from_cells};
use tautline::{Query, Vec2, path, paths};

/// The side of the map, in cells.
const SIDE: u16 = 100;
const AGENTS: u32 = 100_000;

/// Returns a pseudo-random number, the same one on every machine.
fn scattered(number: u32) -> u32 {
    let mixed = (number ^ (number >> 16)).wrapping_mul(0x045d_9f3b);
    let mixed = (mixed ^ (mixed >> 16)).wrapping_mul(0x045d_9f3b);
    mixed ^ (mixed >> 16)
}

/// Returns true if a cell is on a street. Between blocks of 3 x 3 cells are streets
/// of one cell, and some of them are blocked.
fn is_street(x: u32, y: u32) -> bool {
    let is_crossing = x.is_multiple_of(4) && y.is_multiple_of(4);
    let is_open = !scattered(x / 4 + 1000 * (y / 4)).is_multiple_of(8);
    is_crossing || ((x.is_multiple_of(4) || y.is_multiple_of(4)) && is_open)
}

/// Returns the middle of a pseudo-random crossing.
fn crossing(number: u32) -> Vec2 {
    let place = |number: u32| {
        let street = u16::try_from(scattered(number) % u32::from(SIDE / 4)).unwrap_or(0);
        f32::from(4 * street) + 0.5
    };
    Vec2::new(place(2 * number), place(2 * number + 1))
}

fn main() -> Result<(), Box<dyn Error>> {
    let side = u32::from(SIDE);
    let raw = rectangles_from_cells(side, side, |x, y| is_street(x, y).then_some(Terrain(0)));
    let mesh = raw.build()?;
    let queries: Vec<Query<'_>> =
        (0..AGENTS).map(|agent| Query::new(crossing(agent), crossing(AGENTS + agent))).collect();

    let begin = Instant::now();
    let answers = paths(&mesh, &queries);
    let seconds = begin.elapsed().as_secs_f64();

    let found = answers.iter().filter(|answer| answer.is_ok()).count();
    println!("{found} of {AGENTS} agents have a way");
    println!("{:.0} answers per second", f64::from(AGENTS) / seconds);

    // Answers are in the order of the queries, and equal to those of single
    // queries.
    assert_eq!(answers.len(), queries.len());
    for (query, answer) in queries.iter().zip(answers).step_by(10_000) {
        assert_eq!(path(&mesh, query.start.point, query.goal.point), answer);
    }
    Ok(())
}
