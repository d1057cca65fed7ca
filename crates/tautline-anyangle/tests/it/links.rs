//! Shortest paths over links on random maps, compared with brute force that shares no code with
//! the search.
//!
//! `TAUTLINE_LINK_QUERIES` is the number of queries; without it, about 3,000. A full run:
//!
//! ```text
//! TAUTLINE_LINK_QUERIES=60000 cargo test --release -p tautline-anyangle --test it links -- --nocapture
//! ```

#![expect(clippy::unwrap_used, reason = "helpers of tests are tests")]

use std::env;

use tautline_anyangle::{
    AnyAngleScratch, AnyAngleSearch, ExactError, LinkTraversal, OneToManyQuery, OneToManySearch,
    shortest_path, shortest_path_below,
};
use tautline_fixtures::linked::{LinkedGraph, PlainArc, cheap_links, random_links, random_point};
use tautline_fixtures::random_mesh::RandomMeshOptions;
use tautline_fixtures::{
    Cells, PlainMesh, SplitMix64, VisibilityGraph, random_blocks, random_mesh,
};
use tautline_navmesh::{
    AreaId, Budget, DVec2, Link, LinkId, LinkKind, Location, NavMesh, PathQuery, QueryError,
    QueryFilter, RawLink, Terrain, Vec2,
};

use crate::support::{build, raw_link, raw_mesh};

/// The relative difference between lengths that count as equal.
const ROUNDING: f64 = 1e-11;

/// The number of pairs of points on each map.
const PAIRS_PER_MAP: u64 = 30;

/// One map in this number has up to 60 links, most of them cheap: more than the search lists in its lower bound.
const CROWDED: u64 = 8;

/// A mesh with links, a filter with uniform costs, and brute force on the cells that it allows.
struct Subject {
    all: Cells,
    mesh: NavMesh,
    filter: QueryFilter,
    factor: f64,
    graph: VisibilityGraph,
    arcs: Vec<PlainArc>,
}

/// Returns the directed links of a mesh that a filter allows. Costs are divided by a factor.
fn arcs(links: &[Link], filter: &QueryFilter, factor: f64) -> Vec<PlainArc> {
    let open = (0..).map(LinkId).zip(links).filter(|(id, _)| filter.allows_link(*id));
    let arcs = open.flat_map(|(_, link)| {
        let directions = if link.both_ways { &[true, false][..] } else { &[true] };
        directions.iter().map(|&forwards| PlainArc {
            entrance: link.departure(forwards).point.into(),
            exit: link.arrival(forwards).point.into(),
            cost: link.cost / factor,
        })
    });
    arcs.collect()
}

impl Subject {
    fn random(seed: u64) -> Self {
        let mut random = SplitMix64::new(seed);
        let mut size = || u16::try_from(random.between(5, 10)).unwrap();
        let (width, height) = (size(), size());
        let blocked = u8::try_from(random.between(5, 45)).unwrap();
        let mut all = random_blocks(random.next_u64(), width, height, blocked);
        all.set(0, 0, true);
        for cell in all.clone().walkable_cells() {
            if random.chance(5) {
                all.put_wall(cell, [cell[0] + 1, cell[1]]);
            }
        }
        let mut allowed = all.clone();
        if random.chance(30) {
            for cell in all.walkable_cells().skip(1) {
                if random.chance(15) {
                    let [x, y] = cell.map(|value| u16::try_from(value).unwrap());
                    allowed.set(x, y, false);
                }
            }
        }
        let class = |cell: [i32; 2]| u8::from(!allowed.is_walkable(cell));
        let longest = [1, 3, 9][usize::try_from(random.below(3)).unwrap()];
        let cut = [0, 50, 100][usize::try_from(random.below(3)).unwrap()];
        let options = RandomMeshOptions { longest, cut };
        let (plain, classes) = random_mesh(random.next_u64(), &all, class, options);
        let mut raw = raw_mesh(&plain, &classes);
        let links = if seed.is_multiple_of(CROWDED) {
            let count = usize::try_from(random.between(20, 60)).unwrap();
            cheap_links(&mut random, &all, count)
        } else {
            let count = usize::try_from(random.between(1, 8)).unwrap();
            random_links(&mut random, &all, count)
        };
        raw.links = links.iter().map(raw_link).collect();
        let mesh = build(&raw).unwrap();
        let mut filter = QueryFilter::uniform();
        let factor = [1.0, 1.0, 1.0, 0.5, 3.0][usize::try_from(random.below(5)).unwrap()];
        for class in 0..=255 {
            filter.set(Terrain(class), factor).unwrap();
        }
        filter.forbid(Terrain(1));
        if random.chance(25) {
            for id in (0..mesh.links().len()).map(|index| LinkId(u32::try_from(index).unwrap())) {
                if random.chance(40) {
                    filter.forbid_link(id);
                }
            }
        }
        let graph = VisibilityGraph::new(&allowed.to_unit_mesh()).unwrap();
        let factor = f64::from(factor);
        let arcs = arcs(mesh.links(), &filter, factor);
        Self { all, mesh, filter, factor, graph, arcs }
    }

