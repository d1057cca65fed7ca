//! Points that are added for the start and the goal.

#![expect(clippy::cast_precision_loss, reason = "coordinates are small")]

use tautline_fixtures::{DenseGraph, SplitMix64, WeightedTiles};
use tautline_navmesh::{Location, PathQuery, QueryFilter, RawMesh, Vec2};
use tautline_weighted::{
    CostLandmarks, OneToManyQuery, WeightedMesh, WeightedOneToManySearch, WeightedPath,
    WeightedScratch, weighted_path,
};

use crate::terrain::{FACTORS, filter, mesh};

/// On a board of road and shallows, few nodes lie where a path leaves the square of its start, or enters
/// that of its goal.
#[test]
fn paths_leave_and_enter_squares_where_that_is_cheapest() {
    let tiles = WeightedTiles::chequered(32, 8);
    let (mesh, filter) = (mesh(&tiles), filter());
    let landmarks = CostLandmarks::choose(&mesh, &filter);
    let dense = DenseGraph::new(&tiles, &FACTORS, 6);
    let mut random = SplitMix64::new(11);
    let mut point = || [(); 2].map(|()| random.between(1, 31));
    let (mut scratch, mut path) = (WeightedScratch::new(), WeightedPath::default());
    let mut many = WeightedOneToManySearch::new();
    let at = |[x, y]: [i32; 2]| Vec2::new(x as f32, y as f32);
    // The mean excess over the reference of a search, with landmarks, and of one to many.
    let mut excess = [0.0; 3];
    for _ in 0..12 {
        let start = point();
        let goals: Vec<[i32; 2]> = (0..10).map(|_| point()).filter(|goal| *goal != start).collect();
        let places: Vec<Location> = goals.iter().map(|&goal| at(goal).into()).collect();
        let here = OneToManyQuery::new(at(start)).with_filter(&filter);
        many.all(&mesh, &here, &places).unwrap();
        for (index, &goal) in goals.iter().enumerate() {
            let query = PathQuery::new(at(start), at(goal)).with_filter(&filter);
            let bare = WeightedMesh::of(&mesh);
            let mut costs = [bare, bare.with_landmarks(&landmarks)]
                .map(|ground| {
                    weighted_path(ground, &query, &mut scratch, &mut path).unwrap();
                    path.cost
                })
                .to_vec();
            costs.push(many.path_to(index).unwrap().cost);
            let least = dense.cost(start, goal);
            for (excess, cost) in excess.iter_mut().zip(costs) {
                assert!(cost < 1.02 * least, "{cost} {least}, from {start:?} to {goal:?}");
                *excess += (cost / least - 1.0) / 120.0;
            }
        }
    }
    // The reference itself costs a little too much.
    assert!(excess.iter().all(|&mean| mean < 1e-4), "{excess:?}");
}

/// Around a column, ground is divided by borders as long as the ground is wide. Both ends lie next to one:
///
/// ```text
/// 6 ┌─.───────────────.─┐ 7
///   │   .           .   │
///   │     .     .─5     │
///   │       4─'   │     │
///   │    s  │█████│ g   │
///   │       2─────3     │
///   │    .           .  │
/// 0 └─.────────────────.┘ 1
/// ```
#[test]
fn paths_cross_a_border_next_to_their_start_without_a_detour() {
    let mut raw = RawMesh::from_vertices(&[
        [-8.0, -8.0],
        [7.0, -8.0],
        [-2.0, -2.0],
        [2.0, -2.0],
        [-2.0, -1.0],
        [2.0, 2.0],
        [-8.0, 7.0],
        [7.0, 7.0],
    ]);
    for area in [[1, 3, 2, 0], [2, 4, 6, 0], [6, 4, 5, 7], [7, 5, 3, 1]] {
        raw.push_area(&area);
    }
    let (mesh, filter) = (raw.build().unwrap(), QueryFilter::uniform());
    let landmarks = CostLandmarks::choose(&mesh, &filter);
    let (mut scratch, mut path) = (WeightedScratch::new(), WeightedPath::default());
    let mut many = WeightedOneToManySearch::new();
    let ends = [Vec2::new(-3.0, 0.0), Vec2::new(3.0, 0.0)];
    let over_the_top = Vec2::new(2.0, 2.0);
    let shortest = f64::from(ends[0].distance(over_the_top) + over_the_top.distance(ends[1]));
    for [start, goal] in [ends, [ends[1], ends[0]]] {
        let query = PathQuery::new(start, goal).with_filter(&filter);
        let bare = WeightedMesh::of(&mesh);
        for ground in [bare, bare.with_landmarks(&landmarks)] {
            weighted_path(ground, &query, &mut scratch, &mut path).unwrap();
            assert_eq!(path.points, [start, over_the_top, goal]);
        }
        let here = OneToManyQuery::new(start).with_filter(&filter);
        many.all(&mesh, &here, &[goal.into()]).unwrap();
        assert!((many.path_to(0).unwrap().cost - shortest).abs() < 1e-6);
    }
}
