//! Baked labels compared with the online search on the same random pairs in one run,
//! location and path included, on one thread; then batches on all threads, and the
//! labels in files. With the feature `peers`, compared with the crate `polyanya` as well.
//!
//! `TAUTLINE_DATA=... cargo run --release -p tautline-benches --features peers --bin labels [MAP...]`

use std::error::Error;
use std::time::{Duration, Instant};

use tautline::anyangle::Landmarks;
use tautline::baked::{BakedMap, LabelStorage};
use tautline::labels::{BakeOptions, LabelScratch, Labels, PreparedGoal};
use tautline::{
    Ground, NavMesh, Path, PathOptions, Query, Scratch, Vec2, lengths, next_corners_to, path_in,
    paths, paths_to,
};
use tautline_benches::pairs::{query_between, random_pairs};
use tautline_benches::tables::{self, Fields, Table};

/// The number of pairs per map.
const PAIRS: usize = 5000;
/// The number of rounds over all pairs by labels. The best time of each pair counts, because
/// other work on the machine only adds to it.
const ROUNDS: usize = 15;
/// The number of rounds by searches.
const FEW_ROUNDS: usize = 3;
/// The number of agents in a batch.
const AGENTS: usize = 100_000;

const MAPS: [&str; 5] =
    ["da2/ht_0_hightown", "dao/orz900d", "bgmaps/AR0700SR", "sc1/AcrosstheCape", "sc1/Aurora"];

/// The tables, each filled by a function below.
const TABLES: [Table<Subject>; 3] = [
    Table {
        title: "Single queries, one thread: microseconds, and the ratios of other methods to labels",
        columns: "map | labels: mean | median | p99 | online | ratio | with landmarks | ratio | polyanya | ratio",
        measure: single,
    },
    Table {
        title: "Many agents. A shared goal, one thread, microseconds for each; 100,000 agents on all threads, answers per second",
        columns: "map | in random order | sorted by area | next corner | lengths | paths | one goal: paths | next corners",
        measure: many,
    },
    Table {
        title: "Files: sizes, and the times to bake and load them",
        columns: "map | mesh MB | labels MB | hub order MB | labels in memory MB | bake s | load ms: mesh | labels | hub order",
        measure: files,
    },
];

/// A map that is measured.
struct Subject {
    mesh: NavMesh,
    labels: Labels,
    baked: Duration,
    pairs: Vec<[Vec2; 2]>,
}

impl Subject {
    fn new(mesh: NavMesh) -> Result<Self, Box<dyn Error>> {
        let begin = Instant::now();
        let labels = Labels::bake(&mesh, &BakeOptions::default())?;
        let baked = begin.elapsed();
        let pairs = random_pairs(&mesh, PAIRS, 7);
        Ok(Self { mesh, labels, baked, pairs })
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    tables::print(&TABLES, &MAPS, Subject::new)
}

fn single(subject: &Subject) -> Fields {
    let Subject { mesh, labels, pairs, .. } = subject;
    let (mut scratch, mut path) = (Scratch::new(), Path::default());
    let mut ask = |ground: Ground<'_>, pair: [Vec2; 2]| {
        path_in(ground, &query_between(pair), &mut scratch, &mut path)
    };
    let ground = Ground::of(mesh);
    let looked_up = Times::of(pairs, ROUNDS, |pair| ask(ground.with_labels(labels), pair))?;
    let searched = Times::of(pairs, FEW_ROUNDS, |pair| ask(ground, pair))?;
    let landmarks = Landmarks::choose(mesh);
    let guided = Times::of(pairs, FEW_ROUNDS, |pair| ask(ground.with_landmarks(&landmarks), pair))?;
    let mut figures = vec![
        format!("{:.2}", looked_up.mean()),
        format!("{:.2}", looked_up.at_share(0.5)),
        format!("{:.2}", looked_up.at_share(0.99)),
    ];
    for other in [Some(searched), Some(guided), polyanya(mesh, pairs)?] {
        let Some(other) = other else {
            figures.extend(["-".to_owned(), "-".to_owned()]);
            continue;
        };
        figures.push(format!("{:.1}", other.mean()));
        figures.push(format!("{:.1}", other.mean() / looked_up.mean()));
    }
    Ok(figures)
}

