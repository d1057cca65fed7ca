//! Tautline compared with its peers on the same meshes and queries in one
//! run: times per query, and lengths relative to the reference.
//!
//! `cargo run --release -p tautline-benches --features peers --bin peers [MAP...] [--out FILE.csv]`

#![expect(clippy::print_stdout, reason = "it prints tables")]

use std::error::Error;
use std::time::Instant;

use tautline::anyangle::Landmarks;
use tautline::navmesh::NavMesh;
use tautline::{Ground, Path, Scratch, Tier, path_in};
use tautline_benches::PlainMesh;
use tautline_benches::arguments;
use tautline_benches::measured::{self, PeerRow};
use tautline_benches::peers::{detour::Detour, polyanya::Peer};
use tautline_benches::suite::{self, Reference};

/// The number of times that each contestant is timed, in turns. The best time counts.
const ROUNDS: usize = 3;

/// The least number of queries in a timing. Few queries are repeated, so that the overhead of a
/// timing is negligible.
const LEAST_QUERIES: usize = 10_000;

/// The measurements of one contestant on one mesh.
#[derive(Default)]
struct Score {
    name: &'static str,
    /// Length divided by the reference, for each query that has a path.
    ratios: Vec<f64>,
    wrong_reach: usize,
    best_seconds: f64,
}

impl Score {
    fn new(name: &'static str) -> Self {
        Self { name, best_seconds: f64::INFINITY, ..Self::default() }
    }

    fn judge(&mut self, reference: &Reference, answer: Option<f64>) {
        match (reference.length, answer) {
            (Some(expected), Some(found)) if expected > 0.0 => self.ratios.push(found / expected),
            (Some(_), Some(_)) | (None, None) => {}
            _ if reference.is_at_pinch_point => {}
            _ => self.wrong_reach += 1,
        }
    }

    fn time(&mut self, queries: &[Reference], mut answer: impl FnMut(&Reference) -> Option<f64>) {
        let passes = LEAST_QUERIES.div_ceil(queries.len().max(1));
        let begin = Instant::now();
        for _ in 0..passes {
            let found = queries.iter().filter(|query| answer(query).is_some()).count();
            assert!(found <= queries.len());
        }
        let seconds = begin.elapsed().as_secs_f64() / count(passes);
        self.best_seconds = self.best_seconds.min(seconds);
    }

    fn print(&self, queries: usize, detour_seconds: f64) {
        let long = count(self.ratios.iter().filter(|&&ratio| ratio > 1.01).count());
        let (least, most) =
            self.ratios.iter().fold((f64::INFINITY, 0.0_f64), |(least, most), &ratio| {
                (least.min(ratio), most.max(ratio))
            });
        println!(
            "  {:<10} {:>9.2} us  {:>6.2}x detour's speed  mean {:.6}  >1%: {:>5.1}%  least {:.9}  most {:.4}  wrong {}",
            self.name,
            self.micros(queries),
            detour_seconds / self.best_seconds,
            self.mean_ratio(),
            100.0 * long / count(self.ratios.len()).max(1.0),
            least,
            most,
            self.wrong_reach,
        );
    }

    fn micros(&self, queries: usize) -> f64 {
        self.best_seconds * 1e6 / count(queries)
    }

    fn mean_ratio(&self) -> f64 {
        self.ratios.iter().sum::<f64>() / count(self.ratios.len()).max(1.0)
    }

    fn row(&self, kind: &str, map: &str, areas: usize, queries: usize) -> PeerRow {
        let whole = |value: usize| u32::try_from(value).unwrap_or(u32::MAX);
        PeerRow {
            kind: kind.to_owned(),
            map: map.to_owned(),
            areas: whole(areas),
            queries: whole(queries),
            contestant: self.name.to_owned(),
            micros: self.micros(queries),
            ratio: self.mean_ratio(),
            wrong: whole(self.wrong_reach),
        }
    }
}

fn count(value: usize) -> f64 {
    f64::from(u32::try_from(value).unwrap_or(u32::MAX))
}

fn compare(mesh: &NavMesh, queries: &[Reference]) -> Result<[Score; 5], Box<dyn Error>> {
    let plain = PlainMesh::from(mesh);
    let mut detour = Detour::build(&plain)?;
    let polyanya = Peer::build(&plain);
    let landmarks = Landmarks::choose(mesh);
    let bare = Ground::of(mesh);
    let guided = bare.with_landmarks(&landmarks);
    let (mut scratch, mut path, mut bends) = (Scratch::new(), Path::default(), Vec::new());
    let mut ours = |ground: Ground<'_>, reference: &Reference, tier: Tier| {
        let query = suite::query(reference).with_tier(tier);
        path_in(ground, &query, &mut scratch, &mut path).ok().map(|()| path.length)
    };
    let mut detours =
        |&Reference { ends: [start, goal], .. }: &Reference| detour.path(start, goal, &mut bends);
    let exact = |&Reference { ends: [start, goal], .. }: &Reference| {
        polyanya.as_ref().ok().and_then(|peer| peer.path(start, goal))
    };
    let mut scores = ["exact", "landmarks", "classic", "detour", "polyanya"].map(Score::new);
    for query in queries {
        scores[0].judge(query, ours(bare, query, Tier::Exact));
        scores[1].judge(query, ours(guided, query, Tier::Exact));
        scores[2].judge(query, ours(bare, query, Tier::Classic));
        scores[3].judge(query, detours(query));
        scores[4].judge(query, exact(query));
    }
    for _ in 0..ROUNDS {
        scores[0].time(queries, |query| ours(bare, query, Tier::Exact));
        scores[1].time(queries, |query| ours(guided, query, Tier::Exact));
        scores[2].time(queries, |query| ours(bare, query, Tier::Classic));
        scores[3].time(queries, &mut detours);
        scores[4].time(queries, exact);
    }
    let detour_seconds = scores[3].best_seconds;
    for score in &scores {
        score.print(queries.len(), detour_seconds);
    }
    Ok(scores)
}

fn main() -> Result<(), Box<dyn Error>> {
    let Some(data) = suite::data() else {
        return Err("set TAUTLINE_DATA to the folder with the real maps".into());
    };
    let mut words = arguments::given();
    let out = arguments::take_out_file(&mut words)?;
    let mut rows = Vec::new();
    for name in arguments::asked_maps(&words, &suite::MAPS)? {
        let queries = suite::references(&data, name)?;
        for (kind, mesh) in
            [("mesh", suite::published_mesh(&data, name)?), ("map", suite::grid_mesh(&data, name)?)]
        {
            println!("{name}.{kind}: {} areas, {} queries", mesh.area_count(), queries.len());
            let scores = compare(&mesh, &queries)?;
            let row = |score: &Score| score.row(kind, name, mesh.area_count(), queries.len());
            rows.extend(scores.iter().map(row));
        }
    }
    if let Some(out) = out {
        measured::write(&out, &rows)?;
    }
    Ok(())
}