    /// Asks for one path. Returns the fault of the answer, if there is one.
    fn fault(
        &self,
        linked: &LinkedGraph<'_>,
        ends: [[f32; 2]; 2],
        scratch: &mut AnyAngleScratch,
    ) -> Option<String> {
        let expected = linked.shortest_length(ends[0], ends[1]);
        let [start, goal] = ends.map(Vec2::from);
        let query = PathQuery::new(start, goal).with_filter(&self.filter);
        let mut points = Vec::new();
        let found = match (shortest_path(&self.mesh, &query, scratch, &mut points), expected) {
            (Ok(found), Some(expected)) if is_same(found, expected) => found,
            (Err(ExactError::Query(QueryError::Unreachable)), None) => return None,
            (
                Err(ExactError::Query(
                    QueryError::Forbidden { .. } | QueryError::ForbiddenArea { .. },
                )),
                None,
            ) if !ends.iter().all(|&end| self.graph.contains(end)) => return None,
            (found, _) => return Some(format!("{found:?} instead of {expected:?}")),
        };
        let mut links = Vec::new();
        scratch.read_links(&self.mesh, &mut links);
        self.fault_of_path(found, &points, &links)
            .or_else(|| self.fault_of_areas(links.len(), scratch))
            .or_else(|| {
                ((points[0], points[points.len() - 1]) != (start, goal)).then(|| "ends".into())
            })
    }

    /// Sums up a path, and checks that each part of it can be walked or is an open link.
    fn fault_of_path(
        &self,
        length: f64,
        points: &[Vec2],
        links: &[LinkTraversal],
    ) -> Option<String> {
        let mut sum = 0.0;
        let mut next = links.iter().peekable();
        for (index, leg) in points.windows(2).enumerate() {
            if let Some(taken) = next.next_if(|link| link.point == index) {
                let link = &self.mesh.links()[taken.link.index()];
                let ends = [link.departure(taken.forwards), link.arrival(taken.forwards)];
                if ends.map(|end| end.point) != [leg[0], leg[1]]
                    || !self.filter.allows_link(taken.link)
                    || !(taken.forwards || link.both_ways)
                {
                    return Some(format!("{taken:?} at {leg:?}"));
                }
                sum += link.cost / self.factor;
                continue;
            }
            let straight = DVec2::from(leg[0]).distance(leg[1].into());
            let walked = self.graph.shortest_length(leg[0].into(), leg[1].into());
            if !walked.is_some_and(|walked| is_same(walked, straight)) {
                return Some(format!("{leg:?} is walked, but {walked:?} long"));
            }
            sum += straight;
        }
        (next.next().is_some() || !is_same(sum, length))
            .then(|| format!("{sum} instead of {length}: {points:?} {links:?}"))
    }

    /// Checks that the areas of a path are connected, by as many links as it takes.
    fn fault_of_areas(&self, links: usize, scratch: &AnyAngleScratch) -> Option<String> {
        let mut areas: Vec<AreaId> = Vec::new();
        scratch.read_areas(&self.mesh, &mut areas);
        let is_across = |&[one, other]: &[AreaId; 2]| {
            self.mesh
                .half_edges_in(one)
                .iter()
                .any(|edge| edge.twin().is_some() && edge.across() == other)
        };
        let apart = areas.windows(2).filter(|pair| !is_across(&[pair[0], pair[1]])).count();
        (areas.is_empty() || apart > links).then(|| format!("{areas:?}, but {links} links"))
    }
}

fn is_same(one: f64, other: f64) -> bool {
    (one - other).abs() <= ROUNDING * one.abs()
}

fn query_count() -> u64 {
    let asked = env::var("TAUTLINE_LINK_QUERIES").ok().and_then(|number| number.parse().ok());
    asked.unwrap_or(3_000)
}

