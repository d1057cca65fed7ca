//! `path`: one path.

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use serde_json::json;
use tautline::navmesh::{Location, NavMesh};
use tautline::{Ground, Path, PathError, Query, Scratch, Step, path_in};

use crate::commands::Tier;
use crate::file_name::file_name;
use crate::filter::FilterOptions;
use crate::no_answer::{NoAnswer, with_reason};
use crate::position::{distance, location, share};
use crate::table::Table;
use crate::{input, output, picture, picture_file};

#[derive(Args)]
pub(crate) struct Arguments {
    /// A baked mesh
    #[arg(value_parser = file_name())]
    asset: PathBuf,
    /// The start; a third number is its elevation
    #[arg(value_name = "X1,Y1", value_parser = location, allow_hyphen_values = true)]
    start: Location,
    /// The goal; a third number is its elevation
    #[arg(value_name = "X2,Y2", value_parser = location, allow_hyphen_values = true)]
    goal: Location,
    /// Tier of the search [default: exact where it is supported, otherwise weighted]
    #[arg(long, value_enum)]
    tier: Option<Tier>,
    /// Agent radius, in world units [default: the smallest radius of the asset]
    #[arg(long, value_name = "R", value_parser = distance, allow_negative_numbers = true)]
    radius: Option<f32>,
    /// Snap a start or goal that is off the mesh, or a goal that is unreachable, to the nearest
    /// valid point, at most this far away
    #[arg(long, value_name = "DISTANCE", value_parser = distance, allow_negative_numbers = true)]
    snap: Option<f32>,
    /// Accept paths that are too long by at most this share, such as 0.01 for 1 %. Exact searches
    /// find them faster among many small obstacles. On weighted terrain, find paths that are proved
    /// to cost at most this share more than the cheapest
    #[arg(long, value_name = "SHARE", value_parser = share, default_value_t = 0.0, allow_negative_numbers = true)]
    within: f64,
    #[command(flatten)]
    filter: FilterOptions,
    /// Print JSON, also if there is no path
    #[arg(long)]
    json: bool,
    /// Also draw the path, as a .svg, or a .png if the tool has the feature `png`
    #[arg(long, value_name = "FILE", value_parser = file_name())]
    svg: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String> {
    if let Some(file) = &arguments.svg {
        picture_file::check(file, None, &[&arguments.asset])?;
    }
    let asset = input::load(&arguments.asset)?;
    let ground = asset.ground_for(arguments.radius)?;
    let mesh = ground.mesh();
    let filter = arguments.filter.filter(&asset.baked, mesh)?;
    let mut query = Query::new(arguments.start, arguments.goal).with_filter(&filter);
    query.options.tier = arguments.tier.map(Into::into);
    query.options.snap = arguments.snap;
    query.options.within = arguments.within;
    // Labels leave the areas out otherwise, which are reported and give points their elevations.
    query.options.areas = true;
    for (name, end) in [("start", arguments.start), ("goal", arguments.goal)] {
        let floors: Vec<String> = floors_at(mesh, end).iter().map(f32::to_string).collect();
        if floors.len() > 1 {
            output::notice(&format!(
                "the {name} is on any of {} floors, at the elevations {}; a third number chooses one",
                floors.len(),
                floors.join(", ")
            ));
        }
    }
    let found = find(ground, &query).with_context(|| arguments.asset.display().to_string());
    let path = with_reason(found, arguments.json)?;
    let text = if arguments.json {
        format!("{}\n", as_json(mesh, &path))
    } else {
        as_text(mesh, &path, arguments.within)
    };
    if let Some(file) = &arguments.svg {
        let picture = picture::draw(&asset.baked, mesh, &[path], &picture::Options::default());
        picture_file::write(file, &picture, None)?;
    }
    Ok(text)
}

/// The elevations of the floors that a location may mean: more than one, if floors overlap there and it
/// has no elevation.
fn floors_at(mesh: &NavMesh, location: Location) -> Vec<f32> {
    let (mut floors, mut on_floor) = (Vec::new(), Vec::new());
    if location.elevation.is_some() || mesh.elevations().is_empty() {
        return floors;
    }
    let mut areas: Vec<_> = mesh.areas_at(location.point).collect();
    while let Some(&area) = areas.first() {
        let elevation = mesh.elevation_at(area, location.point);
        mesh.areas_on_floor(location.point, elevation, &mut on_floor);
        areas.retain(|other| *other != area && !on_floor.contains(other));
        floors.push(elevation);
    }
    floors.sort_by(f32::total_cmp);
    floors
}

/// Finds a path, by the labels of the ground if it has any.
pub(crate) fn find<'g>(ground: impl Into<Ground<'g>>, query: &Query<'_>) -> Result<Path> {
    let mut path = Path::default();
    match path_in(ground, query, &mut Scratch::new(), &mut path) {
        Ok(()) => Ok(path),
        Err(error) => {
            let is_off =
                matches!(error, PathError::StartOffMesh { .. } | PathError::GoalOffMesh { .. });
            let advice = if is_off { "; --snap DISTANCE moves it there" } else { "" };
            let (_, status) = error.code();
            Err(NoAnswer { status, message: format!("{error}{advice}") }.into())
        }
    }
}

