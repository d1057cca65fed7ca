//! `bake`: from a map file to an asset.

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
use crate::progress::Progress;
use crate::table::{Table, thousands};

/// The number of items of a kind that the summary lists.
const LISTED: usize = 8;

/// The size of an input, in bytes, above which a spinner is shown.
const LONG_INPUT: u64 = 4 << 20;

#[derive(Args)]
pub(crate) struct Arguments {
    /// The map. Navigation meshes: .mesh (Polyanya format 2), .json (tautline's own), .navmesh or
    /// .bin (Detour). Tile maps: .map (MovingAI octile grid), .tmx, .tmj or .json (Tiled), .ldtk,
    /// .png. Vector maps: .svg, .geojson or .json (GeoJSON). Models: .obj, .gltf, .glb
    #[arg(value_parser = file_name())]
    input: PathBuf,
    /// The asset to write
    #[arg(short, long, value_name = "OUT.nav", value_parser = file_name())]
    output: PathBuf,
    /// Agent radius: the distance that the mesh keeps from walls, in world units; give it several
    /// times for several sizes of agents [default: 0]
    #[arg(long = "radius", value_name = "R", value_parser = radius, allow_negative_numbers = true)]
    radii: Vec<f32>,
    /// With --radius, round the mesh off at corners, to this tolerance in world units [default:
    /// mitred corners]
    #[arg(long, value_name = "TOLERANCE", requires = "radii", allow_negative_numbers = true)]
    rounded: Option<f32>,
    /// Hub labels, which answer exact queries 13 to 42 times faster than a search: `auto` bakes as
    /// many as are worth their memory; `off` none; a number sets their limit in bytes, for each
    /// radius; `order` stores only 2 to 4 bytes for each corner, and loading bakes them again
    #[arg(
        long,
        value_name = "auto|off|order|BYTES",
        default_value = "auto",
        allow_negative_numbers = true
    )]
    labels: LabelChoice,
    /// Landmarks (ALT), which cut the time of exact searches on large maps to 0.4 to 0.8 of it, for
    /// 32 bytes for each vertex
    #[arg(long, value_enum, value_name = "auto|on|off", default_value_t)]
    landmarks: LandmarkChoice,
    /// Report concave areas as errors instead of splitting them
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
    let progress = Progress::for_stages(is_long);
    progress.stage(format!("reading {}", input.display()));
    let source = Source::read(input, *strict, rules)?;
    progress.stage(format!("building the mesh of {}", input.display()));
    let corners = rounded.map_or(LineJoin::default(), |tolerance| LineJoin::Round { tolerance });
    let mut built =
        input::build(source, radii, corners).with_context(|| input.display().to_string())?;
    labels::bake(&mut built, *labels, &progress).with_context(|| input.display().to_string())?;
    progress.stage("computing distances to landmarks".to_owned());
    landmarks::choose(&mut built, *landmarks);
    progress.stage(format!("writing {}", output.display()));
    let bytes = built.baked.encode().with_context(|| input.display().to_string())?;
    output::write(output, &bytes)?;
    drop(progress);
    let mut table = summary(&built);
    table
        .row("time", format_args!("{:.1} ms", started.elapsed().as_secs_f64() * 1e3))
        .row("bytes", thousands(bytes.len()))
        .row("written to", output.display());
    Ok(table.text())
}

/// Returns a table of what was baked, repaired, split and left out.
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
        table.row("lost link", format_args!("{link} is out of reach with a radius of {radius}"));
    }
    for (label, note) in notes {
        table.row(*label, note);
    }
    repair_rows(&baked.repairs, &mut table);
    if !report.split_areas.is_empty() {
        table.row("split areas", split_areas(&report.split_areas, baked.mesh()));
    }
    if report.t_junctions_linked {
        let count = thousands(report.t_junctions.len());
        table.row(
            "T-junctions",
            format_args!("{count} linked, where the edges of areas touch only partly"),
        );
    }
    table
}

fn mesh_rows(mesh: &NavMesh, table: &mut Table) {
    let borders = BorderDictionary::new(mesh);
    let (all, portals) = (borders.all().len(), borders.portals().count());
    let [all, portals, boundary] = [all, portals, all - portals].map(thousands);
    table
        .row("areas", thousands(mesh.area_count()))
        .row("corners", thousands(mesh.corner_count()))
        .row("borders", format_args!("{all} ({portals} portals, {boundary} boundary)"))
        .row("boundary loops", thousands(mesh.boundary_loops().len()))
        .row("connected components", thousands(mesh.component_count()))
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
        "{} concave areas ({}) split into {} convex ones; --strict makes them errors",
        thousands(areas.len()),
        listed(numbers),
        thousands(parts)
    )
}

/// Returns the first few numbers of a list.
fn listed(numbers: impl ExactSizeIterator<Item = u32>) -> String {
    let more = numbers.len().saturating_sub(LISTED);
    let first: Vec<String> = numbers.take(LISTED).map(|number| number.to_string()).collect();
    let dots = if more > 0 { ", ..." } else { "" };
    format!("{}{dots}", first.join(", "))
}
