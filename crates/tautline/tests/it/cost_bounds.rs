//! Proved lower bounds over weighted terrain, compared with exact paths and with all ways that are known.

#![expect(
    clippy::unwrap_used,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "helpers of tests may fail as tests do, and their numbers are small"
)]

use tautline::navmesh::{
    PathQuery, RandomPoints, RawLink, RawMesh, RayCast, Terrain, rectangles_from_cells,
};
use tautline::weighted::{CostBoundScratch, WeightedPath, cost_lower_bound, prove_weighted_path};
use tautline::{Budget, NavMesh, Path, Query, QueryFilter, Scratch, Tier, Vec2, path_in};
use tautline_fixtures::random_mesh::RandomMeshOptions;
use tautline_fixtures::{DenseGraph, SplitMix64, WeightedTiles, random_blocks, random_mesh};

use crate::terrain::{FACTORS, check_areas, filter, linked_mesh, mesh, oblique_mesh};
use crate::weighted::check_sums;

/// The number of seeds of each test; `TAUTLINE_BOUND_SEEDS` sets another one.
fn seeds(default: u64) -> u64 {
    std::env::var("TAUTLINE_BOUND_SEEDS").map_or(default, |count| count.parse().unwrap())
}

/// A random point of the ground, or near by: the nearest point with whole coordinates, which may be a vertex or
/// lie on a border, or one a little off it.
fn end(mesh: &NavMesh, random: &mut SplitMix64, state: &mut u64) -> Vec2 {
    let point = RandomPoints::new(mesh).draw(mesh, state).unwrap().1;
    match random.below(4) {
        0 => point.round(),
        1 => point.round() + Vec2::new(1e-5, 3e-6),
        2 => Vec2::new(point.x.round(), point.y),
        _ => point,
    }
}

/// The costs of both tiers between two points, if there is a path.
fn costs(mesh: &NavMesh, filter: &QueryFilter, ends: [Vec2; 2]) -> Option<[f64; 2]> {
    let (mut scratch, mut path) = (Scratch::new(), Path::default());
    let query = Query::new(ends[0], ends[1]).with_filter(filter);
    let mut cost = |tier| {
        path_in(mesh, &query.with_tier(tier), &mut scratch, &mut path).ok().map(|()| path.cost)
    };
    Some([cost(Tier::Classic)?, cost(Tier::Weighted)?])
}

/// On ground of uniform cost, the exact tier knows the cheapest cost to the last bits, links included.
#[test]
fn on_uniform_ground_bounds_are_right_below_the_shortest_length() {
    let (mut scratch, mut path) = (Scratch::new(), Path::default());
    let mut bounds = CostBoundScratch::new();
    let (mut found, mut proved, mut by_link) = (0_u32, 0_u32, 0_u32);
    const SHARE: f64 = 0.002;
    for seed in 0..seeds(60) {
        let mut random = SplitMix64::new(seed);
        let mesh = if seed % 3 == 0 {
            oblique_mesh(&mut random, seed, [0.0, 5_000.0][usize::from(seed % 2 == 1)])
        } else {
            linked_mesh(&mut random, seed)
        };
        let mut filter = QueryFilter::uniform();
        if seed % 4 == 1 {
            mesh.areas().filter(|area| (u64::from(area.0) + seed) % 5 == 0).for_each(|area| {
                filter.forbid_area(area);
            });
        }
        let mut state = seed;
        for _ in 0..10 {
            let ends = [(); 2].map(|()| end(&mesh, &mut random, &mut state));
            let query = Query::new(ends[0], ends[1]).with_filter(&filter);
            if path_in(&mesh, &query, &mut scratch, &mut path).is_err() {
                continue;
            }
            // Paths that are known may be dearer.
            let known = path.cost * [1.0, 1.3][usize::from(random.below(2) == 1)];
            let query = PathQuery::new(ends[0], ends[1]).with_filter(&filter).within(SHARE);
            let bound = cost_lower_bound(&mesh, &query, known, &mut bounds).unwrap();
            let exact = path.cost;
            assert!(bound <= exact * (1.0 + 1e-12), "seed {seed} {ends:?}: {bound} above {exact}");
            found += 1;
            proved += u32::from(bound * (1.0 + SHARE) >= exact * (1.0 - 1e-9));
            by_link += u32::from(!path.links.is_empty());
        }
    }
    assert!(found > 250 && by_link > 40, "{found}, {by_link}");
    assert!(proved * 10 > found * 9, "{proved} of {found} proved");
}

