//! `demo`: all commands once, on the map that comes with the tool.

use std::fmt::Write as _;
use std::fs;
use std::iter;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, Result};
use clap::Args;
use tautline::bake::MapBaker;
use tautline::formats::no_files;
use tautline::navmesh::{Location, NavMesh, RandomPoints};
use tautline::weighted::CostLandmarks;
use tautline::{Ground, Path, PathError, Query, QueryFilter, paths};

use crate::commands::path::find;
use crate::filter::{Cost, query_filter};
use crate::input;
use crate::summary::summary;
use crate::table::{as_f64, thousands};
use crate::{output, picture};

const MAP: &str = include_str!("../../maps/harbour.json");

const AGENTS: usize = 10_000;

/// The terrain costs of the demo: roads are cheap, mud is expensive.
const FACTORS: [(&str, f32); 8] = [
    ("road", 1.0),
    ("paving", 1.0),
    ("planks", 1.1),
    ("ground", 1.4),
    ("grass", 1.8),
    ("sand", 2.2),
    ("mud", 4.0),
    ("shallows", 4.0),
];

/// A path with a name.
struct Named {
    name: &'static str,
    from: [f32; 2],
    to: [f32; 2],
    elevations: [Option<f32>; 2],
}

const NAMED: [Named; 6] = [
    Named::flat("over the bridge", [57.0, 79.25], [145.0, 66.0]),
    Named {
        name: "under the arch",
        from: [80.0, 58.5],
        to: [107.25, 82.5],
        elevations: [Some(0.0), Some(0.0)],
    },
    Named::flat("jump over the canal", [40.0, 67.0], [54.0, 61.0]),
    Named::flat("ferry", [70.5, 92.0], [36.0, 12.0]),
    Named::flat("by road or through mud", [148.0, 76.0], [162.0, 110.0]),
    Named {
        name: "from the park to the rampart",
        from: [25.0, 72.5],
        to: [160.5, 40.0],
        elevations: [None, Some(6.0)],
    },
];

impl Named {
    const fn flat(name: &'static str, from: [f32; 2], to: [f32; 2]) -> Self {
        Self { name, from, to, elevations: [None, None] }
    }

    fn ends(&self) -> [Location; 2] {
        let [start, goal] = self.elevations;
        [
            Location { point: self.from.into(), elevation: start },
            Location { point: self.to.into(), elevation: goal },
        ]
    }
}

#[derive(Args)]
pub(crate) struct Arguments {
    /// The directory for demo.nav and demo.svg
    #[arg(long, value_name = "DIR", default_value = "target/demo")]
    out: PathBuf,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String> {
    let directory = &arguments.out;
    fs::create_dir_all(directory).with_context(|| {
        format!("cannot create {}; choose another directory with --out", directory.display())
    })?;
    let (asset, drawing) = (directory.join("demo.nav"), directory.join("demo.svg"));

    let started = Instant::now();
    let mut baker = MapBaker::new();
    baker.strict = true;
    let built = baker.bake_bytes("harbour.json", MAP.as_bytes(), &mut no_files)?;
    let bytes = built.map.encode()?;
    let baking = started.elapsed().as_secs_f64();
    output::write(&asset, &bytes)?;

    let started = Instant::now();
    let baked = input::load(&asset)?.baked;
    let loading = started.elapsed().as_secs_f64();

    let mesh = baked.mesh();
    let costs = FACTORS.map(|(name, factor)| Cost::new(name, factor));
    let filter = query_filter(&costs, &baked.terrain_names)?;
    let uniform = QueryFilter::uniform();
    let started = Instant::now();
    let landmarks = CostLandmarks::choose(mesh, &filter);
    let choosing = started.elapsed().as_secs_f64();
    let ground = Ground::from(&baked).with_cost_landmarks(&landmarks);
    let batches =
        [("uniform costs", &uniform), ("terrain costs", &filter)].map(|(name, filter)| {
            let queries = agents(mesh, filter);
            let started = Instant::now();
            let answers = paths(ground, &queries);
            (name, answers, started.elapsed().as_secs_f64())
        });

    let found: Result<Vec<(&str, Path)>> = NAMED
        .iter()
        .map(|named| {
            let [start, goal] = named.ends();
            let query = Query::new(start, goal).with_filter(&filter);
            let path = find(mesh, &query).context(named.name)?;
            Ok((named.name, path))
        })
        .collect();
    let found = found?;
    let drawn: Vec<Path> = found.iter().map(|(_, path)| path.clone()).collect();
    let picture = picture::draw(&baked, mesh, &drawn, &picture::Options::default());
    output::write(&drawing, picture.as_bytes())?;

    let mut table = summary(&built);
    table
        .row("bytes", thousands(bytes.len()))
        .row("baked in", format_args!("{:.2} ms", baking * 1e3))
        .row("loaded in", format_args!("{:.2} ms", loading * 1e3));
    table.row("agents", thousands(AGENTS));
    for (name, answers, seconds) in &batches {
        summarise_agents(&mut table, name, answers, *seconds);
    }
    table.row("    landmarks", format_args!("chosen in {:.1} ms", choosing * 1e3));
    let mut text = table.text();
    text.push('\n');
    text.push_str(&list(&found));
    // Writing into a String cannot fail.
    let _ = write!(text, "\nwritten to {} and {}\n", asset.display(), drawing.display());
    Ok(text)
}

fn summarise_agents(
    table: &mut crate::table::Table,
    costs: &str,
    answers: &[Result<Path, PathError>],
    seconds: f64,
) {
    let found: Vec<&Path> = answers.iter().flatten().collect();
    let unreachable = answers
        .iter()
        .filter(|answer| matches!(answer, Err(PathError::Unreachable { .. })))
        .count();
    let length: f64 = found.iter().map(|path| path.length).sum();
    let mean = length / as_f64(found.len()).max(1.0);
    let threads = rayon::current_num_threads();
    let found = thousands(found.len());
    table
        .row(format!("  {costs}"), format_args!("{found} found a path, {mean:.1} long on average"))
        .row("    goal unreachable", thousands(unreachable))
        .row(
            "    per second",
            format_args!("{:.0} on {threads} threads", as_f64(answers.len()) / seconds),
        );
}

/// Formats the named paths as a table.
fn list(found: &[(&str, Path)]) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "{:30}{:>8}{:>8}{:>7}{:>7}", "path", "length", "cost", "bends", "links");
    for (name, path) in found {
        let bends = path.points.len().saturating_sub(2 + 2 * path.links.len());
        let (length, cost, links) = (path.length, path.cost, path.links.len());
        let _ = writeln!(text, "{name:30}{length:>8.1}{cost:>8.1}{bends:>7}{links:>7}");
    }
    text
}

/// Returns queries between pseudo-random points on the mesh, the same in every run.
fn agents<'a>(mesh: &NavMesh, filter: &'a QueryFilter) -> Vec<Query<'a>> {
    let (points, mut seed) = (RandomPoints::new(mesh), 1);
    let mut point = || Some(points.draw(mesh, &mut seed)?.1);
    let queries = iter::from_fn(|| Some(Query::new(point()?, point()?).with_filter(filter)));
    queries.take(AGENTS).collect()
}
