//! The time per agent and tick of 10,000 agents in a town, on one thread: tautline, DetourCrowd and
//! landmass take turns.
//!
//! `cargo run --release --bin pace`

use std::error::Error;

use tautline::crowd::CrowdOptions;
use tautline_benches::crowds::{Paced, Tautline, town};
use tautline_crowd_peers::{DetourCrowd, Landmass};

/// The number of times that each crowd is measured.
const TURNS: usize = 10;

fn main() -> Result<(), Box<dyn Error>> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
    pool.install(|| compare().map_err(|error| error.to_string()))?;
    Ok(())
}

fn compare() -> Result<(), Box<dyn Error>> {
    let agents = 10_000;
    let town = town::of_agents(agents)?;
    let mut tautline = Paced::new(Tautline::new(&town, CrowdOptions::default())?, agents)?;
    let detour_crowd = |range| Paced::new(DetourCrowd::new(&town, range)?, agents);
    let mut detour_crowds = [detour_crowd(DetourCrowd::DEMO_RANGE)?, detour_crowd(4.0)?];
    let mut landmass = Paced::new(Landmass::new(&town)?, agents)?;
    for _ in 0..TURNS {
        tautline.turn()?;
        for crowd in &mut detour_crowds {
            crowd.turn()?;
        }
        landmass.turn()?;
    }
    let own = tautline.microseconds();
    let [wide, near] = detour_crowds.each_ref().map(Paced::microseconds);
    println!("| 10,000 agents | us per agent and tick | tautline : this |");
    println!("|---|---|---|");
    println!("| tautline | {own:.2} | |");
    for (name, microseconds) in [
        ("DetourCrowd, 12 radii", wide),
        ("DetourCrowd, 4 radii", near),
        ("landmass", landmass.microseconds()),
    ] {
        println!("| {name} | {microseconds:.2} | {:.3} |", own / microseconds);
    }
    Ok(())
}
