//! Paths over weighted terrain: their excess over the cheapest path, and their time.
//!
//! `cargo run --release -p tautline-benches --bin weighted`

#![expect(clippy::print_stdout, reason = "it prints a table")]
#![expect(clippy::cast_precision_loss, reason = "coordinates and counts are small")]

use std::error::Error;
use std::time::Instant;

use tautline::Vec2;
use tautline::anyangle::Refraction;
use tautline::funnel::{Funnel, Portal, pull};
use tautline::navmesh::{
    Corridor, CorridorScratch, Crossing, NavMesh, PathQuery, QueryFilter, Terrain, find_corridor,
    rectangles_from_cells,
};
use tautline_fixtures::{DenseGraph, SplitMix64, WeightedTiles};

/// The factors of meadow, road, mud and shallows.
const FACTORS: [f32; 4] = [2.0, 1.0, 5.0, 3.0];
/// The points of the reference on each edge of a tile.
const PER_EDGE: i32 = 8;
const PAIRS: usize = 80;
/// The number of times that each pair is timed; the best counts.
const ROUNDS: usize = 5;

fn main() -> Result<(), Box<dyn Error>> {
    let mut filter = QueryFilter::uniform();
    for (class, factor) in (0..).zip(FACTORS) {
        filter.set(Terrain(class), factor)?;
    }
    println!(
        "| map | pairs | taut: excess % | worst | refined: excess % | worst | search us | refining us |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    let maps = [
        ("tiles 96", WeightedTiles::random(1, 96)),
        ("tiles 48", WeightedTiles::random(2, 48)),
        ("chequered 64, squares of 8", WeightedTiles::chequered(64, 8)),
    ];
    for (name, tiles) in maps {
        let terrain = |x: u32, y: u32| tiles.class(x.cast_signed(), y.cast_signed()).map(Terrain);
        let raw = rectangles_from_cells(tiles.side, tiles.side, terrain);
        let mesh = raw.build()?;
        let dense = DenseGraph::new(&tiles, &FACTORS, PER_EDGE);
        let mut rows: Vec<[f64; 4]> = Vec::new();
        let mut random = SplitMix64::new(7);
        while rows.len() < PAIRS {
            let [start, goal] =
                [(); 2].map(|()| [(); 2].map(|()| random.between(1, tiles.side.cast_signed() - 1)));
            if start == goal || [start, goal].iter().any(|&[x, y]| tiles.is_pinched(x, y)) {
                continue;
            }
            if let Some(row) = measure(&mesh, &filter, start, goal) {
                let reference = dense.cost(start, goal);
                rows.push([row[0] / reference, row[1] / reference, row[2], row[3]]);
            }
        }
        let mean =
            |column: usize| rows.iter().map(|row| row[column]).sum::<f64>() / rows.len() as f64;
        let worst = |column: usize| rows.iter().map(|row| row[column]).fold(0.0, f64::max);
        let percent = |ratio: f64| format!("{:.2}", 100.0 * (ratio - 1.0));
        println!(
            "| {name} | {} | {} | {} | {} | {} | {:.0} | {:.0} |",
            rows.len(),
            percent(mean(0)),
            percent(worst(0)),
            percent(mean(1)),
            percent(worst(1)),
            mean(2),
            mean(3),
        );
    }
    Ok(())
}

/// Returns the cost of the taut and of the refined path, and the microseconds of the search and of
/// the refinement; `None` if there is no path.
fn measure(
    mesh: &NavMesh,
    filter: &QueryFilter,
    start: [i32; 2],
    goal: [i32; 2],
) -> Option<[f64; 4]> {
    let [start, goal] = [start, goal].map(|[x, y]| Vec2::new(x as f32, y as f32));
    let query = PathQuery::new(start, goal).with_filter(filter);
    let (mut scratch, mut corridor) = (CorridorScratch::default(), Corridor::default());
    let (mut funnel, mut points, mut refraction) =
        (Funnel::default(), Vec::new(), Refraction::default());
    let mut best = [0.0, 0.0, f64::INFINITY, f64::INFINITY];
    for _ in 0..ROUNDS {
        let begin = Instant::now();
        find_corridor(mesh, &query, &mut scratch, &mut corridor).ok()?;
        let edges: Vec<_> = corridor
            .crossings
            .iter()
            .filter_map(|crossing| match *crossing {
                Crossing::Border(edge) => Some(edge),
                Crossing::Link { .. } => None,
            })
            .collect();
        let portals: Vec<Portal> = edges
            .iter()
            .map(|&edge| mesh.segment(edge))
            .map(|border| Portal::new(border.b, border.a))
            .collect();
        pull(start, &portals, goal, &mut funnel, &mut points);
        best[0] = mesh.walk_cost(&corridor.areas, edges.iter().copied(), &points, filter);
        let searched = begin.elapsed().as_secs_f64() * 1e6;
        let begin = Instant::now();
        let refined =
            refraction.refine(mesh, filter, &corridor.areas, edges.iter().copied(), &points);
        best[1] = refined.min(best[0]);
        best[2] = best[2].min(searched);
        best[3] = best[3].min(begin.elapsed().as_secs_f64() * 1e6);
    }
    Some(best)
}