fn as_text(mesh: &NavMesh, path: &Path, within: f64) -> String {
    let mut table = Table::default();
    table
        .row("tier", tier_name(path.tier))
        .row(if path.links.is_empty() { "length" } else { "length on foot" }, path.length)
        .row("cost", path.cost);
    // Equal to the cost of an exact path.
    if path.lower_bound < path.cost {
        table.row("lower bound", path.lower_bound);
        if path.lower_bound > 0.0 {
            let gap = 100.0 * (path.cost / path.lower_bound - 1.0);
            // Without a proof, the bound is far below the cheapest path, and the gap says little.
            let hint = match path.tier {
                tautline::Tier::Weighted if within <= 0.0 => {
                    "; --within 0.01 proves a better bound"
                }
                _ => "",
            };
            table.row("gap", format!("at most {gap:.2} % above the cheapest{hint}"));
        }
    }
    table
        .row("areas", path.areas.len())
        .row("links", path.links.len())
        .row("points", path.points.len());
    for (label, distance) in [("start snap", path.start_snap), ("goal snap", path.goal_snap)] {
        if distance > 0.0 {
            table.row(label, distance);
        }
    }
    if let Some(start) = path.points.first() {
        table.row("", format_args!("{} {}", start.x, start.y));
    }
    for step in path.steps() {
        // The point to which a link leads is marked with the kind of the link.
        let (label, to) = match step {
            Step::Walk { to } => ("", to),
            Step::Link { link, to, .. } => (mesh.link(link).kind.name(), to),
        };
        table.row(label, format_args!("{} {}", to.x, to.y));
    }
    table.text()
}

fn as_json(mesh: &NavMesh, path: &Path) -> serde_json::Value {
    let points: Vec<[f32; 2]> = path.points.iter().map(|&point| point.into()).collect();
    let areas: Vec<u32> = path.areas.iter().map(|&area| mesh.number(area)).collect();
    let traversals: Vec<_> = path
        .links
        .iter()
        .map(|it| {
            let kind = mesh.link(it.link).kind.name();
            json!({ "point": it.point, "link": it.link.0, "kind": kind, "forwards": it.forwards })
        })
        .collect();
    let mut answer = json!({
        "status": "ok",
        "tier": tier_name(path.tier),
        "length": path.length,
        "cost": path.cost,
        "lower_bound": path.lower_bound,
        "points": points,
        "areas": areas,
        "links": traversals,
        "start_snap": path.start_snap,
        "goal_snap": path.goal_snap,
    });
    if !mesh.elevations().is_empty() {
        let mut in_space = Vec::new();
        path.read_points_in_space(mesh, &mut in_space);
        answer["points_in_space"] = json!(in_space);
    }
    answer
}

pub(crate) const fn tier_name(tier: tautline::Tier) -> &'static str {
    match tier {
        tautline::Tier::Exact => "exact",
        tautline::Tier::Weighted => "weighted",
        tautline::Tier::Classic => "classic",
    }
}
