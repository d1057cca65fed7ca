//! Labels of large maps: with all corners as hubs, with those that a bake chooses, and with none; and
//! searches without labels. Maps are generated, or those of games if `TAUTLINE_DATA` is set.
//!
//! `cargo run --release -p tautline-benches --bin large [FAMILY SIZE | MAP]...`

#![expect(clippy::print_stdout, reason = "it prints a table")]
#![expect(clippy::cast_precision_loss, reason = "figures for people")]

use std::error::Error;
use std::time::Instant;

use tautline::anyangle::Landmarks;
use tautline::labels::{BakeOptions, Hubs, LabelScratch, Labels};
use tautline::{Ground, NavMesh, Path, Query, Scratch, Vec2, path_in};
use tautline_benches::families::FAMILIES;
use tautline_benches::pairs::{query_between, random_pairs};
use tautline_benches::suite;

/// The maps that are measured by default: a family and a size.
const MAPS: [(&str, u16); 3] = [("caves", 512), ("scattered 30 %", 512), ("caves", 1024)];
/// The number of pairs per map.
const PAIRS: usize = 300;
/// The number of rounds over all pairs. The best time of each pair counts.
const ROUNDS: usize = 3;
/// The seed of all maps.
const SEED: u64 = 1;
/// The relative difference of lengths that are equal.
const ROUNDING: f64 = 1e-12;

fn main() -> Result<(), Box<dyn Error>> {
    let given: Vec<String> = std::env::args().skip(1).collect();
    println!(
        "| map | corners | | hubs | bytes per corner | bake s | us | climbed corners | entries read |\n\
         |---|---|---|---|---|---|---|---|---|"
    );
    if given.is_empty() {
        for (family, size) in MAPS {
            measure_one_of(family, size)?;
        }
    }
    let mut words = given.iter();
    while let Some(word) = words.next() {
        if word.contains('/') {
            let data = suite::data().ok_or("set TAUTLINE_DATA to the folder of the maps")?;
            measure(word, &suite::published_mesh(&data, word)?)?;
        } else {
            let size = words.next().ok_or("each family needs a size")?;
            measure_one_of(word, size.parse()?)?;
        }
    }
    Ok(())
}

/// Measures a map of a family.
fn measure_one_of(name: &str, size: u16) -> Result<(), Box<dyn Error>> {
    let family = FAMILIES.iter().find(|family| family.name == name);
    let family = family.ok_or_else(|| format!("there is no family {name:?}"))?;
    measure(&format!("{name} {size}"), &(family.map)(size, SEED)?)
}

fn measure(map: &str, mesh: &NavMesh) -> Result<(), Box<dyn Error>> {
    let pairs = random_pairs(mesh, PAIRS, 7);
    let corners = mesh.corner_count();
    let start = format!("| {map} | {corners} |");
    let (searched, lengths) = time(Ground::of(mesh), &pairs);
    println!("{start} search | | | | {searched:.0} | | |");
    let landmarks = Landmarks::choose(mesh);
    let (guided, _) = time(Ground::of(mesh).with_landmarks(&landmarks), &pairs);
    println!("{start} with landmarks | | | | {guided:.0} | | |");
    for (name, hubs) in
        [("no hubs", Hubs::AtMost(0)), ("by default", Hubs::Auto), ("all hubs", Hubs::All)]
    {
        let begin = Instant::now();
        let labels = match Labels::bake(mesh, &BakeOptions::with_hubs(hubs)) {
            Ok(labels) => labels,
            Err(error) => {
                println!("{start} {name}: {error} | | | | | | |");
                continue;
            }
        };
        let baked = begin.elapsed().as_secs_f64();
        let stats = labels.stats();
        let (us, found) = time(Ground::of(mesh).with_labels(&labels), &pairs);
        let are_equal = lengths.iter().zip(&found).all(|(expected, found)| {
            expected.zip(*found).map_or(expected == found, |(expected, found)| {
                (found - expected).abs() <= ROUNDING * expected
            })
        });
        if !are_equal {
            return Err(format!("{map}, {name}: a length is wrong").into());
        }
        let [climbed, entries] = counted(mesh, &labels, &pairs)?;
        println!(
            "{start} {name} | {} | {:.0} | {baked:.1} | {us:.1} | {climbed} | {entries} |",
            stats.hubs,
            stats.bytes as f64 / corners as f64,
        );
    }
    Ok(())
}

/// Returns the mean time of a query in microseconds, and the lengths of all paths.
fn time(ground: Ground<'_>, pairs: &[[Vec2; 2]]) -> (f64, Vec<Option<f64>>) {
    let (mut scratch, mut path) = (Scratch::new(), Path::default());
    let mut best = vec![f64::INFINITY; pairs.len()];
    let mut lengths = vec![None; pairs.len()];
    for _ in 0..ROUNDS {
        for (pair, ends) in pairs.iter().enumerate() {
            let query: Query<'_> = query_between(*ends);
            let begin = Instant::now();
            let found = path_in(ground, &query, &mut scratch, &mut path);
            best[pair] = best[pair].min(begin.elapsed().as_secs_f64());
            lengths[pair] = found.ok().map(|()| path.length);
        }
    }
    (1e6 * best.iter().sum::<f64>() / pairs.len() as f64, lengths)
}

/// Returns the mean numbers of corners that a query climbs over, and of entries that it reads.
fn counted(
    mesh: &NavMesh,
    labels: &Labels,
    pairs: &[[Vec2; 2]],
) -> Result<[u64; 2], Box<dyn Error>> {
    let (mut scratch, mut points, mut sums) = (LabelScratch::new(), Vec::new(), [0; 2]);
    for &[start, goal] in pairs {
        // Pairs without a path count, too.
        let _ = labels.shortest_path(mesh, start, goal, &mut scratch, &mut points);
        let counters = scratch.counters();
        sums[0] += counters.expanded;
        sums[1] += counters.entries;
    }
    let count = u64::try_from(pairs.len())?;
    Ok(sums.map(|sum| sum / count))
}
