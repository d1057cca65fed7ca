//! Paths over weighted terrain, compared with a dense graph that knows nothing but tiles.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "helpers of tests may fail as tests do, and their numbers are small"
)]

use tautline::funnel::{Funnel, Portal, pull};
use tautline::navmesh::{
    Corridor, CorridorScratch, Crossing, PathQuery, RandomPoints, RawMesh, RayCast, Terrain,
    find_corridor, rectangles_from_cells,
};
use tautline::{NavMesh, Path, Query, QueryFilter, Scratch, Tier, Vec2, path_in};
use tautline_fixtures::{DenseGraph, SplitMix64, WeightedTiles, random_blocks};

/// The factors of meadow, road, mud and shallows.
const FACTORS: [f32; 4] = [2.0, 1.0, 5.0, 3.0];

fn mesh(tiles: &WeightedTiles) -> NavMesh {
    let terrain = |x: u32, y: u32| tiles.class(x.cast_signed(), y.cast_signed()).map(Terrain);
    let raw = rectangles_from_cells(tiles.side, tiles.side, terrain);
    raw.build().unwrap()
}

fn filter() -> QueryFilter {
    let mut filter = QueryFilter::uniform();
    for (class, factor) in (0..).zip(FACTORS) {
        filter.set(Terrain(class), factor).unwrap();
    }
    filter
}

/// The cost of the path that is pulled taut in the corridor of the classic search.
fn taut_cost(mesh: &NavMesh, filter: &QueryFilter, start: Vec2, goal: Vec2) -> f64 {
    let query = PathQuery::new(start, goal).with_filter(filter);
    let mut corridor = Corridor::default();
    find_corridor(mesh, &query, &mut CorridorScratch::default(), &mut corridor).unwrap();
    let edges = || {
        corridor.crossings.iter().map(|crossing| match *crossing {
            Crossing::Border(edge) => edge,
            Crossing::Link { link, .. } => panic!("there is no {link:?}"),
        })
    };
    let portals: Vec<Portal> = edges()
        .map(|edge| mesh.segment(edge))
        .map(|border| Portal::new(border.b, border.a))
        .collect();
    let mut points = Vec::new();
    pull(start, &portals, goal, &mut Funnel::default(), &mut points);
    mesh.walk_cost(&corridor.areas, edges(), &points, filter)
}

/// The cost of a straight leg, summed over many small steps, each with the weight of its tile;
/// the cheaper one at a border. Infinite if it leads over blocked tiles.
fn sampled_cost(tiles: &WeightedTiles, from: Vec2, to: Vec2) -> f64 {
    const STEPS: u32 = 4000;
    let [from, to] = [from, to].map(Vec2::as_dvec2);
    let weight = |x, y| {
        tiles.class(x, y).map_or(f64::INFINITY, |class| f64::from(FACTORS[usize::from(class)]))
    };
    let weight_of_step = |step: u32| {
        let point = from.lerp(to, (f64::from(step) + 0.5) / f64::from(STEPS));
        let around = |at: f64| [at - 1e-5, at + 1e-5].map(|at| at.floor() as i32);
        let [columns, rows] = [around(point.x), around(point.y)];
        let weights = columns.into_iter().flat_map(|x| rows.map(|y| weight(x, y)));
        weights.fold(f64::INFINITY, f64::min)
    };
    (0..STEPS).map(weight_of_step).sum::<f64>() / f64::from(STEPS) * from.distance(to)
}

/// Checks that a path has the length and the cost that it names.
fn check_sums(tiles: &WeightedTiles, path: &Path) {
    let legs = || path.points.windows(2).map(|leg| (leg[0], leg[1]));
    let sampled: f64 = legs().map(|(from, to)| sampled_cost(tiles, from, to)).sum();
    assert!((sampled / path.cost - 1.0).abs() < 2e-3, "{sampled} sampled of {}", path.cost);
    let length: f64 = legs().map(|(from, to)| from.as_dvec2().distance(to.as_dvec2())).sum();
    assert!((length / path.length - 1.0).abs() < 1e-9);
}

