//! The mean distance of agents from their common goal, and the time until all have arrived.
//!
//! `cargo run --release -p tautline-benches --bin crowd_goals`

#![expect(clippy::print_stdout, reason = "it prints a table")]

use std::error::Error;

use tautline::crowd::{AgentState, Body, Crowd, CrowdScratch};
use tautline::meshgen::{PolygonOptions, Polygons, Role};
use tautline::{CrowdPaths, NavMesh, PathOptions, QueryFilter, Scratch, Vec2};
use tautline_benches::crowds::{RADIUS, TICK};
use tautline_fixtures::random::SplitMix64;

/// The number of runs of each case, with starts moved by up to 0.2 m.
const RUNS: u16 = 8;

/// The time after which a run ends, in ticks: 400 seconds.
const LIMIT: u32 = 400 * 30;

/// Agents with one goal.
struct Case {
    name: &'static str,
    agents: u16,
    goal: Vec2,
    /// The width of the door between them and their goal; no wall if it is infinite.
    door: f32,
    surround: bool,
}

const CASES: [Case; 6] = [
    Case { name: "50 from one side", agents: 50, goal: GOAL, door: f32::INFINITY, surround: false },
    Case {
        name: "200 from one side",
        agents: 200,
        goal: GOAL,
        door: f32::INFINITY,
        surround: false,
    },
    Case {
        name: "200 from all sides",
        agents: 200,
        goal: GOAL,
        door: f32::INFINITY,
        surround: true,
    },
    Case { name: "80 through a door of 0.9 m", agents: 80, goal: GOAL, door: 0.9, surround: false },
    Case { name: "80 through a door of 2 m", agents: 80, goal: GOAL, door: 2.0, surround: false },
    Case {
        name: "80, goal 1.5 m behind a door",
        agents: 80,
        goal: NEAR,
        door: 0.9,
        surround: false,
    },
];

const GOAL: Vec2 = Vec2::new(32.0, 20.0);

/// Close to the door.
const NEAR: Vec2 = Vec2::new(29.7, 20.0);

fn main() -> Result<(), Box<dyn Error>> {
    println!("| agents | speed | all arrived after, s | never | mean distance, m | in the room |");
    println!("|---|---|---|---|---|---|");
    for case in &CASES {
        for speed in [0.7, 1.4, 3.0] {
            print_row(case, speed)?;
        }
    }
    Ok(())
}

fn print_row(case: &Case, speed: f32) -> Result<(), Box<dyn Error>> {
    let mesh = ground(case.door)?;
    let (mut seconds, mut never, mut distance, mut inside) = (0.0, 0, 0.0, 0);
    for seed in 0..RUNS {
        let (crowd, ticks) = run(case, speed, &mesh, seed.into())?;
        seconds += f64::from(ticks) * f64::from(TICK) / f64::from(RUNS);
        for agent in crowd.agents() {
            never += usize::from(agent.state != AgentState::Arrived);
            distance += f64::from(agent.position.distance(case.goal));
            inside += usize::from(agent.position.x > 28.0);
        }
    }
    let count = f64::from(RUNS) * f64::from(case.agents);
    let distance = distance / count;
    let room = if case.door.is_finite() { format!("{inside} of {count}") } else { String::new() };
    println!("| {} | {speed} | {seconds:.0} | {never} | {distance:.2} | {room} |", case.name);
    Ok(())
}

/// A hall, with a wall across if the door has a width.
fn ground(door: f32) -> Result<NavMesh, Box<dyn Error>> {
    let rectangle = |x: f32, y: f32, width: f32, height: f32| {
        vec![[x, y], [x + width, y], [x + width, y + height], [x, y + height]]
    };
    let mut map = Polygons::default();
    map.push(Role::Ground, [rectangle(0.0, 0.0, 60.0, 40.0)]);
    if door.is_finite() {
        let side = 20.0 - door / 2.0;
        map.push(Role::Hole, [rectangle(28.0, 0.0, 0.2, side)]);
        map.push(Role::Hole, [rectangle(28.0, 40.0 - side, 0.2, side)]);
    }
    let options = PolygonOptions { agent_radius: RADIUS, ..PolygonOptions::default() };
    Ok(map.build(&options)?.mesh.build()?)
}

/// Walks until all have arrived, and returns the number of ticks.
fn run(case: &Case, speed: f32, mesh: &NavMesh, seed: u64) -> Result<(Crowd, u32), Box<dyn Error>> {
    let (mut crowd, mut paths) = (Crowd::new(), CrowdPaths::new());
    let (mut memory, mut scratch) = (CrowdScratch::new(), Scratch::new());
    let filter = QueryFilter::uniform();
    let mut random = SplitMix64::new(seed);
    let body = Body { radius: RADIUS, speed, max_speed: 1.3 * speed, ..Body::default() };
    for index in 0..case.agents {
        let at = f32::from(index);
        let start = if case.surround {
            // The golden angle: all directions, evenly.
            case.goal + Vec2::from_angle(at * 2.399_963) * (9.0 + 0.03 * at)
        } else {
            Vec2::new(3.0 + f32::from(index % 14), 12.0 + f32::from(index / 14))
        };
        let moved = [random.unit(), random.unit()].map(|unit| (unit - 0.5) * 0.4);
        let start = start + tautline::geometry::DVec2::from(moved).as_vec2();
        let id = crowd.add(mesh, &filter, body, start)?;
        paths.set_goal(id, case.goal);
    }
    let options = PathOptions::new().with_filter(&filter);
    let mut ticks = 0;
    while ticks < LIMIT && crowd.agents().any(|agent| agent.state != AgentState::Arrived) {
        paths.update(mesh, &options, &mut crowd, usize::MAX, &mut scratch);
        crowd.step(mesh, &filter, TICK, &mut memory)?;
        ticks += 1;
    }
    Ok((crowd, ticks))
}
