//! `batch`: many paths.

use std::fmt::Write as _;
use std::path::{Path as FilePath, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use clap::{Args, ValueEnum};
use rayon::ThreadPool;
use tautline::formats::{moving_ai, queries};
use tautline::weighted::CostLandmarks;
use tautline::{Ground, Location, NavMesh, Path, PathError, Query, QueryFilter, Vec2, paths};

use crate::commands::Tier;
use crate::commands::path::tier_name;
use crate::file_name::{extension, file_name};
use crate::filter::FilterOptions;
use crate::input::STANDARD_INPUT;
use crate::position::{distance, share};
use crate::progress::Progress;
use crate::workload::{Workload, pace};
use crate::{input, output};

/// The number of queries times repetitions from which a progress bar is shown.
const LONG_BATCH: u64 = 100_000;

/// The number of queries between two updates of the bar. The threads wait for each other at
/// each update; with fewer queries, that costs measurable time.
const QUERIES_PER_UPDATE: usize = 4096;

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
    /// The queries: a .csv, or - for one from the standard input, with the columns sx,sy,gx,gy, and
    /// perhaps the elevations sz,gz, or a MovingAI .scen; paths of the latter lead between the upper
    /// left corners of its cells, as of a map baked without --scale
    queries: PathBuf,
    /// The answers to write, one row for each query [default: standard output]
    #[arg(short, long, value_name = "OUT.csv", value_parser = file_name())]
    output: Option<PathBuf>,
    /// Agent radius, in world units [default: the smallest radius of the asset]
    #[arg(long, value_name = "R", value_parser = distance, allow_negative_numbers = true)]
    radius: Option<f32>,
    /// Use the hub labels of the asset, if it has any
    #[arg(long, value_enum, default_value_t)]
    labels: Switch,
    /// Tier of the search [default: exact where it is supported, otherwise weighted]
    #[arg(long, value_enum)]
    tier: Option<Tier>,
    /// Snap starts and goals that are off the mesh, and goals that are unreachable, to the nearest
    /// valid point, at most this far away
    #[arg(long, value_name = "DISTANCE", value_parser = distance, allow_negative_numbers = true)]
    snap: Option<f32>,
    /// Accept paths that are too long by at most this share, such as 0.01 for 1 %. Exact searches
    /// find them faster among many small obstacles. On weighted terrain, find paths that are proved
    /// to cost at most this share more than the cheapest
    #[arg(long, value_name = "SHARE", value_parser = share, default_value_t = 0.0, allow_negative_numbers = true)]
    within: f64,
    /// Choose landmarks for the costs of this batch first. Searches over weighted terrain then take a
    /// fifth to a tenth of the time on maps of a hundred areas and more; choosing them takes as long as 40
    /// to 100 searches
    #[arg(long)]
    landmarks: bool,
    #[command(flatten)]
    filter: FilterOptions,
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
    let filter = arguments.filter.filter(&asset.baked, ground.mesh())?;
    let mut queries = read_queries(&arguments.queries)?;
    for query in &mut queries {
        query.options.filter = Some(&filter);
        query.options.tier = arguments.tier.map(Into::into);
        query.options.snap = arguments.snap;
        query.options.within = arguments.within;
    }
    let pool = arguments.workload.pool()?;

    let landmarks = arguments
        .landmarks
        .then(|| choose_landmarks(ground.mesh(), &filter, arguments.tier))
        .flatten();
    let ground = match &landmarks {
        Some(landmarks) => ground.with_cost_landmarks(landmarks),
        None => ground,
    };
    let (answers, seconds) = solve(ground, &queries, arguments.workload.repeat, &pool);
    let rows = rows(&answers);
    let rest = output::write_or_return(arguments.output.as_deref(), rows)?;
    output::notice(&summary(&answers, seconds, pool.current_num_threads()));
    Ok(rest)
}

/// Returns landmarks for the costs of a filter. Where they would not help, writes the reason to the
/// standard error and returns `None`.
fn choose_landmarks(
    mesh: &NavMesh,
    filter: &QueryFilter,
    tier: Option<Tier>,
) -> Option<CostLandmarks> {
    let reason = if tier.is_some_and(|tier| !matches!(tier, Tier::Weighted)) {
        "only the weighted tier uses them"
    } else if mesh.uniform_factor(filter).is_some() {
        "all ground costs the same"
    } else {
        return Some(CostLandmarks::choose(mesh, filter));
    };
    output::notice(&format!("--landmarks: ignored, because {reason}"));
    None
}

