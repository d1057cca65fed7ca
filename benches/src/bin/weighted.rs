//! Paths over weighted terrain: their excess over the cheapest path, and their time.
//!
//! `TAUTLINE_DATA=... cargo run --release -p tautline-benches --features peers --bin weighted`; without the
//! variable, on generated maps only, and without the feature, without Detour.

#![expect(clippy::print_stdout, reason = "it prints a table")]
#![expect(clippy::cast_precision_loss, reason = "coordinates and counts are small")]

use std::error::Error;
use std::fs;
use std::time::{Duration, Instant};

use tautline::anyangle::OneToManyQuery;
use tautline::navmesh::{Terrain, rectangles_from_cells};
use tautline::weighted::{CostLabels, CostLandmarks, GoalCosts, WeightedOneToManySearch};
use tautline::{Ground, NavMesh, Path, Query, QueryFilter, Scratch, Tier, Vec2, path_in};
use tautline_benches::suite;
use tautline_fixtures::{DenseGraph, SplitMix64, WeightedTiles};

/// The factors of meadow, road, mud and shallows.
const FACTORS: [f32; 4] = [2.0, 1.0, 5.0, 3.0];
const PAIRS: usize = 400;
/// The shares for `Query::within`: the search proves that a path is at most this much dearer than the cheapest one.
const SHARES: [f64; 2] = [0.01, 0.001];
/// The number of times that each pair is timed; the best counts.
const ROUNDS: usize = 5;
/// Real maps, in the folder of `TAUTLINE_DATA`.
const REAL_MAPS: [&str; 3] = ["dao/arena2", "da2/ht_0_hightown", "bgmaps/AR0011SR"];

fn main() -> Result<(), Box<dyn Error>> {
    let mut filter = QueryFilter::uniform();
    for (class, factor) in (0..).zip(FACTORS) {
        filter.set(Terrain(class), factor)?;
    }
    // The points of the reference on each edge of a tile: fewer where there are many tiles.
    let mut maps = vec![
        ("tiles 96", WeightedTiles::random(1, 96), 8),
        ("tiles 48", WeightedTiles::random(2, 48), 8),
        ("chequered 64, squares of 8", WeightedTiles::chequered(64, 8), 8),
    ];
    if let Some(data) = suite::data() {
        for name in REAL_MAPS {
            let file = data.join(name).with_extension("map");
            let open = suite::open_cells(&fs::read_to_string(file)?);
            maps.push((name, WeightedTiles::strewn(3, &open), 4));
        }
    }
    println!("| map | areas | | excess % | p99 | worst | us | expanded | dearer than classic |");
    println!("|---|---|---|---|---|---|---|---|---|");
    for (name, tiles, per_edge) in maps {
        measure(name, &tiles, per_edge, &filter)?;
    }
    Ok(())
}

/// Prints the excess and the time of each method on a map, the proved bounds, and the time of one-to-many searches.
fn measure(
    name: &str,
    tiles: &WeightedTiles,
    per_edge: i32,
    filter: &QueryFilter,
) -> Result<(), Box<dyn Error>> {
    let side = tiles.side.cast_signed();
    let terrain = |x: u32, y: u32| tiles.class(x.cast_signed(), y.cast_signed()).map(Terrain);
    let raw = rectangles_from_cells(tiles.side, tiles.side, terrain);
    let mesh = raw.build()?;
    let dense = DenseGraph::new(tiles, &FACTORS, per_edge);
    let begin = Instant::now();
    let landmarks = CostLandmarks::choose(&mesh, filter);
    let chosen = begin.elapsed().as_secs_f64() * 1e3;
    let begin = Instant::now();
    let labels = [CostLabels::bake(&mesh, filter)?];
    let baked = begin.elapsed().as_secs_f64() * 1e3;
    let bare = Ground::of(&mesh);
    let mut measuring = Duration::ZERO;
    let mut methods = vec![
        tautline("classic", bare, filter, Tier::Classic),
        tautline("weighted", bare, filter, Tier::Weighted),
        tautline("with landmarks", bare.with_cost_landmarks(&landmarks), filter, Tier::Weighted),
    ];
    methods.push(tautline("with labels", bare.with_cost_labels(&labels), filter, Tier::Weighted));
    methods.push(to_goal(&mesh, filter, &mut measuring));
    #[cfg(feature = "peers")]
    methods.push(detour(&mesh, tiles)?);
    let mut scores = vec![Vec::<Score>::new(); methods.len()];
    // The number of pairs for which the path of a method is dearer than the classic one.
    let mut dearer = vec![0; methods.len()];
    let mut bounds = SHARES.map(|_| Vec::new());
    let (mut random, mut tried) = (SplitMix64::new(7), Vec::new());
    while scores[0].len() < PAIRS {
        let [start, goal] = [(); 2].map(|()| [(); 2].map(|()| random.between(1, side - 1)));
        if start == goal || [start, goal].iter().any(|&[x, y]| tiles.is_pinched(x, y)) {
            continue;
        }
        let ends = [start, goal].map(|[x, y]| Vec2::new(x as f32, y as f32));
        let query = Query::new(ends[0], ends[1]).with_filter(filter);
        let found: Option<Vec<Score>> = methods.iter_mut().map(|(_, find)| find(ends)).collect();
        let Some(found) = found else { continue };
        tried.push(ends);
        let [classic, weighted] = [found[0], found[1]];
        // The least known cost. The reference is not exact: its points on the edges are some distance apart.
        let ratios = found[..4].iter().map(|found| found.ratio);
        let least = ratios.fold(dense.cost(start, goal), f64::min);
        for (share, bounds) in SHARES.into_iter().zip(&mut bounds) {
            let bound = prove(bare, &query, share, weighted, least);
            bounds.push(bound.ok_or("only the query without a share is answered")?);
        }
        for (dearer, found) in dearer.iter_mut().zip(&found) {
            *dearer += usize::from(found.ratio > classic.ratio * (1.0 + 1e-9));
        }
        for (scores, found) in scores.iter_mut().zip(&found) {
            scores.push(Score { ratio: found.ratio / least, ..*found });
        }
    }
    let names: Vec<&str> = methods.iter().map(|(name, _)| *name).collect();
    drop(methods);
    let measured = measuring.as_secs_f64() * 1e3 / scores[0].len() as f64;
    println!(
        "| {name} | {} | choosing landmarks: {chosen:.0} ms | costs to a goal: {measured:.1} ms |",
        mesh.area_count(),
    );
    let [nodes, entries] = [labels[0].node_count(), labels[0].entry_count()];
    println!(
        "| {name} | baking labels: {baked:.0} ms | {nodes} nodes | {:.1} entries and {:.0} bytes a node |",
        entries as f64 / nodes as f64,
        labels[0].bytes() as f64 / nodes as f64,
    );
    for ((method, scores), dearer) in names.into_iter().zip(&scores).zip(dearer) {
        print_scores(&format!("| {name} | {} | {method}", mesh.area_count()), scores, dearer);
    }
    for (share, bounds) in SHARES.into_iter().zip(&bounds) {
        print_bounds(name, share, bounds);
    }
    print_one_to_many(name, bare.with_cost_landmarks(&landmarks), filter, &tried)
}

