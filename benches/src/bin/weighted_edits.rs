//! Landmarks for the costs of terrain that follow the edits of a dynamic mesh.
//!
//! `TAUTLINE_DATA=... cargo run --release -p tautline-benches --bin weighted_edits`; without the variable, on a
//! generated map only.

#![expect(clippy::print_stdout, reason = "it prints a table")]
#![expect(clippy::cast_precision_loss, reason = "counts are small")]

use std::error::Error;
use std::fs;
use std::time::Instant;

use tautline::dynamic::{DynamicNavMesh, Edit, Obstacle};
use tautline::navmesh::{NavMesh, Terrain, rectangles_from_cells};
use tautline::weighted::CostLandmarks;
use tautline::{Ground, Path, Query, QueryFilter, Scratch, path_in};
use tautline_benches::pairs::random_pairs;
use tautline_benches::suite;
use tautline_fixtures::WeightedTiles;

/// The factors of meadow, road, mud and shallows.
const FACTORS: [f32; 4] = [2.0, 1.0, 5.0, 3.0];
/// Real maps, in the folder of `TAUTLINE_DATA`.
const REAL_MAPS: [&str; 2] = ["da2/ht_0_hightown", "bgmaps/AR0011SR"];
const OBSTACLES: usize = 200;
const EDITS: usize = 20;
const QUERIES: usize = 200;

fn main() -> Result<(), Box<dyn Error>> {
    let mut filter = QueryFilter::uniform();
    for (class, factor) in (0..).zip(FACTORS) {
        filter.set(Terrain(class), factor)?;
    }
    let mut maps = vec![("tiles 256", WeightedTiles::random(1, 256))];
    if let Some(data) = suite::data() {
        for name in REAL_MAPS {
            let file = data.join(name).with_extension("map");
            let open = suite::open_cells(&fs::read_to_string(file)?);
            maps.push((name, WeightedTiles::strewn(3, &open)));
        }
    }
    println!(
        "| map | areas | edit ms | carry ms | choose again ms | query us, plain | carried | chosen again | cost, carried % | worst % |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    for (name, tiles) in maps {
        let terrain = |x: u32, y: u32| tiles.class(x.cast_signed(), y.cast_signed()).map(Terrain);
        measure(name, rectangles_from_cells(tiles.side, tiles.side, terrain).build()?, &filter)?;
    }
    Ok(())
}

/// Prints the row of a map.
fn measure(name: &str, mesh: NavMesh, filter: &QueryFilter) -> Result<(), Box<dyn Error>> {
    let places = random_pairs(&mesh, OBSTACLES + EDITS, 7);
    let obstacle = |index: usize| {
        let [x, y] = places[index][0].into();
        Obstacle::rect([x - 0.7, y - 0.7], [x + 0.7, y + 0.7])
    };
    let mut ground = DynamicNavMesh::new(mesh)?;
    let landmarks = CostLandmarks::choose(ground.static_mesh(), filter);
    ground.edit(&Edit { add: (0..OBSTACLES).map(obstacle).collect(), remove: Vec::new() })?;
    let (mut edit, mut carry) = (Vec::new(), Vec::new());
    for index in OBSTACLES..OBSTACLES + EDITS {
        let begin = Instant::now();
        ground.add_obstacle(&obstacle(index))?;
        edit.push(begin.elapsed().as_secs_f64() * 1e3);
        let _ = ground.mesh().steiner_graph();
        let begin = Instant::now();
        let same = |area| ground.static_area(area);
        landmarks.carried_to(ground.static_mesh(), ground.mesh(), same)?;
        carry.push(begin.elapsed().as_secs_f64() * 1e3);
    }
    let mesh = ground.mesh();
    let carried =
        landmarks.carried_to(ground.static_mesh(), mesh, |area| ground.static_area(area))?;
    let begin = Instant::now();
    let chosen = CostLandmarks::choose(mesh, filter);
    let choose = begin.elapsed().as_secs_f64() * 1e3;
    let plain = Ground::of(mesh);
    let grounds = [plain, plain.with_cost_landmarks(&carried), plain.with_cost_landmarks(&chosen)];
    let (mut scratch, mut path) = (Scratch::new(), Path::default());
    let mut micros = [0.0; 3];
    let mut ratios = Vec::new();
    for [start, goal] in random_pairs(mesh, QUERIES, 11) {
        let query = Query::new(start, goal).with_filter(filter);
        let mut costs = [0.0; 3];
        for ((ground, micros), cost) in grounds.iter().zip(&mut micros).zip(&mut costs) {
            let begin = Instant::now();
            if path_in(*ground, &query, &mut scratch, &mut path).is_ok() {
                *micros += begin.elapsed().as_secs_f64() * 1e6 / QUERIES as f64;
                *cost = path.cost;
            }
        }
        if costs[0] > 0.0 {
            ratios.push(100.0 * (costs[1] / costs[0] - 1.0));
        }
    }
    let mean = ratios.iter().sum::<f64>() / ratios.len() as f64;
    let worst = ratios.into_iter().fold(0.0, f64::max);
    let [edit, carry] = [edit, carry].map(|mut times| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    });
    let [plain, carried, chosen] = micros;
    println!(
        "| {name} | {} | {edit:.1} | {carry:.1} | {choose:.0} | {plain:.0} | {carried:.0} | {chosen:.0} | {mean:.3} | {worst:.2} |",
        mesh.area_count(),
    );
    Ok(())
}