#[cfg(feature = "peers")]
fn polyanya(mesh: &NavMesh, pairs: &[[Vec2; 2]]) -> Result<Option<Times>, Box<dyn Error>> {
    use tautline_benches::PlainMesh;
    use tautline_benches::peers::polyanya::Peer;

    let Ok(peer) = Peer::build(&PlainMesh::from(mesh)) else { return Ok(None) };
    let found = |[start, goal]: [Vec2; 2]| peer.path(start.into(), goal.into());
    let times = Times::of(pairs, FEW_ROUNDS, |pair| found(pair).ok_or("no path"));
    Ok(times.ok())
}

#[cfg(not(feature = "peers"))]
#[expect(clippy::unnecessary_wraps, reason = "as with the feature")]
fn polyanya(_: &NavMesh, _: &[[Vec2; 2]]) -> Result<Option<Times>, Box<dyn Error>> {
    Ok(None)
}

fn many(subject: &Subject) -> Fields {
    let Subject { mesh, labels, pairs, .. } = subject;
    let (mut scratch, mut points) = (LabelScratch::new(), Vec::new());
    let (mut goal, end) = (PreparedGoal::new(), pairs[0][1]);
    labels.prepare_goal(mesh, end, &mut goal)?;
    labels.one_to_all(&mut goal);
    let mut walk = |[start, _]: [Vec2; 2]| {
        labels.shortest_path_to(mesh, start, &goal, &mut scratch, &mut points)
    };
    let as_they_come = Times::of(pairs, ROUNDS, &mut walk)?;
    let mut by_place = pairs.clone();
    by_place.sort_by_key(|pair| mesh.locate(pair[0]));
    let in_order = Times::of(&by_place, ROUNDS, &mut walk)?;
    let next = Times::of(pairs, ROUNDS, |[start, _]| {
        labels.next_corner_to(mesh, start, &goal, &mut scratch)
    })?;
    let mut figures: Vec<String> =
        [as_they_come, in_order, next].map(|times| format!("{:.2}", times.mean())).to_vec();

    let agents = random_pairs(mesh, AGENTS, 9);
    let queries: Vec<Query<'_>> = agents.iter().map(|&pair| query_between(pair)).collect();
    let starts: Vec<_> = queries.iter().map(|query| query.start).collect();
    let ground = Ground::of(mesh).with_labels(labels);
    let goal = end;
    let rates = [
        per_second(|| lengths(ground, &queries).iter().filter(|answer| answer.is_ok()).count()),
        per_second(|| paths(ground, &queries).iter().filter(|answer| answer.is_ok()).count()),
        per_second(|| {
            paths_to(ground, &starts, goal, &PathOptions::default())
                .iter()
                .filter(|path| path.is_ok())
                .count()
        }),
        per_second(|| {
            next_corners_to(ground, &starts, goal, &PathOptions::default())
                .iter()
                .filter(|next| next.is_ok())
                .count()
        }),
    ];
    figures.extend(rates.map(|rate| format!("{rate:.0}")));
    Ok(figures)
}

/// Returns the answers per second of the fastest round.
fn per_second(mut answer_all: impl FnMut() -> usize) -> f64 {
    let mut best = 0.0_f64;
    for _ in 0..ROUNDS {
        let begin = Instant::now();
        let answers = answer_all();
        best = best
            .max(f64::from(u32::try_from(answers).unwrap_or(0)) / begin.elapsed().as_secs_f64());
    }
    best
}

fn files(subject: &Subject) -> Fields {
    let Subject { mesh, labels, baked, .. } = subject;
    let bare = BakedMap::from(mesh.clone());
    let with_labels = |form| {
        let mut map = bare.clone();
        map.meshes_mut().for_each(|mesh| mesh.set_labels(labels.clone(), form));
        map
    };
    let maps = [bare.clone(), with_labels(LabelStorage::Full), with_labels(LabelStorage::HubOrder)];
    let megabytes =
        |bytes: usize| format!("{:.2}", f64::from(u32::try_from(bytes).unwrap_or(0)) / 1e6);
    let (mut sizes, mut times) = (Vec::new(), Vec::new());
    for map in &maps {
        let bytes = map.encode()?;
        let mut best = Duration::MAX;
        for _ in 0..FEW_ROUNDS {
            let begin = Instant::now();
            let loaded = BakedMap::decode(&bytes)?;
            best = best.min(begin.elapsed());
            assert!(loaded.mesh() == &subject.mesh);
        }
        sizes.push(megabytes(bytes.len()));
        times.push(format!("{:.1}", best.as_secs_f64() * 1e3));
    }
    let own = [megabytes(labels.stats().bytes), format!("{:.2}", baked.as_secs_f64())];
    Ok(sizes.into_iter().chain(own).chain(times).collect())
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