/// Returns the answers of the last repetition, and the mean seconds of the searches.
fn solve(
    ground: Ground<'_>,
    queries: &[Query<'_>],
    repeat: u32,
    pool: &ThreadPool,
) -> (Vec<Result<Path, PathError>>, f64) {
    let steps = (queries.len() as u64).saturating_mul(repeat.into());
    let progress = Progress::for_steps(steps >= LONG_BATCH, steps, "queries");
    // Without a bar, there is no reason to make the threads wait for each other.
    let at_once = if progress.is_shown() { QUERIES_PER_UPDATE } else { queries.len().max(1) };
    let mut answers = Vec::new();
    let mut searching = Duration::ZERO;
    for _ in 0..repeat {
        answers.clear();
        for some in queries.chunks(at_once) {
            let started = Instant::now();
            let found = pool.install(|| paths(ground, some));
            searching += started.elapsed();
            answers.extend(found);
            progress.advance(some.len() as u64);
        }
    }
    (answers, searching.as_secs_f64() / f64::from(repeat))
}

fn read_queries<'a>(file: &FilePath) -> Result<Vec<Query<'a>>> {
    let is_standard_input = file.as_os_str() == STANDARD_INPUT;
    let extension = if is_standard_input { Some("csv".to_owned()) } else { extension(file) };
    let ends: Vec<[Location; 2]> = match extension.as_deref() {
        Some("csv") => {
            let text = input::read_text(file)?;
            let queries = queries::parse(&text);
            let queries = queries.map_err(|error| input::damaged(file, &error))?;
            input::notice_ignored_columns(file, &text, "sx, sy, gx, gy, sz and gz");
            let ends = queries.iter().map(|query| {
                let start = location(query.start, query.start_elevation);
                [start, location(query.goal, query.goal_elevation)]
            });
            ends.collect()
        }
        Some("scen") => {
            let scenarios = moving_ai::parse_scenarios(&input::read_text(file)?);
            let scenarios = scenarios.map_err(|error| input::damaged(file, &error))?;
            let ends = scenarios.iter().map(|scenario| [scenario.start, scenario.goal]);
            ends.map(|ends| ends.map(|end| point(end).into())).collect()
        }
        _ => bail!(
            "{}: unknown file extension; give the queries as a .csv or .scen file",
            file.display()
        ),
    };
    Ok(ends.into_iter().map(|[start, goal]| Query::new(start, goal)).collect())
}

fn location(point: [f32; 2], elevation: Option<f32>) -> Location {
    let point = Vec2::from(point);
    elevation.map_or(point.into(), |elevation| Location::at_elevation(point, elevation))
}

#[expect(clippy::cast_precision_loss, reason = "maps are at most 2^18 wide")]
fn point([x, y]: [u32; 2]) -> Vec2 {
    Vec2::new(x as f32, y as f32)
}

/// Formats the answers as CSV.
fn rows(answers: &[Result<Path, PathError>]) -> String {
    let mut text = String::from("index,status,length,cost,lower_bound,tier,points\n");
    for (index, answer) in answers.iter().enumerate() {
        // Writing into a String cannot fail.
        let _ = write!(text, "{index},{},", status(answer));
        if let Ok(path) = answer {
            let Path { length, cost, lower_bound, tier, .. } = path;
            let _ = write!(text, "{length},{cost},{lower_bound},{}", tier_name(*tier));
        }
        let points = answer.iter().flat_map(|path| &path.points);
        for (number, point) in points.enumerate() {
            let separator = if number == 0 { ',' } else { ';' };
            let _ = write!(text, "{separator}{} {}", point.x, point.y);
        }
        text.push_str(if answer.is_ok() { "\n" } else { ",,,,\n" });
    }
    text
}

fn status(answer: &Result<Path, PathError>) -> &'static str {
    answer.as_ref().map_or_else(|error| error.code().1, |_| "ok")
}

/// Returns the last line on the standard error, for scripts.
fn summary(answers: &[Result<Path, PathError>], seconds: f64, threads: usize) -> String {
    let found = answers.iter().filter(|answer| answer.is_ok()).count();
    format!("found={found} {}", pace(answers.len(), seconds, threads))
}
