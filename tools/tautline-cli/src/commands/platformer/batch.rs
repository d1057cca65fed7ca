//! `platformer batch`: many plans.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use rayon::ThreadPool;
use tautline::formats::queries;
use tautline::platformer::classic::{self, ClassicError, Jumper, Level};
use tautline::platformer::exact::Planner;
use tautline::platformer::{ClassicQuery, Input, Query, State, classic_paths, classic_runs, plans};

use super::cell::Cell;
use super::file;
use super::script::script;
use crate::file_name::file_name;
use crate::workload::{Workload, pace};
use crate::{input, output};

/// The frames after which the follower of the classic method is stopped: a minute.
const MOST_FRAMES: u32 = 3600;

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Engine {
    /// Plans from the physics: always arrives, in the fewest frames
    #[default]
    Exact,
    /// The method of Branicki: A* over cells with jump values, and a follower
    Classic,
}

#[derive(Args)]
pub(crate) struct Arguments {
    /// A baked level
    #[arg(value_parser = file_name())]
    asset: PathBuf,
    /// The queries: a .csv, or - for one from the standard input, with the columns sx,sy,gx,gy, the cells
    /// of the lower left corner of the body, with rows counted from the bottom
    queries: PathBuf,
    /// The answers to write, one row for each query [default: standard output]
    #[arg(short, long, value_name = "OUT.csv", value_parser = file_name())]
    output: Option<PathBuf>,
    /// Planning method
    #[arg(long, value_enum, default_value_t)]
    engine: Engine,
    /// Simulate each plan, and report in `arrived` if it ends at the goal
    #[arg(long)]
    replay: bool,
    #[command(flatten)]
    workload: Workload,
}

/// The number of invalid queries whose reasons are reported. Others are only counted.
const MOST_REASONS: usize = 10;

/// The limit of columns and rows. No level is larger.
const FURTHEST_CELL: f64 = 1e6;

/// A line of the file of queries.
struct Question {
    /// Its number, from 1.
    line: u64,
    /// The query in cells, or the reason why it is invalid.
    cells: Result<[Cell; 2], String>,
}

/// The status of invalid queries.
const INVALID: &str = "invalid";

/// The answer to a query.
struct Answer {
    status: &'static str,
    /// The reason why it is invalid, if it is.
    reason: Option<String>,
    /// The inputs of the plan, if there is one.
    inputs: Option<Vec<(Input, u32)>>,
    /// True if the plan ends at the goal. `None` if it was not simulated.
    arrived: Option<bool>,
}

impl Answer {
    const fn pressed(inputs: Vec<(Input, u32)>) -> Self {
        Self { status: "ok", reason: None, inputs: Some(inputs), arrived: None }
    }

