//! Reading levels, physics and assets.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use tautline::asset::Header;
use tautline::formats::level::{self, Level, LevelOptions, NamedLevel};
use tautline::platformer::exact::{Plan, PlanError, Planner, Scratch};
use tautline::platformer::{BakedLevel, Physics, State};

use super::cell::Cell;
use crate::input;

/// Loads a baked level.
pub(super) fn load(path: &Path) -> Result<BakedLevel> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    if Header::read(&bytes).is_ok_and(|header| header.kind == *b"MESH") {
        bail!("{}: is a map, no level; use `tautline` without `platformer`", path.display());
    }
    BakedLevel::decode(&bytes).with_context(|| path.display().to_string())
}

/// A planner for a baked level.
pub(super) fn planner(path: &Path) -> Result<Planner> {
    load(path)?.planner().with_context(|| path.display().to_string())
}

/// The plan from cell to cell, and the state that it begins with.
pub(super) fn plan(planner: &Planner, start: Cell, goal: Cell) -> Result<(State, Plan)> {
    let state = start.state(planner);
    // Errors speak of subpixels; here, ends are cells.
    planner.plan(state, goal.goal()).map(|plan| (state, plan)).map_err(|error| match error {
        PlanError::Unreachable => unreachable(planner, state, goal),
        PlanError::StartOffLevel { .. } => anyhow!("the start {start} is off the level"),
        PlanError::StartDoesNotFit { .. } => anyhow!("the body does not fit at the start {start}"),
        PlanError::GoalOffLevel { .. } => anyhow!("the goal {goal} is off the level"),
        PlanError::GoalDoesNotFit { .. } => anyhow!("the body does not fit at the goal {goal}"),
        PlanError::GoalInTheAir { .. } => {
            anyhow!("the goal {goal} is in the air; goals are places to stand")
        }
        error => error.into(),
    })
}

/// That there is no plan, and which place would be the nearest.
fn unreachable(planner: &Planner, start: State, goal: Cell) -> anyhow::Error {
    let [width, height] = planner.character().tile_size();
    let place = [goal.column.saturating_mul(width), goal.row.saturating_mul(height)];
    let nearest = planner.nearest_reachable(start, place, u32::MAX, &mut Scratch::new());
    let advice = nearest.map(|reached| {
        let [x, y] = reached.position;
        let cell = Cell { column: x.div_euclid(width), row: y.div_euclid(height) };
        format!("; the nearest cell that can be reached is {cell}, in {} frames", reached.frames)
    });
    anyhow!("no moves lead to {goal}{}", advice.unwrap_or_default())
}

/// Reads a level, known by its ending, and what it is called.
pub(super) fn level(path: &Path, rules: &LevelOptions) -> Result<(Level, Option<String>)> {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    let text = || input::read_text(path);
    let mut beside = |name: &str| input::read_beside(path, name);
    let sound = |read: Result<Level, _>| read.map_err(|error| input::damaged(path, &error));
    let ending = ending.as_deref().unwrap_or_default();
    let options: [(&str, bool, &[&str]); 3] = [
        ("--layer", !rules.layers.is_empty(), &["tmx", "tmj", "json", "ldtk"]),
        ("--level", rules.level.is_some(), &["ldtk"]),
        ("--key", !rules.keys.is_empty(), &["ldtk"]),
    ];
    input::refuse_lost(path, ending, &options)?;
    match ending {
        "txt" => Ok((sound(level::parse(&text()?))?, None)),
        "tmx" | "tmj" | "json" => {
            Ok((sound(level::from_tiled(&text()?, rules, &mut beside))?, None))
        }
        "ldtk" => {
            if rules.layers.len() > 1 {
                bail!("{}: of LDtk, one layer is read; give --layer once", path.display());
            }
            let text = text()?;
            input::check_level(path, &text, rules.level.as_deref())?;
            let levels = level::from_ldtk(&text, rules, &mut beside)
                .map_err(|error| input::damaged(path, &error))?;
            let NamedLevel { name, level } = input::only_level(path, levels)?;
            Ok((level, Some(name)))
        }
        _ => bail!(
            "{}: cannot tell what this is by its ending; give a .txt, .tmx, .tmj, .json (of Tiled) or .ldtk \
             file",
            path.display()
        ),
    }
}

/// Reads physics; what the file does not name is as by default.
pub(super) fn physics(path: &Path) -> Result<Physics> {
    let text = input::read_text(path)?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    // A list would be taken for the numbers of all fields, in the order of the library's source.
    if !text.trim_start().starts_with('{') {
        return Err(input::damaged(path, &"expected physics by name, as in {\"gravity\": 1030}"));
    }
    serde_json::from_str(text).map_err(|error| input::damaged(path, &error))
}
