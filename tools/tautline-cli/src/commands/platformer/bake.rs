//! `platformer bake`: from a level file to an asset.

use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use tautline::bake::Warning;
use tautline::formats::level::{Level, LevelOptions, Tile, TileMeaning};
use tautline::formats::{RoleSource, UnreadKind, UnreadName};
use tautline::platformer::exact::{self, Planner, PlannerOptions};
use tautline::platformer::{self, BakedLevel, Body, Physics, tiles_from_level};

use super::{file, inspect};
use crate::file_name::file_name;
use crate::output;
use crate::progress::Progress;
use crate::table::{Table, elapsed, thousands};

#[derive(Args)]
pub(crate) struct Arguments {
    /// The level: .txt (`#` solid, `=` one-way, `.` empty, `^` deadly, the top row first), .tmx,
    /// .tmj or .json (Tiled, with the property `platform` of tiles), .ldtk (an IntGrid layer)
    #[arg(value_parser = file_name())]
    level: PathBuf,
    /// The asset to write
    #[arg(short, long, value_name = "OUT.plat", value_parser = file_name())]
    output: PathBuf,
    /// Physics of the character: JSON with any of the fields tile, gravity, max_fall, walk, jump,
    /// jump_cut, grace_frames (coyote time), steps_per_second, subpixels, in pixels and seconds
    #[arg(long, value_name = "FILE", value_parser = file_name())]
    physics: Option<PathBuf>,
    /// Size of the character, in pixels
    #[arg(long, value_name = "WxH", default_value = "12x12", value_parser = body, allow_hyphen_values = true)]
    body: Body,
    /// Horizontal controls
    #[arg(long, value_enum, default_value_t)]
    axis: Axis,
    /// Leave out jumps in coyote time (the grace frames after a ledge): faster to bake, but some
    /// plans take a few frames more
    #[arg(long)]
    no_grace: bool,
    /// Tiles outside of the level
    #[arg(long, value_enum, default_value_t)]
    outside: Outside,
    /// Number of landmarks (ALT), which speed up planning on large levels [default: 16 for levels
    /// with 128 spans or more, otherwise 0]
    #[arg(
        long,
        value_name = "N",
        value_parser = clap::value_parser!(u8).range(0..=16),
        allow_negative_numbers = true
    )]
    landmarks: Option<u8>,
    /// Leave out the links (the moves between spans): a small file, but planners find the links
    /// again after loading
    #[arg(long)]
    no_moves: bool,
    /// Layer to read (Tiled, LDtk); may be given several times for Tiled
    #[arg(long = "layer", value_name = "NAME")]
    layers: Vec<String>,
    /// Level to read, required if there are several (LDtk)
    #[arg(long = "level", value_name = "NAME")]
    name: Option<String>,
    /// Tile for a grid value, by its number or name (LDtk): empty, solid, one-way or deadly; may be
    /// given several times
    #[arg(long = "key", value_name = "VALUE=TILE", value_parser = key)]
    keys: Vec<(String, Tile)>,
}

/// The number of spans from which landmarks are worth their bytes.
const MANY_SPANS: usize = 128;

/// The number of spans from which a progress bar is shown. Finding their links may take a second.
const LONG_BAKE: usize = 1_000;

