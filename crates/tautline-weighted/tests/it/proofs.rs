//! Proofs on maps of a few cells, whose ends and links often lie on vertices and borders.

#![expect(
    clippy::unwrap_used,
    clippy::cast_possible_truncation,
    reason = "helpers of tests may fail as tests do, and their numbers are small"
)]

use std::sync::Arc;

use tautline_fixtures::random_mesh::RandomMeshOptions;
use tautline_fixtures::{SplitMix64, random_blocks, random_mesh};
use tautline_navmesh::{
    NavMesh, PathQuery, PortalClearances, QueryError, QueryFilter, RandomPoints, RawLink, RawMesh,
    Terrain, Vec2, rectangles_from_cells,
};
use tautline_weighted::{
    CostBoundScratch, WeightedError, WeightedPath, WeightedScratch, cost_lower_bound,
    prove_weighted_path, weighted_path,
};

/// A random point of the ground: a vertex, a point on a border, or any point.
fn point(mesh: &NavMesh, random: &mut SplitMix64, state: &mut u64) -> Vec2 {
    let point = RandomPoints::new(mesh).draw(mesh, state).unwrap().1;
    match random.below(6) {
        0 => point.round(),
        1 => Vec2::new(point.x.round(), point.y),
        2 => (2.0 * point).round() / 2.0,
        _ => point,
    }
}

/// A mesh of three to six cells each way with up to three links, some of which cost nothing.
fn small_mesh(random: &mut SplitMix64, seed: u64) -> NavMesh {
    let [width, height] = [(); 2].map(|()| 3 + random.below(4) as u16);
    let cells = random_blocks(seed, width, height, [0, 20][random.below(2) as usize]);
    let class = |[x, y]: [i32; 2]| ((x * 5 + y * 3 + x * y) % 4).unsigned_abs() as u8;
    let options = RandomMeshOptions { longest: 2, cut: [0, 50, 100][random.below(3) as usize] };
    let (plain, classes) = random_mesh(seed, &cells, class, options);
    let mut raw = RawMesh::from_vertices(&plain.vertices);
    plain.areas.iter().for_each(|area| raw.push_area(area));
    raw.terrains = classes.into_iter().map(Terrain).collect();
    let bare = raw.build().unwrap();
    let mut state = seed;
    for _ in 0..random.below(4) {
        let [from, to] = [(); 2].map(|()| point(&bare, random, &mut state).to_array());
        let cost = [Some(0.0), None, Some(0.5)][random.below(3) as usize];
        let both_ways = random.below(2) == 0;
        raw.links.push(RawLink { from, to, cost, both_ways, ..RawLink::default() });
    }
    raw.build().unwrap()
}

#[test]
fn proofs_succeed_on_small_maps() {
    let (mut scratch, mut path) = (WeightedScratch::new(), WeightedPath::default());
    let mut bounds = CostBoundScratch::new();
    let (mut found, mut proved, mut settled) = (0_u64, 0_u64, 0);
    for seed in 0..600 {
        let mut random = SplitMix64::new(seed);
        let mesh = small_mesh(&mut random, seed);
        let mut filter = QueryFilter::uniform();
        for class in 0..4 {
            let unit = random.unit();
            filter.set(Terrain(class), (1.0 + 30.0 * unit * unit * unit) as f32).unwrap();
        }
        match random.below(4) {
            0 => mesh.areas().filter(|area| area.0 % 4 == 3).for_each(|area| {
                filter.forbid_area(area);
            }),
            1 => filter.fit_agent(0.45, &Arc::new(PortalClearances::measure(&mesh))),
            _ => {}
        }
        let mut state = seed;
        for _ in 0..8 {
            let ends = [(); 2].map(|()| point(&mesh, &mut random, &mut state));
            let query = PathQuery::new(ends[0], ends[1]).with_filter(&filter).within(0.01);
            if weighted_path(&mesh, &query, &mut scratch, &mut path).is_err() {
                continue;
            }
            let bound = prove_weighted_path(&mesh, &query, &mut path, &mut bounds).unwrap();
            let cost = path.cost;
            assert!(bound <= cost, "seed {seed} {ends:?}: {bound} {cost}");
            (found, settled) = (found + 1, settled + bounds.settled());
            proved += u64::from(cost <= 1.01 * bound);
        }
    }
    // The proof rightly fails for the few paths that cost too much.
    assert!(found > 3_000 && (found - proved) * 1_000 < found, "{proved} of {found} proved");
    assert!(settled < 60 * found, "{settled} nodes for {found} paths");
}

/// Regression test: with a share that is not a number, the bound was the cost that is passed, however high.
#[test]
fn shares_that_are_no_shares_are_refused() {
    let is_mud = |x: u32, y: u32| (x / 4 + y / 4) % 2 == 1;
    let raw = rectangles_from_cells(16, 16, |x, y| Some(Terrain(is_mud(x, y).into())));
    let mesh = raw.build().unwrap();
    let mut filter = QueryFilter::uniform();
    filter.set(Terrain(1), 4.0).unwrap();
    let query = PathQuery::new(Vec2::new(1.0, 2.0), Vec2::new(15.0, 14.0)).with_filter(&filter);
    let (mut path, mut scratch) = (WeightedPath::default(), CostBoundScratch::new());
    weighted_path(&mesh, &query, &mut WeightedScratch::new(), &mut path).unwrap();
    for bad in [-0.01, f64::NEG_INFINITY, f64::INFINITY, f64::NAN] {
        let (query, mut unchanged) = (query.within(bad), path.clone());
        let bound = cost_lower_bound(&mesh, &query, 2.0 * path.cost, &mut scratch);
        let proof = prove_weighted_path(&mesh, &query, &mut unchanged, &mut scratch);
        for answer in [bound, proof] {
            let is_refused =
                matches!(answer, Err(WeightedError::Query(QueryError::InvalidShare { .. })));
            assert!(is_refused, "a share of {bad}: {answer:?}");
        }
        assert_eq!(unchanged, path);
    }
}
