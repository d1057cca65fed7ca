//! Random lattice queries on generated maps, compared with brute force that shares no code
//! with the search.
//!
//! `TAUTLINE_QUERIES` is the number of queries; without it, about 30,000. A full run:
//!
//! ```text
//! TAUTLINE_QUERIES=1000000 cargo test --release -p tautline-anyangle --test it oracle -- --nocapture
//! ```

#![expect(clippy::unwrap_used, reason = "helpers of tests are tests")]

use std::env;
use std::fmt::Write as _;

use tautline_anyangle::{AnyAngleScratch, ExactError};
use tautline_fixtures::random_mesh::RandomMeshOptions;
use tautline_fixtures::sight::fans_at;
use tautline_fixtures::{
    Cells, SplitMix64, checkerboard, is_walkable_path, maze, open, random_blocks, random_mesh,
    rooms, shortest_length,
};
use tautline_navmesh::QueryError;
use tautline_navmesh::{Budget, NavMesh, QueryFilter, Terrain, Vec2};

use crate::mirror::reverse_areas;
use crate::support::{build, find, raw_mesh};

/// A point of the doubled lattice, on which a cell is 2 wide.
type Point = [i32; 2];

/// The relative difference between lengths that count as equal.
const ROUNDING: f64 = 1e-12;

/// The number of pairs of points on each map.
const PAIRS_PER_MAP: u64 = 40;

/// A transformation of a map that rounds nothing.
#[derive(Clone, Copy, Debug)]
enum Frame {
    Plain,
    /// By the angle of a triangle with sides 3, 4 and 5, and 5 times as large.
    Slanted,
    SlantedFarAway,
    Mirrored,
    QuarterTurned,
    /// By a power of two.
    Scaled(i32),
    /// By a million.
    FarAway,
    /// Up to the last whole numbers that `f32` represents.
    AtTheEdge,
}

impl Frame {
    fn random(random: &mut SplitMix64) -> Self {
        match random.below(10) {
            0 | 1 => Self::Plain,
            2 | 3 => Self::Slanted,
            4 => Self::SlantedFarAway,
            5 => Self::Mirrored,
            6 => Self::QuarterTurned,
            7 => Self::Scaled(random.between(-60, 50)),
            8 => Self::FarAway,
            _ => Self::AtTheEdge,
        }
    }

    fn place(self, [x, y]: Point) -> Vec2 {
        const EDGE: i32 = 1 << 24;
        let whole = |x: i32, y: i32| Vec2::new(exact(x.into()), exact(y.into()));
        let slanted = [3 * x - 4 * y, 4 * x + 3 * y];
        match self {
            Self::Plain => whole(x, y) * 0.5,
            Self::Slanted => whole(slanted[0], slanted[1]),
            Self::SlantedFarAway => whole(slanted[0] - 1_000_000, slanted[1] + 1_000_000),
            Self::Mirrored => whole(-x, y),
            Self::QuarterTurned => whole(-y, x),
            Self::Scaled(exponent) => {
                let scale = 2_f64.powi(exponent);
                Vec2::new(exact(f64::from(x) * scale), exact(f64::from(y) * scale))
            }
            Self::FarAway => whole(x + 1_000_000, y - 1_000_000),
            Self::AtTheEdge => whole(EDGE - 256 + x, y + 256 - EDGE),
        }
    }

    /// Returns the point that was transformed, if it is on the lattice.
    fn find(self, place: Vec2) -> Option<Point> {
        let origin = self.place([0, 0]);
        let [x, y] = [place.x, place.y].map(f64::from);
        let (x, y) = (x - f64::from(origin.x), y - f64::from(origin.y));
        let [x, y] = match self {
            Self::Plain => [2.0 * x, 2.0 * y],
            Self::Slanted | Self::SlantedFarAway => {
                [(3.0 * x + 4.0 * y) / 25.0, (3.0 * y - 4.0 * x) / 25.0]
            }
            Self::Mirrored => [-x, y],
            Self::QuarterTurned => [y, -x],
            Self::Scaled(exponent) => [x, y].map(|value| value / 2_f64.powi(exponent)),
            Self::FarAway | Self::AtTheEdge => [x, y],
        };
        #[expect(clippy::cast_possible_truncation, reason = "small, and checked in the next line")]
        let point = [x.round() as i32, y.round() as i32];
        (self.place(point) == place).then_some(point)
    }

