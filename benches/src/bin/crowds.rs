//! Figures of the presets of crowds in scenarios, on one thread.
//!
//! `cargo run --release -p tautline-benches --bin crowds [SCENARIO...]`

use std::error::Error;

use tautline::crowd::CrowdOptions;
use tautline_benches::crowds::{self, Contestants, Scenario, Tautline};

fn main() -> Result<(), Box<dyn Error>> {
    let words = tautline_benches::arguments::given();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
    pool.install(|| crowds::print_table(&words, presets).map_err(|error| error.to_string()))?;
    Ok(())
}

fn presets(scenario: &Scenario) -> Result<Contestants<'_>, Box<dyn Error>> {
    let presets = [
        ("strict", CrowdOptions::strict()),
        ("mixed", CrowdOptions::mixed()),
        ("dense", CrowdOptions::dense()),
        ("no queues", CrowdOptions { queues: false, ..CrowdOptions::mixed() }),
        ("no avoidance", CrowdOptions { max_neighbors: 0, ..CrowdOptions::mixed() }),
    ];
    let mut contestants = Contestants::new();
    for (name, options) in presets {
        contestants.push((name, Box::new(Tautline::new(scenario, options)?)));
    }
    Ok(contestants)
}
