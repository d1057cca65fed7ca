//! An answer that is passed by `&mut` is empty after an error.

use tautline_navmesh::{
    Budget, Corridor, CorridorScratch, CorridorSearch, End, NavMesh, PathQuery, QueryError,
    QueryFilter, RayCast, ReachableAreas, Terrain, Vec2, find_corridor, rectangles_from_cells,
};

const START: Vec2 = Vec2::new(1.0, 1.0);
const OFF_MESH: Vec2 = Vec2::new(4.5, 1.0);
const OTHER_ROOM: Vec2 = Vec2::new(8.0, 1.0);
const NOT_FINITE: Vec2 = Vec2::NAN;

/// A query that uses a ray.
type Call<'a> = &'a dyn Fn(&mut RayCast) -> Result<(), QueryError>;

/// Two rooms with a gap between them. The left one has a pillar.
#[expect(clippy::unwrap_used, reason = "the map is valid")]
fn rooms() -> NavMesh {
    let is_ground = |x, y| x != 4 && (x, y) != (2, 2);
    rectangles_from_cells(9, 5, |x, y| is_ground(x, y).then_some(Terrain(0))).build().unwrap()
}

#[test]
fn no_corridor_is_left() {
    let (mesh, mut scratch, mut corridor) = (rooms(), CorridorScratch::new(), Corridor::default());
    let goal = Vec2::new(3.0, 4.0);
    for (from, to, budget) in [
        (OFF_MESH, goal, Budget::UNLIMITED),
        (START, NOT_FINITE, Budget::UNLIMITED),
        (START, OFF_MESH, Budget::UNLIMITED),
        (START, OTHER_ROOM, Budget::UNLIMITED),
        (START, goal, Budget(1)),
    ] {
        find_corridor(&mesh, &PathQuery::new(START, goal), &mut scratch, &mut corridor).unwrap();
        assert_ne!(corridor, Corridor::default());
        let query = PathQuery { budget, ..PathQuery::new(from, to) };
        find_corridor(&mesh, &query, &mut scratch, &mut corridor).unwrap_err();
        assert_eq!(corridor, Corridor::default());
    }

    let query = PathQuery::new(START, goal);
    for (budget, on) in [(Budget(1), mesh.clone()), (Budget::UNLIMITED, rooms())] {
        find_corridor(&mesh, &query, &mut scratch, &mut corridor).unwrap();
        let mut search = CorridorSearch::begin(&mesh, &PathQuery { budget, ..query }).unwrap();
        search.step(&on, 100, &mut corridor).unwrap_err();
        assert_eq!(corridor, Corridor::default());
    }
}

#[test]
fn no_areas_are_left() {
    let (mesh, mut ray, mut areas) = (rooms(), RayCast::new(), Vec::new());
    let mut reachable = ReachableAreas::new();
    let (open, mut forbidden) = (QueryFilter::uniform(), QueryFilter::uniform());
    forbidden.forbid(Terrain(0));
    for (start, filter) in [(OFF_MESH, &open), (NOT_FINITE, &open), (START, &forbidden)] {
        mesh.open_areas_at(End::Start, START.into(), &open, &mut areas).unwrap();
        mesh.open_areas_at(End::Start, start.into(), filter, &mut areas).unwrap_err();
        assert!(areas.is_empty());

        mesh.reachable_areas(START, &open, &mut reachable).unwrap();
        mesh.reachable_areas(start, filter, &mut reachable).unwrap_err();
        assert_eq!(reachable.areas().count(), 0);

        mesh.areas_along([START, OTHER_ROOM], &open, &mut ray, &mut areas).unwrap();
        mesh.areas_along([start, START], filter, &mut ray, &mut areas).unwrap_err();
        assert!(areas.is_empty());

        let area = mesh.locate(START).unwrap();
        let calls: [Call<'_>; 6] = [
            &|ray| mesh.cast(start, OTHER_ROOM, filter, ray),
            &|ray| mesh.cast_from(area, start, OTHER_ROOM, filter, ray),
            &|ray| mesh.cast_along(start, Vec2::X, 9.0, filter, ray),
            &|ray| mesh.sees(start, OTHER_ROOM, filter, ray).map(|_| ()),
            &|ray| mesh.can_walk([start, OTHER_ROOM], filter, ray).map(|_| ()),
            &|ray| mesh.can_walk([START, OTHER_ROOM, NOT_FINITE], filter, ray).map(|_| ()),
        ];
        for call in calls {
            mesh.cast(START, OTHER_ROOM, &open, &mut ray).unwrap();
            assert!(ray.hit.is_some());
            call(&mut ray).unwrap_err();
            assert_eq!((&ray.areas[..], ray.hit), (&[][..], None));
        }
    }
}