    /// Returns the length of a cell.
    fn factor(self) -> f64 {
        match self {
            Self::Plain => 1.0,
            Self::Slanted | Self::SlantedFarAway => 10.0,
            Self::Scaled(exponent) => 2_f64.powi(exponent + 1),
            _ => 2.0,
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the numbers that are put in fit an f32")]
fn exact(value: f64) -> f32 {
    let narrow = value as f32;
    assert_eq!(f64::from(narrow).to_bits(), (value + 0.0).to_bits(), "frames round nothing");
    narrow
}

/// A map, and its forbidden cells: walkable for the mesh, not for the answers.
struct Map {
    allowed: Cells,
    all: Cells,
}

fn random_map(random: &mut SplitMix64) -> Map {
    let seed = random.next_u64();
    let mut size = |low: i32, high: i32| u16::try_from(random.between(low, high)).unwrap_or(1);
    let (width, height) = (size(1, 9), size(1, 9));
    let (long, thin) = (size(12, 24), size(1, 3));
    let mut all = match random.below(12) {
        0 => maze(seed, width, height),
        1 => rooms(seed, width + 4, height + 3),
        2 => random_blocks(seed, long, thin, 20),
        3 => random_blocks(seed, thin, long, 20),
        4 => open(width, height),
        5 => checkerboard(width, height),
        6 => random_blocks(seed, width, height, 8),
        7 | 8 => random_blocks(seed, width, height, 18),
        9 | 10 => random_blocks(seed, width, height, 30),
        _ => random_blocks(seed, width, height, 42),
    };
    // A mesh has one area at least.
    all.set(0, 0, true);
    let wall_share = [0, 0, 0, 8, 30][usize::try_from(random.below(5)).unwrap_or(0)];
    for cell in all.clone().walkable_cells() {
        for next in [[cell[0] + 1, cell[1]], [cell[0], cell[1] + 1]] {
            if random.chance(wall_share) {
                all.put_wall(cell, next);
            }
        }
    }
    let mut allowed = all.clone();
    if random.chance(25) {
        // Some cells are forbidden, and some blocks become forbidden cells.
        let forbidden_share = [5, 30][usize::try_from(random.below(2)).unwrap_or(0)];
        let (width, height) = (all.width, all.height);
        for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
            if random.chance(forbidden_share) {
                all.set(x, y, true);
                allowed.set(x, y, false);
            }
        }
    }
    Map { allowed, all }
}

/// The mesh of a map in a frame, and the filter of its forbidden areas.
struct Subject {
    mesh: NavMesh,
    filter: QueryFilter,
    frame: Frame,
    budget: Budget,
}

impl Subject {
    fn random(random: &mut SplitMix64, map: &Map) -> Self {
        let frame = Frame::random(random);
        let class = |cell: [i32; 2]| u8::from(!map.allowed.is_walkable(cell));
        let longest = [1, 3, 9][usize::try_from(random.below(3)).unwrap_or(0)];
        let cut = [0, 50, 100][usize::try_from(random.below(3)).unwrap_or(0)];
        let options = RandomMeshOptions { longest, cut };
        let (plain, classes) = random_mesh(random.next_u64(), &map.all, class, options);
        let mut raw = raw_mesh(&plain, &classes);
        for vertex in &mut raw.vertices {
            #[expect(clippy::cast_possible_truncation, reason = "lattice points")]
            let point = vertex.map(|value| (2.0 * value) as i32);
            *vertex = frame.place(point).into();
        }
        if matches!(frame, Frame::Mirrored) {
            reverse_areas(&mut raw);
        }
        let mesh = build(&raw).unwrap();
        let mut filter = QueryFilter::uniform();
        let forbids_areas = random.chance(50);
        if map.allowed != map.all {
            for area in mesh.areas().filter(|&area| mesh.terrain(area) == Terrain(1)) {
                if forbids_areas {
                    filter.forbid_area(area);
                } else {
                    filter.forbid(Terrain(1));
                }
            }
        }
        let corners = u64::try_from(mesh.half_edge_count()).unwrap_or(u64::MAX);
        Self { mesh, filter, frame, budget: Budget(1000 * (1 + corners)) }
    }
}

fn random_point(random: &mut SplitMix64, cells: &Cells) -> Point {
    let [width, height] = [cells.width, cells.height].map(i32::from);
    match random.below(8) {
        0 => [random.between(-1, 2 * width + 1), random.between(-1, 2 * height + 1)],
        1 | 2 => [2 * random.between(0, width), 2 * random.between(0, height)],
        _ => {
            // A point of a walkable cell, if chance finds one.
            let mut cell = [0, 0];
            for _ in 0..20 {
                cell = [random.between(0, width - 1), random.between(0, height - 1)];
                if cells.is_walkable(cell) {
                    break;
                }
            }
            [2 * cell[0] + random.between(0, 2), 2 * cell[1] + random.between(0, 2)]
        }
    }
}

/// Returns true if a path that bends at a point of the map is taut there: every cell that
/// blocks it lies within the inner side of the bend.
fn wraps(cells: &Cells, [before, here, after]: [Point; 3]) -> bool {
    let direction = |to: Point| [to[0] - here[0], to[1] - here[1]].map(i64::from);
    let cross = |a: [i64; 2], b: [i64; 2]| a[0] * b[1] - a[1] * b[0];
    let (back, on) = (direction(before), direction(after));
    let turn = -cross(back, on);
    fans_at(cells, here).iter().filter(|fan| fan.len() >= 3).any(|fan| {
        let mut walls = Vec::new();
        // The cells around a lattice point, counter-clockwise, and the direction of the
        // side before each.
        let [x, y] = here.map(|value| value / 2);
        let around = [[x, y], [x - 1, y], [x - 1, y - 1], [x, y - 1]];
        for (i, edge) in [[1, 0], [0, 1], [-1, 0], [0, -1]].into_iter().enumerate() {
            let (next, last) = (around[i], around[(i + 3) % 4]);
            let bounds_the_fan = fan.contains(&next) || fan.contains(&last);
            if bounds_the_fan && !cells.are_joined(next, last) {
                walls.push(edge);
            }
        }
        let is_inside = |&wall: &[i64; 2]| {
            let (from, to) = if turn >= 0 { (on, back) } else { (back, on) };
            cross(from, wall) >= 0 && cross(wall, to) >= 0
        };
        !walls.is_empty() && (turn == 0 || walls.iter().all(is_inside))
    })
}

/// Returns a description of a wrong answer; `None` if it is right.
fn fault(
    map: &Map,
    subject: &Subject,
    ends: [Point; 2],
    expected: Option<f64>,
    scratch: &mut AnyAngleScratch,
) -> Option<String> {
    let Subject { mesh, filter, frame, budget } = subject;
    let places = ends.map(|end| frame.place(end));
    let (length, points) = match (find(mesh, places, filter, *budget, scratch), expected) {
        (Ok(answer), Some(_)) => answer,
        (Err(ExactError::Query(QueryError::BudgetExhausted { expanded })), _) => {
            return Some(format!("gave up after {expanded}"));
        }
        (Err(_), None) => return None,
        (answer, expected) => return Some(format!("{answer:?} instead of {expected:?}")),
    };
    let expected = expected? * frame.factor();
    let is_close = |length: f64| (length - expected).abs() <= ROUNDING * expected;
    if !is_close(length) {
        return Some(format!("{length:?} instead of {expected:?}: {points:?}"));
    }
    let Some(points) =
        points.iter().map(|&place| frame.find(place)).collect::<Option<Vec<Point>>>()
    else {
        return Some(format!("a point off the lattice: {points:?}"));
    };
    let leg = |leg: &[Point]| {
        let [dx, dy] = [0, 1].map(|axis| f64::from(leg[1][axis]) - f64::from(leg[0][axis]));
        (dx * dx + dy * dy).sqrt() / 2.0 * frame.factor()
    };
    if points.first() != Some(&ends[0]) || points.last() != Some(&ends[1]) {
        return Some(format!("not from end to end: {points:?}"));
    }
    if !is_close(points.windows(2).map(leg).sum()) {
        return Some(format!("not as long as said: {points:?}"));
    }
    if !is_walkable_path(&map.allowed, &points) {
        return Some(format!("not walkable: {points:?}"));
    }
    let is_loose = |bend: &&[Point]| !wraps(&map.allowed, [bend[0], bend[1], bend[2]]);
    points.windows(3).find(is_loose).map(|bend| format!("not taut at {bend:?}: {points:?}"))
}

/// The number of queries, and their results.
#[derive(Default)]
struct Tally {
    pairs: u64,
    answers: u64,
    reachable: u64,
    expanded: u64,
    most_expanded: u64,
    faults: Vec<String>,
}

impl Tally {
    fn add(&mut self, other: Self) {
        self.pairs += other.pairs;
        self.answers += other.answers;
        self.reachable += other.reachable;
        self.expanded += other.expanded;
        self.most_expanded = self.most_expanded.max(other.most_expanded);
        self.faults.extend(other.faults);
    }
}

fn ask_on_map(seed: u64, tally: &mut Tally, scratch: &mut AnyAngleScratch) {
    let mut random = SplitMix64::new(seed);
    let map = random_map(&mut random);
    let subjects = [(); 2].map(|()| Subject::random(&mut random, &map));
    for pair in 0..PAIRS_PER_MAP {
        let start = random_point(&mut random, &map.all);
        let goal = if pair == 0 { start } else { random_point(&mut random, &map.all) };
        let ends = [start, goal];
        let expected = shortest_length(&map.allowed, start, goal);
        tally.pairs += 1;
        tally.reachable += u64::from(expected.is_some());
        for subject in &subjects {
            tally.answers += 1;
            if let Some(fault) = fault(&map, subject, ends, expected, scratch) {
                let mut report =
                    format!("seed {seed}, {start:?} to {goal:?}, {:?}: {fault}\n", subject.frame);
                let Map { allowed, all } = &map;
                let _ = write!(report, "{allowed}of\n{all}walls: {:?}", all.walls);
                tally.faults.push(report);
            }
            let expanded = scratch.counters().expanded;
            tally.expanded += expanded;
            tally.most_expanded = tally.most_expanded.max(expanded);
        }
    }
}

#[test]
fn answers_are_those_of_brute_force() {
    let asked = env::var("TAUTLINE_QUERIES").ok().and_then(|number| number.parse().ok());
    let maps = asked.unwrap_or(30_000_u64).div_ceil(PAIRS_PER_MAP);
    let workers = 2;
    let mut tally = Tally::default();
    std::thread::scope(|scope| {
        let work = |worker: u64| {
            move || {
                let (mut tally, mut scratch) = (Tally::default(), AnyAngleScratch::new());
                for seed in (worker..maps).step_by(2) {
                    ask_on_map(seed, &mut tally, &mut scratch);
                }
                tally
            }
        };
        let running: Vec<_> = (0..workers).map(|worker| scope.spawn(work(worker))).collect();
        for worker in running {
            tally.add(worker.join().unwrap());
        }
    });
    println!(
        "{maps} maps, {} pairs of points ({} reachable), {} answers, {} expansions ({} at most), {} wrong",
        tally.pairs,
        tally.reachable,
        tally.answers,
        tally.expanded,
        tally.most_expanded,
        tally.faults.len()
    );
    let first = tally.faults.iter().min_by_key(|fault| fault.len());
    assert!(tally.faults.is_empty(), "{}", first.unwrap());
}

#[test]
fn frames_lead_there_and_back() {
    use Frame::{
        AtTheEdge, FarAway, Mirrored, Plain, QuarterTurned, Scaled, Slanted, SlantedFarAway,
    };
    for frame in [
        Plain,
        Slanted,
        SlantedFarAway,
        Mirrored,
        QuarterTurned,
        Scaled(-60),
        Scaled(50),
        FarAway,
        AtTheEdge,
    ] {
        for point in [[0, 0], [3, 5], [-1, 7]] {
            assert_eq!(frame.find(frame.place(point)), Some(point), "{frame:?}");
        }
    }
}
