//! An answer that is passed by `&mut` is empty after an error.

use tautline_anyangle::{
    AnyAngleScratch, AnyAngleSearch, ExactError, shortest_path, shortest_path_below,
};
use tautline_navmesh::{Budget, NavMesh, PathQuery, Vec2};

use crate::two_rooms::{GOAL, NO_PATHS, START, rooms};

#[test]
fn searches_leave_no_points() {
    let (mesh, mut scratch, mut points) = (rooms(&[]), AnyAngleScratch::new(), Vec::new());
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

    for (budget, on) in [(Budget(1), mesh.clone()), (Budget::UNLIMITED, rooms(&[]))] {
        let mut search = AnyAngleSearch::begin(&mesh, &PathQuery { budget, ..query }).unwrap();
        points.push(Vec2::ONE);
        search.step(&on, 100, &mut points).unwrap_err();
        assert!(points.is_empty());
    }
}