/// Prints the row of a method, whose first columns are given. `dearer` is the number of pairs for which the classic
/// path is cheaper.
fn print_scores(first_columns: &str, scores: &[Score], dearer: usize) {
    let count = scores.len() as f64;
    let mut excesses: Vec<f64> = scores.iter().map(|score| 100.0 * (score.ratio - 1.0)).collect();
    excesses.sort_by(f64::total_cmp);
    let mean = excesses.iter().sum::<f64>() / count;
    let micros = scores.iter().map(|score| score.micros).sum::<f64>() / count;
    let expanded = scores.iter().map(|score| score.expanded).sum::<f64>() / count;
    let [p99, worst] = [excesses.len() * 99 / 100 - 1, excesses.len() - 1].map(|at| excesses[at]);
    println!(
        "{first_columns} | {mean:.3} | {p99:.2} | {worst:.2} | {micros:.0} | {expanded:.0} | {dearer} |"
    );
}

/// Proves how near a path over weighted terrain is to the cheapest one, by a query with a share. `weighted` is the
/// score without the share, and `least` the least known cost.
fn prove(
    ground: Ground<'_>,
    query: &Query<'_>,
    share: f64,
    weighted: Score,
    least: f64,
) -> Option<Bound> {
    let proved = answer(ground, &query.with_tier(Tier::Weighted).within(share))?;
    let least = least.min(proved.ratio);
    assert!(proved.bound <= least, "{} is above {least}", proved.bound);
    Some(Bound {
        gap: proved.ratio / proved.bound - 1.0,
        excess: proved.ratio / least - 1.0,
        is_other: proved.ratio < weighted.ratio,
        times: (proved.micros - weighted.micros) / weighted.micros,
        settled: proved.expanded - weighted.expanded,
    })
}

/// Prints the time of one search to the goals of all pairs, from the start of the first one, and of a search
/// with landmarks to each of them.
fn print_one_to_many(
    name: &str,
    ground: Ground<'_>,
    filter: &QueryFilter,
    pairs: &[[Vec2; 2]],
) -> Result<(), Box<dyn Error>> {
    let start = pairs[0][0];
    let goals: Vec<_> = pairs.iter().map(|&[_, goal]| goal.into()).collect();
    let mut search = WeightedOneToManySearch::new();
    let here = OneToManyQuery::new(start).with_filter(filter);
    let mut together = f64::INFINITY;
    for _ in 0..ROUNDS {
        let begin = Instant::now();
        search.all(ground.mesh(), &here, &goals)?;
        together = together.min(begin.elapsed().as_secs_f64() * 1e3);
    }
    let (mut alone, mut sums) = (0.0, [0.0, 0.0]);
    for (index, &[_, goal]) in pairs.iter().enumerate() {
        let query = Query::new(start, goal).with_filter(filter).with_tier(Tier::Weighted);
        let (Some(path), Some(found)) = (answer(ground, &query), search.path_to(index)) else {
            continue;
        };
        alone += path.micros / 1e3;
        sums = [sums[0] + path.ratio, sums[1] + found.cost];
    }
    println!(
        "| {name} | one search to {} goals: {together:.2} ms | one each, with landmarks: {alone:.2} ms | sum of costs {:+.3} % |",
        goals.len(),
        100.0 * (sums[1] / sums[0] - 1.0),
    );
    Ok(())
}

