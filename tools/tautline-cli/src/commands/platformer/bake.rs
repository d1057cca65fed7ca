//! From an author's level to an asset.

use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use tautline::formats::level::{LevelOptions, Tile};
use tautline::platformer::exact::{self, Planner, PlannerOptions};
use tautline::platformer::{self, BakedLevel, Body, Physics, tiles_from_level};

use super::{file, inspect};
use crate::file_name::file_name;
use crate::output;
use crate::table::{Table, thousands};
use crate::waiting::Waiting;

#[derive(Args)]
pub(crate) struct Arguments {
    /// A level: .txt (`#` solid, `=` one-way, `.` empty, `^` deadly, the top row first), .tmx,
    /// .tmj or .json (Tiled, by the property `platform` of tiles), .ldtk (an IntGrid layer)
    #[arg(value_parser = file_name())]
    level: PathBuf,
    /// Where to write the asset
    #[arg(short, long, value_name = "OUT.plat", value_parser = file_name())]
    output: PathBuf,
    /// How the character moves: JSON with any of the fields tile, gravity, max_fall, walk, jump,
    /// jump_cut, grace_frames, steps_per_second, subpixels, in pixels and seconds
    #[arg(long, value_name = "FILE", value_parser = file_name())]
    physics: Option<PathBuf>,
    /// The size of the character, in pixels
    #[arg(long, value_name = "WxH", default_value = "12x12", value_parser = body, allow_hyphen_values = true)]
    body: Body,
    /// What the player can do sideways
    #[arg(long, value_enum, default_value_t)]
    axis: Axis,
    /// Leave out jumps in the frames of grace after a ledge: quicker to bake, a little slower to play
    #[arg(long)]
    no_grace: bool,
    /// What lies around the level
    #[arg(long, value_enum, default_value_t)]
    outside: Outside,
    /// So many landmarks, which make searches on large levels faster [default: 16 for a level with
    /// 128 spans or more]
    #[arg(
        long,
        value_name = "N",
        value_parser = clap::value_parser!(u8).range(0..=16),
        allow_negative_numbers = true
    )]
    landmarks: Option<u8>,
    /// Leave the moves out: a small file, whose moves are found again by whoever loads it
    #[arg(long)]
    no_moves: bool,
    /// The layer to read (Tiled, LDtk); may be given several times for Tiled
    #[arg(long = "layer", value_name = "NAME")]
    layers: Vec<String>,
    /// The level to read, if there are several (LDtk)
    #[arg(long = "level", value_name = "NAME")]
    name: Option<String>,
    /// What a value of the grid means, by number or name (LDtk): empty, solid, one-way or deadly;
    /// may be given several times
    #[arg(long = "key", value_name = "VALUE=TILE", value_parser = key)]
    keys: Vec<(String, Tile)>,
}

/// From so many spans on landmarks are worth their bytes.
const MANY_SPANS: usize = 128;

/// Finding the moves from so many spans may take a second.
const LONG_BAKE: usize = 1_000;

