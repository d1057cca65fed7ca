//! An answer that is passed by `&mut` is empty after an error.

use tautline_anyangle::{
    AnyAngleScratch, AnyAngleSearch, ExactError, shortest_path, shortest_path_below,
};
use tautline_navmesh::{Budget, NavMesh, PathQuery, Terrain, Vec2, rectangles_from_cells};

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
    let raw = rectangles_from_cells(9, 5, |x, y| is_ground(x, y).then_some(Terrain(0)));
    raw.build().unwrap()
}

#[test]
fn searches_leave_no_points() {
    let (mesh, mut scratch, mut points) = (rooms(), AnyAngleScratch::new(), Vec::new());
    let query = PathQuery::new(START, GOAL);
    let mut fails = |mesh: &NavMesh, query: &PathQuery<'_>| {
        let mut check =
            |call: &mut dyn FnMut(&mut AnyAngleScratch, &mut Vec<Vec2>) -> ExactError| {
                points.push(Vec2::ONE);
                call(&mut scratch, &mut points);
                assert!(points.is_empty());
            };
        check(&mut |scratch, points| shortest_path(mesh, query, scratch, points).unwrap_err());
        check(&mut |scratch, points| {
            shortest_path_below(mesh, query, 100.0, scratch, points).unwrap_err()
        });
    };
    for [start, goal] in NO_PATHS {
        fails(&mesh, &PathQuery::new(start, goal));
    }
    fails(&mesh, &PathQuery { budget: Budget(1), ..query });

    for (budget, on) in [(Budget(1), mesh.clone()), (Budget::UNLIMITED, rooms())] {
        let mut search = AnyAngleSearch::begin(&mesh, &PathQuery { budget, ..query }).unwrap();
        points.push(Vec2::ONE);
        search.step(&on, 100, &mut points).unwrap_err();
        assert!(points.is_empty());
    }
}
