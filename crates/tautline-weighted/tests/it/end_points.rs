//! Points that are added for the start and the goal.

#![expect(clippy::cast_precision_loss, reason = "coordinates are small")]

use tautline_fixtures::{DenseGraph, SplitMix64, WeightedTiles};
use tautline_navmesh::{Location, PathQuery, Vec2};
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
