//! Times of single edits of a dynamic mesh.
//!
//! `TAUTLINE_DATA=... cargo run --release -p tautline-benches --bin edits [MAP...]`

#![expect(clippy::print_stdout, reason = "it prints a table")]

use std::error::Error;
use std::time::Instant;

use tautline::Vec2;
use tautline::dynamic::{DynamicNavMesh, Edit, Obstacle};
use tautline_benches::arguments;
use tautline_benches::pairs::random_pairs;
use tautline_benches::suite;

const MAPS: [&str; 2] = ["dao/orz900d", "sc1/Aurora"];

/// The number of obstacles that are added, and then removed.
const OBSTACLES: usize = 100;

/// The number of obstacles of which one moves in each edit.
const MANY_OBSTACLES: usize = 1_000;

/// The number of moves.
const MOVES: usize = 200;

fn main() -> Result<(), Box<dyn Error>> {
    let data = suite::data().ok_or("set TAUTLINE_DATA to the folder with the real maps")?;
    let words = arguments::given();
    println!(
        "| map | areas | add, best ms | median | remove, best ms | median | move one of {MANY_OBSTACLES}, best ms | median |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for map in arguments::asked_maps(&words, &MAPS)? {
        let mesh = suite::grid_mesh(&data, map)?;
        let places = random_pairs(&mesh, MANY_OBSTACLES, 7);
        let areas = mesh.area_count();
        let mut ground = DynamicNavMesh::new(mesh)?;
        let mut ids = Vec::new();
        let mut times = [Vec::new(), Vec::new(), Vec::new()];
        for [place, _] in &places[..OBSTACLES] {
            let obstacle = Obstacle::new([square(*place)]);
            let begin = Instant::now();
            let (id, _) = ground.add_obstacle(&obstacle)?;
            times[0].push(begin.elapsed().as_secs_f64() * 1e3);
            ids.push(id);
        }
        for id in ids {
            let begin = Instant::now();
            ground.remove_obstacle(id)?;
            times[1].push(begin.elapsed().as_secs_f64() * 1e3);
        }
        let all = places.iter().map(|[place, _]| Obstacle::new([square(*place)]));
        let mut ids = ground.edit(&Edit { add: all.collect(), remove: Vec::new() })?.added;
        for (id, [_, place]) in ids.iter_mut().zip(&places).take(MOVES) {
            let moved = Obstacle::new([square(*place)]);
            let begin = Instant::now();
            let edited = ground.edit(&Edit { add: vec![moved], remove: vec![*id] })?;
            times[2].push(begin.elapsed().as_secs_f64() * 1e3);
            *id = edited.added[0];
        }
        let figures = times.map(|mut times| {
            times.sort_by(f64::total_cmp);
            format!("{:.2} | {:.2}", times[0], times[times.len() / 2])
        });
        println!("| {map} | {areas} | {} |", figures.join(" | "));
    }
    Ok(())
}

/// Returns a square of half a cell around a point.
fn square(place: Vec2) -> Vec<[f32; 2]> {
    let corner = |x: f32, y: f32| (place + Vec2::new(x, y) * 0.25).into();
    vec![corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)]
}
