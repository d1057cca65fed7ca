//! Batches on one and more threads: answers per second.
//!
//! `TAUTLINE_DATA=... cargo run --release -p tautline-benches --bin threads [MAP...] [--out FILE.csv]`

#![expect(clippy::print_stdout, reason = "it prints a table")]

use std::error::Error;
use std::time::Instant;

use tautline::anyangle::Landmarks;
use tautline::labels::{BakeOptions, Labels};
use tautline::{Ground, Query, Tier, paths};
use tautline_benches::arguments;
use tautline_benches::measured::{self, ThreadRow};
use tautline_benches::pairs::{query_between, random_pairs};
use tautline_benches::suite;

const MAPS: [&str; 2] = ["dao/orz900d", "sc1/Aurora"];

const THREADS: [u32; 4] = [1, 2, 4, 8];

/// The number of queries of a batch.
const QUERIES: usize = 20_000;

/// The number of times that each batch is answered. The best time counts.
const ROUNDS: usize = 3;

fn main() -> Result<(), Box<dyn Error>> {
    let data = suite::data().ok_or("set TAUTLINE_DATA to the folder with the real maps")?;
    let mut words = arguments::given();
    let out = arguments::take_out_file(&mut words)?;
    let maps = arguments::asked_maps(&words, &MAPS)?;
    let cores = std::thread::available_parallelism()?;
    println!("{cores} cores; answers per second\n");
    println!("| map | method | {} |", THREADS.map(|threads| threads.to_string()).join(" | "));
    println!("|---|---|{}", "---|".repeat(THREADS.len()));
    let mut rows = Vec::new();
    for map in maps {
        let mesh = suite::published_mesh(&data, map)?;
        let labels = Labels::bake(&mesh, &BakeOptions::default())?;
        let landmarks = Landmarks::choose(&mesh);
        let ground = Ground::of(&mesh);
        let pairs = random_pairs(&mesh, QUERIES, 7);
        for (method, ground, tier) in [
            ("classic", ground, Tier::Classic),
            ("exact", ground, Tier::Exact),
            ("landmarks", ground.with_landmarks(&landmarks), Tier::Exact),
            ("labels", ground.with_labels(&labels), Tier::Exact),
        ] {
            let query = |&pair| query_between(pair).with_tier(tier);
            let queries: Vec<Query<'_>> = pairs.iter().map(query).collect();
            let mut figures = Vec::new();
            for threads in THREADS {
                let per_second = answers_per_second(ground, &queries, threads)?;
                figures.push(format!("{per_second:.0}"));
                let (map, method) = (map.to_owned(), method.to_owned());
                rows.push(ThreadRow { map, method, threads, per_second });
            }
            println!("| {map} | {method} | {} |", figures.join(" | "));
        }
    }
    if let Some(out) = out {
        measured::write(&out, &rows)?;
    }
    Ok(())
}

fn answers_per_second(
    ground: Ground<'_>,
    queries: &[Query<'_>],
    threads: u32,
) -> Result<f64, Box<dyn Error>> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(usize::try_from(threads)?).build()?;
    let mut best = f64::INFINITY;
    for _ in 0..ROUNDS {
        let begin = Instant::now();
        let answers = pool.install(|| paths(ground, queries));
        best = best.min(begin.elapsed().as_secs_f64());
        assert!(answers.iter().all(Result::is_ok));
    }
    Ok(f64::from(u32::try_from(queries.len())?) / best)
}
