//! `inspect` for baked levels.

use std::path::Path;

use anyhow::{Context, Result};
use serde_json::{Value, json};
use tautline::asset::{HEADER_LENGTH, Header};
use tautline::platformer::exact::{Axis, Planner};
use tautline::platformer::{BakedLevel, BakedLevelError, Body, Outside, Tile, Tiles};

use crate::input;
use crate::table::{Table, thousands};

/// Describes the contents of a level, as text or as JSON.
pub(crate) fn inspect(path: &Path, as_json: bool) -> Result<String> {
    let file = LevelFile::load(path)?;
    Ok(if as_json { format!("{:#}\n", file.as_json()) } else { file.as_text() })
}

/// A level with the header and the size of its file.
struct LevelFile {
    level: BakedLevel,
    header: Header,
    byte_count: usize,
    /// A planner with all links.
    planner: Planner,
}

impl LevelFile {
    fn load(path: &Path) -> Result<Self> {
        let bytes = input::read_asset(path)?;
        let in_file = || path.display().to_string();
        let header = Header::read(&bytes).with_context(in_file)?;
        let level = BakedLevel::decode(&bytes).with_context(in_file)?;
        let planner = planner_with_all_links(&level).with_context(in_file)?;
        Ok(Self { level, header, byte_count: bytes.len(), planner })
    }

    fn as_json(&self) -> Value {
        let Self { level, header, byte_count, planner } = self;
        let [solid, one_way, deadly] = tile_counts(level.tiles());
        json!({
            "kind": header.kind.escape_ascii().to_string(),
            "format": header.format_version,
            "builder_revision": header.builder_revision,
            "name": level.name,
            "columns": level.tiles().columns(),
            "rows": level.tiles().rows(),
            "tiles": { "solid": solid, "one_way": one_way, "deadly": deadly },
            "outside": outside_name(level),
            "body": [level.body().width, level.body().height],
            "physics": level.physics(),
            "axis": axis_name(level),
            "grace": level.options().grace,
            "landmarks": level.landmarks(),
            "moves": level.has_links(),
            "spans": planner.span_count(),
            "links": planner.link_count(),
            "bytes": {
                "total": byte_count,
                "header": HEADER_LENGTH,
                "level": header.payload_length,
            },
        })
    }

    fn as_text(&self) -> String {
        let Self { level, header, byte_count, planner } = self;
        let mut table = Table::default();
        table.row("kind", header.kind.escape_ascii()).row("format", header.format_version);
        if let Some(name) = &level.name {
            table.row("name", name);
        }
        tile_rows(level, &mut table);
        character_rows(level, &mut table);
        let moves = if level.has_links() { "in the file" } else { "found when needed" };
        table
            .row("landmarks", level.landmarks())
            .row("moves", moves)
            .row("spans", thousands(planner.span_count()))
            .row("links", thousands(planner.link_count()))
            .row("bytes", thousands(*byte_count))
            .row("  header", HEADER_LENGTH)
            .row("  level", header.payload_length);
        table.text()
    }
}

/// Returns a planner with all links of a level. If the file has none, they are found only to be
/// counted, and no landmarks are placed.
fn planner_with_all_links(level: &BakedLevel) -> Result<Planner, BakedLevelError> {
    let planner = if level.has_links() {
        level.planner()?
    } else {
        level.clone().with_landmarks(0).planner()?
    };
    planner.bake();
    Ok(planner)
}

/// Adds the size of a level, its tiles by kind, and the tiles outside.
pub(super) fn tile_rows(level: &BakedLevel, table: &mut Table) {
    let tiles = level.tiles();
    let [solid, one_way, deadly] = tile_counts(tiles);
    table
        .row("tiles", format_args!("{} x {}", tiles.columns(), tiles.rows()))
        .row("  solid", thousands(solid))
        .row("  one-way", thousands(one_way))
        .row("  deadly", thousands(deadly))
        .row("outside", outside_name(level));
}

fn character_rows(level: &BakedLevel, table: &mut Table) {
    let Body { width, height } = level.body();
    let physics = level.physics();
    let unused = if level.options().grace { "" } else { ", not used in plans" };
    table
        .row("body", format_args!("{width} x {height} pixels"))
        .row("tile", format_args!("{} pixels", physics.tile))
        .row("walk", format_args!("{} pixels/s", physics.walk))
        .row("jump", format_args!("{} pixels/s, cut to {}", physics.jump, physics.jump_cut))
        .row("gravity", format_args!("{} pixels/s^2", physics.gravity))
        .row("fall", format_args!("{} pixels/s at most", physics.max_fall))
        .row("steps", format_args!("{} per second", physics.steps_per_second))
        .row("axis", axis_name(level))
        .row("coyote time", format_args!("{} frames{unused}", physics.grace_frames));
}

/// Returns the numbers of solid, one-way and deadly tiles.
fn tile_counts(tiles: &Tiles) -> [usize; 3] {
    let [columns, rows] = [tiles.columns(), tiles.rows()];
    [Tile::Solid, Tile::OneWay, Tile::Deadly].map(|wanted| {
        let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
        cells.filter(|&(column, row)| tiles.tile(column.into(), row.into()) == wanted).count()
    })
}

fn axis_name(level: &BakedLevel) -> &'static str {
    match level.options().axis {
        Axis::Analog => "analog",
        Axis::Digital => "digital",
    }
}

fn outside_name(level: &BakedLevel) -> &'static str {
    match level.tiles().outside() {
        Outside::Solid => "solid",
        Outside::Deadly => "deadly",
    }
}