#[test]
fn answers_are_those_of_brute_force() {
    let maps = query_count().div_ceil(PAIRS_PER_MAP);
    let work = |worker: u64| {
        let (mut faults, mut scratch, mut over_links) = (Vec::new(), AnyAngleScratch::new(), 0);
        for seed in (worker..maps).step_by(2) {
            let subject = Subject::random(seed);
            let linked = LinkedGraph::new(&subject.graph, &subject.arcs);
            let mut random = SplitMix64::new(!seed);
            for pair in 0..PAIRS_PER_MAP {
                let start = random_point(&mut random, &subject.all);
                let goal = if pair == 0 { start } else { random_point(&mut random, &subject.all) };
                if let Some(fault) = subject.fault(&linked, [start, goal], &mut scratch) {
                    faults.push(format!(
                        "seed {seed}: {start:?} {goal:?}: {fault}\n{}{:?}\nfactor {}, {:?}",
                        subject.all, subject.all.walls, subject.factor, subject.arcs
                    ));
                }
                let mut links = Vec::new();
                scratch.read_links(&subject.mesh, &mut links);
                over_links += u64::from(!links.is_empty());
            }
        }
        (faults, over_links)
    };
    let results = std::thread::scope(|scope| {
        let workers = [0, 1].map(|worker| scope.spawn(move || work(worker)));
        workers.map(|worker| worker.join().unwrap())
    });
    let faults: Vec<String> = results.iter().flat_map(|(faults, _)| faults.clone()).collect();
    let over_links: u64 = results.iter().map(|(_, count)| count).sum();
    println!(
        "{maps} maps, {} queries, {over_links} over links, {} wrong",
        maps * PAIRS_PER_MAP,
        faults.len()
    );
    let first = faults.iter().min_by_key(|fault| fault.len());
    assert!(faults.is_empty(), "{}", first.unwrap());
    assert!(6 * over_links > maps * PAIRS_PER_MAP, "{over_links}");
}

/// Returns points of a subject that its filter allows, at least one.
fn open_points(subject: &Subject, random: &mut SplitMix64, count: usize) -> Vec<[f32; 2]> {
    let mut points = Vec::new();
    while points.len() < count {
        let point = random_point(random, &subject.all);
        if subject.graph.contains(point) {
            points.push(point);
        }
    }
    points
}

#[test]
fn distances_to_many_goals_are_those_of_brute_force() {
    let (mut near, mut over_links) = (OneToManySearch::new(), 0);
    for seed in 0..query_count() / 60 {
        let subject = Subject::random(seed + 1_000_000);
        let linked = LinkedGraph::new(&subject.graph, &subject.arcs);
        let mut random = SplitMix64::new(seed);
        for _ in 0..4 {
            let points = open_points(&subject, &mut random, 16);
            let from = OneToManyQuery::new(Vec2::from(points[0])).with_filter(&subject.filter);
            let goals: Vec<Location> =
                points.iter().map(|&point| Vec2::from(point).into()).collect();
            near.all(&subject.mesh, &from, &goals).unwrap();
            let distances: Vec<f64> = (0..goals.len()).map(|goal| near.distance_to(goal)).collect();
            for (goal, &found) in distances.iter().enumerate() {
                let expected = linked.shortest_length(points[0], points[goal]);
                let is_right =
                    expected.map_or(found.is_infinite(), |length| is_same(length, found));
                assert!(
                    is_right,
                    "seed {seed}, {:?} {:?}: {found} {expected:?}",
                    points[0], points[goal]
                );
                let (mut way, mut links) = (Vec::new(), Vec::new());
                assert_eq!(near.read_points(goal, &mut way), expected.is_some());
                assert_eq!(near.read_links(&subject.mesh, goal, &mut links), expected.is_some());
                let fault = expected.and_then(|_| subject.fault_of_path(found, &way, &links));
                assert_eq!(fault, None, "seed {seed}");
                over_links += usize::from(!links.is_empty());
            }
            let mut nearest: Vec<f64> =
                distances.iter().copied().filter(|far| far.is_finite()).collect();
            nearest.sort_by(f64::total_cmp);
            near.nearest(&subject.mesh, &from, &goals, 5).unwrap();
            let found: Vec<f64> = near.found().map(|(_, distance)| distance).collect();
            assert_eq!(found, nearest[..nearest.len().min(5)], "seed {seed}");
        }
    }
    assert!(over_links > 50, "{over_links}");
}

