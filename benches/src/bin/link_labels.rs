//! Labels with a link layer, compared with labels without links on the same map in one run: sizes, times of a
//! bake, and times of the same queries, on one thread.
//!
//! `TAUTLINE_DATA=... cargo run --release -p tautline-benches --bin link_labels [MAP...]`

use std::error::Error;
use std::time::{Duration, Instant};

use tautline::NavMesh;
use tautline::labels::{BakeOptions, LabelScratch, Labels};
use tautline::navmesh::QueryFilter;
use tautline_benches::links::with_links;
use tautline_benches::pairs::random_pairs;
use tautline_benches::tables::{self, Fields, Table};
use tautline_fixtures::linked::LinkMix;

/// The number of pairs per map.
const PAIRS: usize = 2000;
/// The number of rounds over all pairs. The best time of each pair counts.
const ROUNDS: usize = 9;

const MAPS: [&str; 3] = ["dao/orz900d", "sc1/Archipelago", "da2/ht_0_hightown"];

const COLUMNS: &str = "map | over links | entries on foot | ratio | in memory MB on foot | ratio | baked s on foot | ratio | query us on foot | ratio";

const JUMPS: bool = false;
const TELEPORTS: bool = true;

/// A table for each number and mix of links.
const TABLES: [Table<NavMesh>; 6] = [
    Table { title: "10 jumps", columns: COLUMNS, measure: measure::<10, JUMPS> },
    Table { title: "100 jumps", columns: COLUMNS, measure: measure::<100, JUMPS> },
    Table { title: "1,000 jumps", columns: COLUMNS, measure: measure::<1000, JUMPS> },
    Table { title: "10 jumps and teleports", columns: COLUMNS, measure: measure::<10, TELEPORTS> },
    Table {
        title: "100 jumps and teleports",
        columns: COLUMNS,
        measure: measure::<100, TELEPORTS>,
    },
    Table {
        title: "1,000 jumps and teleports",
        columns: COLUMNS,
        measure: measure::<1000, TELEPORTS>,
    },
];

fn main() -> Result<(), Box<dyn Error>> {
    tables::print(&TABLES, &MAPS, Ok)
}

fn measure<const LINKS: usize, const HAS_TELEPORTS: bool>(mesh: &NavMesh) -> Fields {
    let mix = if HAS_TELEPORTS { LinkMix::Mixed } else { LinkMix::Dear };
    let linked = with_links(mesh, mix, LINKS)?;
    let [on_foot, with_links] = [mesh, &linked].map(|mesh| {
        let begin = Instant::now();
        Labels::bake(mesh, &BakeOptions::default()).map(|labels| (labels, begin.elapsed()))
    });
    let ((on_foot, bake_on_foot), (with_links, bake_with_links)) = (on_foot?, with_links?);
    if !with_links.have_links() {
        return Err("the link layer does not fit".into());
    }
    let pairs = random_pairs(mesh, PAIRS, 7);
    let (mut scratch, mut points, mut links) = (LabelScratch::new(), Vec::new(), Vec::new());
    let filter = QueryFilter::uniform();
    let mut over_links = 0_u32;
    let mut best = vec![[Duration::MAX; 2]; pairs.len()];
    for round in 0..ROUNDS {
        for (&[start, goal], best) in pairs.iter().zip(&mut best) {
            let ends = [start, goal];
            let begin = Instant::now();
            on_foot.shortest_path(mesh, ends[0], ends[1], &mut scratch, &mut points)?;
            best[0] = best[0].min(begin.elapsed());
            let begin = Instant::now();
            let (scratch, points) = (&mut scratch, &mut points);
            with_links
                .shortest_path_over_links(&linked, ends, &filter, scratch, points, &mut links)?;
            best[1] = best[1].min(begin.elapsed());
            over_links += u32::from(round == 0 && !links.is_empty());
        }
    }
    let mean = |which: usize| {
        let total: Duration = best.iter().map(|times| times[which]).sum();
        total.as_secs_f64() * 1e6 / number(best.len())
    };
    let stats = [&on_foot, &with_links].map(Labels::stats);
    let entries = stats.map(|stats| number(stats.entries + stats.link_entries));
    let bytes = stats.map(|stats| number(stats.bytes));
    let bakes = [bake_on_foot, bake_with_links].map(|time| time.as_secs_f64());
    let times = [mean(0), mean(1)];
    let mut figures = vec![format!("{:.0} %", 100.0 * f64::from(over_links) / number(pairs.len()))];
    for ([before, after], digits, unit) in
        [(entries, 0, 1.0), (bytes, 1, 1e6), (bakes, 2, 1.0), (times, 2, 1.0)]
    {
        figures.push(format!("{:.*}", digits, before / unit));
        figures.push(format!("{:.2}", after / before));
    }
    Ok(figures)
}

/// Converts a count, which is below 2^32.
fn number(count: usize) -> f64 {
    u32::try_from(count).map_or(f64::INFINITY, f64::from)
}
