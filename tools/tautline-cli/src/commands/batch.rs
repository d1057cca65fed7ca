//! Very many paths.

use std::fmt::Write as _;
use std::path::{Path as FilePath, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use clap::{Args, ValueEnum};
use rayon::ThreadPool;
use tautline::formats::{moving_ai, queries};
use tautline::{Ground, Path, PathError, Query, Vec2, paths};

use crate::commands::Tier;
use crate::costs::CostOptions;
use crate::file_name::file_name;
use crate::position::radius;
use crate::waiting::Waiting;
use crate::workload::{Workload, pace};
use crate::{input, output};

/// Queries, times repetitions, from which on a batch is worth a sign of life.
const LONG_BATCH: u64 = 100_000;

/// How many queries are answered between two moves of the bar: so many that the
/// threads, which wait for each other there, lose no time worth measuring.
const QUERIES_PER_MOVE: usize = 4096;

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Switch {
    #[default]
    On,
    Off,
}

#[derive(Args)]
pub(crate) struct Arguments {
    /// A baked mesh
    #[arg(value_parser = file_name())]
    asset: PathBuf,
    /// A .csv with the header sx,sy,gx,gy, or a MovingAI .scen, whose cells stand for their upper left
    /// corners
    #[arg(value_parser = file_name())]
    queries: PathBuf,
    /// Where to write the answers; without it, to the standard output
    #[arg(short, long, value_name = "OUT.csv", value_parser = file_name())]
    output: Option<PathBuf>,
    /// For agents with this radius, in world units; if not given, for the smallest that the asset
    /// was baked for
    #[arg(long, value_name = "R", value_parser = radius, allow_negative_numbers = true)]
    radius: Option<f32>,
    /// Whether to look paths up by the labels of the asset, if it has any
    #[arg(long, value_enum, default_value_t)]
    labels: Switch,
    /// How to find the paths; if not given, exactly where that can be done
    #[arg(long, value_enum)]
    tier: Option<Tier>,
    /// Move ends that are off the mesh, and goals that cannot be reached, by so much at most
    #[arg(long, value_name = "DISTANCE", value_parser = radius, allow_negative_numbers = true)]
    snap: Option<f32>,
    #[command(flatten)]
    costs: CostOptions,
    #[command(flatten)]
    workload: Workload,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String> {
    if let Some(file) = &arguments.output {
        output::check(file, &[&arguments.asset, &arguments.queries])?;
    }
    let asset = input::load(&arguments.asset)?;
    let ground = asset.ground_for(arguments.radius)?;
    let ground = match arguments.labels {
        Switch::On => ground,
        Switch::Off => ground.without_labels(),
    };
    let costs = arguments.costs.costs(&asset.baked.terrain_names)?;
    let mut queries = read_queries(&arguments.queries)?;
    for query in &mut queries {
        query.options.filter = Some(&costs);
        query.options.tier = arguments.tier.map(Into::into);
        query.options.snap = arguments.snap;
    }
    let pool = arguments.workload.pool()?;

    let (answers, seconds) = solve(ground, &queries, arguments.workload.repeat, &pool);
    let rows = rows(&answers);
    let rest = output::write_or_give(arguments.output.as_deref(), rows)?;
    output::notice(&summary(&answers, seconds, pool.current_num_threads()));
    Ok(rest)
}

/// The answers of the last time, and the mean seconds of searching.
fn solve(
    ground: Ground<'_>,
    queries: &[Query<'_>],
    repeat: u32,
    pool: &ThreadPool,
) -> (Vec<Result<Path, PathError>>, f64) {
    let steps = (queries.len() as u64).saturating_mul(repeat.into());
    let waiting = Waiting::for_steps(steps >= LONG_BATCH, steps, "queries");
    // All at once, if nobody watches.
    let at_once = if waiting.is_shown() { QUERIES_PER_MOVE } else { queries.len().max(1) };
    let mut answers = Vec::new();
    let mut searching = Duration::ZERO;
    for _ in 0..repeat {
        answers.clear();
        for some in queries.chunks(at_once) {
            let started = Instant::now();
            let found = pool.install(|| paths(ground, some));
            searching += started.elapsed();
            answers.extend(found);
            waiting.advance(some.len() as u64);
        }
    }
    (answers, searching.as_secs_f64() / f64::from(repeat))
}

fn read_queries<'a>(file: &FilePath) -> Result<Vec<Query<'a>>> {
    let ending = file.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    let ends: Vec<[Vec2; 2]> = match ending.as_deref() {
        Some("csv") => {
            let queries = queries::parse(&input::read_text(file)?);
            let queries = queries.map_err(|error| input::damaged(file, &error))?;
            queries.iter().map(|query| [query.start.into(), query.goal.into()]).collect()
        }
        Some("scen") => {
            let scenarios = moving_ai::parse_scenarios(&input::read_text(file)?);
            let scenarios = scenarios.map_err(|error| input::damaged(file, &error))?;
            scenarios.iter().map(|scenario| [scenario.start, scenario.goal].map(point)).collect()
        }
        _ => bail!(
            "{}: cannot tell what this is by its ending; give a .csv or .scen file",
            file.display()
        ),
    };
    Ok(ends.into_iter().map(|[start, goal]| Query::new(start, goal)).collect())
}

#[expect(clippy::cast_precision_loss, reason = "maps are at most 2^18 wide")]
fn point([x, y]: [u32; 2]) -> Vec2 {
    Vec2::new(x as f32, y as f32)
}

/// The answers as CSV.
fn rows(answers: &[Result<Path, PathError>]) -> String {
    let mut text = String::from("index,status,length,points\n");
    for (index, answer) in answers.iter().enumerate() {
        // Writing into a String cannot fail.
        let _ = write!(text, "{index},{},", status(answer));
        if let Ok(path) = answer {
            let _ = write!(text, "{}", path.length);
        }
        let points = answer.iter().flat_map(|path| &path.points);
        for (number, point) in points.enumerate() {
            let separator = if number == 0 { ',' } else { ';' };
            let _ = write!(text, "{separator}{} {}", point.x, point.y);
        }
        text.push_str(if answer.is_ok() { "\n" } else { ",\n" });
    }
    text
}

fn status(answer: &Result<Path, PathError>) -> &'static str {
    answer.as_ref().map_or_else(PathError::name, |_| "ok")
}

/// The line that scripts read.
fn summary(answers: &[Result<Path, PathError>], seconds: f64, threads: usize) -> String {
    let found = answers.iter().filter(|answer| answer.is_ok()).count();
    format!("found={found} {}", pace(answers.len(), seconds, threads))
}