#[test]
fn no_known_way_is_cheaper_than_the_bound() {
    let mut bounds = CostBoundScratch::new();
    let (mut found, mut proved) = (0_u32, 0_u32);
    for seed in 0..seeds(60) {
        let mut random = SplitMix64::new(seed + 1_000);
        let mesh = match seed % 3 {
            0 => oblique_mesh(&mut random, seed, 0.0),
            1 => linked_mesh(&mut random, seed),
            _ => {
                // Thin triangles among cells.
                let class = |[x, y]: [i32; 2]| ((x / 3 + y / 2) * 7 % 4).unsigned_abs() as u8;
                let options = RandomMeshOptions { longest: 4, cut: 50 };
                let cells = random_blocks(seed, 16, 16, 25);
                let (plain, classes) = random_mesh(seed, &cells, class, options);
                let mut raw = RawMesh::from_vertices(&plain.vertices);
                plain.areas.iter().for_each(|area| raw.push_area(area));
                raw.terrains = classes.into_iter().map(Terrain).collect();
                raw.build().unwrap()
            }
        };
        let mut filter = QueryFilter::uniform();
        for class in 0..4 {
            // Mostly near 1, and up to 1000.
            let unit = random.unit();
            let factor = 1.0 + [999.0, 9.0][usize::from(seed % 2 == 1)] * unit * unit * unit;
            filter.set(Terrain(class), factor as f32).unwrap();
        }
        let mut state = seed;
        for _ in 0..8 {
            let ends = [(); 2].map(|()| end(&mesh, &mut random, &mut state));
            let Some([classic, weighted]) = costs(&mesh, &filter, ends) else { continue };
            let share = [0.05, 0.01, 0.002][random.below(3) as usize];
            let query = PathQuery::new(ends[0], ends[1]).with_filter(&filter).within(share);
            let bound = cost_lower_bound(&mesh, &query, weighted, &mut bounds).unwrap();
            let least = classic.min(weighted);
            assert!(bound <= least * (1.0 + 1e-12), "seed {seed} {ends:?}: {bound} above {least}");
            // Nor by a third place. Not by a vertex, where areas touch that are not connected there.
            let by = RandomPoints::new(&mesh).draw(&mesh, &mut state).unwrap().1;
            let legs = [[ends[0], by], [by, ends[1]]].map(|leg| costs(&mesh, &filter, leg));
            if let [Some(one), Some(other)] = legs {
                assert!(bound <= (one[1] + other[1]) * (1.0 + 1e-9), "seed {seed} over {by}");
            }
            found += 1;
            proved += u32::from(bound * (1.0 + share) >= weighted * (1.0 - 1e-9));
        }
    }
    assert!(found > 200 && proved * 10 > found * 7, "{proved} of {found} proved");
}

#[test]
fn queries_within_a_share_get_it_proved() {
    let (filter, mut scratch, mut path) = (filter(), Scratch::new(), Path::default());
    let mut found = 0;
    for seed in 0..6 {
        let tiles = WeightedTiles::random(seed, 40);
        let (mesh, dense) = (mesh(&tiles), DenseGraph::new(&tiles, &FACTORS, 6));
        let mut random = SplitMix64::new(seed);
        for _ in 0..12 {
            let [start, goal] = [(); 2].map(|()| [(); 2].map(|()| random.between(1, 39)));
            let [from, to] = [start, goal].map(|[x, y]| Vec2::new(x as f32, y as f32));
            let query = Query::new(from, to).with_filter(&filter);
            let is_pinched = [start, goal].iter().any(|&[x, y]| tiles.is_pinched(x, y));
            if start == goal
                || is_pinched
                || path_in(&mesh, &query, &mut scratch, &mut path).is_err()
            {
                continue;
            }
            let (cost, trivial) = (path.cost, path.lower_bound);
            path_in(&mesh, &query.within(0.01), &mut scratch, &mut path).unwrap();
            assert!(path.cost <= cost);
            check_sums(&tiles, &path);
            check_areas(&mesh, &path.areas, 0);
            assert!(path.lower_bound >= trivial && path.lower_bound <= dense.cost(start, goal));
            assert!(path.lower_bound <= path.cost && path.cost <= 1.01 * path.lower_bound);
            found += 1;

            // With a small budget, the bound is lower, but right.
            let searched = {
                path_in(&mesh, &query, &mut scratch, &mut path).unwrap();
                scratch.expanded()
            };
            for budget in [Budget(searched), Budget(searched + 40)] {
                let query = query.within(0.001).with_budget(budget);
                path_in(&mesh, &query, &mut scratch, &mut path).unwrap();
                assert!(path.lower_bound >= trivial && path.lower_bound <= dense.cost(start, goal));
                assert!(scratch.expanded() <= budget.0, "{} of {budget:?}", scratch.expanded());
            }
        }
    }
    assert!(found > 45, "{found}");
}

