//! Times of building meshes: polygons with square obstacles, compared with
//! polyanya's triangulation, and tile maps, compared with the published meshes.
//!
//! `cargo run --release -p tautline-benches --features peers --bin building`

#![expect(clippy::print_stdout, reason = "it prints tables")]

use std::error::Error;
use std::hint::black_box;
use std::path::Path as FilePath;
use std::time::Instant;

use tautline::formats::moving_ai;
use tautline::meshgen::PolygonOptions;
use tautline::navmesh::NavMesh;
use tautline::{Path, Scratch, Vec2, import, path_in};
use tautline_benches::obstacles::{Field, ring};
use tautline_benches::suite::{self, Reference};

/// The number of turns of all contestants at building polygons.
const ROUNDS: usize = 31;
/// The number of turns at the large polygons and the maps.
const FEW_ROUNDS: usize = 3;

/// The times of several runs, in milliseconds.
#[derive(Default)]
struct Times(Vec<f64>);

impl Times {
    fn time<T>(&mut self, work: impl FnOnce() -> T) {
        let begin = Instant::now();
        let made = black_box(work());
        self.0.push(begin.elapsed().as_secs_f64() * 1e3);
        drop(made);
    }

    fn best_and_median(mut self) -> [f64; 2] {
        self.0.sort_by(f64::total_cmp);
        [0, self.0.len() / 2].map(|index| self.0.get(index).copied().unwrap_or(f64::NAN))
    }
}

/// Builds a mesh from polygons with polyanya.
fn triangulated(field: &Field, agent_radius: f32, is_merged: bool) -> polyanya::Mesh {
    let mut triangulation =
        polyanya::Triangulation::from_outer_edges(&field.boundary().map(Vec2::from));
    triangulation.add_obstacles(field.obstacles.iter().map(|ring| ring.map(Vec2::from)));
    if agent_radius > 0.0 {
        triangulation.set_agent_radius(agent_radius);
        triangulation.agent_radius_on_outer_edge(true);
    }
    let mut mesh = triangulation.as_navmesh();
    if is_merged {
        mesh.merge_polygons();
    }
    mesh
}

fn fields() -> Result<(), Box<dyn Error>> {
    println!("| 1,000 squares | radius | built by | best ms | median ms | areas |");
    println!("|---|---|---|---|---|---|");
    for (kind, do_overlap) in [("apart", false), ("overlapping", true)] {
        let field = Field::of_squares(1_000, do_overlap);
        let outlines = field.outlines();
        for agent_radius in [0.0, 0.5] {
            let options = PolygonOptions { agent_radius, ..PolygonOptions::default() };
            let areas = |is_merged| {
                let mesh = triangulated(&field, agent_radius, is_merged);
                mesh.layers.iter().map(|layer| layer.polygons.len()).sum()
            };
            let areas = [outlines.build(&options)?.mesh.area_count(), areas(false), areas(true)];
            let mut times = [(); 3].map(|()| Times::default());
            for _ in 0..ROUNDS {
                times[0].time(|| outlines.build(&options));
                times[1].time(|| triangulated(&field, agent_radius, false));
                times[2].time(|| triangulated(&field, agent_radius, true));
            }
            let names = ["tautline", "polyanya", "polyanya, merged"];
            for ((name, times), areas) in names.iter().zip(times).zip(areas) {
                let [best, median] = times.best_and_median();
                println!(
                    "| {kind} | {agent_radius} | {name} | {best:.2} | {median:.2} | {areas} |"
                );
            }
        }
    }
    Ok(())
}

fn large_outlines() -> Result<(), Box<dyn Error>> {
    println!("\n| 100,000 corners | radius | best ms | median ms | areas |");
    println!("|---|---|---|---|---|");
    for (kind, outlines) in [
        ("ring", ring(100_000, 0.0)),
        ("jagged ring", ring(100_000, 6.0)),
        ("25,000 squares", Field::of_squares(25_000, false).outlines()),
    ] {
        for agent_radius in [0.0, 0.5] {
            let options = PolygonOptions { agent_radius, ..PolygonOptions::default() };
            let areas = outlines.build(&options)?.mesh.area_count();
            let mut times = Times::default();
            for _ in 0..FEW_ROUNDS {
                times.time(|| outlines.build(&options));
            }
            let [best, median] = times.best_and_median();
            println!("| {kind} | {agent_radius} | {best:.0} | {median:.0} | {areas} |");
        }
    }
    Ok(())
}

/// The measurements of the exact search on a mesh.
struct Searches<'a> {
    mesh: &'a NavMesh,
    expanded: u64,
    times: Times,
}

impl<'a> Searches<'a> {
    fn on(mesh: &'a NavMesh) -> Self {
        Self { mesh, expanded: 0, times: Times::default() }
    }

    fn answer(&mut self, queries: &[Reference], scratch: &mut Scratch) {
        let mut path = Path::default();
        self.expanded = 0;
        let (mesh, expanded) = (self.mesh, &mut self.expanded);
        self.times.time(|| {
            for query in queries {
                // Unreachable goals count, too.
                let _ = path_in(mesh, &suite::query(query), scratch, &mut path);
                *expanded += scratch.expanded();
            }
        });
    }
}

fn map(data: &FilePath, name: &str) -> Result<(), Box<dyn Error>> {
    let text = suite::text(&data.join(name).with_extension("map"))?;
    let map = moving_ai::parse_map(&text)?;
    let mut building = Times::default();
    for _ in 0..FEW_ROUNDS {
        building.time(|| import::from_map(&map));
    }
    let [ours, published] = [suite::grid_mesh(data, name)?, suite::published_mesh(data, name)?];
    let queries = suite::references(data, name)?;
    let mut scratch = Scratch::new();
    let mut searches = [&ours, &published].map(Searches::on);
    for _ in 0..FEW_ROUNDS {
        for searches in &mut searches {
            searches.answer(&queries, &mut scratch);
        }
    }
    let [building, _] = building.best_and_median();
    let areas = searches.each_ref().map(|searches| searches.mesh.area_count());
    let expanded = searches.each_ref().map(|searches| searches.expanded);
    let number = f64::from(u32::try_from(queries.len())?);
    let micros = searches.map(|searches| 1e3 * searches.times.best_and_median()[0] / number);
    println!(
        "| {name} | {building:.2} | {} | {} | {} | {} | {:.1} | {:.1} |",
        areas[0], areas[1], expanded[0], expanded[1], micros[0], micros[1],
    );
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    fields()?;
    large_outlines()?;
    let Some(data) = suite::data() else {
        return Err("set TAUTLINE_DATA to the folder with the real maps".into());
    };
    println!("\n| tiles | best ms | areas | published | expanded | published | us | published |");
    println!("|---|---|---|---|---|---|---|---|");
    for name in suite::MAPS {
        map(&data, name)?;
    }
    Ok(())
}
