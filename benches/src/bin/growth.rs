//! Growth of the time of queries, and of labels, with the size of a map: on families of generated maps
//! and, if `TAUTLINE_DATA` is set, on game maps. Detour runs in turns with the others, with the feature
//! `peers`. An exponent of 1 means in proportion to the number of corners.
//!
//! `cargo run --release -p tautline-benches --features peers --bin growth [FAMILY...] [--no-labels] [--out FILE.csv]`

#![expect(clippy::print_stdout, reason = "it prints tables")]

use std::error::Error;
use std::time::Instant;

use tautline::anyangle::Landmarks;
use tautline::labels::{BakeOptions, Hubs, Labels};
use tautline::{Ground, NavMesh, Path, Query, Scratch, Vec2, path_in};
use tautline_benches::families::FAMILIES;
use tautline_benches::measured::{self, GrowthRow};
use tautline_benches::pairs::{query_between, random_pairs};
use tautline_benches::{arguments, growth, suite};

/// The number of pairs per map.
const PAIRS: usize = 500;
/// The number of rounds over all pairs, in which the contestants take turns. The best time of each
/// pair counts.
const ROUNDS: usize = 4;
/// The seed of all generated maps.
const SEED: u64 = 1;
/// The family of the game maps, and those that are measured, by size.
const GAME_MAPS: (&str, [&str; 6]) = (
    "game maps",
    [
        "da2/ht_0_hightown",
        "bgmaps/AR0011SR",
        "sc1/Archipelago",
        "dao/orz900d",
        "sc1/AcrosstheCape",
        "sc1/Aurora",
    ],
);

fn main() -> Result<(), Box<dyn Error>> {
    let mut given = arguments::given();
    let out = arguments::take_out_file(&mut given)?;
    let with_labels = !given.iter().any(|word| word == "--no-labels");
    given.retain(|word| word != "--no-labels");
    let mut names: Vec<&str> = FAMILIES.iter().map(|family| family.name).collect();
    names.push(GAME_MAPS.0);
    let asked = arguments::asked_maps(&given, &names)?;
    let mut rows = Vec::new();
    for family in FAMILIES.iter().filter(|family| asked.contains(&family.name)) {
        for size in family.sizes {
            let mesh = (family.map)(size, SEED)?;
            measure(family.name, &size.to_string(), &mesh, with_labels, &mut rows)?;
        }
    }
    if let Some(data) = suite::data().filter(|_| asked.contains(&GAME_MAPS.0)) {
        for name in GAME_MAPS.1 {
            let mesh = suite::published_mesh(&data, name)?;
            measure(GAME_MAPS.0, name, &mesh, with_labels, &mut rows)?;
        }
    }
    println!("{}", growth::table(&rows));
    if let Some(file) = out {
        measured::write(&file, &rows)?;
    }
    Ok(())
}

/// A contestant: a name, and a function that returns the length of a path.
type Contestant<'a> = (&'static str, Box<dyn FnMut([Vec2; 2]) -> Option<f64> + 'a>);

/// Measures a map, and adds a row for each quantity.
#[expect(clippy::cast_precision_loss, reason = "figures for people")]
fn measure(
    family: &str,
    map: &str,
    mesh: &NavMesh,
    with_labels: bool,
    rows: &mut Vec<GrowthRow>,
) -> Result<(), Box<dyn Error>> {
    let corners = u32::try_from(mesh.corner_count())?;
    let mut add = |measure: String, value: f64| {
        let (family, map) = (family.to_owned(), map.to_owned());
        rows.push(GrowthRow { family, map, corners, measure, value });
    };
    let landmarks = Landmarks::choose(mesh);
    let begin = Instant::now();
    let labels = with_labels.then(|| Labels::bake(mesh, &BakeOptions::with_hubs(Hubs::All)));
    let labels = labels.transpose()?;
    if let Some(labels) = &labels {
        let stats = labels.stats();
        add("bake s".to_owned(), begin.elapsed().as_secs_f64());
        add("entries per corner".to_owned(), stats.entries as f64 / f64::from(corners));
        add("bytes per corner".to_owned(), stats.bytes as f64 / f64::from(corners));
    }
    let bare = Ground::of(mesh);
    let mut contestants: Vec<Contestant<'_>> = vec![
        ours("exact", bare, 0.0),
        ours("landmarks", bare.with_landmarks(&landmarks), 0.0),
        ours("within 1 %", bare, 0.01),
    ];
    contestants.extend(labels.as_ref().map(|labels| ours("labels", bare.with_labels(labels), 0.0)));
    #[cfg(feature = "peers")]
    contestants.push(detour(mesh)?);

    let pairs = random_pairs(mesh, PAIRS, 7);
    let mut best = vec![vec![f64::INFINITY; pairs.len()]; contestants.len()];
    let mut lengths = vec![vec![None; pairs.len()]; contestants.len()];
    for _ in 0..ROUNDS {
        for (index, (_, answer)) in contestants.iter_mut().enumerate() {
            for (pair, ends) in pairs.iter().enumerate() {
                let begin = Instant::now();
                lengths[index][pair] = answer(*ends);
                best[index][pair] = best[index][pair].min(begin.elapsed().as_secs_f64());
            }
        }
    }
    let count = pairs.len() as f64;
    for (index, (name, _)) in contestants.iter().enumerate() {
        add(format!("{name} us"), 1e6 * best[index].iter().sum::<f64>() / count);
        let excess = lengths[index].iter().zip(&lengths[0]).filter_map(|(found, exact)| {
            found.zip(exact.filter(|&exact| exact > 0.0)).map(|(found, exact)| found / exact - 1.0)
        });
        let excess: Vec<f64> = excess.collect();
        add(format!("{name} excess %"), 100.0 * excess.iter().sum::<f64>() / excess.len() as f64);
    }
    Ok(())
}

fn ours<'a>(name: &'static str, ground: Ground<'a>, within: f64) -> Contestant<'a> {
    let (mut scratch, mut path) = (Scratch::new(), Path::default());
    let answer = move |pair| {
        let query: Query<'_> = query_between(pair).within(within);
        path_in(ground, &query, &mut scratch, &mut path).ok().map(|()| path.length)
    };
    (name, Box::new(answer))
}

#[cfg(feature = "peers")]
fn detour<'a>(mesh: &NavMesh) -> Result<Contestant<'a>, Box<dyn Error>> {
    use tautline_benches::PlainMesh;
    use tautline_benches::peers::detour::Detour;

    let mut detour = Detour::build(&PlainMesh::from(mesh))?;
    let mut bends = Vec::new();
    let answer = move |[start, goal]: [Vec2; 2]| detour.path(start.into(), goal.into(), &mut bends);
    Ok(("Detour", Box::new(answer)))
}
