//! The time of a tick of crowds: growth from 10,000 to 100,000 agents, and one thread against two.
//!
//! `cargo run --release -p tautline-benches --bin crowd_growth`

#![expect(clippy::print_stdout, reason = "it prints a table")]

use std::error::Error;

use rayon::ThreadPool;
use tautline::crowd::CrowdOptions;
use tautline_benches::crowds::{Paced, Tautline, town};

/// The number of times that each crowd is measured, in turns.
const TURNS: usize = 10;

fn main() -> Result<(), Box<dyn Error>> {
    let pool = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let (one, two) = (pool(1)?, pool(2)?);
    let (small, large) = (town::of_agents(10_000)?, town::of_agents(100_000)?);
    let crowd = |scenario, agents| -> Result<_, Box<dyn Error>> {
        Paced::new(Tautline::new(scenario, CrowdOptions::default())?, agents)
    };
    // Each of the four measurements has its own crowd, so that all crowds take the same steps.
    let mut small = [crowd(&small, 10_000)?, crowd(&small, 10_000)?];
    let mut large = [crowd(&large, 100_000)?, crowd(&large, 100_000)?];
    for _ in 0..TURNS {
        for crowds in [&mut small, &mut large] {
            turn(&mut crowds[0], &one)?;
            turn(&mut crowds[1], &two)?;
        }
    }
    println!("| agents | us, one thread | us, two threads | two threads : one |");
    println!("|---|---|---|---|");
    for (agents, [one, two]) in [("10,000", &small), ("100,000", &large)] {
        let (alone, both) = (one.microseconds(), two.microseconds());
        println!("| {agents} | {alone:.2} | {both:.2} | {:.2} |", both / alone);
    }
    let growth = large[0].microseconds() / small[0].microseconds();
    println!("\n100,000 : 10,000 agents, one thread: {growth:.2}");
    Ok(())
}

fn turn(crowd: &mut Paced<Tautline<'_>>, pool: &ThreadPool) -> Result<(), String> {
    pool.install(|| crowd.turn().map_err(|error| error.to_string()))
}
