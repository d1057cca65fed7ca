//! Paths over links on real maps, compared with labels of the bare ground: distances on foot
//! between all ends of links and queries, and Dijkstra's algorithm over the links. Needs
//! `TAUTLINE_DATA`; without it, nothing is tested.
//!
//! `TAUTLINE_LINK_QUERIES` is the number of queries on each map and mix; without it, 200, and
//! there are no mixes of 1,000 links, nor of 400 on maps of many corners: their labels take most of
//! the time. A full run:
//!
//! ```sh
//! TAUTLINE_LINK_QUERIES=1000 cargo test --release -p tautline-labels --test it link_real_maps -- --include-ignored --nocapture
//! ```

use std::env;

use tautline_anyangle::{AnyAngleScratch, LinkTraversal, shortest_path};
use tautline_fixtures::SplitMix64;
use tautline_fixtures::linked::{LinkMix, least_over_arcs, link_mix};
use tautline_fixtures::real_data::data;
use tautline_labels::{BakeOptions, LabelScratch, Labels};
use tautline_navmesh::{DVec2, NavMesh, PathQuery, QueryFilter, RandomPoints, RayCast, Vec2};

use crate::mesh_files::{Fallible, plain_mesh};
use crate::support::{build, raw_link, raw_mesh};

/// The relative difference between lengths that count as equal.
const ROUNDING: f64 = 1e-9;

const MAPS: [&str; 3] = ["maps/dao/orz900d", "maps/sc1/Archipelago", "maps/da2/ht_0_hightown"];

const MIXES: [(LinkMix, usize); 10] = [
    (LinkMix::Dear, 10),
    (LinkMix::Dear, 100),
    (LinkMix::Dear, 400),
    (LinkMix::Dear, 1000),
    (LinkMix::Mixed, 10),
    (LinkMix::Mixed, 100),
    (LinkMix::Mixed, 400),
    (LinkMix::Mixed, 1000),
    (LinkMix::Teleports, 10),
    (LinkMix::Teleports, 100),
];

/// A link in one direction.
struct Arc {
    entrance: Vec2,
    exit: Vec2,
    cost: f64,
}

/// Distances on foot, by labels of the bare ground.
struct Walks {
    bare: NavMesh,
    labels: Labels,
    scratch: LabelScratch,
}

impl Walks {
    /// Returns the distance between two points; infinity if there is no path.
    fn distance(&mut self, from: Vec2, to: Vec2) -> f64 {
        let Self { bare, labels, scratch } = self;
        let found = labels.shortest_path(bare, from, to, scratch, &mut Vec::new());
        found.unwrap_or(f64::INFINITY)
    }
}

/// The distances between the ends of all links, closed over links: shortest paths from the
/// entrance of one arc to the exit of another that take both first and last.
struct Closure {
    arcs: Vec<Arc>,
    between: Vec<Vec<f64>>,
}

impl Closure {
    fn new(walks: &mut Walks, mesh: &NavMesh) -> Self {
        let arcs: Vec<Arc> = mesh
            .links()
            .iter()
            .flat_map(|link| {
                let directions = if link.both_ways { &[true, false][..] } else { &[true] };
                directions.iter().map(|&forwards| Arc {
                    entrance: link.departure(forwards).point,
                    exit: link.arrival(forwards).point,
                    cost: link.cost,
                })
            })
            .collect();
        let mut row =
            |from: &Arc| arcs.iter().map(|to| walks.distance(from.exit, to.entrance)).collect();
        let between = arcs.iter().map(&mut row).collect();
        Self { arcs, between }
    }

    fn shortest_length(&self, walks: &mut Walks, start: Vec2, goal: Vec2) -> f64 {
        let walked = walks.distance(start, goal);
        let reached =
            self.arcs.iter().map(|arc| walks.distance(start, arc.entrance) + arc.cost).collect();
        least_over_arcs(
            walked,
            reached,
            |from, to| self.between[from][to] + self.arcs[to].cost,
            |last| walks.distance(self.arcs[last].exit, goal),
        )
    }
}

/// Returns the cost of a path from its points and links; `None` if a leg cannot be walked.
fn cost(
    mesh: &NavMesh,
    points: &[Vec2],
    links: &[LinkTraversal],
    ray: &mut RayCast,
) -> Option<f64> {
    let filter = QueryFilter::uniform();
    let mut links = links.iter().peekable();
    let mut sum = 0.0;
    for (index, leg) in points.windows(2).enumerate() {
        if let Some(taken) = links.next_if(|link| link.point == index) {
            sum += mesh.links()[taken.link.index()].cost;
            continue;
        }
        // A leg along a wall is rounded to one side by no test.
        mesh.can_walk(leg.iter().copied(), &filter, ray).is_ok_and(|can| can).then_some(())?;
        sum += DVec2::from(leg[0]).distance(leg[1].into());
    }
    links.next().is_none().then_some(sum)
}

