//! An answer that is passed by `&mut` is empty after an error.

use tautline::navmesh::{NavMesh, Terrain, rectangles_from_cells};
use tautline::{
    Budget, FlatPaths, Path, PathOptions, Query, QueryFilter, Scratch, Tier, Vec2, path_in,
    paths_flat,
};

const START: Vec2 = Vec2::new(1.0, 2.5);
const GOAL: Vec2 = Vec2::new(4.0, 2.5);
const OFF_MESH: Vec2 = Vec2::new(5.5, 1.0);
const OTHER_ROOM: Vec2 = Vec2::new(8.0, 1.0);

/// Two rooms with a gap between them. The left one has a pillar between the start and the goal.
#[expect(clippy::unwrap_used, reason = "the map is valid")]
fn rooms() -> NavMesh {
    let is_ground = |x, y| x != 5 && (x, y) != (2, 2);
    rectangles_from_cells(9, 5, |x, y| is_ground(x, y).then_some(Terrain(0))).build().unwrap()
}

#[test]
fn no_path_is_left() {
    let (mesh, mut scratch, mut path) = (rooms(), Scratch::new(), Path::default());
    let mut forbidden = QueryFilter::uniform();
    forbidden.forbid(Terrain(0));
    let query = Query::new(START, GOAL);
    for tier in [Tier::Exact, Tier::Classic] {
        for refused in [
            Query::new(OFF_MESH, GOAL),
            Query::new(START, OFF_MESH),
            Query::new(START, OTHER_ROOM),
            Query::new(Vec2::NAN, GOAL),
            query.with_budget(Budget(1)),
            query.with_filter(&forbidden),
        ] {
            path_in(&mesh, &query.with_tier(tier), &mut scratch, &mut path).unwrap();
            assert_ne!(path, Path::default());
            path_in(&mesh, &refused.with_tier(tier), &mut scratch, &mut path).unwrap_err();
            assert_eq!(path, Path { tier: path.tier, ..Path::default() });
        }
    }

    let mut found = FlatPaths::new();
    for ends in [[START, GOAL], [START, OTHER_ROOM]] {
        paths_flat(&mesh, &[ends], &PathOptions::default(), &mut found);
    }
    assert_eq!((&found.points[..], &found.lengths[..]), (&[][..], &[0.0][..]));
}
