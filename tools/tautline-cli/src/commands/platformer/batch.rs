//! Very many plans.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use rayon::ThreadPool;
use tautline::formats::queries;
use tautline::platformer::classic::{self, ClassicError, Jumper, Level};
use tautline::platformer::exact::{PlanError, Planner};
use tautline::platformer::{ClassicQuery, Input, Query, State, classic_paths, classic_runs, plans};

use super::cell::Cell;
use super::file;
use super::script::script;
use crate::file_name::file_name;
use crate::workload::{Workload, pace};
use crate::{input, output};

/// A follower of the published method that has not arrived after so many frames
/// is given up.
const MOST_FRAMES: u32 = 3600;

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Engine {
    /// Planned from the physics: arrives, in least frames
    #[default]
    Exact,
    /// The published method: A* with jump values, and a follower
    Classic,
}

#[derive(Args)]
pub(crate) struct Arguments {
    /// A baked level
    #[arg(value_parser = file_name())]
    asset: PathBuf,
    /// A .csv with the header sx,sy,gx,gy: cells, where the lower left corner of the body is, the row
    /// counted from below
    #[arg(value_parser = file_name())]
    queries: PathBuf,
    /// Where to write the answers; without it, to the standard output
    #[arg(short, long, value_name = "OUT.csv", value_parser = file_name())]
    output: Option<PathBuf>,
    /// How to plan
    #[arg(long, value_enum, default_value_t)]
    engine: Engine,
    /// Play each plan by the physics, and tell whether it arrives
    #[arg(long)]
    replay: bool,
    #[command(flatten)]
    workload: Workload,
}

/// Of so many queries it is said why they are invalid; of others only how many they are.
const MOST_REASONS: usize = 10;

/// No level has cells further out.
const FURTHEST_CELL: f32 = 1e6;

/// A line of the file of queries.
struct Question {
    /// Its number, from 1.
    line: usize,
    /// The query in cells, or why it is none.
    cells: Result<[Cell; 2], String>,
}

/// The status of what is no query, or has no status of its own.
const INVALID: &str = "invalid";

/// What became of a query.
struct Answer {
    status: &'static str,
    /// Why it is invalid, if it is.
    reason: Option<String>,
    /// What to press, if there is a plan.
    inputs: Option<Vec<(Input, u32)>>,
    /// Whether that leads to the goal, if it was tried.
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
    let rest = output::write_or_give(arguments.output.as_deref(), rows)?;
    tell_reasons(&arguments.queries, &questions, &answers);
    output::notice(&summary(&answers, seconds, pool.current_num_threads(), arguments.replay));
    Ok(rest)
}

fn read_questions(path: &Path) -> Result<Vec<Question>> {
    let text = input::read_text(path)?;
    let queries = queries::parse(&text).map_err(|error| input::damaged(path, &error))?;
    let lines = text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
    // The first that is not blank is the header.
    let questions = lines.skip(1).zip(&queries).map(|((_, line), query)| {
        let cells = cell(query.start).and_then(|start| Ok([start, cell(query.goal)?]));
        Question { line, cells }
    });
    Ok(questions.collect())
}

/// A cell, if the numbers are whole and cells could have them.
#[expect(clippy::cast_possible_truncation, reason = "the range is checked first")]
fn cell([column, row]: [f32; 2]) -> Result<Cell, String> {
    let is_whole = |number: f32| number.abs() <= FURTHEST_CELL && number.fract().abs() <= 0.0;
    if is_whole(column) && is_whole(row) {
        Ok(Cell { column: column as i32, row: row as i32 })
    } else {
        Err(format!(
            "{column},{row} is no cell; columns and rows are whole numbers, at most {FURTHEST_CELL}"
        ))
    }
}

/// The answers of the planner, and the mean seconds of planning. All moves are
/// found beforehand.
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
        Err(error) => Answer::refused(exact_status(&error), &error),
    });
    (in_place(questions, answers), seconds)
}

/// The answers of the published method, and the mean seconds of its search; what
/// its follower presses is found out afterwards.
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
    let flights = pool.install(|| classic_runs(&level, character, &queries, &options, MOST_FRAMES));
    let answers = flights.into_iter().map(|flight| match flight {
        Ok(flight) => Answer::pressed(flight.inputs),
        Err(error) => Answer::refused(classic_status(&error), &error),
    });
    Ok((in_place(questions, answers), seconds))
}

/// What the last run gives, and the mean seconds of all.
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

/// An answer to each question, given those to the ones that are queries.
fn in_place(questions: &[Question], mut answers: impl Iterator<Item = Answer>) -> Vec<Answer> {
    let answer = |question: &Question| match &question.cells {
        Ok(_) => answers.next(),
        Err(reason) => Some(Answer::refused(INVALID, reason)),
    };
    questions.iter().filter_map(answer).collect()
}

/// Says why queries are invalid: their rows have no room for it.
fn tell_reasons(queries: &Path, questions: &[Question], answers: &[Answer]) {
    let rows = questions.iter().zip(answers).enumerate();
    let mut invalid = rows.filter_map(|(index, (question, answer))| {
        Some((index, question.line, answer.reason.as_ref()?))
    });
    for (index, line, reason) in invalid.by_ref().take(MOST_REASONS) {
        output::notice(&format!(
            "{}: line {line}, row {index} of the answers, is invalid: {reason}",
            queries.display()
        ));
    }
    let others = invalid.count();
    if others > 0 {
        output::notice(&format!("{}: {others} more are invalid", queries.display()));
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

/// Whether a character stands in the goal cell. The follower of the published
/// method may stop up to a pixel before it.
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

const fn exact_status(error: &PlanError) -> &'static str {
    match error {
        PlanError::StartOffLevel { .. } => "start_off_level",
        PlanError::StartDoesNotFit { .. } => "start_does_not_fit",
        PlanError::StartNotOnGround { .. } => "start_not_on_ground",
        PlanError::StartDead { .. } => "start_dead",
        PlanError::GoalOffLevel { .. } => "goal_off_level",
        PlanError::GoalDoesNotFit { .. } => "goal_does_not_fit",
        PlanError::GoalInTheAir { .. } => "goal_in_the_air",
        PlanError::Unreachable => "unreachable",
        PlanError::BudgetExhausted { .. } => "budget",
        _ => INVALID,
    }
}

const fn classic_status(error: &ClassicError) -> &'static str {
    match error {
        ClassicError::StartDoesNotFit { .. } => "start_does_not_fit",
        ClassicError::StartDead => "start_dead",
        ClassicError::GoalDoesNotFit { .. } => "goal_does_not_fit",
        ClassicError::Unreachable { .. } => "unreachable",
        ClassicError::SearchLimit { .. } => "budget",
        _ => INVALID,
    }
}

/// The answers as CSV.
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

/// The line that scripts read.
fn summary(answers: &[Answer], seconds: f64, threads: usize, replay: bool) -> String {
    let found = answers.iter().filter(|answer| answer.inputs.is_some()).count();
    let arrived = answers.iter().filter(|answer| answer.arrived == Some(true)).count();
    let arrived = if replay { format!(" arrived={arrived}") } else { String::new() };
    format!("found={found}{arrived} {}", pace(answers.len(), seconds, threads))
}