    fn refused(status: &'static str, error: &impl ToString) -> Self {
        let reason = (status == INVALID).then(|| error.to_string());
        Self { status, reason, inputs: None, arrived: None }
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<String> {
    if let Some(path) = &arguments.output {
        output::check(path, &[&arguments.asset, &arguments.queries])?;
    }
    let planner = file::planner(&arguments.asset)?;
    let questions = read_questions(&arguments.queries)?;
    let pool = arguments.workload.pool()?;

    let (mut answers, seconds) = match arguments.engine {
        Engine::Exact => exact(&planner, &questions, arguments.workload.repeat, &pool),
        Engine::Classic => classic(&planner, &questions, arguments.workload.repeat, &pool)
            .with_context(|| arguments.asset.display().to_string())?,
    };
    if arguments.replay {
        for (question, answer) in questions.iter().zip(&mut answers) {
            if let (Ok([start, goal]), Some(inputs)) = (&question.cells, &answer.inputs) {
                let end = replayed(&planner, start.state(&planner), inputs);
                answer.arrived = Some(has_arrived(&planner, end, *goal, arguments.engine));
            }
        }
    }
    let rows = rows(&answers, planner.character().walk_step());
    let rest = output::write_or_return(arguments.output.as_deref(), rows)?;
    report_invalid(&arguments.queries, &questions, &answers);
    output::notice(&summary(&answers, seconds, pool.current_num_threads(), arguments.replay));
    Ok(rest)
}

fn read_questions(path: &Path) -> Result<Vec<Question>> {
    let text = input::read_text(path)?;
    let queries = queries::texts(&text).map_err(|error| input::damaged(path, &error))?;
    input::notice_ignored_columns(path, &text, "sx, sy, gx and gy");
    let questions = queries.into_iter().map(|(line, [sx, sy, gx, gy])| {
        let cells = cell([sx, sy]).and_then(|start| Ok([start, cell([gx, gy])?]));
        Question { line, cells }
    });
    Ok(questions.collect())
}

/// Converts the texts of a query to a cell, if they are whole numbers and small enough. Tables of floats write whole
/// numbers as `3.0` or `3e0`.
#[expect(clippy::cast_possible_truncation, reason = "the range is checked first")]
fn cell([column, row]: [&str; 2]) -> Result<Cell, String> {
    let whole = |text: &str| {
        let number = text.parse::<f64>().ok();
        let is_cell = |it: &f64| it.abs() <= FURTHEST_CELL && it.fract().abs() <= 0.0;
        number.filter(is_cell).map(|number| number as i32)
    };
    match (whole(column), whole(row)) {
        (Some(column), Some(row)) => Ok(Cell { column, row }),
        _ => Err(format!(
            "{column},{row} is not a cell; columns and rows are whole numbers, at most {FURTHEST_CELL}"
        )),
    }
}

/// Returns the answers of the exact planner, and the mean seconds of planning. All links are
/// found before the clock starts.
fn exact(
    planner: &Planner,
    questions: &[Question],
    repeat: u32,
    pool: &ThreadPool,
) -> (Vec<Answer>, f64) {
    pool.install(|| planner.bake());
    let queries: Vec<Query> = questions
        .iter()
        .flat_map(|question| &question.cells)
        .map(|[start, goal]| Query::new(start.state(planner), goal.goal()))
        .collect();
    let (found, seconds) = timed(repeat, || pool.install(|| plans(planner, &queries)));
    let answers = found.into_iter().map(|found| match found {
        Ok(plan) => Answer::pressed(plan.inputs),
        Err(error) => Answer::refused(error.code().1, &error),
    });
    (all_answers(questions, answers), seconds)
}

/// Returns the answers of the classic method, and the mean seconds of its search. The inputs of
/// its follower are found after the clock stops.
fn classic(
    planner: &Planner,
    questions: &[Question],
    repeat: u32,
    pool: &ThreadPool,
) -> Result<(Vec<Answer>, f64), ClassicError> {
    let character = planner.character();
    let level = Level::new(planner.tiles(), Jumper::of(character)?);
    let queries: Vec<ClassicQuery> = questions
        .iter()
        .flat_map(|question| &question.cells)
        .map(|[start, goal]| ClassicQuery {
            start: start.state(planner),
            goal: classic::Cell::new(goal.column, goal.row),
        })
        .collect();
    let options = classic::Options::default();
    let (_, seconds) =
        timed(repeat, || pool.install(|| classic_paths(&level, character, &queries, &options)));
    let runs = pool.install(|| classic_runs(&level, character, &queries, &options, MOST_FRAMES));
    let answers = runs.into_iter().map(|run| match run {
        Ok(run) => Answer::pressed(run.inputs),
        Err(error) => Answer::refused(error.code().1, &error),
    });
    Ok((all_answers(questions, answers), seconds))
}

/// Returns the results of the last run, and the mean seconds of all.
fn timed<T>(repeat: u32, mut work: impl FnMut() -> Vec<T>) -> (Vec<T>, f64) {
    let mut answers = Vec::new();
    let mut time = Duration::ZERO;
    for _ in 0..repeat {
        let started = Instant::now();
        answers = work();
        time += started.elapsed();
    }
    (answers, time.as_secs_f64() / f64::from(repeat))
}

/// Returns the answers to all questions, in order, given the answers to the valid ones.
fn all_answers(questions: &[Question], mut answers: impl Iterator<Item = Answer>) -> Vec<Answer> {
    let answer = |question: &Question| match &question.cells {
        Ok(_) => answers.next(),
        Err(reason) => Some(Answer::refused(INVALID, reason)),
    };
    questions.iter().filter_map(answer).collect()
}

/// Reports on the standard error why queries are invalid: their rows have only a status.
fn report_invalid(queries: &Path, questions: &[Question], answers: &[Answer]) {
    let rows = questions.iter().zip(answers).enumerate();
    let mut invalid = rows.filter_map(|(index, (question, answer))| {
        Some((index, question.line, answer.reason.as_ref()?))
    });
    for (index, line, reason) in invalid.by_ref().take(MOST_REASONS) {
        output::notice(&format!(
            "{}: line {line} (row {index} of the answers) is invalid: {reason}",
            queries.display()
        ));
    }
    let others = invalid.count();
    if others > 0 {
        output::notice(&format!("{}: {others} more queries are invalid", queries.display()));
    }
}

fn replayed(planner: &Planner, start: State, inputs: &[(Input, u32)]) -> State {
    let mut state = start;
    for &(input, frames) in inputs {
        for _ in 0..frames {
            state = planner.character().step(state, input, planner.tiles());
        }
    }
    state
}

/// Returns true if the character is on the floor of the goal cell. The follower of the classic method may
/// stop up to a pixel before it.
fn has_arrived(planner: &Planner, end: State, goal: Cell, engine: Engine) -> bool {
    let character = planner.character();
    let [width, height] = character.tile_size();
    let pixel = character.from_pixels([1.0, 1.0]).map_or(1, |[x, _]| x);
    let early = match engine {
        Engine::Exact => 0,
        Engine::Classic => pixel,
    };
    let from_goal = end.x - goal.column * width;
    end.is_grounded() && end.y == goal.row * height && (-early..width).contains(&from_goal)
}

/// Formats the answers as CSV.
fn rows(answers: &[Answer], walk_step: i32) -> String {
    let mut text = String::from("index,status,frames,arrived,plan\n");
    for (index, Answer { status, inputs, arrived, .. }) in answers.iter().enumerate() {
        let arrived = arrived.map_or(String::new(), |arrived| arrived.to_string());
        // Writing into a String cannot fail.
        let _ = match inputs {
            None => writeln!(text, "{index},{status},,,"),
            Some(inputs) => {
                let frames = inputs.iter().map(|(_, frames)| frames).sum::<u32>();
                let script = script(inputs, walk_step);
                writeln!(text, "{index},{status},{frames},{arrived},{script}")
            }
        };
    }
    text
}

/// Returns the last line on the standard error, for scripts.
fn summary(answers: &[Answer], seconds: f64, threads: usize, replay: bool) -> String {
    let found = answers.iter().filter(|answer| answer.inputs.is_some()).count();
    let arrived = answers.iter().filter(|answer| answer.arrived == Some(true)).count();
    let arrived = if replay { format!(" arrived={arrived}") } else { String::new() };
    format!("found={found}{arrived} {}", pace(answers.len(), seconds, threads))
}