#[test]
fn areas_within_a_distance_are_those_that_walks_and_links_reach() {
    let mut near = OneToManySearch::new();
    for seed in 0..query_count() / 60 {
        let subject = Subject::random(seed + 2_000_000);
        let linked = LinkedGraph::new(&subject.graph, &subject.arcs);
        let start = open_points(&subject, &mut SplitMix64::new(seed), 1)[0];
        let from = OneToManyQuery::new(Vec2::from(start)).with_filter(&subject.filter);
        near.within(&subject.mesh, &from, f64::INFINITY).unwrap();
        let all: Vec<(AreaId, f64)> = near.areas().collect();
        for area in subject.mesh.areas().filter(|&area| subject.mesh.is_open(area, &subject.filter))
        {
            let corners: Vec<DVec2> = subject.mesh.corners(area).map(DVec2::from).collect();
            let sum: DVec2 = corners.iter().sum();
            // Halves of the way to a corner are exact, and lie inside.
            let inside = (sum / f64::from(u32::try_from(corners.len()).unwrap())).as_vec2();
            if !subject.mesh.contains(area, inside) {
                continue;
            }
            let size =
                corners.iter().map(|corner| corner.distance(inside.into())).fold(0.0, f64::max);
            let walked = linked.shortest_length(start, inside.into());
            let found =
                all.iter().find(|&&(reached, _)| reached == area).map(|&(_, length)| length);
            let is_right = match (walked, found) {
                (Some(walked), Some(found)) => {
                    found <= walked * (1.0 + ROUNDING) && found + size >= walked * (1.0 - ROUNDING)
                }
                (walked, found) => walked.is_none() && found.is_none(),
            };
            assert!(is_right, "seed {seed}, {start:?} {area}: {found:?} {walked:?}");
        }
        let some = all[all.len() / 2].1;
        near.within(&subject.mesh, &from, some).unwrap();
        let mut fewer: Vec<AreaId> = near.areas().map(|(area, _)| area).collect();
        let mut expected: Vec<AreaId> =
            all.iter().filter(|area| area.1 <= some).map(|&(area, _)| area).collect();
        fewer.sort_unstable();
        expected.sort_unstable();
        assert_eq!(fewer, expected, "seed {seed}");
    }
}

#[test]
fn slices_limits_and_budgets_give_the_same_answer() {
    let mut scratch = AnyAngleScratch::new();
    for seed in 0..query_count() / 60 {
        let subject = Subject::random(seed + 3_000_000);
        let mut random = SplitMix64::new(seed);
        for _ in 0..4 {
            let [start, goal] = [(); 2].map(|()| open_points(&subject, &mut random, 1)[0]);
            let query = PathQuery::new(Vec2::from(start), Vec2::from(goal));
            let query = query.with_filter(&subject.filter);
            let (mut points, mut sliced, mut below) = (Vec::new(), Vec::new(), Vec::new());
            let whole = shortest_path(&subject.mesh, &query, &mut scratch, &mut points);
            let expanded = scratch.counters().expanded;
            let Ok(length) = whole else { continue };

            let mut search = AnyAngleSearch::begin(&subject.mesh, &query).unwrap();
            let slice = 1 + random.below(3);
            let in_slices = loop {
                if let Some(length) = search.step(&subject.mesh, slice, &mut sliced).unwrap() {
                    break length;
                }
            };
            assert_eq!((in_slices.to_bits(), &sliced), (length.to_bits(), &points), "seed {seed}");
            let (mut links, mut of_slices) = (Vec::new(), Vec::new());
            scratch.read_links(&subject.mesh, &mut links);
            search.read_links(&subject.mesh, &mut of_slices);
            assert_eq!(of_slices, links);

            let mut limited =
                |limit| shortest_path_below(&subject.mesh, &query, limit, &mut scratch, &mut below);
            let longer = limited(length * 1.001 + 0.001).unwrap();
            assert!(longer.is_some_and(|found| is_same(found, length)), "seed {seed}: {longer:?}");
            assert_eq!(limited(length).unwrap(), None, "seed {seed}");
            if expanded > 0 {
                let query = query.with_budget(Budget(expanded - 1));
                let short = shortest_path(&subject.mesh, &query, &mut scratch, &mut below);
                assert!(matches!(
                    short,
                    Err(ExactError::Query(QueryError::BudgetExhausted { .. })) | Ok(_)
                ));
                assert!(short.is_err() || short.is_ok_and(|found| is_same(found, length)));
            }
        }
    }
}

