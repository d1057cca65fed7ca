//! Baked labels beside the online search, on the same random pairs in one run:
//! location and path included, one thread.
//!
//! `TAUTLINE_DATA=... cargo run --release -p tautline-benches --bin labels [MAP...]`

#![expect(clippy::print_stdout, reason = "it prints a table")]

use std::error::Error;
use std::time::{Duration, Instant};

use tautline::anyangle::{BakeOptions, LabelScratch, Labels, SharedGoal};
use tautline::navmesh::RandomPoints;
use tautline::{Ground, NavMesh, Path, Query, Scratch, Vec2, path_in};
use tautline_benches::suite;

/// How many pairs are asked for on each map.
const PAIRS: usize = 5000;
/// How often all are asked by labels; the best time of each pair counts, because
/// other work on the machine only adds to it.
const ROUNDS: usize = 15;
/// And by the search.
const FEW_ROUNDS: usize = 3;

const MAPS: [&str; 5] =
    ["da2/ht_0_hightown", "dao/orz900d", "bgmaps/AR0700SR", "sc1/AcrosstheCape", "sc1/Aurora"];

fn main() -> Result<(), Box<dyn Error>> {
    let data = suite::data().ok_or("set TAUTLINE_DATA to the folder with the maps")?;
    let asked: Vec<String> = std::env::args().skip(1).collect();
    println!(
        "| map | labels us: mean / median / p99 | online us | times as fast | shared goal us | next corner us | entries read | MB | baked s | verified ms |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    for map in MAPS {
        if asked.is_empty() || asked.iter().any(|name| map.contains(name.as_str())) {
            row(map, &suite::published_mesh(&data, map)?)?;
        }
    }
    Ok(())
}

fn row(map: &str, mesh: &NavMesh) -> Result<(), Box<dyn Error>> {
    let begin = Instant::now();
    let labels = Labels::bake(mesh, &BakeOptions::default())?;
    let baked = begin.elapsed();
    let stored = labels.to_stored();
    let begin = Instant::now();
    assert!(stored.verify(mesh)? == labels);
    let verified = begin.elapsed();

    let pairs = random_pairs(mesh)?;
    let (mut scratch, mut path) = (Scratch::new(), Path::default());
    let mut ask = |ground: Ground<'_>, ends: [Vec2; 2]| {
        path_in(ground, &Query::new(ends[0], ends[1]), &mut scratch, &mut path)
    };
    let ground = Ground::of(mesh);
    let looked_up = Times::of(&pairs, ROUNDS, |ends| ask(ground.with_labels(&labels), ends))?;
    let searched = Times::of(&pairs, FEW_ROUNDS, |ends| ask(ground, ends))?;

    let (mut scratch, mut points) = (LabelScratch::new(), Vec::new());
    let (mut goal, end) = (SharedGoal::new(), pairs[0][1]);
    labels.share_goal(mesh, end.into(), &mut goal)?;
    labels.spread_goal(&mut goal);
    let shared = Times::of(&pairs, ROUNDS, |[start, _]| {
        labels.shortest_path_to(mesh, start.into(), &goal, &mut scratch, &mut points)
    })?;
    let next = Times::of(&pairs, ROUNDS, |[start, _]| {
        labels.next_corner_to(mesh, start.into(), &goal, &mut scratch)
    })?;
    let mut entries = 0;
    for [start, goal] in &pairs {
        labels.shortest_path(mesh, (*start).into(), (*goal).into(), &mut scratch, &mut points)?;
        entries += scratch.counters().entries;
    }
    println!(
        "| {map} | {:.2} / {:.2} / {:.2} | {:.1} | {:.1} | {:.2} | {:.2} | {} | {:.1} | {:.2} | {:.1} |",
        looked_up.mean(),
        looked_up.at_share(0.5),
        looked_up.at_share(0.99),
        searched.mean(),
        searched.mean() / looked_up.mean(),
        shared.mean(),
        next.mean(),
        entries / pairs.len() as u64,
        f64::from(u32::try_from(labels.stats().bytes)?) / 1e6,
        baked.as_secs_f64(),
        verified.as_secs_f64() * 1e3,
    );
    Ok(())
}

/// Random pairs in one part of a mesh, the same on every run.
fn random_pairs(mesh: &NavMesh) -> Result<Vec<[Vec2; 2]>, Box<dyn Error>> {
    let (everywhere, mut seed) = (RandomPoints::new(mesh), 7);
    let mut draw = || everywhere.draw(mesh, &mut seed).ok_or("no ground");
    // A shared goal has to be reached by all.
    let (first, goal) = draw()?;
    let mut pairs = vec![[goal, goal]];
    while pairs.len() < PAIRS {
        let (start, end) = (draw()?, draw()?);
        if [start, end].iter().all(|point| mesh.part(point.0) == mesh.part(first)) {
            pairs.push([start.1, end.1]);
        }
    }
    Ok(pairs)
}

/// For each pair the best time, in microseconds, in order.
struct Times(Vec<f64>);

impl Times {
    fn of<T, E>(
        pairs: &[[Vec2; 2]],
        rounds: usize,
        mut ask: impl FnMut([Vec2; 2]) -> Result<T, E>,
    ) -> Result<Self, E> {
        let mut best = vec![Duration::MAX; pairs.len()];
        for _ in 0..rounds {
            for (best, &pair) in best.iter_mut().zip(pairs) {
                let begin = Instant::now();
                ask(pair)?;
                *best = begin.elapsed().min(*best);
            }
        }
        let mut times: Vec<f64> = best.iter().map(|time| time.as_secs_f64() * 1e6).collect();
        times.sort_by(f64::total_cmp);
        Ok(Self(times))
    }

    #[expect(clippy::cast_precision_loss, reason = "some thousands of pairs")]
    fn mean(&self) -> f64 {
        self.0.iter().sum::<f64>() / self.0.len() as f64
    }

    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "some thousands of pairs"
    )]
    fn at_share(&self, share: f64) -> f64 {
        self.0[((self.0.len() - 1) as f64 * share) as usize]
    }
}
