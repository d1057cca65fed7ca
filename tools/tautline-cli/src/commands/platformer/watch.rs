//! `platformer watch`: a plan, played in the terminal.

use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write as _};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::Args;
use tautline::platformer::exact::{Plan, Planner};
use tautline::platformer::{Input, State};

use super::cell::Cell;
use super::plan_arguments::{PlanArguments, Planned};
use super::script::action;

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    query: PlanArguments,
    /// Print the frames one below the other instead of playing them
    #[arg(long)]
    frames: bool,
    /// Show only every Nth frame
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        value_parser = clap::value_parser!(u32).range(1..),
        allow_negative_numbers = true
    )]
    every: u32,
    /// Size of the view around the character, in tiles
    #[arg(long, value_name = "WxH", default_value = "78x22", value_parser = view)]
    view: View,
}

/// The size of the view, in tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct View {
    columns: u16,
    rows: u16,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String> {
    if !arguments.frames && !io::stdout().is_terminal() {
        bail!("the output is not a terminal; use --frames to print the frames of the plan");
    }
    let Planned { level, planner, start, plan } = arguments.query.plan()?;
    let stage = Stage { planner: &planner, goal: arguments.query.goal, view: arguments.view };
    let shown = shown(&planner, start, &plan, arguments.every);
    if arguments.frames {
        let frames = shown.iter().map(|shot| stage.frame(shot, &plan));
        return Ok(frames.collect::<Vec<String>>().join("\n"));
    }
    let rate = f64::from(level.physics().steps_per_second);
    let pause = Duration::from_secs_f64(f64::from(arguments.every) / rate);
    play(&stage, &shown, &plan, pause).context("cannot write to the terminal")?;
    Ok(String::new())
}

/// A state of the character, and its next input. The last one has none.
struct Shot {
    frame: u32,
    state: State,
    input: Option<Input>,
}

/// Returns every `every`th state from the first on, and the last one.
fn shown(planner: &Planner, start: State, plan: &Plan, every: u32) -> Vec<Shot> {
    let inputs = plan.inputs.iter().flat_map(|&(input, frames)| (0..frames).map(move |_| input));
    let inputs = inputs.map(Some).chain([None]);
    let replay = plan.replay(start, planner.character(), planner.tiles());
    (0..)
        .zip([start].into_iter().chain(replay))
        .zip(inputs)
        .map(|((frame, state), input)| Shot { frame, state, input })
        .filter(|shot| shot.frame.is_multiple_of(every) || shot.input.is_none())
        .collect()
}

/// Shows the frames one after the other at the same position of the terminal.
fn play(stage: &Stage<'_>, shown: &[Shot], plan: &Plan, pause: Duration) -> io::Result<()> {
    // Terminal control sequences. `CLEAR_LINE` clears the rest of a line and ends it.
    const CLEAR: &str = "\u{1b}[2J";
    const HOME: &str = "\u{1b}[H";
    const CLEAR_LINE: &str = "\u{1b}[K\n";
    let mut terminal = io::stdout().lock();
    terminal.write_all(CLEAR.as_bytes())?;
    for shot in shown {
        let frame = stage.frame(shot, plan).replace('\n', CLEAR_LINE);
        terminal.write_all(HOME.as_bytes())?;
        terminal.write_all(frame.as_bytes())?;
        terminal.flush()?;
        std::thread::sleep(pause);
    }
    Ok(())
}

/// The level in which a plan is played, and the visible part of it.
struct Stage<'a> {
    planner: &'a Planner,
    goal: Cell,
    view: View,
}

impl Stage<'_> {
    /// Returns a line about the frame, and the tiles around the character, which is `@`.
    fn frame(&self, shot: &Shot, plan: &Plan) -> String {
        let (character, tiles) = (self.planner.character(), self.planner.tiles());
        let pressed =
            shot.input.map_or("arrived".to_owned(), |input| action(input, character.walk_step()));
        let [x, y] = character.to_pixels([shot.state.x, shot.state.y]);
        let mut text = String::new();
        // Writing into a String cannot fail.
        let _ = writeln!(text, "frame {}/{}  {x:.1} {y:.1}  {pressed}", shot.frame, plan.frames);
        let covered = [0, 1].map(|axis| self.covered(shot.state, axis));
        // The view is centred on the character, and moved back into the level at its ends.
        let window = |axis: usize, cells: u16, shown: u16| {
            let middle = i32::midpoint(covered[axis][0], covered[axis][1]);
            let last_start = i32::from(cells.saturating_sub(shown));
            let start = (middle - i32::from(shown / 2)).clamp(0, last_start);
            start..start + i32::from(shown.min(cells))
        };
        let columns = window(0, tiles.columns(), self.view.columns);
        for row in window(1, tiles.rows(), self.view.rows).rev() {
            for column in columns.clone() {
                let is_in =
                    |axis: usize, cell: i32| (covered[axis][0]..=covered[axis][1]).contains(&cell);
                let tile = tiles.tile(column, row).letter();
                let goal = self.goal == Cell { column, row };
                text.push(match tile {
                    _ if is_in(0, column) && is_in(1, row) => '@',
                    '.' if goal => 'x',
                    '.' => ' ',
                    tile => tile,
                });
            }
            text.truncate(text.trim_end_matches(' ').len());
            text.push('\n');
        }
        text
    }

    /// Returns the first and the last column (axis 0) or row (axis 1) whose middle the body
    /// covers. If it covers none, the one that contains the middle of the body.
    fn covered(&self, state: State, axis: usize) -> [i32; 2] {
        let character = self.planner.character();
        let tile = character.tile_size()[axis];
        let size = character.body_size()[axis];
        let low = if axis == 0 { state.x } else { state.y };
        let first = (low + tile / 2).div_euclid(tile);
        let last = (low + size - 1 - tile / 2).div_euclid(tile);
        if first <= last { [first, last] } else { [(low + size / 2).div_euclid(tile); 2] }
    }
}

fn view(text: &str) -> Result<View, String> {
    let side = |text: &str| match text.parse::<u16>() {
        Ok(side) if side > 0 => Ok(side),
        _ => Err(format!("{text:?} is not a number of tiles above 0")),
    };
    let (columns, rows) = text.split_once('x').ok_or("expected WxH, such as 78x22")?;
    Ok(View { columns: side(columns)?, rows: side(rows)? })
}
