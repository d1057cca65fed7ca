//! Ablations of labels: times with and without each mechanism, measured in turns in one run.
//!
//! `TAUTLINE_DATA=... cargo run --release -p tautline-benches --bin ablations [MAP...]`

#![expect(clippy::print_stdout, reason = "it prints a table")]

use std::error::Error;
use std::time::{Duration, Instant};

use tautline::labels::{BakeOptions, Hubs, LabelScratch, Labels};
use tautline::meshgen::{PolygonOptions, Polygons, Role};
use tautline::navmesh::{BuildOptions, NavMesh, RawMesh, Terrain, rectangles_from_cells};
use tautline_benches::pairs::random_pairs;
use tautline_benches::{arguments, suite};
use tautline_fixtures::{SplitMix64, levels};

const MAPS: [&str; 4] = ["sc1/Aurora", "dao/orz900d", "scattered", "caves"];
const PAIRS: usize = 2000;
const ROUNDS: usize = 7;

fn main() -> Result<(), Box<dyn Error>> {
    let data = suite::data().ok_or("set TAUTLINE_DATA to the folder with the maps")?;
    println!("| mechanism | map | without us | with us | ratio |\n|---|---|---|---|---|");
    for map in arguments::asked_maps(&arguments::given(), &MAPS)? {
        let mesh = match map {
            "scattered" => scattered(1500, 400.0)?,
            "caves" => caves(512)?,
            name => suite::published_mesh(&data, name)?,
        };
        let bake = |hubs, landmarks| {
            let mut options = BakeOptions::with_hubs(hubs);
            options.landmarks = Some(landmarks);
            Labels::bake(&mesh, &options)
        };
        let none = Hubs::AtMost(0);
        let few = [bake(none, false)?, bake(none, true)?];
        row("landmarks, no hubs", map, times(&mesh, &few)?);
        let all = [bake(Hubs::All, false)?, bake(Hubs::All, true)?];
        row("landmarks, all hubs", map, times(&mesh, &all)?);
        let [plain, _] = few;
        let [_, all] = all;
        row("hubs", map, times(&mesh, &[plain, all])?);
    }
    Ok(())
}

fn row(mechanism: &str, map: &str, [without, with]: [f64; 2]) {
    println!("| {mechanism} | {map} | {without:.2} | {with:.2} | {:.2} |", without / with);
}

/// The mean time of a query with each of two sets of labels, in microseconds.
fn times(mesh: &NavMesh, both: &[Labels; 2]) -> Result<[f64; 2], Box<dyn Error>> {
    let pairs = random_pairs(mesh, PAIRS, 7);
    let (mut scratch, mut points) = (LabelScratch::new(), Vec::new());
    let mut best = [0, 1].map(|_| vec![Duration::MAX; pairs.len()]);
    for _ in 0..ROUNDS {
        for (labels, best) in both.iter().zip(&mut best) {
            for (best, &[start, goal]) in best.iter_mut().zip(&pairs) {
                let begin = Instant::now();
                labels.shortest_path(mesh, start, goal, &mut scratch, &mut points)?;
                *best = begin.elapsed().min(*best);
            }
        }
    }
    #[expect(clippy::cast_precision_loss, reason = "some thousands of pairs")]
    let count = pairs.len() as f64;
    Ok(best.map(|best| best.iter().sum::<Duration>().as_secs_f64() * 1e6 / count))
}

/// Open ground with convex polygons of three to seven corners, which may overlap.
#[expect(clippy::cast_possible_truncation, reason = "some rounding does not matter here")]
#[expect(clippy::disallowed_methods, reason = "the last bit does not matter here")]
fn scattered(count: u16, size: f64) -> Result<NavMesh, Box<dyn Error>> {
    let mut random = SplitMix64::new(11);
    let mut outlines = Polygons::default();
    let far = size as f32;
    outlines.push(Role::Ground, [vec![[0.0, 0.0], [far, 0.0], [far, far], [0.0, far]]]);
    for _ in 0..count {
        let middle = [(); 2].map(|()| random.unit() * size);
        let radius = 1.0 + 3.0 * random.unit();
        let corners = u8::try_from(3 + random.below(5))?;
        let turn = random.unit();
        let ring = (0..corners).map(|corner| {
            let share = (f64::from(corner) + turn) / f64::from(corners);
            let angle = share * std::f64::consts::TAU;
            let [x, y] = [angle.cos(), angle.sin()].map(|direction| radius * direction);
            [middle[0] + x, middle[1] + y].map(|at| at.clamp(0.0, size) as f32)
        });
        outlines.push(Role::Hole, [ring.collect()]);
    }
    built(&outlines.build(&PolygonOptions::default())?.mesh)
}

fn caves(size: u32) -> Result<NavMesh, Box<dyn Error>> {
    let rows = levels::caves(5, size as usize, size as usize);
    let is_free = |x: u32, y: u32| rows[y as usize].as_bytes()[x as usize] == b'.';
    built(&rectangles_from_cells(size, size, |x, y| is_free(x, y).then_some(Terrain(0))))
}

fn built(raw: &RawMesh) -> Result<NavMesh, Box<dyn Error>> {
    let built = NavMesh::build(raw, &BuildOptions::default());
    Ok(built.map_err(|faults| format!("{faults:?}"))?.mesh)
}