/// A fixed bug: with the last node that it needed, a search ran out of its budget if only useless nodes were left.
#[test]
fn a_budget_of_the_need_is_enough_and_one_less_is_not() {
    let (mut near, mut scratch, mut path) =
        (OneToManySearch::new(), AnyAngleScratch::new(), Vec::new());
    let is_exhausted =
        |error| matches!(error, ExactError::Query(QueryError::BudgetExhausted { .. }));
    for seed in 0..query_count() / 60 {
        let subject = Subject::random(seed + 5_000_000);
        let points = open_points(&subject, &mut SplitMix64::new(seed), 16);
        let goals: Vec<Location> = points.iter().map(|&point| Vec2::from(point).into()).collect();
        for &start in &goals[..8] {
            let from = OneToManyQuery::new(start).with_filter(&subject.filter);
            near.all(&subject.mesh, &from, &goals).unwrap();
            let (found, need): (Vec<_>, _) = (near.found().collect(), near.counters().expanded);
            near.all(&subject.mesh, &from.with_budget(Budget(need)), &goals).unwrap();
            assert_eq!(near.found().collect::<Vec<_>>(), found, "seed {seed}");
            if let Some(less) = need.checked_sub(1) {
                let less = near.all(&subject.mesh, &from.with_budget(Budget(less)), &goals);
                assert!(less.is_err_and(is_exhausted), "seed {seed}");
            }
            for &goal in &goals {
                let query = PathQuery::new(start, goal).with_filter(&subject.filter);
                let mut find = |budget| {
                    let query = query.with_budget(Budget(budget));
                    let found = shortest_path(&subject.mesh, &query, &mut scratch, &mut path);
                    (found, scratch.counters().expanded)
                };
                let (found, need) = find(u64::MAX);
                assert_eq!(find(need), (found, need), "seed {seed}");
                if let Some(less) = need.checked_sub(1) {
                    assert!(find(less).0.is_err_and(is_exhausted), "seed {seed}");
                }
            }
        }
    }
}

#[test]
fn with_all_links_forbidden_the_bits_are_those_without_links() {
    let mut scratch = AnyAngleScratch::new();
    let (mut points, mut bare_points) = (Vec::new(), Vec::new());
    for seed in 0..query_count() / 60 {
        let subject = Subject::random(seed + 4_000_000);
        let mut raw = subject.mesh.to_raw();
        raw.links.clear();
        let bare = build(&raw).unwrap();
        let mut filter = subject.filter.clone();
        LinkKind::ALL.into_iter().for_each(|kind| filter.forbid_links(kind));
        let mut random = SplitMix64::new(seed);
        for _ in 0..10 {
            let [start, goal] = [(); 2].map(|()| random_point(&mut random, &subject.all));
            let query = PathQuery::new(Vec2::from(start), Vec2::from(goal));
            let query = query.with_filter(&filter);
            let found = shortest_path(&subject.mesh, &query, &mut scratch, &mut points);
            let counters = scratch.counters();
            let expected = shortest_path(&bare, &query, &mut scratch, &mut bare_points);
            assert_eq!((found, counters), (expected, scratch.counters()));
            assert!(found.is_err() || points == bare_points);
        }
    }
}

/// The distance by which brute force puts the upper floor beside the lower one.
const BESIDE: f32 = 64.0;

/// Two floors above each other, which only links connect.
struct House {
    floors: [Cells; 2],
    mesh: NavMesh,
    graph: VisibilityGraph,
    arcs: Vec<PlainArc>,
}

/// A point of one of the floors.
#[derive(Clone, Copy, Debug)]
struct Place {
    floor: usize,
    point: [f32; 2],
}

impl Place {
    fn random(random: &mut SplitMix64, floors: &[Cells; 2]) -> Self {
        let floor = usize::from(random.chance(50));
        Self { floor, point: random_point(random, &floors[floor]) }
    }

    fn elevation(self) -> f32 {
        if self.floor == 0 { 0.0 } else { 10.0 }
    }

    fn location(self) -> Location {
        Location { point: self.point.into(), elevation: Some(self.elevation()) }
    }

    fn beside(self) -> [f32; 2] {
        let [x, y] = self.point;
        [if self.floor == 0 { x } else { x + BESIDE }, y]
    }
}

