//! Growth of labels and of the online search with the size of a map, on families of generated
//! maps. An exponent of 1 means in proportion to the number of corners.
//!
//! `cargo run --release -p tautline-benches --bin growth [FAMILY...]`

#![expect(clippy::print_stdout, reason = "it prints tables")]

use std::error::Error;
use std::time::Instant;

use tautline::anyangle::{BakeOptions, Hubs, Labels};
use tautline::{Ground, NavMesh, Path, Scratch, path_in};
use tautline_benches::arguments;
use tautline_benches::families::FAMILIES;
use tautline_benches::pairs::{query_between, random_pairs};

/// The number of pairs per map.
const PAIRS: usize = 1000;
/// The number of rounds over all pairs. The best time of each pair counts.
const ROUNDS: usize = 5;
/// The seed of all maps.
const SEED: u64 = 1;

/// The quantities that are measured on a map, each with its column.
const COLUMNS: &str =
    "corners | label entries per corner | bytes per corner | bake s | labels us | online us";

#[expect(clippy::disallowed_methods, reason = "the last bit does not matter here")]
fn main() -> Result<(), Box<dyn Error>> {
    let names = FAMILIES.map(|family| family.name);
    let asked = arguments::asked_maps(&arguments::given(), &names)?;
    println!("| family | size | {COLUMNS} |\n|{}", "---|".repeat(8));
    for family in FAMILIES.iter().filter(|family| asked.contains(&family.name)) {
        let mut rows = Vec::new();
        for size in family.sizes {
            let row = measure(&(family.map)(size, SEED)?)?;
            println!("| {} | {size} | {} |", family.name, row.map(shown).join(" | "));
            rows.push(row);
        }
        if let [first, .., last] = &rows[..] {
            let exponent = |column: usize| {
                let growth = (last[column] / first[column]).ln();
                format!("{:.2}", growth / (last[0] / first[0]).ln())
            };
            let exponents = [0, 1, 2, 3, 4, 5].map(exponent).join(" | ");
            println!("| {} | exponent | {exponents} |", family.name);
        }
    }
    Ok(())
}

fn shown(figure: f64) -> String {
    if figure < 100.0 { format!("{figure:.2}") } else { format!("{figure:.0}") }
}

/// Measures the columns of a map. All corners are hubs.
#[expect(clippy::cast_precision_loss, reason = "figures for people")]
fn measure(mesh: &NavMesh) -> Result<[f64; 6], Box<dyn Error>> {
    let begin = Instant::now();
    let labels = Labels::bake(mesh, &BakeOptions::with_hubs(Hubs::All))?;
    let bake = begin.elapsed().as_secs_f64();
    let stats = labels.stats();
    let corners = stats.corners as f64;
    let ground = Ground::of(mesh);
    let [online, looked_up] =
        [ground, ground.with_labels(&labels)].map(|ground| mean_microseconds(ground, mesh));
    let (online, looked_up) = (online?, looked_up?);
    let (entries, bytes) = (stats.entries as f64 / corners, stats.bytes as f64 / corners);
    Ok([corners, entries, bytes, bake, looked_up, online])
}

/// Returns the mean over random pairs of the best time of each.
#[expect(clippy::cast_precision_loss, reason = "figures for people")]
fn mean_microseconds(ground: Ground<'_>, mesh: &NavMesh) -> Result<f64, Box<dyn Error>> {
    let (mut scratch, mut path) = (Scratch::new(), Path::default());
    let pairs = random_pairs(mesh, PAIRS, 7);
    let mut best = vec![f64::INFINITY; pairs.len()];
    for _ in 0..ROUNDS {
        for (pair, best) in pairs.iter().zip(&mut best) {
            let begin = Instant::now();
            path_in(ground, &query_between(*pair), &mut scratch, &mut path)?;
            *best = best.min(begin.elapsed().as_secs_f64());
        }
    }
    Ok(1e6 * best.iter().sum::<f64>() / best.len() as f64)
}
