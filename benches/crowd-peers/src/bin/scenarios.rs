//! Figures of crowds in scenarios, on one thread: tautline, DetourCrowd and landmass.
//!
//! `cargo run --release --bin scenarios [SCENARIO...]`

use std::error::Error;

use tautline::crowd::CrowdOptions;
use tautline_benches::crowds::{self, Contestants, Scenario, Tautline};
use tautline_crowd_peers::{DetourCrowd, Landmass};

fn main() -> Result<(), Box<dyn Error>> {
    let words = tautline_benches::arguments::given();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
    pool.install(|| crowds::print_table(&words, contestants).map_err(|error| error.to_string()))?;
    Ok(())
}

fn contestants(scenario: &Scenario) -> Result<Contestants<'_>, Box<dyn Error>> {
    let detour_crowd = |range| DetourCrowd::new(scenario, range);
    Ok(vec![
        ("tautline", Box::new(Tautline::new(scenario, CrowdOptions::default())?)),
        ("DetourCrowd, 12 radii", Box::new(detour_crowd(DetourCrowd::DEMO_RANGE)?)),
        ("DetourCrowd, 4 radii", Box::new(detour_crowd(4.0)?)),
        ("landmass", Box::new(Landmass::new(scenario)?)),
    ])
}
