//! Reading levels, physics and baked levels, and the errors of plans between cells.

use std::path::Path;

use anyhow::{Context, Result, bail};
use tautline::asset::Header;
use tautline::bake::files_beside;
use tautline::formats::ldtk;
use tautline::formats::level::{self, Level, LevelOptions, NamedLevel};
use tautline::platformer::exact::{Plan, PlanError, Planner, Scratch};
use tautline::platformer::{BakedLevel, Physics, State};

use super::cell::Cell;
use crate::file_name::extension;
use crate::input;
use crate::no_answer::NoAnswer;

/// Loads a baked level.
pub(super) fn load(path: &Path) -> Result<BakedLevel> {
    let bytes = input::read_asset(path)?;
    if Header::read(&bytes).is_ok_and(|header| header.kind == *b"MESH") {
        bail!("{}: this is a mesh; use `tautline` without `platformer`", path.display());
    }
    BakedLevel::decode(&bytes).with_context(|| path.display().to_string())
}

/// Loads a baked level and returns its planner.
pub(super) fn planner(path: &Path) -> Result<Planner> {
    load(path)?.planner().with_context(|| path.display().to_string())
}

/// Finds a plan from cell to cell. Returns it with its first state.
pub(super) fn plan(planner: &Planner, start: Cell, goal: Cell) -> Result<(State, Plan)> {
    let state = start.state(planner);
    let error = match planner.plan(state, goal.goal()) {
        Ok(plan) => return Ok((state, plan)),
        Err(error) => error,
    };
    // The errors of the library have positions in subpixels; here, ends are cells.
    let message = match &error {
        PlanError::Unreachable => unreachable(planner, state, goal),
        PlanError::StartOffLevel { .. } => format!("the start {start} is outside of the level"),
        PlanError::StartDoesNotFit { .. } => format!("the body does not fit at the start {start}"),
        PlanError::GoalOffLevel { .. } => format!("the goal {goal} is outside of the level"),
        PlanError::GoalDoesNotFit { .. } => format!("the body does not fit at the goal {goal}"),
        PlanError::GoalInTheAir { .. } => {
            format!("the goal {goal} is in the air; choose a cell with ground under it")
        }
        error => error.to_string(),
    };
    let (_, status) = error.code();
    Err(NoAnswer { status, message }.into())
}

/// Returns the message for an unreachable goal, with the nearest cell that is reachable.
fn unreachable(planner: &Planner, start: State, goal: Cell) -> String {
    let [width, height] = planner.character().tile_size();
    let corner = [goal.column.saturating_mul(width), goal.row.saturating_mul(height)];
    let nearest = planner.nearest_reachable(start, corner, u32::MAX, &mut Scratch::new());
    let advice = nearest.map(|reached| {
        let [x, y] = reached.position;
        let cell = Cell { column: x.div_euclid(width), row: y.div_euclid(height) };
        format!("; the nearest reachable cell is {cell}, in {} frames", reached.frames)
    });
    format!("the goal {goal} is unreachable{}", advice.unwrap_or_default())
}

/// Reads a level and its name. The format depends on the file extension.
pub(super) fn level(path: &Path, level_options: &LevelOptions) -> Result<(Level, Option<String>)> {
    let text = || input::read_text(path);
    let mut beside = files_beside(path);
    let sound = |read: Result<Level, _>| read.map_err(|error| input::damaged(path, &error));
    let extension = extension(path).unwrap_or_default();
    let options: [(&str, bool, &[&str]); 3] = [
        ("--layer", !level_options.layers.is_empty(), &["tmx", "tmj", "json", "ldtk"]),
        ("--level", level_options.level.is_some(), &["ldtk"]),
        ("--key", !level_options.keys.is_empty(), &["ldtk"]),
    ];
    input::check_options_apply(path, &extension, &options)?;
    match extension.as_str() {
        "txt" => Ok((sound(level::parse(&text()?))?, None)),
        "tmx" | "tmj" | "json" => {
            Ok((sound(level::from_tiled(&text()?, level_options, &mut beside))?, None))
        }
        "ldtk" => ldtk_level(path, &text()?, level_options),
        _ => bail!(
            "{}: unknown file extension; give a .txt, .tmx, .tmj, .json (Tiled) or .ldtk file",
            path.display()
        ),
    }
}

/// Reads the level of an LDtk project that is named or, without a name, the only one.
fn ldtk_level(
    path: &Path,
    text: &str,
    level_options: &LevelOptions,
) -> Result<(Level, Option<String>)> {
    let file = path.display();
    if level_options.layers.len() > 1 {
        bail!("{file}: only one LDtk layer can be read; give --layer once");
    }
    let names = ldtk::level_names(text).map_err(|error| input::damaged(path, &error))?;
    match &level_options.level {
        Some(name) if !names.is_empty() && !names.contains(name) => {
            bail!("{file}: --level {name}: the file has no such name, only {}", names.join(", "))
        }
        None if names.len() > 1 => {
            bail!("{file}: choose one of its levels with --level: {}", names.join(", "))
        }
        _ => {}
    }
    let levels = level::from_ldtk(text, level_options, &mut files_beside(path));
    let level = levels.map_err(|error| input::damaged(path, &error))?.into_iter().next();
    let NamedLevel { name, level } =
        level.with_context(|| format!("{file}: the project has no level; add one"))?;
    Ok((level, Some(name)))
}

/// Reads physics. Fields that the file leaves out have their default values.
pub(super) fn physics(path: &Path) -> Result<Physics> {
    input::read_json(path, "{\"gravity\": 1030}")
}