/// Puts one mesh above, or beside, the other.
fn both(lower: &PlainMesh, upper: &PlainMesh, shift: f32) -> PlainMesh {
    let mut plain = lower.clone();
    let (vertices, areas) = (lower.vertices.len(), lower.areas.len());
    let [vertices, areas] = [vertices, areas].map(|count| u32::try_from(count).unwrap());
    plain.vertices.extend(upper.vertices.iter().map(|&[x, y]| [x + shift, y]));
    let corners = |area: &Vec<u32>| area.iter().map(|corner| corner + vertices).collect();
    plain.areas.extend(upper.areas.iter().map(corners));
    let neighbours = |row: &Vec<Option<u32>>| {
        row.iter().map(|neighbour| neighbour.map(|area| area + areas)).collect()
    };
    plain.neighbours.extend(upper.neighbours.iter().map(neighbours));
    plain
}

impl House {
    fn random(seed: u64) -> Self {
        let mut random = SplitMix64::new(seed);
        let floors = [0, 1].map(|floor| {
            let mut cells = random_blocks(2 * seed + floor, 7, 6, 25);
            cells.set(0, 0, true);
            cells
        });
        let options = RandomMeshOptions { longest: 4, cut: 50 };
        let [lower, upper] =
            [0, 1].map(|floor| random_mesh(seed, &floors[floor], |_| 0, options).0);
        let mut raw = raw_mesh(&both(&lower, &upper, 0.0), &[]);
        raw.elevations = vec![0.0; lower.vertices.len()];
        raw.elevations.resize(raw.vertices.len(), 10.0);
        let mut arcs = Vec::new();
        for _ in 0..random.between(2, 6) {
            let [from, mut to] = [(); 2].map(|()| Place::random(&mut random, &floors));
            let above = Place { floor: 1 - from.floor, ..from };
            // A ladder, if there is ground above or below.
            let is_ladder = random.chance(50) && {
                let cells = &floors[above.floor];
                let graph = VisibilityGraph::new(&cells.to_unit_mesh()).unwrap();
                graph.contains(above.point)
            };
            if is_ladder {
                to = above;
            }
            let cost = [0.0, 0.5, 3.0][usize::try_from(random.below(3)).unwrap()];
            let both_ways = random.chance(50);
            raw.links.push(RawLink {
                from: from.point,
                from_elevation: from.elevation(),
                to: to.point,
                to_elevation: to.elevation(),
                cost: Some(cost),
                kind: LinkKind::Ladder,
                both_ways,
                disabled: false,
            });
            let arc = |from: Place, to: Place| PlainArc {
                entrance: from.beside(),
                exit: to.beside(),
                cost: cost.into(),
            };
            arcs.push(arc(from, to));
            arcs.extend(both_ways.then(|| arc(to, from)));
        }
        let mesh = build(&raw).unwrap();
        let graph = VisibilityGraph::new(&both(
            &floors[0].to_unit_mesh(),
            &floors[1].to_unit_mesh(),
            BESIDE,
        ));
        Self { floors, mesh, graph: graph.unwrap(), arcs }
    }
}

#[test]
fn links_between_floors_lead_to_the_right_one() {
    let (mut scratch, mut points, mut links) = (AnyAngleScratch::new(), Vec::new(), Vec::new());
    let (mut changes, mut ladders) = (0, 0);
    for seed in 0..query_count() / 60 {
        let House { floors, mesh, graph, arcs } = House::random(seed);
        let linked = LinkedGraph::new(&graph, &arcs);
        let mut random = SplitMix64::new(seed);
        for _ in 0..20 {
            let [start, goal] = [(); 2].map(|()| Place::random(&mut random, &floors));
            let expected = linked.shortest_length(start.beside(), goal.beside());
            let query = PathQuery::new(start.location(), goal.location());
            let found = shortest_path(&mesh, &query, &mut scratch, &mut points);
            let is_right = match (found, expected) {
                (Ok(found), Some(expected)) => is_same(found, expected),
                (Err(ExactError::Query(QueryError::Unreachable)), None) => true,
                _ => false,
            };
            assert!(is_right, "seed {seed}, {start:?} {goal:?}: {found:?} {expected:?}");
            scratch.read_links(&mesh, &mut links);
            changes += usize::from(start.floor != goal.floor && found.is_ok());
            for link in &links {
                let taken = &mesh.links()[link.link.index()];
                let ends =
                    [taken.departure(link.forwards).point, taken.arrival(link.forwards).point];
                assert_eq!([points[link.point], points[link.point + 1]], ends);
                ladders += usize::from(ends[0] == ends[1]);
            }
        }
    }
    assert!(changes > 50 && ladders > 50, "{changes} {ladders}");
}
