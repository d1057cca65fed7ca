//! Times of bakes, plans and tile changes in side-view levels of several kinds.
//!
//! `TAUTLINE_DATA=... cargo run --release -p tautline-benches --bin levels`

#![expect(clippy::print_stdout, reason = "it prints a table")]
#![expect(clippy::expect_used, reason = "the levels are known to be sound")]

use std::time::Instant;

use tautline::platformer::exact::{Goal, Plan, Planner, Scratch};
use tautline::platformer::{State, Tile, Tiles};
use tautline_benches::levels::{pairs, planner, tiles, worlds};
use tautline_fixtures::{SplitMix64, levels};

/// The number of bakes, and of repetitions of each plan. The best time counts.
const BAKES: usize = 7;
const ROUNDS: usize = 9;

/// The number of tiles that are changed, and changed back.
const TOGGLES: usize = 200;

fn main() {
    let mut levels = worlds();
    for (name, tiles_per_ledge) in [("a ledge for 10", 10), ("for 13", 13), ("for 16", 16)] {
        levels.push((name, tiles(&levels::field(1, 256, 256, tiles_per_ledge))));
    }
    if std::env::var_os("TAUTLINE_DATA").is_none() {
        println!("the levels of a real game are left out: TAUTLINE_DATA is not set\n");
    }
    println!(
        "| level | spans | links | bake ms | plan, median us | toggle us | and bake, median ms | mean ms |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for (name, tiles) in &levels {
        let bake = (0..BAKES).map(|_| bake_time(tiles)).fold(f64::INFINITY, f64::min);
        let mut planner = planner(tiles);
        planner.bake_sequential();
        let (spans, links) = (planner.spans().count(), planner.link_count());
        planner.place_landmarks(16);
        let plan = median(&mut plan_times(&planner)) * 1e3;
        let [mut sets, mut toggles] = toggle_times(&mut planner, tiles);
        let mean =
            toggles.iter().sum::<f64>() / f64::from(u32::try_from(toggles.len()).expect("few"));
        println!(
            "| {name} | {spans} | {links} | {bake:.1} | {plan:.1} | {:.1} | {:.2} | {mean:.2} |",
            median(&mut sets) * 1e3,
            median(&mut toggles),
        );
    }
}

/// Finds all links of a new planner.
fn bake_time(tiles: &Tiles) -> f64 {
    let new = planner(tiles);
    let begin = Instant::now();
    new.bake_sequential();
    milliseconds_since(begin)
}

/// Returns the best time for each pair of cells.
fn plan_times(planner: &Planner) -> Vec<f64> {
    let [width, height] = planner.character().tile_size();
    let (mut scratch, mut plan) = (Scratch::new(), Plan::default());
    let time_of = |[from, to]: [[i32; 2]; 2]| {
        let start = State::standing(from[0] * width, from[1] * height);
        let goal = Goal::At { x: to[0] * width, y: to[1] * height };
        let times = (0..ROUNDS).map(|_| {
            let begin = Instant::now();
            // Some goals are unreachable. The time to find that out counts, too.
            let _ = planner.plan_in(start, goal, u32::MAX, &mut scratch, &mut plan);
            milliseconds_since(begin)
        });
        times.fold(f64::INFINITY, f64::min)
    };
    pairs(planner).into_iter().map(time_of).collect()
}

/// Returns the time of each change of a tile: setting the tile alone, and with finding all stale links again.
fn toggle_times(planner: &mut Planner, tiles: &Tiles) -> [Vec<f64>; 2] {
    let mut random = SplitMix64::new(7);
    let [mut sets, mut all] = [Vec::new(), Vec::new()];
    for _ in 0..TOGGLES {
        let [column, row] =
            [tiles.columns(), tiles.rows()].map(|count| random.between(0, i32::from(count) - 1));
        let before = tiles.tile(column, row);
        let other = if before == Tile::Empty { Tile::Solid } else { Tile::Empty };
        for tile in [other, before] {
            let begin = Instant::now();
            planner.set_tile(column, row, tile);
            sets.push(milliseconds_since(begin));
            planner.bake_sequential();
            all.push(milliseconds_since(begin));
        }
    }
    [sets, all]
}

fn milliseconds_since(begin: Instant) -> f64 {
    begin.elapsed().as_secs_f64() * 1e3
}

fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
