//! A cache of the taut graph beside the online search, on the same random pairs in one
//! run: location and path included, one thread. Then what is left of it when an
//! obstacle comes.
//!
//! `TAUTLINE_DATA=... cargo run --release -p tautline-benches --bin cache [MAP...]`

use std::error::Error;
use std::time::{Duration, Instant};

use tautline::anyangle::{AnyAngleScratch, Landmarks, SearchMesh, TautCache, shortest_path};
use tautline::dynamic::{ChangingGround, Obstacle};
use tautline::navmesh::PathQuery;
use tautline::{NavMesh, Vec2};
use tautline_benches::pairs::random_pairs;
use tautline_benches::tables::{self, Fields, Table};

/// How many pairs are asked for on each map.
const PAIRS: usize = 3000;
/// How often all are asked; the best time of each pair counts, because other work on
/// the machine only adds to it.
const ROUNDS: usize = 5;
/// How many obstacles come, each after the one before has gone.
const OBSTACLES: usize = 10;
/// How many pairs are asked for after each.
const PAIRS_AFTER: usize = 500;

const MAPS: [&str; 6] = [
    "dao/arena",
    "da2/ht_0_hightown",
    "dao/orz900d",
    "bgmaps/AR0700SR",
    "sc1/AcrosstheCape",
    "sc1/Aurora",
];

/// The tables, each filled by a function below.
const TABLES: [Table<NavMesh>; 2] = [
    Table {
        title: "Single queries, one thread: microseconds",
        columns: "map | online | cold: the first 100 | the first 3000 | warm | times as fast | landmarks: online | warm | times as fast | rows | MB",
        measure: single,
    },
    Table {
        title: "An obstacle of 2 by 2 comes: milliseconds, and microseconds per query",
        columns: "map | edit ms | carried over ms | 500 queries: us | with an empty cache | online | rows made | with an empty cache",
        measure: changed,
    },
];

fn main() -> Result<(), Box<dyn Error>> {
    tables::print(&TABLES, &MAPS, Ok)
}

/// The online search and its memory.
#[derive(Default)]
struct Online {
    scratch: AnyAngleScratch,
    points: Vec<Vec2>,
}

impl Online {
    fn ask(&mut self, mesh: SearchMesh<'_>, [start, goal]: [Vec2; 2]) -> Fallible<f64> {
        let Self { scratch, points } = self;
        Ok(shortest_path(mesh, &PathQuery::new(start, goal), scratch, points)?)
    }
}

type Fallible<T> = Result<T, Box<dyn Error>>;

fn single(mesh: &NavMesh) -> Fields {
    let pairs = random_pairs(mesh, PAIRS, 7);
    let landmarks = &Landmarks::choose(mesh);
    let plain = SearchMesh::of(mesh);
    let guided = plain.with_landmarks(landmarks);
    let (mut online, mut cache, mut points) = (Online::default(), TautCache::new(), Vec::new());
    let mut rows = 0;
    let mut ask = |mesh, [start, goal]: [Vec2; 2]| -> Fallible<f64> {
        let length = cache.shortest_path(mesh, start.into(), goal.into(), &mut points)?;
        rows += cache.counters().looks;
        Ok(length)
    };
    let (few, rest) = pairs.split_at(100);
    let first = mean(few, 1, |pair| ask(plain, pair))?;
    let cold = mean(rest, 1, |pair| ask(plain, pair))?;
    for &pair in &pairs {
        let answer = online.ask(plain, pair)?;
        for mesh in [plain, guided] {
            assert!((ask(mesh, pair)? - answer).abs() <= 1e-12 * answer, "{pair:?}");
        }
    }
    let mut figures = Vec::new();
    let cold = (100.0 * first + 2900.0 * cold) / 3000.0;
    for mesh in [plain, guided] {
        // In turn, so that other work on the machine slows both.
        let [mut searched, mut warm] = [f64::INFINITY; 2];
        for _ in 0..2 {
            searched = searched.min(mean(&pairs, ROUNDS, |pair| online.ask(mesh, pair))?);
            warm = warm.min(mean(&pairs, ROUNDS, |pair| ask(mesh, pair))?);
        }
        figures.push(format!("{searched:.1}"));
        if figures.len() == 1 {
            figures.extend([format!("{first:.1}"), format!("{cold:.1}")]);
        }
        figures.extend([format!("{warm:.1}"), format!("{:.2}", searched / warm)]);
    }
    figures.push(rows.to_string());
    figures.push(format!("{:.1}", f64::from(u32::try_from(cache.bytes())?) / 1e6));
    Ok(figures)
}