/// The time between two updates of the progress bar.
const UPDATE_INTERVAL: Duration = Duration::from_millis(20);

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Axis {
    /// An analog stick: any speed up to that of walking
    #[default]
    Analog,
    /// A directional pad: left, right, or neither
    Digital,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Outside {
    /// Solid tiles
    #[default]
    Solid,
    /// Deadly tiles
    Deadly,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String> {
    let mut inputs = vec![arguments.level.as_path()];
    inputs.extend(arguments.physics.as_deref());
    output::check(&arguments.output, &inputs)?;
    let started = Instant::now();
    let in_level = || arguments.level.display().to_string();
    let level_options = LevelOptions {
        level: arguments.name.clone(),
        layers: arguments.layers.clone(),
        keys: arguments.keys.iter().cloned().collect(),
    };
    let (drawn, name) = file::level(&arguments.level, &level_options)?;
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
    if let Some(size) = drawn.tile_size {
        warn_of_tile_size(&arguments.level, size, physics.tile);
    }
    for unread in &drawn.unread {
        warn_of_unread_name(&arguments.level, unread);
    }
    warn_of_unused_keys(arguments, &drawn);
    let tiles = tiles_from_level(&drawn, outside).with_context(in_level)?;
    // Errors here are about --physics, --body and --axis, not about the level file.
    let level = BakedLevel::new(tiles, physics, arguments.body, options)?;
    for rounded in level.rounded_values() {
        output::notice(&format!("warning: {rounded}"));
    }
    let mut planner = level.planner().with_context(in_level)?;
    let spans = planner.span_count();
    if spans == 0 {
        warn_of_no_ground(&arguments.level, arguments.body);
    }
    find_links(&planner);
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
    meaning_rows(&drawn, &mut table);
    let Body { width, height } = level.body();
    inspect::tile_rows(&level, &mut table);
    table
        .row("body", format_args!("{width} x {height} pixels"))
        .row("spans", thousands(spans))
        .row("links", thousands(planner.link_count()))
        .row("landmarks", level.landmarks())
        .row("time", elapsed(started))
        .row("bytes", thousands(bytes.len()))
        .row("written to", arguments.output.display());
    Ok(table.text())
}

/// Warns if the tiles of the file do not have the size in the physics: positions in plans then
/// are in other pixels than those of the file.
fn warn_of_tile_size(path: &Path, [width, height]: [f32; 2], tile: f64) {
    let is_other = [width, height].into_iter().any(|side| (f64::from(side) - tile).abs() > 0.0);
    if is_other {
        output::notice(&format!(
            "warning: {}: the tiles are {width} x {height} pixels, but {tile} x {tile} in the \
             physics, whose pixels plans use; set `tile` with --physics to change that",
            path.display()
        ));
    }
}

/// Warns that a character can stand nowhere: there are no plans.
fn warn_of_no_ground(path: &Path, Body { width, height }: Body) {
    output::notice(&format!(
        "warning: {}: there is no ground with room for a body of {width} x {height} pixels; set \
         its size with --body, or the size of tiles, `tile`, with --physics",
        path.display()
    ));
}

/// Warns of a name in a file of Tiled that looks like a label but is not read.
fn warn_of_unread_name(path: &Path, UnreadName { kind, name, count, .. }: &UnreadName) {
    let times = if *count > 1 { format!(" ({count} times)") } else { String::new() };
    let advice = match kind {
        UnreadKind::Layer => {
            "its tiles have no label; such tiles are solid in a layer named `collision`"
        }
        UnreadKind::ObjectLayer => "only tile layers are read",
        UnreadKind::Offset => {
            "its tiles are where they would be without it; set the offset to 0, and move the tiles"
        }
        _ => "tiles are labelled by the property `platform`: solid, one-way, deadly or empty",
    };
    let (path, kind) = (path.display(), kind.name());
    output::notice(&format!("warning: {path}: the {kind} {name:?}{times} is not read; {advice}"));
}

/// Warns of keys for values that no cell has. Names that the project does not have are errors already.
fn warn_of_unused_keys(arguments: &Arguments, drawn: &Level) {
    let sources = || drawn.meanings.iter().map(|meaning| &meaning.source);
    for (value, _) in &arguments.keys {
        if !sources().any(|source| source.may_be_key(value)) {
            let known = RoleSource::values(sources());
            let unused = Warning::UnusedKey { value: value.clone(), known };
            output::notice(&format!("warning: {}: {unused}", arguments.level.display()));
        }
    }
}

/// Adds rows about what the cells of the file became, and by which label or rule.
fn meaning_rows(level: &Level, table: &mut Table) {
    for TileMeaning { tile, source, count, .. } in &level.meanings {
        let option = if matches!(source, RoleSource::OtherValue(_)) { " (--key)" } else { "" };
        let cells = if *count == 1 { "cell" } else { "cells" };
        table.row("read as", format_args!("{}: {count} {cells}, {source}{option}", tile.name()));
    }
}

/// Finds all links, with a progress bar on large levels.
fn find_links(planner: &Planner) {
    let spans = planner.span_count();
    let progress = Progress::for_steps(spans >= LONG_BAKE, spans as u64, "spans");
    if !progress.is_shown() {
        return planner.bake();
    }
    // `bake` has no callback: while a thread bakes, this one polls the number of stale spans.
    thread::scope(|scope| {
        let baking = scope.spawn(|| planner.bake());
        let mut found = 0;
        while !baking.is_finished() {
            let known = spans - planner.stale_count();
            progress.advance((known - found) as u64);
            found = known;
            thread::sleep(UPDATE_INTERVAL);
        }
    });
}

fn body(text: &str) -> Result<Body, String> {
    let (width, height) = text.split_once('x').ok_or("expected WxH, such as 12x20")?;
    let side = |text: &str| match text.trim().parse::<f64>() {
        Ok(side) if side > 0.0 && side.is_finite() => Ok(side),
        _ => Err(format!("{text:?} is not a number of pixels above 0")),
    };
    Ok(Body { width: side(width)?, height: side(height)? })
}

fn key(text: &str) -> Result<(String, Tile), String> {
    let (value, tile) = text.split_once('=').ok_or("expected VALUE=TILE, such as lava=deadly")?;
    let tile = Tile::from_name(tile)
        .ok_or_else(|| format!("{tile:?} is none of empty, solid, one-way, deadly"))?;
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