/// Adds, for some random pairs on a map, the excess of the path's cost over that of the dense graph, and
/// that of the taut path, and counts them.
fn compare(tiles: &WeightedTiles, seed: u64, sums: &mut [f64; 3]) {
    let (mesh, filter) = (mesh(tiles), filter());
    let dense = DenseGraph::new(tiles, &FACTORS, 6);
    let mut random = SplitMix64::new(seed);
    let (mut scratch, mut path) = (Scratch::new(), Path::default());
    for _ in 0..12 {
        let [start, goal] =
            [(); 2].map(|()| [(); 2].map(|()| random.between(1, tiles.side.cast_signed() - 1)));
        let [from, to] = [start, goal].map(|[x, y]| Vec2::new(x as f32, y as f32));
        let query = Query::new(from, to).with_tier(Tier::Classic).with_filter(&filter);
        let is_pinched = [start, goal].iter().any(|&[x, y]| tiles.is_pinched(x, y));
        if start == goal || is_pinched || path_in(&mesh, &query, &mut scratch, &mut path).is_err() {
            continue;
        }
        check_sums(tiles, &path);
        let (reference, taut) = (dense.cost(start, goal), taut_cost(&mesh, &filter, from, to));
        assert!(path.cost <= taut * (1.0 + 1e-6), "{} of {taut}", path.cost);
        // The points of the dense graph lie apart, so the cheapest path may be a bit cheaper.
        assert!(path.cost >= 0.98 * reference, "{} of {reference}", path.cost);
        sums[0] += path.cost / reference - 1.0;
        sums[1] += taut / reference - 1.0;
        sums[2] += 1.0;
    }
}

#[test]
fn refined_paths_lose_most_of_their_excess() {
    let mut sums = [0.0; 3];
    for seed in 0..20 {
        compare(&WeightedTiles::random(seed, 24), seed, &mut sums);
    }
    let [refined, taut] = [sums[0] / sums[2], sums[1] / sums[2]];
    assert!(refined < 0.3 * taut, "{refined} instead of {taut} on average");
    assert!(sums[2] > 100.0, "only {} pairs were compared", sums[2]);

    let mut sums = [0.0; 3];
    for seed in 0..4 {
        compare(&WeightedTiles::chequered(24, 4), seed, &mut sums);
    }
    assert!(sums[0] < 0.5 * sums[1], "{sums:?} on a chequered board");
}

#[test]
fn factors_that_differ_widely_are_no_trouble() {
    for (seed, factors) in (0..).zip([[1.0, 1e12, 1e-12, 3.0], [1e-30, 1e30, 1.0, 1e-38], [7.0; 4]])
    {
        let mut filter = QueryFilter::uniform();
        for (class, factor) in (0..).zip(factors) {
            filter.set(Terrain(class), factor).unwrap();
        }
        let tiles = WeightedTiles::random(seed, 20);
        let mesh = mesh(&tiles);
        let (mut scratch, mut path) = (Scratch::new(), Path::default());
        let mut random = SplitMix64::new(seed);
        let mut place = || Vec2::new(random.unit() as f32, random.unit() as f32) * 20.0;
        let mut found = 0;
        for _ in 0..100 {
            let (start, goal) = (place(), place());
            let query = Query::new(start, goal).with_tier(Tier::Classic).with_filter(&filter);
            if path_in(&mesh, &query, &mut scratch, &mut path).is_ok() {
                found += 1;
                assert!(path.cost.is_finite() && path.points.iter().all(|point| point.is_finite()));
                assert_eq!((path.points[0], path.points.last()), (start, Some(&goal)));
            }
        }
        assert!(found > 10);
    }
}

/// Squares with a random terrain each, whose vertices are moved a bit, at an offset from the origin.
fn oblique_mesh(random: &mut SplitMix64, seed: u64, offset: f32) -> NavMesh {
    let mut plain = random_blocks(seed, 14, 14, 25).to_unit_mesh();
    for at in plain.vertices.iter_mut().flatten() {
        *at += (0.4 * random.unit() - 0.2) as f32 + offset;
    }
    let mut raw = RawMesh::from_vertices(&plain.vertices);
    plain.areas.iter().for_each(|area| raw.push_area(area));
    raw.terrains = plain.areas.iter().map(|_| Terrain(random.below(4) as u8)).collect();
    raw.build().unwrap()
}

#[test]
fn refracted_paths_can_be_walked_on_oblique_ground() {
    let (mut scratch, mut path, mut ray) = (Scratch::new(), Path::default(), RayCast::new());
    let (filter, mut found) = (filter(), 0);
    // Far from the origin, points are rounded by up to 0.002.
    for (seed, offset) in (0..60).flat_map(|seed| [(seed, 0.0), (seed, 50_000.0)]) {
        let mut random = SplitMix64::new(seed);
        let mesh = oblique_mesh(&mut random, seed, offset);
        let ground = RandomPoints::new(&mesh);
        let mut state = seed;
        let mut point = || ground.draw(&mesh, &mut state).unwrap().1;
        for _ in 0..100 {
            let query = Query::new(point(), point()).with_filter(&filter);
            if path_in(&mesh, &query, &mut scratch, &mut path).is_ok() {
                found += 1;
                let walked = mesh.can_walk(path.points.iter().copied(), &filter, &mut ray);
                assert_eq!(walked, Ok(true), "seed {seed}: {:?}", path.points);
                assert!(path.points.windows(2).all(|leg| leg[0] != leg[1]), "{:?}", path.points);
            }
        }
    }
    assert!(found > 5_000, "{found}");
}
