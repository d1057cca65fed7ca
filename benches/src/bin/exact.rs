//! Single exact searches: the distribution of their times, and their work.
//!
//! `TAUTLINE_DATA=... cargo run --release -p tautline-benches --bin exact [MAP...]`

#![expect(clippy::print_stdout, reason = "it prints tables")]

use std::error::Error;
use std::time::Instant;

use tautline::anyangle::{AnyAngleScratch, Counters, shortest_path};
use tautline::navmesh::{NavMesh, PathQuery};
use tautline_benches::arguments;
use tautline_benches::suite::{self, Reference};

/// The maps that are measured by default.
const MAPS: [&str; 8] = [
    "dao/arena",
    "dao/brc202d",
    "dao/orz900d",
    "da2/ht_0_hightown",
    "bgmaps/AR0011SR",
    "bgmaps/AR0700SR",
    "sc1/AcrosstheCape",
    "sc1/Aurora",
];

/// The number of times that all queries are answered. The best time of each query counts.
const ROUNDS: usize = 5;

fn main() -> Result<(), Box<dyn Error>> {
    let data = suite::data().ok_or("set TAUTLINE_DATA to the folder with the real maps")?;
    let words = arguments::given();
    let maps = match words.is_empty() {
        true => MAPS.to_vec(),
        false => arguments::asked_maps(&words, &suite::MAPS)?,
    };
    let mut work = Vec::new();
    println!("| map | mean | median | 99 % | longest |");
    println!("|---|---|---|---|---|");
    for map in maps {
        let mesh = suite::published_mesh(&data, map)?;
        let queries = suite::references(&data, map)?;
        let (mut micros, total) = measure(&mesh, &queries);
        micros.sort_by(f64::total_cmp);
        let mean = micros.iter().sum::<f64>() / count(micros.len());
        let share = |percent: usize| micros[(micros.len() - 1) * percent / 100];
        let [median, most, longest] = [50, 99, 100].map(share);
        println!("| {map} | {mean:.1} | {median:.1} | {most:.1} | {longest:.1} |");
        work.push((map, total, queries.len()));
    }
    println!(
        "\n| map | expanded | pushed | popped | stale | block-cut pruned | dominated | not shortest | not taut | above the bound |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    for (map, total, queries) in work {
        let queries = u64::try_from(queries)?.max(1);
        println!("| {map} | {} |", total.map(|total| (total / queries).to_string()).join(" | "));
    }
    Ok(())
}

/// The best time of each query in microseconds, and the work of all together.
fn measure(mesh: &NavMesh, queries: &[Reference]) -> (Vec<f64>, [u64; 9]) {
    let (mut scratch, mut points) = (AnyAngleScratch::new(), Vec::new());
    let mut micros = vec![f64::INFINITY; queries.len()];
    let mut total = [0; 9];
    for round in 0..ROUNDS {
        for (best, reference) in micros.iter_mut().zip(queries) {
            let query = suite::query(reference);
            let query = PathQuery::new(query.start, query.goal);
            let begin = Instant::now();
            let found = shortest_path(mesh, &query, &mut scratch, &mut points);
            let time = begin.elapsed().as_secs_f64() * 1e6;
            assert!(found.is_ok() == reference.length.is_some() || reference.is_at_pinch_point);
            *best = best.min(time);
            if round == 0 {
                let more = figures(&scratch.counters());
                total.iter_mut().zip(more).for_each(|(total, more)| *total += more);
            }
        }
    }
    (micros, total)
}

/// The counters of a search that the table shows.
fn figures(counters: &Counters) -> [u64; 9] {
    let Counters { expanded, pushed, popped, stale, block_cut_pruned, .. } = *counters;
    let Counters { dominated, not_shortest, not_taut, above_bound, .. } = *counters;
    [
        expanded,
        pushed,
        popped,
        stale,
        block_cut_pruned,
        dominated,
        not_shortest,
        not_taut,
        above_bound,
    ]
}

fn count(value: usize) -> f64 {
    f64::from(u32::try_from(value).unwrap_or(u32::MAX))
}
