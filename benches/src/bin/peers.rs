//! Tautline and its peers on the same meshes and queries, side by side, in one
//! run: times per query and lengths against the reference.
//!
//! `cargo run --release -p tautline-benches --features peers --bin peers [MAP…]`

#![expect(clippy::print_stdout, reason = "it prints tables")]

use std::error::Error;
use std::time::Instant;

use tautline::navmesh::NavMesh;
use tautline::{Path, Scratch, Tier, path_in};
use tautline_benches::PlainMesh;
use tautline_benches::peers::{detour::Detour, polyanya::Peer};
use tautline_benches::suite::{self, Reference};

/// How often each contestant answers all queries; the best time counts, and
/// contestants take turns.
const ROUNDS: usize = 3;

/// What one contestant did on one mesh.
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
            _ if reference.is_at_contact => {}
            _ => self.wrong_reach += 1,
        }
    }

    fn time(&mut self, queries: &[Reference], mut answer: impl FnMut(&Reference) -> Option<f64>) {
        let begin = Instant::now();
        let found = queries.iter().filter(|query| answer(query).is_some()).count();
        self.best_seconds = self.best_seconds.min(begin.elapsed().as_secs_f64());
        assert!(found <= queries.len());
    }

    fn print(&self, queries: usize, detour_seconds: f64) {
        let count = |value: usize| f64::from(u32::try_from(value).unwrap_or(u32::MAX));
        let number = count(self.ratios.len()).max(1.0);
        let mean = self.ratios.iter().sum::<f64>() / number;
        let long = count(self.ratios.iter().filter(|&&ratio| ratio > 1.01).count()) / number;
        let (least, most) =
            self.ratios.iter().fold((f64::INFINITY, 0.0_f64), |(least, most), &ratio| {
                (least.min(ratio), most.max(ratio))
            });
        println!(
            "  {:<10} {:>9.2} us  {:>6.2}x detour's speed  mean {:.6}  >1%: {:>5.1}%  least {:.9}  most {:.4}  wrong {}",
            self.name,
            self.best_seconds * 1e6 / count(queries),
            detour_seconds / self.best_seconds,
            mean,
            100.0 * long,
            least,
            most,
            self.wrong_reach,
        );
    }
}

fn compare(mesh: &NavMesh, queries: &[Reference]) -> Result<(), Box<dyn Error>> {
    let plain = PlainMesh::from(mesh);
    let mut detour = Detour::build(&plain)?;
    let polyanya = Peer::build(&plain);
    let (mut scratch, mut path, mut bends) = (Scratch::new(), Path::default(), Vec::new());
    let mut ours = |query: &Reference, tier: Tier| {
        let query = query.query().with_tier(tier);
        path_in(mesh, &query, &mut scratch, &mut path).ok().map(|()| path.length)
    };
    let mut detours =
        |query: &Reference| detour.path(query.start.into(), query.goal.into(), &mut bends);
    let exact = |query: &Reference| {
        polyanya.as_ref().ok().and_then(|peer| peer.path(query.start.into(), query.goal.into()))
    };
    let mut scores = ["exact", "classic", "detour", "polyanya"].map(Score::new);
    for query in queries {
        scores[0].judge(query, ours(query, Tier::Exact));
        scores[1].judge(query, ours(query, Tier::Classic));
        scores[2].judge(query, detours(query));
        scores[3].judge(query, exact(query));
    }
    for _ in 0..ROUNDS {
        scores[0].time(queries, |query| ours(query, Tier::Exact));
        scores[1].time(queries, |query| ours(query, Tier::Classic));
        scores[2].time(queries, &mut detours);
        scores[3].time(queries, exact);
    }
    let detour_seconds = scores[2].best_seconds;
    for score in &scores {
        score.print(queries.len(), detour_seconds);
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let Some(data) = suite::data() else {
        return Err("set TAUTLINE_DATA to the folder with the real maps".into());
    };
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    for name in suite::MAPS {
        if !wanted.is_empty() && !wanted.iter().any(|wanted| name.ends_with(wanted.as_str())) {
            continue;
        }
        let queries = suite::references(&data, name)?;
        for (kind, mesh) in
            [("mesh", suite::published_mesh(&data, name)?), ("map", suite::grid_mesh(&data, name)?)]
        {
            println!("{name}.{kind}: {} areas, {} queries", mesh.area_count(), queries.len());
            compare(&mesh, &queries)?;
        }
    }
    Ok(())
}