#[test]
#[ignore = "needs TAUTLINE_DATA"]
fn answers_on_real_maps_are_those_of_labels_closed_over_links() -> Fallible<()> {
    let Some(folder) = data("") else { return Ok(()) };
    let asked = env::var("TAUTLINE_LINK_QUERIES").ok().and_then(|number| number.parse().ok());
    let queries: usize = asked.unwrap_or(100);
    for map in MAPS {
        let raw = raw_mesh(&plain_mesh(&folder.join(map).with_extension("mesh"))?, &[]);
        let bare = build(&raw)?;
        let labels = Labels::bake(&bare, &BakeOptions::default())?;
        let ground = RandomPoints::new(&bare);
        let most_links = match asked {
            Some(_) => 1_000,
            None if bare.corner_count() > 1_000 => 100,
            None => 400,
        };
        let mut walks = Walks { bare, labels, scratch: LabelScratch::new() };
        for (number, &(mix, count)) in (0..).zip(&MIXES) {
            if count > most_links {
                continue;
            }
            let mut seed = 1000 + number;
            let mut draw =
                || ground.draw(&walks.bare, &mut seed).map_or([0.0; 2], |at| at.1.into());
            let mut ray = RayCast::new();
            let mut is_over_wall = |from: [f32; 2], to: [f32; 2]| {
                let [from, to] = [from, to].map(Vec2::from);
                let (bare, filter) = (&walks.bare, QueryFilter::uniform());
                bare.locate(to).is_some()
                    && bare.can_walk([from, to], &filter, &mut ray).is_ok_and(|can| !can)
            };
            let mut random = SplitMix64::new(number);
            let links = link_mix(&mut random, mix, count, &mut draw, &mut is_over_wall);
            let ends: Vec<[Vec2; 2]> =
                (0..queries).map(|_| [(); 2].map(|()| draw().into())).collect();
            let mut linked = raw.clone();
            linked.links = links.iter().map(raw_link).collect();
            let mesh = build(&linked)?;
            let linked_labels = Labels::bake(&mesh, &BakeOptions::default())?;
            let closure = Closure::new(&mut walks, &mesh);
            let (mut scratch, mut points, mut taken) =
                (AnyAngleScratch::new(), Vec::new(), Vec::new());
            let (mut wrong, mut over_links, mut worst) = (Vec::new(), 0, 0.0_f64);
            for &[start, goal] in &ends {
                let query = PathQuery::new(start, goal);
                let found = shortest_path(&mesh, &query, &mut scratch, &mut points);
                let found = found.unwrap_or(f64::INFINITY);
                let expected = closure.shortest_length(&mut walks, start, goal);
                if found.is_infinite() && expected.is_infinite() {
                    continue;
                }
                scratch.read_links(&mesh, &mut taken);
                over_links += usize::from(!taken.is_empty());
                let off = (found - expected).abs() / expected;
                worst = worst.max(off);
                let sum = cost(&mesh, &points, &taken, &mut ray);
                let adds_up = sum.is_some_and(|sum| (sum - found).abs() <= ROUNDING * found);
                if !(off <= ROUNDING && adds_up) {
                    wrong.push(format!("{start} {goal}: {found} {expected} {sum:?}"));
                }
                let looked_up = linked_labels.shortest_path_over_links(
                    &mesh,
                    [start, goal],
                    &QueryFilter::uniform(),
                    &mut walks.scratch,
                    &mut points,
                    &mut taken,
                )?;
                let sum = cost(&mesh, &points, &taken, &mut ray);
                let is_right = |length: f64| (length - expected).abs() <= ROUNDING * expected;
                if !(looked_up.is_some_and(is_right) && sum.is_some_and(is_right)) {
                    wrong.push(format!("labels: {start} {goal}: {looked_up:?} {expected} {sum:?}"));
                }
            }
            println!(
                "{map}, {count} links, {mix:?}: {queries} queries, {over_links} over links, {} wrong, at most {worst:.1e} off",
                wrong.len()
            );
            assert_eq!(wrong, Vec::<String>::new(), "{map} {mix:?} {count}");
        }
    }
    Ok(())
}
