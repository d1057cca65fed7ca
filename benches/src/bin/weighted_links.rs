//! Cost labels on maps with links, compared with searches over the same links without and with landmarks, on one
//! thread.
//!
//! `TAUTLINE_DATA=... cargo run --release -p tautline-benches --bin weighted_links`

#![expect(clippy::print_stdout, reason = "it prints a table")]
#![expect(clippy::cast_precision_loss, reason = "counts are small")]

use std::error::Error;
use std::fs;
use std::time::Instant;

use tautline::navmesh::{Terrain, rectangles_from_cells};
use tautline::weighted::{CostLabels, CostLandmarks};
use tautline::{Ground, NavMesh, Path, Query, QueryFilter, Scratch, Tier, Vec2, path_in};
use tautline_benches::links::with_links;
use tautline_benches::pairs::random_pairs;
use tautline_benches::suite;
use tautline_fixtures::WeightedTiles;
use tautline_fixtures::linked::LinkMix;

/// The factors of meadow, road, mud and shallows.
const FACTORS: [f32; 4] = [2.0, 1.0, 5.0, 3.0];
const PAIRS: usize = 200;
/// The number of times that each pair is timed; the best counts.
const ROUNDS: usize = 5;
const MAPS: [&str; 3] = ["tiles 96", "dao/arena2", "bgmaps/AR0011SR"];
const LINKS: [usize; 3] = [0, 10, 100];

fn main() -> Result<(), Box<dyn Error>> {
    println!(
        "| map | links | arcs | paths that take one | search us | with landmarks | labels us | dearer % | loading ms |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    for name in MAPS {
        let mesh = ground(name)?;
        for links in LINKS {
            measure(name, &with_links(&mesh, LinkMix::Mixed, links)?)?;
        }
    }
    Ok(())
}

/// The mesh of a map with terrain.
fn ground(name: &str) -> Result<NavMesh, Box<dyn Error>> {
    let tiles = if name == "tiles 96" {
        WeightedTiles::random(1, 96)
    } else {
        let data = suite::data().ok_or("set TAUTLINE_DATA to the folder with the real maps")?;
        let file = data.join(name).with_extension("map");
        WeightedTiles::strewn(3, &suite::open_cells(&fs::read_to_string(file)?))
    };
    let terrain = |x: u32, y: u32| tiles.class(x.cast_signed(), y.cast_signed()).map(Terrain);
    Ok(rectangles_from_cells(tiles.side, tiles.side, terrain).build()?)
}

fn measure(name: &str, mesh: &NavMesh) -> Result<(), Box<dyn Error>> {
    let mut filter = QueryFilter::uniform();
    for (class, factor) in (0..).zip(FACTORS) {
        filter.set(Terrain(class), factor)?;
    }
    let stored = CostLabels::bake(mesh, &filter)?.to_stored(mesh);
    let begin = Instant::now();
    let labels = [stored.verify(mesh)?];
    let loading = begin.elapsed().as_secs_f64() * 1e3;
    let (bare, landmarks) = (Ground::of(mesh), CostLandmarks::choose(mesh, &filter));
    let grounds = [bare, bare.with_cost_landmarks(&landmarks), bare.with_cost_labels(&labels)];
    let (mut scratch, mut path) = (Scratch::new(), Path::default());
    let (mut sums, mut over_links, mut excess) = ([0.0; 3], 0, 0.0);
    let pairs: Vec<[Vec2; 2]> = random_pairs(mesh, PAIRS, 7);
    for &[start, goal] in &pairs {
        let query = Query::new(start, goal).with_filter(&filter).with_tier(Tier::Weighted);
        let (mut best, mut costs) = ([f64::INFINITY; 3], [0.0; 3]);
        for _ in 0..ROUNDS {
            for ((ground, best), cost) in grounds.into_iter().zip(&mut best).zip(&mut costs) {
                let begin = Instant::now();
                path_in(ground, &query, &mut scratch, &mut path)?;
                *best = best.min(begin.elapsed().as_secs_f64() * 1e6);
                *cost = path.cost;
            }
        }
        if scratch.expanded() > 0 {
            return Err(format!("{start} to {goal} was searched").into());
        }
        over_links += usize::from(!path.links.is_empty());
        excess += costs[2] / costs[0] - 1.0;
        sums.iter_mut().zip(best).for_each(|(sum, best)| *sum += best);
    }
    let count = pairs.len() as f64;
    let arcs: usize = mesh.links().iter().map(|link| if link.both_ways { 2 } else { 1 }).sum();
    let [search, guided, look_up] = sums.map(|sum| sum / count);
    println!(
        "| {name} | {} | {arcs} | {:.0} % | {search:.1} | {guided:.1} | {look_up:.1} | {:.3} | {loading:.0} |",
        mesh.links().len(),
        100.0 * over_links as f64 / count,
        100.0 * excess / count,
    );
    Ok(())
}
