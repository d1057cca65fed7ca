//! An answer that is passed by `&mut` is empty after an error.

use tautline_navmesh::{Budget, NavMesh, PathQuery, Terrain, Vec2, rectangles_from_cells};
use tautline_weighted::{WeightedPath, WeightedScratch, WeightedSearch, weighted_path};

const START: Vec2 = Vec2::new(1.0, 2.5);
const GOAL: Vec2 = Vec2::new(4.0, 2.5);

/// Ends without a path between them: off the mesh, not finite, in different rooms.
const NO_PATHS: [[Vec2; 2]; 4] = [
    [Vec2::new(5.5, 1.0), GOAL],
    [START, Vec2::new(5.5, 1.0)],
    [START, Vec2::NAN],
    [START, Vec2::new(8.0, 1.0)],
];

/// Two rooms with a gap between them. The left one has a pillar, in the way from the start to
/// the goal.
#[expect(clippy::unwrap_used, reason = "the map is valid")]
fn rooms() -> NavMesh {
    let is_ground = |x, y| x != 5 && (x, y) != (2, 2);
    rectangles_from_cells(9, 5, |x, y| is_ground(x, y).then_some(Terrain(0))).build().unwrap()
}

#[test]
fn weighted_searches_leave_no_path() {
    let (mesh, mut scratch) = (rooms(), WeightedScratch::new());
    let (query, mut path) = (PathQuery::new(START, GOAL), WeightedPath::default());
    for [start, goal] in NO_PATHS {
        weighted_path(&mesh, &query, &mut scratch, &mut path).unwrap();
        assert!(path.points.len() > 1);
        weighted_path(&mesh, &PathQuery::new(start, goal), &mut scratch, &mut path).unwrap_err();
        assert_eq!(path, WeightedPath::default());
    }
    for (budget, on) in [(Budget(1), mesh.clone()), (Budget::UNLIMITED, rooms())] {
        weighted_path(&mesh, &query, &mut scratch, &mut path).unwrap();
        let mut search = WeightedSearch::begin(&mesh, &PathQuery { budget, ..query }).unwrap();
        search.step(&on, 100, &mut path).unwrap_err();
        assert_eq!(path, WeightedPath::default());
    }
}
