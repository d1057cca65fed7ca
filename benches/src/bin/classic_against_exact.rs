//! The classic method for platformers, compared with the exact planner: the paths that it misses, the
//! share of arrivals of its follower, the time to arrive relative to the optimum, and the time
//! per query.
//!
//! `cargo run --release -p tautline-benches --bin classic_against_exact [LEVEL...]`
//!
//! `LEVEL` is a level as text, top row first, measured in addition to the generated ones.

#![expect(clippy::print_stdout, reason = "it prints a table")]

use std::error::Error;
use std::time::{Duration, Instant};

use tautline::platformer::classic::{
    Cell, ClassicError, Follower, Jumper, Level, Options, Path, Scratch, Surroundings,
};
use tautline::platformer::exact::{self, Goal, Plan, PlanError, Planner, PlannerOptions};
use tautline::platformer::{Body, Character, Outside, Physics, State, Tiles};
use tautline_fixtures::{SplitMix64, levels};

/// The follower gives up after this many frames, which is a minute.
const MAX_FRAMES: u32 = 3600;

type Generator = fn(u64, usize, usize) -> Vec<String>;

/// The results on the levels of one kind.
#[derive(Default)]
struct Tally {
    /// Pairs that are connected.
    reachable: u32,
    /// Connected pairs for which the published method found no path.
    missed: u32,
    /// Unconnected pairs for which it found one.
    wrong: u32,
    arrived: u32,
    arrived_without_replan: u32,
    /// The frames of all arrivals, and of the exact plans for the same pairs.
    frames: [u32; 2],
    classic_times: Vec<Duration>,
    exact_times: Vec<Duration>,
}

fn main() -> Result<(), Box<dyn Error>> {
    println!(
        "| levels | reachable pairs | missed | wrong | arrives | without replanning | time / optimum | query us, median / p99 | exact us |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    let kinds: [(&str, Generator, [usize; 2], u64); 5] = [
        ("random platforms 64x32", levels::platforms, [64, 32], 20),
        ("with one-way tiles 64x32", levels::one_way_platforms, [64, 32], 20),
        ("caves 64x32", levels::caves, [64, 32], 20),
        ("random platforms 256x256", levels::platforms, [256, 256], 1),
        ("open 256x256", levels::open_field, [256, 256], 1),
    ];
    for (name, generate, [columns, rows], count) in kinds {
        let mut tally = Tally::default();
        for seed in 0..count {
            measure(&generate(seed, columns, rows), seed, 200, &mut tally)?;
        }
        tally.print(name);
    }
    for file in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&file)?;
        let rows: Vec<String> = text.lines().map(str::to_owned).collect();
        let mut tally = Tally::default();
        measure(&rows, 1, 400, &mut tally)?;
        let name = std::path::Path::new(&file).file_stem().unwrap_or_default();
        tally.print(&name.to_string_lossy());
    }
    Ok(())
}

/// Draws random pairs of ground cells of a level, and runs both planners on them.
fn measure(
    rows: &[String],
    seed: u64,
    pairs: u32,
    tally: &mut Tally,
) -> Result<(), Box<dyn Error>> {
    let tiles = Tiles::from_rows(rows, Outside::Solid)?;
    let character = Character::new(&Physics::default(), Body::default())?;
    let level = Level::new(&tiles, Jumper::of(&character)?);
    let mut planner = Planner::new(tiles.clone(), character.clone(), PlannerOptions::default())?;
    planner.bake();
    planner.place_landmarks(16);
    let ground: Vec<Cell> = (0..i32::from(tiles.rows()))
        .flat_map(|row| (0..i32::from(tiles.columns())).map(move |column| Cell::new(column, row)))
        .filter(|&cell| level.fits(cell) && level.surroundings(cell) == Surroundings::Ground)
        .collect();
    let mut random = SplitMix64::new(seed);
    let mut drawn = || usize::try_from(random.below(ground.len() as u64)).map(|i| ground[i]);
    let [width, height] = character.tile_size();

    let (mut scratch, mut path) = (Scratch::new(), Path::default());
    let (mut exact_scratch, mut plan) = (exact::Scratch::new(), Plan::default());
    for _ in 0..pairs {
        let [start, goal] = [drawn()?, drawn()?];
        let state = State::standing(start.column * width, start.row * height);
        let target = Goal::At { x: goal.column * width, y: goal.row * height };
        let clock = Instant::now();
        let planned = planner.plan_in(state, target, u32::MAX, &mut exact_scratch, &mut plan);
        tally.exact_times.push(clock.elapsed());
        let clock = Instant::now();
        let from = level.start_of(&character, state)?;
        let found = level.path_in(from, goal, &Options::default(), &mut scratch, &mut path);
        tally.classic_times.push(clock.elapsed());
        match (planned, found) {
            (Ok(()), Ok(())) => {
                tally.reachable += 1;
                follow(&level, &character, state, goal, plan.frames, &mut scratch, tally)?;
            }
            (Ok(()), Err(ClassicError::Unreachable { .. })) => {
                tally.reachable += 1;
                tally.missed += 1;
            }
            (Err(PlanError::Unreachable), Ok(())) => tally.wrong += 1,
            (Err(PlanError::Unreachable), Err(ClassicError::Unreachable { .. })) => {}
            (planned, found) => {
                planned?;
                found?;
            }
        }
    }
    Ok(())
}

/// Runs the follower.
fn follow(
    level: &Level<'_>,
    character: &Character,
    mut state: State,
    goal: Cell,
    optimum: u32,
    scratch: &mut Scratch,
    tally: &mut Tally,
) -> Result<(), ClassicError> {
    let mut follower = Follower::new(level, character, state, goal, Options::default(), scratch)?;
    for frame in 0..MAX_FRAMES {
        match follower.input(level, character, state, scratch) {
            Ok(Some(input)) => state = character.step(state, input, level.tiles()),
            Ok(None) => {
                tally.arrived += 1;
                tally.arrived_without_replan += u32::from(follower.replans() == 0);
                tally.frames[0] += frame;
                tally.frames[1] += optimum;
                break;
            }
            Err(_) => break,
        }
    }
    Ok(())
}

impl Tally {
    fn print(&mut self, name: &str) {
        let percent = |part: u32, whole: u32| 100.0 * f64::from(part) / f64::from(whole.max(1));
        let found = self.reachable - self.missed;
        let micros = |times: &mut Vec<Duration>, part: usize| {
            times.sort_unstable();
            times.get(times.len() * part / 100).map_or(0.0, |time| time.as_secs_f64() * 1e6)
        };
        println!(
            "| {name} | {} | {:.1} % | {} | {:.1} % | {:.1} % | {:.2} | {:.0} / {:.0} | {:.1} / {:.0} |",
            self.reachable,
            percent(self.missed, self.reachable),
            self.wrong,
            percent(self.arrived, found),
            percent(self.arrived_without_replan, found),
            f64::from(self.frames[0]) / f64::from(self.frames[1].max(1)),
            micros(&mut self.classic_times, 50),
            micros(&mut self.classic_times, 99),
            micros(&mut self.exact_times, 50),
            micros(&mut self.exact_times, 99),
        );
    }
}
