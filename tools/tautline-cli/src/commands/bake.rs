//! From an author's file to an asset.

use std::fs;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, Result};
use clap::Args;
use tautline::baked::BakedRepair;
use tautline::meshgen::LineJoin;
use tautline::navmesh::{BorderDictionary, NavMesh, SplitArea};

use crate::commands::inspect::{radii, terrains};
use crate::file_name::file_name;
use crate::input::{self, Built, Rules, Source};
use crate::labels::{self, LabelChoice};
use crate::landmarks::{self, LandmarkChoice};
use crate::output;
use crate::position::radius;
use crate::table::{Table, thousands};
use crate::waiting::Waiting;

/// How many things of a kind are listed.
const LISTED: usize = 8;

/// Bytes of an input from which on baking is worth a sign of life.
const LONG_INPUT: u64 = 4 << 20;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Areas: .mesh (Polyanya format 2), .json (tautline's own), .navmesh or .bin (Detour). Tiles: .map (MovingAI octile grid),
    /// .tmx, .tmj or .json (Tiled), .ldtk, .png. Plans: .svg, .geojson or .json (GeoJSON). Models:
    /// .obj, .gltf, .glb
    #[arg(value_parser = file_name())]
    input: PathBuf,
    /// Where to write the asset
    #[arg(short, long, value_name = "OUT.nav", value_parser = file_name())]
    output: PathBuf,
    /// Keep away from walls by so much, in world units; may be given several times, for agents of
    /// several sizes
    #[arg(long = "radius", value_name = "R", value_parser = radius, allow_negative_numbers = true)]
    radii: Vec<f32>,
    /// With a radius, go around corners in a circle that is drawn to this tolerance, in world units,
    /// instead of at right angles
    #[arg(long, value_name = "TOLERANCE", requires = "radii", allow_negative_numbers = true)]
    rounded: Option<f32>,
    /// Labels, by which exact paths are looked up instead of searched: `auto` bakes as many as are
    /// worth their memory, `off` none, a number at most so many bytes of them for each radius;
    /// `order` stores two to four bytes per corner, from which loading bakes them again
    #[arg(
        long,
        value_name = "auto|off|order|BYTES",
        default_value = "auto",
        allow_negative_numbers = true
    )]
    labels: LabelChoice,
    /// Landmarks, by which searches for exact paths on large maps take 0.4 to 0.8 of the time, for
    /// 32 bytes per vertex: `auto` where there are no labels
    #[arg(long, value_enum, value_name = "auto|on|off", default_value_t)]
    landmarks: LandmarkChoice,
    /// Refuse concave areas instead of splitting them
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    rules: Rules,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String> {
    let Arguments { input, output, radii, rounded, labels, landmarks, strict, rules } = arguments;
    output::check(output, &[input])?;
    let started = Instant::now();
    let is_long = fs::metadata(input).is_ok_and(|metadata| metadata.len() > LONG_INPUT);
    let waiting = Waiting::for_stages(is_long);
    waiting.stage(format!("reading {}", input.display()));
    let source = Source::read(input, *strict, rules)?;
    waiting.stage(format!("building the mesh of {}", input.display()));
    let line_join = rounded.map_or(LineJoin::default(), |tolerance| LineJoin::Round { tolerance });
    let mut built =
        input::build(source, radii, line_join).with_context(|| input.display().to_string())?;
    labels::bake(&mut built, *labels, &waiting).with_context(|| input.display().to_string())?;
    waiting.stage("measuring from landmarks".to_owned());
    landmarks::choose(&mut built, *landmarks);
    waiting.stage(format!("writing {}", output.display()));
    let bytes = built.baked.encode().with_context(|| input.display().to_string())?;
    output::write(output, &bytes)?;
    drop(waiting);
    let mut table = summary(&built);
    table
        .row("time", format_args!("{:.1} ms", started.elapsed().as_secs_f64() * 1e3))
        .row("bytes", thousands(bytes.len()))
        .row("written to", output.display());
    Ok(table.text())
}

/// What was baked, and what had to be done to it.
pub(crate) fn summary(built: &Built) -> Table {
    let Built { baked, report, lost_links, notes } = built;
    let mut table = Table::default();
    if let Some(name) = &baked.name {
        table.row("name", name);
    }
    mesh_rows(baked.mesh(), &mut table);
    let terrains: Vec<String> =
        terrains(baked).into_iter().map(|(name, areas)| format!("{name} {areas}")).collect();
    table.row("terrains", terrains.join(", "));
    if baked.meshes().len() > 1 || baked.meshes()[0].radius() > 0.0 {
        table.row("radii", radii(baked));
    }
    for (radius, link) in lost_links {
        table.row("lost link", format_args!("{link} cannot be taken with a radius of {radius}"));
    }
    for (what, note) in notes {
        table.row(*what, note);
    }
    repair_rows(&baked.repairs, &mut table);
    if !report.split_areas.is_empty() {
        table.row("split areas", split_areas(&report.split_areas, baked.mesh()));
    }
    if report.t_junctions_linked {
        let count = thousands(report.t_junctions.len());
        table.row(
            "partial borders",
            format_args!("{count} linked, where areas touch along parts of their sides"),
        );
    }
    table
}

fn mesh_rows(mesh: &NavMesh, table: &mut Table) {
    let borders = BorderDictionary::new(mesh);
    let (all, shared) = (borders.all().len(), borders.portals().count());
    let [all, shared, single] = [all, shared, all - shared].map(thousands);
    table
        .row("areas", thousands(mesh.area_count()))
        .row("corners", thousands(mesh.corner_count()))
        .row("borders", format_args!("{all} ({shared} shared, {single} single)"))
        .row("outlines", thousands(mesh.boundary_loops().len()))
        .row("parts", thousands(mesh.component_count()))
        .row("links", thousands(mesh.links().len()));
}

fn repair_rows(repairs: &[BakedRepair], table: &mut Table) {
    for repair in repairs.iter().take(LISTED) {
        table.row("repaired", &repair.what);
    }
    if repairs.len() > LISTED {
        table.row("repaired", format_args!("and {} more", thousands(repairs.len() - LISTED)));
    }
}

fn split_areas(areas: &[SplitArea], mesh: &NavMesh) -> String {
    let numbers = areas.iter().map(|split| mesh.number(split.area));
    let parts: usize = areas.iter().map(|split| split.parts).sum();
    format!(
        "{} concave areas ({}) split into {} convex ones; use --strict to refuse them",
        thousands(areas.len()),
        listed(numbers),
        thousands(parts)
    )
}

/// The first few numbers of a list.
fn listed(numbers: impl ExactSizeIterator<Item = u32>) -> String {
    let more = numbers.len().saturating_sub(LISTED);
    let first: Vec<String> = numbers.take(LISTED).map(|number| number.to_string()).collect();
    let dots = if more > 0 { ", ..." } else { "" };
    format!("{}{dots}", first.join(", "))
}