/// After so long the progress is looked at again.
const LOOK_AGAIN: Duration = Duration::from_millis(20);

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Axis {
    /// A stick: any speed up to that of walking
    #[default]
    Analog,
    /// A cross: left, nothing, right
    Digital,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Outside {
    /// Rock
    #[default]
    Solid,
    /// Death
    Deadly,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String> {
    output::check(&arguments.output, &[&arguments.level])?;
    let started = Instant::now();
    let in_level = || arguments.level.display().to_string();
    let rules = LevelOptions {
        level: arguments.name.clone(),
        layers: arguments.layers.clone(),
        keys: arguments.keys.iter().cloned().collect(),
    };
    let (level, name) = file::level(&arguments.level, &rules)?;
    let physics = match &arguments.physics {
        Some(path) => file::physics(path)?,
        None => Physics::default(),
    };
    let outside = match arguments.outside {
        Outside::Solid => platformer::Outside::Solid,
        Outside::Deadly => platformer::Outside::Deadly,
    };
    let mut options = PlannerOptions::default();
    options.axis = match arguments.axis {
        Axis::Analog => exact::Axis::Analog,
        Axis::Digital => exact::Axis::Digital,
    };
    options.grace = !arguments.no_grace;
    if let Some(size) = level.tile_size {
        tell_other_size(&arguments.level, size, physics.tile);
    }
    let tiles = tiles_from_level(&level, outside).with_context(in_level)?;
    // What is wrong here was not said in the level, but by --physics, --body and --axis.
    let level = BakedLevel::new(tiles, physics, arguments.body, options)?;
    let mut planner = level.planner().with_context(in_level)?;
    let spans = planner.span_count();
    find_moves(&planner);
    let landmarks = arguments.landmarks.unwrap_or(if spans < MANY_SPANS { 0 } else { 16 });
    planner.place_landmarks(landmarks.into());
    let mut level = level.with_landmarks(landmarks);
    level.name = name;
    if !arguments.no_moves {
        level = level.with_known_links(planner.to_stored_links());
    }
    let bytes = level.encode().with_context(in_level)?;
    output::write(&arguments.output, &bytes)?;

    let mut table = Table::default();
    if let Some(name) = &level.name {
        table.row("name", name);
    }
    let Body { width, height } = level.body();
    inspect::tile_rows(&level, &mut table);
    table
        .row("body", format_args!("{width} x {height} pixels"))
        .row("spans", thousands(spans))
        .row("links", thousands(planner.link_count()))
        .row("landmarks", level.landmarks())
        .row("time", format_args!("{:.1} ms", started.elapsed().as_secs_f64() * 1e3))
        .row("bytes", thousands(bytes.len()))
        .row("written to", arguments.output.display());
    Ok(table.text())
}

/// Says so where an author's tiles are not as large as those that the character moves among:
/// its places would be in other pixels than the author's.
fn tell_other_size(path: &Path, [width, height]: [f32; 2], tile: f64) {
    let is_other = [width, height].into_iter().any(|side| (f64::from(side) - tile).abs() > 0.0);
    if is_other {
        output::notice(&format!(
            "{}: its tiles are {width} x {height} pixels, but physics have tiles of {tile} x {tile}; \
             plans are in pixels of the latter (see --physics)",
            path.display()
        ));
    }
}

/// Finds all moves, and shows how far it is where that may take long.
fn find_moves(planner: &Planner) {
    let spans = planner.span_count();
    let waiting = Waiting::for_steps(spans >= LONG_BAKE, spans as u64, "spans");
    if !waiting.is_shown() {
        return planner.bake();
    }
    thread::scope(|scope| {
        let baking = scope.spawn(|| planner.bake());
        let mut found = 0;
        while !baking.is_finished() {
            let known = spans - planner.stale_count();
            waiting.advance((known - found) as u64);
            found = known;
            thread::sleep(LOOK_AGAIN);
        }
    });
}

fn body(text: &str) -> Result<Body, String> {
    let (width, height) = text.split_once('x').ok_or("give it as WxH, as in 12x20")?;
    let side = |text: &str| match text.trim().parse::<f64>() {
        Ok(side) if side > 0.0 && side.is_finite() => Ok(side),
        _ => Err(format!("{text:?} is not a number of pixels above 0")),
    };
    Ok(Body { width: side(width)?, height: side(height)? })
}

fn key(text: &str) -> Result<(String, Tile), String> {
    let (value, tile) = text.split_once('=').ok_or("give it as VALUE=TILE")?;
    let tile = Tile::from_name(tile)
        .ok_or_else(|| format!("{tile:?} is none of empty, solid, one-way and deadly"))?;
    Ok((value.to_owned(), tile))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_are_two_sides() {
        assert_eq!(body("12x20.5"), Ok(Body { width: 12.0, height: 20.5 }));
        for wrong in ["12", "0x3", "ax3", "3x-1", "3xinf"] {
            assert!(body(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn keys_name_a_tile() {
        assert_eq!(key("lava=deadly"), Ok(("lava".to_owned(), Tile::Deadly)));
        assert!(key("lava").is_err() && key("lava=hot").is_err());
    }
}
