//! Exact searches over links: their times, compared with the times on the same ground without links, and
//! with those of the classic tier over the same links.
//!
//! `TAUTLINE_DATA=... cargo run --release -p tautline-benches --bin links [MAP...]`

#![expect(clippy::print_stdout, reason = "it prints tables")]

use std::error::Error;
use std::time::Instant;

use tautline::anyangle::{AnyAngleScratch, Landmarks, SearchMesh, shortest_path};
use tautline::navmesh::{NavMesh, PathQuery};
use tautline::{Path, Query, Scratch, Tier, Vec2, path_in};
use tautline_benches::links::with_links;
use tautline_benches::pairs::random_pairs;
use tautline_benches::{arguments, suite};
use tautline_fixtures::linked::LinkMix;

/// The maps that are measured.
const MAPS: [&str; 3] = ["dao/orz900d", "sc1/Archipelago", "da2/ht_0_hightown"];

/// The mixes of links that are measured, and the letters that the table calls them by.
const MIXES: [(LinkMix, char); 3] =
    [(LinkMix::Dear, 'a'), (LinkMix::Mixed, 'b'), (LinkMix::Teleports, 'c')];

/// The numbers of links.
const COUNTS: [usize; 3] = [10, 100, 1_000];

/// The number of queries on each map.
const QUERIES: usize = 500;

/// The number of times that all queries are answered. The best time of each query counts.
const ROUNDS: usize = 3;

fn main() -> Result<(), Box<dyn Error>> {
    let data = suite::data().ok_or("set TAUTLINE_DATA to the folder with the real maps")?;
    println!(
        "| map | links | over links | classic us | classic : optimum | exact without links us | exact us | exact : without links | with landmarks us | with landmarks : without | expanded, with landmarks, without links |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|");
    for map in arguments::asked_maps(&arguments::given(), &MAPS)? {
        let bare = suite::published_mesh(&data, map)?;
        let pairs = random_pairs(&bare, QUERIES, 7);
        for (mix, letter) in MIXES {
            for count in COUNTS {
                let mesh = with_links(&bare, mix, count)?;
                let row = measure(&bare, &mesh, &pairs)?;
                println!("| {map} | {count} {letter} | {row} |");
            }
        }
    }
    Ok(())
}

/// The columns of a row, apart from the name.
fn measure(bare: &NavMesh, mesh: &NavMesh, pairs: &[[Vec2; 2]]) -> Result<String, Box<dyn Error>> {
    let (mut scratch, mut points, mut links) = (AnyAngleScratch::new(), Vec::new(), Vec::new());
    let (mut memory, mut path) = (Scratch::new(), Path::default());
    let landmarks = Landmarks::choose(mesh);
    let guided = SearchMesh::of(mesh).with_landmarks(&landmarks);
    let mut best = vec![[f64::INFINITY; 4]; pairs.len()];
    let (mut over_links, mut expanded, mut ratios) = (0_usize, [0_u64; 3], 0.0);
    for round in 0..ROUNDS {
        for (best, &[start, goal]) in best.iter_mut().zip(pairs) {
            let mut exact = |mesh: SearchMesh<'_>| {
                let begin = Instant::now();
                let found =
                    shortest_path(mesh, &PathQuery::new(start, goal), &mut scratch, &mut points);
                (found, begin.elapsed().as_secs_f64() * 1e6, scratch.counters().expanded)
            };
            let (walked, bare_time, bare_expanded) = exact(bare.into());
            let (by_landmarks, guided_time, guided_expanded) = exact(guided);
            let (found, time, linked_expanded) = exact(mesh.into());
            let (walked, found, by_landmarks) = (walked?, found?, by_landmarks?);
            assert!((by_landmarks - found).abs() <= 1e-9 * found, "landmarks changed a length");
            assert!(found <= walked * (1.0 + 1e-9), "links made a path longer");
            let query = Query::new(start, goal).with_tier(Tier::Classic);
            let begin = Instant::now();
            path_in(mesh, &query, &mut memory, &mut path)?;
            let classic_time = begin.elapsed().as_secs_f64() * 1e6;
            for (best, time) in best.iter_mut().zip([bare_time, time, classic_time, guided_time]) {
                *best = best.min(time);
            }
            if round == 0 {
                scratch.read_links(mesh, &mut links);
                over_links += usize::from(!links.is_empty());
                expanded[0] += bare_expanded;
                expanded[1] += linked_expanded;
                expanded[2] += guided_expanded;
                ratios += if found > 0.0 { path.cost / found } else { 1.0 };
            }
        }
    }
    let count = f64::from(u32::try_from(pairs.len())?);
    let mean = |kind: usize| best.iter().map(|best| best[kind]).sum::<f64>() / count;
    let [bare_time, time, classic_time, guided_time] = [0, 1, 2, 3].map(mean);
    let of_one = |total: u64| total / pairs.len() as u64;
    Ok(format!(
        "{:.0} % | {classic_time:.1} | {:.4} | {bare_time:.1} | {time:.1} | {:.2} | {guided_time:.1} | {:.2} | {}, {}, {}",
        100.0 * f64::from(u32::try_from(over_links)?) / count,
        ratios / count,
        time / bare_time,
        guided_time / time,
        of_one(expanded[1]),
        of_one(expanded[2]),
        of_one(expanded[0]),
    ))
}
