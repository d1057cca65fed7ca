//! Figures of crowds in scenarios, and the time of a step.
//!
//! `cargo run --release -p tautline-benches --bin crowds [SCENARIO...]`

#![expect(clippy::print_stdout, reason = "it prints a table")]

use std::error::Error;
use std::time::Instant;

use tautline::crowd::{Body, Crowd, CrowdOptions, CrowdScratch};
use tautline::{CrowdPaths, PathOptions, QueryFilter, Scratch, path};
use tautline_benches::crowds::{self, Figures, RADIUS, Scenario};

const TICK: f32 = 1.0 / 30.0;

/// The distance from its goal at which an agent has arrived, and leaves, in metres.
const ARRIVAL: f32 = 1.2;

fn main() -> Result<(), Box<dyn Error>> {
    let words = tautline_benches::arguments::given();
    println!("{}", Figures::HEAD);
    for scenario in crowds::all()? {
        if !words.is_empty() && !words.iter().any(|word| scenario.name.contains(word.as_str())) {
            continue;
        }
        let presets = [
            ("strict", CrowdOptions::strict()),
            ("mixed", CrowdOptions::mixed()),
            ("dense", CrowdOptions::dense()),
            ("alone", CrowdOptions { max_neighbors: 0, ..CrowdOptions::mixed() }),
        ];
        for (name, options) in presets {
            let figures = run(&scenario, options)?;
            println!("{}", figures.line(scenario.name, name));
        }
    }
    Ok(())
}

fn run(scenario: &Scenario, options: CrowdOptions) -> Result<Figures, Box<dyn Error>> {
    let Scenario { mesh, agents, limit, .. } = scenario;
    let filter = QueryFilter::uniform();
    let (mut crowd, mut memory) = (Crowd::with_options(options)?, CrowdScratch::new());
    let (mut paths, mut scratch) = (CrowdPaths::new(), Scratch::new());
    let body = Body { radius: RADIUS, ..Body::default() };
    let mut ids = Vec::new();
    let mut lone_times = Vec::new();
    for &[start, goal] in agents {
        let id = crowd.add(mesh, &filter, body, start)?;
        paths.set_goal(id, goal);
        ids.push(id);
        lone_times
            .push((path(mesh, start, goal)?.length - f64::from(ARRIVAL)) / f64::from(body.speed));
    }
    let mut figures = Figures { agents: agents.len(), ..Figures::default() };
    let query = PathOptions::new().with_filter(&filter);
    let mut now = 0.0;
    while now < f64::from(*limit) && figures.ratios.len() < agents.len() {
        let begin = Instant::now();
        paths.update(mesh, &query, &mut crowd, 1_000, &mut scratch);
        crowd.step(mesh, &filter, TICK, &mut memory)?;
        figures.seconds += begin.elapsed().as_secs_f64();
        now += f64::from(TICK);
        figures.crowd.look(mesh, &crowd, TICK);
        for ((&id, [_, goal]), lone_time) in ids.iter().zip(agents).zip(&lone_times) {
            let Ok(agent) = crowd.agent(id) else { continue };
            if agent.position.distance(*goal) <= ARRIVAL {
                figures.ratios.push(now / lone_time.max(TICK.into()));
                figures.last = now;
                crowd.remove(id)?;
            }
        }
    }
    Ok(figures)
}