/// A path of which nothing but a far too high cost is known is replaced by the one that the proof suggests, over
/// links and around forbidden ground, too.
#[test]
fn expensive_paths_are_replaced_by_cheaper_ones() {
    let (mut scratch, mut path, mut ray) = (Scratch::new(), Path::default(), RayCast::new());
    let mut bounds = CostBoundScratch::new();
    let (mut found, mut replaced, mut by_link, mut excess) = (0_u32, 0_u32, 0_u32, 0.0);
    const SHARE: f64 = 0.002;
    for seed in 0..seeds(90) {
        let mut random = SplitMix64::new(seed);
        let mesh = if seed % 3 == 0 {
            oblique_mesh(&mut random, seed, 0.0)
        } else {
            linked_mesh(&mut random, seed)
        };
        let is_uniform = seed % 2 == 0;
        let mut costs = if is_uniform { QueryFilter::uniform() } else { filter() };
        if seed % 5 < 2 {
            mesh.areas().filter(|area| (u64::from(area.0) + seed) % 5 == 0).for_each(|area| {
                costs.forbid_area(area);
            });
        }
        let mut state = seed;
        for _ in 0..10 {
            let ends = [(); 2].map(|()| end(&mesh, &mut random, &mut state));
            let query = Query::new(ends[0], ends[1]).with_filter(&costs);
            if path_in(&mesh, &query, &mut scratch, &mut path).is_err() || path.length == 0.0 {
                continue;
            }
            found += 1;
            let mut suggested = WeightedPath { cost: 1.5 * path.cost, ..WeightedPath::default() };
            let query = PathQuery::new(ends[0], ends[1]).with_filter(&costs).within(SHARE);
            let bound = prove_weighted_path(&mesh, &query, &mut suggested, &mut bounds).unwrap();
            assert!(bound <= path.cost * (1.0 + 1e-12), "seed {seed} {ends:?}");
            let WeightedPath { points, areas, links, cost, .. } = &suggested;
            if points.is_empty() {
                continue;
            }
            replaced += 1;
            by_link += u32::from(!links.is_empty());
            excess += cost / path.cost - 1.0;
            assert_eq!([points.first(), points.last()], [Some(&ends[0]), Some(&ends[1])]);
            check_areas(&mesh, areas, links.len());
            if links.is_empty() {
                let walked = mesh.can_walk(points.iter().copied(), &costs, &mut ray);
                assert_eq!(walked, Ok(true), "seed {seed}: {points:?}");
            }
            if is_uniform {
                // Points are rounded.
                assert!(*cost >= path.cost * (1.0 - 1e-6), "seed {seed} {ends:?}: {cost}");
            }
        }
    }
    let mean = excess / f64::from(replaced);
    assert!(
        replaced * 200 > found * 199 && by_link * 4 > found,
        "{replaced} of {found}, {by_link}"
    );
    assert!(mean < 3e-4, "{mean}");
}

