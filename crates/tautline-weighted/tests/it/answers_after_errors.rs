//! An answer that is passed by `&mut` is empty after an error.

use tautline_navmesh::{Budget, PathQuery};
use tautline_weighted::{WeightedPath, WeightedScratch, WeightedSearch, weighted_path};

use crate::two_rooms::{GOAL, NO_PATHS, START, rooms};

#[test]
fn weighted_searches_leave_no_path() {
    let (mesh, mut scratch) = (rooms(&[]), WeightedScratch::new());
    let (query, mut path) = (PathQuery::new(START, GOAL), WeightedPath::default());
    for [start, goal] in NO_PATHS {
        weighted_path(&mesh, &query, &mut scratch, &mut path).unwrap();
        assert!(path.points.len() > 1);
        weighted_path(&mesh, &PathQuery::new(start, goal), &mut scratch, &mut path).unwrap_err();
        assert_eq!(path, WeightedPath::default());
    }
    for (budget, on) in [(Budget(1), mesh.clone()), (Budget::UNLIMITED, rooms(&[]))] {
        weighted_path(&mesh, &query, &mut scratch, &mut path).unwrap();
        let mut search = WeightedSearch::begin(&mesh, &PathQuery { budget, ..query }).unwrap();
        search.step(&on, 100, &mut path).unwrap_err();
        assert_eq!(path, WeightedPath::default());
    }
}
