//! Exact searches over links: their times, compared with the times on the same ground without links, and
//! with those of the classic tier over the same links. Then the times for goals above a cliff, to which only
//! jumps down lead, with and without knowing which links lead where.
//!
//! `TAUTLINE_DATA=... cargo run --release -p tautline-benches --bin links [MAP...]`

#![expect(clippy::print_stdout, reason = "it prints tables")]

use std::error::Error;
use std::time::Instant;

use tautline::anyangle::{AnyAngleScratch, Landmarks, SearchMesh, shortest_path};
use tautline::navmesh::{LinkKind, NavMesh, PathQuery, QueryFilter, SnapScratch};
use tautline::{Path, Query, Scratch, Tier, Vec2, path_in};
use tautline_benches::links::{Cliff, with_links};
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
    println!();
    println!("| map | jumps | no path us | without us | ratio | snapped us | without us | ratio |");
    println!("|---|---|---|---|---|---|---|---|");
    for map in arguments::asked_maps(&arguments::given(), &MAPS)? {
        let row = measure_cliff(&suite::published_mesh(&data, map)?)?;
        println!("| {map} | {row} |");
    }
    Ok(())
}

/// The columns of a row about a cliff, apart from the name.
///
/// A forbidden ladder beside each jump takes the knowledge away: links connect both sides then, and only a
/// search can find out that the filter allows none that leads up.
fn measure_cliff(bare: &NavMesh) -> Result<String, Box<dyn Error>> {
    let cliff = Cliff::through(bare);
    let [mesh, with_ladders] = [cliff.cut(bare, false)?, cliff.cut(bare, true)?];
    let mut no_ladders = QueryFilter::uniform();
    no_ladders.forbid_links(LinkKind::Ladder);
    let all = QueryFilter::uniform();
    let mut pairs = random_pairs(bare, 4 * QUERIES, 7);
    let is_below = |point| bare.locate(point).is_some_and(|area| cliff.is_below(bare, area));
    pairs.retain(|&[start, goal]| is_below(start) && !is_below(goal));
    pairs.truncate(QUERIES);

    let (mut scratch, mut points) = (AnyAngleScratch::new(), Vec::new());
    let mut snap = SnapScratch::default();
    let mut best = vec![[f64::INFINITY; 4]; pairs.len()];
    for _ in 0..ROUNDS {
        for (best, &[start, goal]) in best.iter_mut().zip(&pairs) {
            let times = [(&mesh, &all), (&with_ladders, &no_ladders)].map(|(mesh, filter)| {
                let query = PathQuery::new(start, goal).with_filter(filter);
                let begin = Instant::now();
                let found = shortest_path(mesh, &query, &mut scratch, &mut points);
                let searched = begin.elapsed().as_secs_f64() * 1e6;
                assert!(found.is_err(), "no jump leads up");
                let begin = Instant::now();
                // Down the cliff: both ends are where a path can begin and end.
                let [_, (_, moved)] = mesh.snap_ends([goal, start], filter, 1.0, &mut snap);
                let snapped = begin.elapsed().as_secs_f64() * 1e6;
                ([searched, snapped], moved)
            });
            let [(with, moved), (without, moved_without)] = times;
            assert_eq!(moved.to_bits(), moved_without.to_bits(), "the goal snapped elsewhere");
            for (best, time) in best.iter_mut().zip([with[0], without[0], with[1], without[1]]) {
                *best = best.min(time);
            }
        }
    }
    let count = f64::from(u32::try_from(pairs.len())?);
    let mean = |kind: usize| best.iter().map(|best| best[kind]).sum::<f64>() / count;
    let [with, without, snapped, snapped_without] = [0, 1, 2, 3].map(mean);
    Ok(format!(
        "{} | {with:.2} | {without:.1} | {:.0} | {snapped:.2} | {snapped_without:.1} | {:.0}",
        mesh.links().len(),
        without / with,
        snapped_without / snapped,
    ))
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