#[test]
fn extreme_scales_and_factors_give_valid_bounds() {
    let mut bounds = CostBoundScratch::new();
    for scale in [1e-30_f32, 1e-3, 1.0, 1e9, 1e15] {
        for factors in [[1.0, 1e12, 1e-12, 3.0], [1e-30, 1e30, 1.0, 1e-38], [7.0; 4]] {
            let mut filter = QueryFilter::uniform();
            for (class, factor) in (0..).zip(factors) {
                filter.set(Terrain(class), factor).unwrap();
            }
            let mut plain = random_blocks(5, 9, 9, 20).to_unit_mesh();
            plain.vertices.iter_mut().flatten().for_each(|at| *at *= scale);
            let mut raw = RawMesh::from_vertices(&plain.vertices);
            plain.areas.iter().for_each(|area| raw.push_area(area));
            raw.terrains = (0..plain.areas.len()).map(|at| Terrain((at * 7 % 4) as u8)).collect();
            let mesh = raw.build().unwrap();
            let (mut random, mut state) = (SplitMix64::new(3), 3);
            for _ in 0..seeds(6).min(20) {
                let ends = [(); 2].map(|()| {
                    if random.below(2) == 0 {
                        RandomPoints::new(&mesh).draw(&mesh, &mut state).unwrap().1
                    } else {
                        mesh.vertices()[random.below(mesh.vertices().len() as u64) as usize]
                    }
                });
                let Some([classic, weighted]) = costs(&mesh, &filter, ends) else { continue };
                for share in [0.01, 0.0, 1e300] {
                    let ends = PathQuery::new(ends[0], ends[1]);
                    let query = ends.with_filter(&filter).with_budget(Budget(20_000)).within(share);
                    let mut path = WeightedPath { cost: 2.0 * weighted, ..WeightedPath::default() };
                    prove_weighted_path(&mesh, &query, &mut path, &mut bounds).unwrap();
                    for cost in [weighted, 1e-3 * weighted, 0.0, f64::INFINITY, f64::NAN] {
                        let bound = cost_lower_bound(&mesh, &query, cost, &mut bounds).unwrap();
                        let least = classic.min(weighted);
                        assert!(
                            bound.is_nan() || bound <= least * (1.0 + 1e-12),
                            "{bound} {least}"
                        );
                    }
                }
            }
        }
    }
}

/// Such links lowered each other's values by rounding until the proof gave up.
#[test]
fn links_that_cost_nothing_both_ways_do_not_hinder_the_proof() {
    let is_wall = |x: u32, y: u32| x == 4 && y < 7;
    let mut raw = rectangles_from_cells(9, 8, |x, y| (!is_wall(x, y)).then_some(Terrain(0)));
    let link = RawLink { cost: Some(0.0), both_ways: true, ..RawLink::default() };
    raw.links.push(RawLink { from: [1.5, 1.25], to: [2.5, 6.0], ..link });
    let mesh = raw.build().unwrap();
    let (mut scratch, mut path) = (Scratch::new(), Path::default());
    let query = Query::new(Vec2::new(3.0, 1.0), Vec2::new(7.0, 2.5)).with_tier(Tier::Weighted);
    path_in(&mesh, &query.within(0.01), &mut scratch, &mut path).unwrap();
    assert!(path.cost <= 1.01 * path.lower_bound, "{} {}", path.cost, path.lower_bound);
    assert!(scratch.expanded() < 500, "{}", scratch.expanded());
}

/// Regression test: values on both sides of a thin area lower each other by amounts that shrink slowly. The proof gave
/// up before they were low enough, with a bound of 0.6 times the cost.
#[cfg(feature = "build")]
#[test]
fn a_proof_does_not_give_up_at_thin_areas() {
    use tautline::dynamic::{DynamicNavMesh, Obstacle};
    use tautline::meshgen::{PolygonOptions, Polygons, Role};

    let mut field = Polygons::default();
    field.push(Role::Ground, [vec![[0.0, 0.0], [24.0, 0.0], [24.0, 20.0], [0.0, 20.0]]]);
    field.push(Role::Hole, [vec![[0.875, 1.375], [3.5, 2.0], [3.5, 4.0], [0.875, 2.875]]]);
    let mut ground = DynamicNavMesh::from_polygons(&field, &PolygonOptions::default()).unwrap();
    let road = Obstacle::octagon([5.875, 4.625], 1.0).with_terrain(Terrain(7));
    ground.add_obstacle(&road).unwrap();

    let mut filter = QueryFilter::uniform();
    filter.set(Terrain(7), 0.5).unwrap();
    let query = Query::new([19.375, 2.625], [4.0, 0.5]).with_filter(&filter).within(0.01);
    let (mut scratch, mut path) = (Scratch::new(), Path::default());
    path_in(&ground, &query, &mut scratch, &mut path).unwrap();
    assert_eq!(path.tier, Tier::Weighted);
    assert!(path.cost <= 1.01 * path.lower_bound, "{} and {}", path.cost, path.lower_bound);
}
