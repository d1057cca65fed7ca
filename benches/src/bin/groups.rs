//! Paths of a group of agents to one goal: one search for all, compared with a search for each.
//!
//! `TAUTLINE_DATA=... cargo run --release -p tautline-benches --bin groups`

#![expect(clippy::print_stdout, reason = "it prints a table")]
#![expect(clippy::cast_precision_loss, reason = "counts are small")]

use std::error::Error;
use std::time::Instant;

use tautline::crowd::{Body, Crowd};
use tautline::navmesh::Terrain;
use tautline::{CrowdPaths, NavMesh, Path, PathOptions, Query, QueryFilter, Scratch, Vec2};
use tautline::{path_in, paths_to};
use tautline_benches::pairs::random_pairs;
use tautline_benches::suite;

const MAPS: [&str; 4] = ["da2/ht_0_hightown", "dao/arena2", "dao/orz900d", "sc1/Aurora"];
/// The numbers of agents.
const AGENTS: [usize; 2] = [20, 200];
/// The agents stand within this distance of a point. The unit is a tile.
const RADII: [f32; 2] = [60.0, f32::INFINITY];
/// The number of groups of each kind, each with a goal of its own.
const GROUPS: usize = 4;
/// The factors of four terrain classes, which areas have in turn.
const FACTORS: [f32; 4] = [2.0, 1.0, 5.0, 3.0];

fn main() -> Result<(), Box<dyn Error>> {
    let data = suite::data().ok_or("set TAUTLINE_DATA to the folder with the real maps")?;
    println!(
        "| map | costs | agents | within | ms, each alone | `paths_to` | `CrowdPaths`, goals of their own | one goal |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for map in MAPS {
        let mesh = suite::published_mesh(&data, map)?;
        measure(map, "uniform", &mesh, &QueryFilter::uniform())?;
        let mut raw = mesh.to_raw();
        raw.terrains = (0..4).cycle().map(Terrain).take(mesh.area_count()).collect();
        let mut costs = QueryFilter::uniform();
        for (class, factor) in (0..).zip(FACTORS) {
            costs.set(Terrain(class), factor)?;
        }
        measure(map, "by terrain", &raw.build()?, &costs)?;
    }
    Ok(())
}

/// Prints the rows of a mesh.
fn measure(
    map: &str,
    costs: &str,
    mesh: &NavMesh,
    filter: &QueryFilter,
) -> Result<(), Box<dyn Error>> {
    let points: Vec<Vec2> = random_pairs(mesh, 40_000, 5).into_iter().flatten().collect();
    for (agents, radius) in AGENTS.into_iter().flat_map(|count| RADII.map(|radius| (count, radius)))
    {
        let mut sums = [0.0; 4];
        for group in 0..GROUPS {
            let [centre, goal] = [points[2 * group], points[2 * group + 1]];
            let near = points[2 * GROUPS..].iter().filter(|point| point.distance(centre) <= radius);
            let starts: Vec<Vec2> = near.copied().cycle().take(agents).collect();
            let times = times(mesh, filter, &starts, goal)?;
            sums.iter_mut().zip(times).for_each(|(sum, time)| *sum += time / GROUPS as f64);
        }
        let [alone, together, own_goals, one_goal] = sums;
        let within = if radius.is_finite() { radius.to_string() } else { "everywhere".to_owned() };
        println!(
            "| {map} | {costs} | {agents} | {within} | {alone:.1} | {together:.2} | {own_goals:.1} | {one_goal:.2} |"
        );
    }
    Ok(())
}

/// Returns the milliseconds of single searches, of `paths_to`, and of an update of `CrowdPaths` with slightly
/// different goals and with the same goal for all.
fn times(
    mesh: &NavMesh,
    filter: &QueryFilter,
    starts: &[Vec2],
    goal: Vec2,
) -> Result<[f64; 4], Box<dyn Error>> {
    let options = PathOptions::new().with_filter(filter);
    let (mut scratch, mut path) = (Scratch::new(), Path::default());
    let millis = |begin: Instant| begin.elapsed().as_secs_f64() * 1e3;

    let begin = Instant::now();
    for &start in starts {
        let query = Query::new(start, goal).with_filter(filter);
        // A start that cannot reach the goal takes part, too.
        let _ = path_in(mesh, &query, &mut scratch, &mut path);
    }
    let alone = millis(begin);

    let begin = Instant::now();
    let found = paths_to(mesh, starts, goal, &options);
    let together = millis(begin);
    assert_eq!(found.len(), starts.len());

    let mut update = |goal_of: &dyn Fn(usize) -> Vec2| -> Result<f64, Box<dyn Error>> {
        let (mut crowd, mut paths) = (Crowd::new(), CrowdPaths::new());
        for (agent, &start) in starts.iter().enumerate() {
            let id = crowd.add(mesh, filter, Body::default(), start)?;
            paths.set_goal(id, goal_of(agent));
        }
        let begin = Instant::now();
        paths.update(mesh, &options, &mut crowd, usize::MAX, &mut scratch);
        Ok(millis(begin))
    };
    let own_goals = update(&|agent| goal + Vec2::new(0.0, agent as f32 * 1e-4))?;
    let one_goal = update(&|_| goal)?;
    Ok([alone, together, own_goals, one_goal])
}