#[expect(clippy::cast_precision_loss, reason = "some thousands of rows")]
fn changed(mesh: &NavMesh) -> Fields {
    let pairs = random_pairs(mesh, PAIRS, 7);
    let mut ground = ChangingGround::new(mesh.clone())?;
    let (mut online, mut points) = (Online::default(), Vec::new());
    let mut cache = TautCache::new();
    for &[start, goal] in &pairs {
        cache.shortest_path(ground.mesh(), start.into(), goal.into(), &mut points)?;
    }
    let mut sums = [0.0; 7];
    for &[at, _] in &pairs[..OBSTACLES] {
        let (Vec2 { x, y, .. }, size) = (at.round(), 2.0);
        let square = vec![[x, y], [x + size, y], [x + size, y + size], [x, y + size]];
        let begin = Instant::now();
        let (obstacle, _) = ground.add_obstacle(&Obstacle::new([square]))?;
        sums[0] += milliseconds(begin);
        let now = ground.mesh();
        let pairs = random_pairs(now, PAIRS_AFTER, 8);
        let [start, _] = pairs[0].map(Into::into);
        let mut empty = TautCache::new();
        let begin = Instant::now();
        cache.shortest_path(now, start, start, &mut points)?;
        sums[1] += milliseconds(begin);
        empty.shortest_path(now, start, start, &mut points)?;
        for (sum, cache) in [(2, &mut cache), (3, &mut empty)] {
            let mut looks = 0;
            let begin = Instant::now();
            for &[start, goal] in &pairs {
                cache.shortest_path(now, start.into(), goal.into(), &mut points)?;
                looks += cache.counters().looks;
            }
            sums[sum] += 1e3 * milliseconds(begin) / pairs.len() as f64;
            sums[sum + 3] += looks as f64;
        }
        let begin = Instant::now();
        for &pair in &pairs {
            online.ask(now.into(), pair)?;
        }
        sums[4] += 1e3 * milliseconds(begin) / pairs.len() as f64;
        ground.remove_obstacle(obstacle)?;
    }
    let means = sums.map(|sum| sum / OBSTACLES as f64);
    let times = means[..5].iter().map(|mean| format!("{mean:.1}"));
    Ok(times.chain(means[5..].iter().map(|mean| format!("{mean:.0}"))).collect())
}

fn milliseconds(begin: Instant) -> f64 {
    begin.elapsed().as_secs_f64() * 1e3
}

/// The mean of the best times, in microseconds.
#[expect(clippy::cast_precision_loss, reason = "some thousands of pairs")]
fn mean<T>(
    pairs: &[[Vec2; 2]],
    rounds: usize,
    mut ask: impl FnMut([Vec2; 2]) -> Fallible<T>,
) -> Fallible<f64> {
    let mut best = vec![Duration::MAX; pairs.len()];
    for _ in 0..rounds {
        for (best, &pair) in best.iter_mut().zip(pairs) {
            let begin = Instant::now();
            ask(pair)?;
            *best = begin.elapsed().min(*best);
        }
    }
    Ok(best.iter().map(|time| time.as_secs_f64() * 1e6).sum::<f64>() / pairs.len() as f64)
}
