//! What a baked level holds.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use serde_json::json;
use tautline::asset::{HEADER_LENGTH, Header};
use tautline::platformer::exact::Axis;
use tautline::platformer::{BakedLevel, Body, Outside, Tile};

use crate::table::{Table, thousands};

/// Whether the file says of itself that it is a level.
pub(crate) fn is_level(path: &Path) -> bool {
    fs::read(path)
        .ok()
        .and_then(|bytes| Header::read(&bytes).ok())
        .is_some_and(|header| header.kind == *b"PLAT")
}

/// Tells what a level holds, as text or as JSON.
pub(crate) fn inspect(path: &Path, as_json: bool) -> Result<String> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let in_file = || path.display().to_string();
    let header = Header::read(&bytes).with_context(in_file)?;
    let level = BakedLevel::decode(&bytes).with_context(in_file)?;
    let has_moves = level.has_moves();
    let planner =
        if has_moves { level.planner() } else { level.clone().with_landmarks(0).planner() };
    let planner = planner.with_context(in_file)?;
    planner.bake();
    let tiles = level.tiles();
    let [columns, rows] = [tiles.columns(), tiles.rows()];
    let count = |wanted: Tile| {
        let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
        cells.filter(|&(column, row)| tiles.tile(column.into(), row.into()) == wanted).count()
    };
    let [solid, one_way, deadly] = [Tile::Solid, Tile::OneWay, Tile::Deadly].map(count);
    let Body { width, height } = level.body();
    let axis = match level.options().axis {
        Axis::Analog => "analog",
        Axis::Digital => "digital",
    };
    let outside = match tiles.outside() {
        Outside::Solid => "solid",
        Outside::Deadly => "deadly",
    };
    if as_json {
        let value = json!({
            "kind": header.kind.escape_ascii().to_string(),
            "format": header.format_version,
            "builder_revision": header.builder_revision,
            "name": level.name,
            "columns": columns,
            "rows": rows,
            "tiles": { "solid": solid, "one_way": one_way, "deadly": deadly },
            "outside": outside,
            "body": [width, height],
            "physics": level.physics(),
            "axis": axis,
            "grace": level.options().grace,
            "landmarks": level.landmarks(),
            "moves": has_moves,
            "spans": planner.span_count(),
            "links": planner.link_count(),
            "bytes": {
                "total": bytes.len(),
                "header": HEADER_LENGTH,
                "level": header.stored_length,
                "level_unpacked": header.decoded_length,
            },
        });
        return Ok(format!("{value:#}\n"));
    }
    let mut table = Table::default();
    table.row("kind", header.kind.escape_ascii()).row("format", header.format_version);
    if let Some(name) = &level.name {
        table.row("name", name);
    }
    let physics = level.physics();
    table
        .row("tiles", format_args!("{columns} x {rows}"))
        .row("  solid", thousands(solid))
        .row("  one-way", thousands(one_way))
        .row("  deadly", thousands(deadly))
        .row("outside", outside)
        .row("body", format_args!("{width} x {height} pixels"))
        .row("tile", format_args!("{} pixels", physics.tile))
        .row("walk", format_args!("{} pixels/s", physics.walk))
        .row("jump", format_args!("{} pixels/s, cut to {}", physics.jump, physics.jump_cut))
        .row("gravity", format_args!("{} pixels/s2", physics.gravity))
        .row("fall", format_args!("{} pixels/s at most", physics.max_fall))
        .row("steps", format_args!("{} per second", physics.steps_per_second))
        .row("axis", axis)
        .row(
            "grace",
            format_args!(
                "{} frames{}",
                physics.grace_frames,
                if level.options().grace { "" } else { ", not planned with" }
            ),
        )
        .row("landmarks", level.landmarks())
        .row("moves", if has_moves { "in the file" } else { "found when they are needed" })
        .row("spans", thousands(planner.span_count()))
        .row("links", thousands(planner.link_count()))
        .row("bytes", thousands(bytes.len()))
        .row("  header", HEADER_LENGTH)
        .row("  level", header.stored_length)
        .row("  unpacked", header.decoded_length);
    Ok(table.text())
}