/// The result of a proof for one pair.
struct Bound {
    /// The share by which the path may at most be dearer than the cheapest one.
    gap: f64,
    /// The share by which the path is dearer than the cheapest known one.
    excess: f64,
    /// True if the proof found a cheaper path.
    is_other: bool,
    /// The time of the proof, divided by the time of the search.
    times: f64,
    /// The number of points that the proof settled.
    settled: f64,
}

/// Prints the number of pairs proved within the share, the widest gap, and the mean effort.
fn print_bounds(name: &str, share: f64, bounds: &[Bound]) {
    let mean = |of: fn(&Bound) -> f64| bounds.iter().map(of).sum::<f64>() / bounds.len() as f64;
    let proved = bounds.iter().filter(|bound| bound.gap <= share * (1.0 + 1e-9)).count();
    let quick = bounds.iter().filter(|bound| bound.times <= 5.0).count();
    let most = |of: fn(&Bound) -> f64| 100.0 * bounds.iter().map(of).fold(0.0, f64::max);
    let (widest, worst) = (most(|bound| bound.gap), most(|bound| bound.excess));
    let others = bounds.iter().filter(|bound| bound.is_other).count();
    let (times, settled) = (mean(|bound| bound.times), mean(|bound| bound.settled));
    println!(
        "| {name} | within {} %: {proved} of {} | widest gap {widest:.2} % | worst excess {worst:.2} % | {others} found by the proof | {times:.1} times the search, {quick} in at most 5 | {settled:.0} settled |",
        100.0 * share,
        bounds.len(),
    );
}

/// The answer to one pair, and the effort.
#[derive(Clone, Copy)]
struct Score {
    /// The cost of the path; in the end, divided by the least known cost.
    ratio: f64,
    /// The lower bound of the path.
    bound: f64,
    micros: f64,
    expanded: f64,
}

/// A name, and a function that answers pairs.
type Method<'a> = (&'static str, Box<dyn FnMut([Vec2; 2]) -> Option<Score> + 'a>);

fn tautline<'a>(
    name: &'static str,
    ground: Ground<'a>,
    filter: &'a QueryFilter,
    tier: Tier,
) -> Method<'a> {
    let query = move |[start, goal]: [Vec2; 2]| Query::new(start, goal).with_filter(filter);
    (name, Box::new(move |ends| answer(ground, &query(ends).with_tier(tier))))
}

/// The weighted tier with the costs to the goal, which are measured first.
fn to_goal<'a>(
    mesh: &'a NavMesh,
    filter: &'a QueryFilter,
    measuring: &'a mut Duration,
) -> Method<'a> {
    let find = move |[start, goal]: [Vec2; 2]| {
        let begin = Instant::now();
        let costs = GoalCosts::measure(mesh, goal, filter).ok()?;
        *measuring += begin.elapsed();
        let query = Query::new(start, goal).with_filter(filter).with_tier(Tier::Weighted);
        answer(Ground::of(mesh).with_goal_costs(&costs), &query)
    };
    ("with costs to the goal", Box::new(find))
}

/// Detour with the costs of areas. It expands nodes, too, but does not say how many.
#[cfg(feature = "peers")]
fn detour<'a>(mesh: &NavMesh, tiles: &'a WeightedTiles) -> Result<Method<'a>, Box<dyn Error>> {
    use tautline_benches::PlainMesh;
    use tautline_benches::peers::detour::Detour;

    let classes: Vec<u8> = mesh.areas().map(|area| mesh.terrain(area).0).collect();
    let mut detour = Detour::build_weighted(&PlainMesh::from(mesh), &classes, &FACTORS)?;
    let mut points = Vec::new();
    let answer = move |[start, goal]: [Vec2; 2]| {
        let mut micros = f64::INFINITY;
        for _ in 0..ROUNDS {
            let begin = Instant::now();
            detour.path(start.into(), goal.into(), &mut points)?;
            micros = micros.min(begin.elapsed().as_secs_f64() * 1e6);
        }
        let ratio = tiles.cost_along(&points, &FACTORS);
        Some(Score { ratio, bound: 0.0, micros, expanded: f64::NAN })
    };
    Ok(("Detour", Box::new(answer)))
}

/// Answers a query a few times; `None` if there is no path.
fn answer(ground: Ground<'_>, query: &Query<'_>) -> Option<Score> {
    let (mut scratch, mut path) = (Scratch::new(), Path::default());
    let mut micros = f64::INFINITY;
    for _ in 0..ROUNDS {
        let begin = Instant::now();
        path_in(ground, query, &mut scratch, &mut path).ok()?;
        micros = micros.min(begin.elapsed().as_secs_f64() * 1e6);
    }
    let expanded = scratch.expanded() as f64;
    Some(Score { ratio: path.cost, bound: path.lower_bound, micros, expanded })
}
