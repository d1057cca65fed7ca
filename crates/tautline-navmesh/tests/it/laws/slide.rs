//! Sliding along walls.

use proptest::prelude::*;
use tautline_fixtures::named;
use tautline_geometry::DVec2;
use tautline_navmesh::{
    AreaId, End, Location, QueryError, QueryFilter, RawMesh, RayCast, Terrain, Vec2,
    rectangles_from_cells,
};

use crate::laws::maps::{CellMap, Frame, cell_maps, frames, lattice};

fn distance(a: Vec2, b: Vec2) -> f64 {
    DVec2::from(a).distance(b.into())
}

/// An oracle that moves over cells in small steps: straight, or else along one of the axes, as
/// long as that leads nearer.
fn by_small_steps(map: &CellMap, forbidden: u8, start: Vec2, target: DVec2) -> DVec2 {
    const STEP: f64 = 1.0 / 512.0;
    let holds = |cell: i32, value: f64| f64::from(cell) <= value && value < f64::from(cell + 1);
    let is_open = |x: f64, y: f64| {
        let mut open = map.walkable().filter(|&[x, y]| map.class(x, y) != Some(forbidden));
        open.any(|cell| holds(cell[0], x) && holds(cell[1], y))
    };
    let mut here = DVec2::from(start);
    loop {
        let remaining = here.distance(target);
        let straight = (target - here) * (STEP / remaining);
        let steps = [straight, DVec2::new(straight.x, 0.0), DVec2::new(0.0, straight.y)];
        let leads_nearer = |&step: &DVec2| {
            let next = here + step;
            // Not between two cells that touch at a corner.
            let is_joined = is_open(next.x, here.y) || is_open(here.x, next.y);
            is_joined && is_open(next.x, next.y) && next.distance(target) < remaining - 1e-9
        };
        let Some(step) = steps.into_iter().find(leads_nearer).filter(|_| remaining > STEP) else {
            return here;
        };
        here += step;
    }
}

proptest! {
    #[test]
    fn a_slide_over_cells_agrees_with_small_steps(
        map in cell_maps(0..3), forbidden in 0..4_u8,
        x in 0..800_i32, y in 0..800_i32, dx in -300..300_i32, dy in -300..300_i32,
    ) {
        // Not along the diagonals of cells, where steps could go between two of them.
        let start = lattice([x, y]) * 0.01 + Vec2::new(0.003_1, 0.004_3);
        let target = start + lattice([dx, dy]) * 0.01 + Vec2::new(0.001_7, 0.000_9);
        let (mesh, mut filter) = (map.mesh()?, QueryFilter::uniform());
        filter.forbid(Terrain(forbidden));
        let found = match mesh.slide(start, target, &filter, &mut RayCast::new()) {
            Ok(found) => found,
            Err(_) => {
                prop_assert!(!mesh.areas_at(start).any(|area| mesh.is_open(area, &filter)));
                return Ok(());
            }
        };
        // An agent that passes a corner by less than a step may come to either side of it.
        let is_near = |offset: [f32; 2]| {
            let end = by_small_steps(&map, forbidden, start + Vec2::from(offset), target.into());
            end.distance(found.point.into()) <= 0.05
        };
        let offsets = [[0.0, 0.0], [0.01, 0.0], [-0.01, 0.0], [0.0, 0.01], [0.0, -0.01]];
        prop_assert!(offsets.into_iter().any(is_near), "{found:?}, from {start} to {target}");
    }

    #[test]
    fn an_agent_stops_on_the_mesh_where_no_direction_leads_nearer(
        map in cell_maps(0..3), frame in frames(), forbidden in 0..4_u8, closed: prop::sample::Index,
        x in 0..33, y in 0..33, to_x in -4..37, to_y in -4..37,
    ) {
        let (mesh, mut filter) = (frame.mesh(&map)?, QueryFilter::uniform());
        filter.forbid(Terrain(forbidden));
        filter.forbid_area(AreaId(u32::try_from(closed.index(mesh.area_count()))?));
        let [start, target] = [[x, y], [to_x, to_y]].map(|at| frame.place(lattice(at) * 0.25));
        let mut ray = RayCast::new();
        let Ok(found) = mesh.slide(start, target, &filter, &mut ray) else { return Ok(()) };
        prop_assert!(mesh.contains(found.area, found.point) && mesh.is_open(found.area, &filter));
        let left = distance(found.point, target);
        prop_assert!((found.distance - left).abs() <= 1e-12 * left);
        prop_assert!(found.distance <= distance(start, target));
        if mesh.sees(start, target, &filter, &mut RayCast::new())? {
            prop_assert_eq!(found.point, target);
        }
        // No visible point all around is nearer, up to the resolution of points.
        let size = f64::from(start.abs().max(target.abs()).max_element());
        let unit = frame.place(Vec2::ZERO).distance(frame.place(Vec2::new(0.05, 0.0)));
        for turn in 0..32_u8 {
            #[expect(clippy::disallowed_methods, reason = "any directions will do")]
            let (sin, cos) = (f32::from(turn) * std::f32::consts::TAU / 32.0).sin_cos();
            let around = found.point + Vec2::new(cos, sin) * unit;
            // Areas that are connected only by another floor or a corner do not count.
            let is_beside = mesh.contains(found.area, around);
            if is_beside && mesh.sees(found.point, around, &filter, &mut RayCast::new())? {
                let nearer = found.distance - distance(around, target);
                prop_assert!(nearer <= 1e-6 * size, "{found:?}: {around} is nearer by {nearer}");
            }
        }
        // Pushing again does not move the agent.
        let again = mesh.slide_from(found.area, found.point, target, &filter, &mut ray)?;
        prop_assert!(distance(again.point, found.point) <= 1e-6 * size, "{found:?} {again:?}");
    }
}

#[test]
fn an_agent_goes_around_convex_corners_and_stops_in_concave_ones() {
    // A pillar in a hall, and a niche.
    let map = ["........", "..##....", "..##..##", "......#.", "......##"];
    let raw = rectangles_from_cells(8, 5, |x, y| {
        (map[y as usize].as_bytes()[x as usize] == b'.').then_some(Terrain(0))
    });
    let mesh = raw.build().unwrap();
    let (filter, mut ray) = (QueryFilter::uniform(), RayCast::new());
    let mut slide = |start: [f32; 2], target: [f32; 2]| {
        let found = mesh.slide(start, target.into(), &filter, &mut ray);
        found.unwrap().point
    };
    assert_eq!(slide([1.0, 1.5], [3.5, 0.5]), Vec2::new(3.5, 0.5), "past the pillar");
    assert_eq!(slide([1.0, 1.75], [3.5, 1.5]), Vec2::new(2.0, 1.5), "against it");
    assert_eq!(slide([2.0, 1.0], [3.5, 1.5]), Vec2::new(3.5, 1.0), "from its corner along it");
    assert_eq!(slide([5.0, 3.5], [9.0, 3.5]), Vec2::new(6.0, 3.5), "the niche is closed");
    assert_eq!(slide([5.0, 4.5], [7.0, 9.0]), Vec2::new(6.0, 5.0), "into a corner");
    assert_eq!(slide([6.0, 5.0], [7.0, 9.0]), Vec2::new(6.0, 5.0), "and it stays there");
    assert_eq!(slide([7.5, 3.5], [9.0, 9.0]), Vec2::new(8.0, 4.0), "in the niche");
}

#[test]
fn an_agent_does_not_go_between_obstacles_that_touch() {
    let map = ["..#.", ".#.."];
    let raw = rectangles_from_cells(4, 2, |x, y| {
        (map[y as usize].as_bytes()[x as usize] == b'.').then_some(Terrain(0))
    });
    let mesh = raw.build().unwrap();
    let (filter, mut ray) = (QueryFilter::uniform(), RayCast::new());
    let touching = Vec2::new(2.0, 1.0);
    let from = Vec2::new(1.5, 0.5);
    let found = mesh.slide(from, Vec2::new(2.75, 1.75), &filter, &mut ray).unwrap();
    assert_eq!(found.point, touching);
    assert_eq!(found.area, mesh.locate(Vec2::new(1.5, 0.5)).unwrap(), "still on its side");
    // An agent that starts between them may go to either side.
    let target = Vec2::new(2.75, 1.75);
    let found = mesh.slide(touching, target, &filter, &mut ray).unwrap();
    assert_eq!(found.point, target);
}

#[test]
fn an_agent_at_a_zero_width_wall_stays_on_its_side() {
    let corners = [0.0, 2.0, 4.0].map(|y| [0.0, 2.0, 4.0].map(|x| [x, y])).concat();
    let mut raw = RawMesh::from_vertices(&corners);
    for area in [[0, 1, 4, 3], [1, 2, 5, 4], [3, 4, 7, 6], [4, 5, 8, 7]] {
        raw.push_area(&area);
    }
    raw.walls.push([3, 4]);
    let mesh = raw.build().unwrap();
    let (mut filter, mut ray) = (QueryFilter::uniform(), RayCast::new());
    let up = Vec2::new(1.0, 3.0);
    let mut slide = |area: u32, start: [f32; 2], target: Vec2, filter: &QueryFilter| {
        mesh.slide_from(AreaId(area), start.into(), target, filter, &mut ray)
    };
    let leaning = slide(0, [1.0, 1.0], up, &filter).unwrap();
    assert_eq!((leaning.point, leaning.area), (Vec2::new(1.0, 2.0), AreaId(0)));
    assert_eq!(slide(0, [1.0, 2.0], up, &filter).unwrap(), leaning);
    assert_eq!(slide(2, [1.0, 2.0], up, &filter).unwrap().point, up, "from the other side");
    assert_eq!(slide(0, [2.0, 2.0], up, &filter).unwrap().point, up, "around its end");
    let across = Vec2::new(3.0, 3.0);
    assert_eq!(slide(0, [2.0, 1.0], across, &filter).unwrap().point, across, "from a border");

    let off = Err(QueryError::StartOffMesh { x: 1.0, y: 1.0 });
    assert_eq!(slide(1, [1.0, 1.0], up, &filter), off);
    assert_eq!(slide(4, [1.0, 1.0], up, &filter), off);
    filter.forbid_area(AreaId(0));
    let forbidden = Err(QueryError::ForbiddenArea { end: End::Start, area: AreaId(0) });
    assert_eq!(slide(0, [1.0, 2.0], up, &filter), forbidden);
    for nowhere in [f32::NAN, f32::INFINITY] {
        let refused = slide(0, [1.0, nowhere], up, &filter);
        assert!(matches!(refused, Err(QueryError::NotFinite { end: End::Start, .. })));
    }
}

#[test]
fn an_agent_stays_on_its_floor() {
    let (plain, elevations) = named::bridge();
    let mut raw = RawMesh::from_vertices(&plain.vertices);
    plain.areas.iter().for_each(|area| {
        raw.push_area(area);
    });
    raw.elevations = elevations;
    let mesh = raw.build().unwrap();
    let (filter, mut ray) = (QueryFilter::uniform(), RayCast::new());
    let mut slide = |elevation: f32| {
        let start = Location { point: Vec2::new(2.5, 2.75), elevation: Some(elevation) };
        let found = mesh.slide(start, Vec2::new(2.5, -9.0), &filter, &mut ray).unwrap();
        (found.point, mesh.elevation_at(found.area, found.point))
    };
    assert_eq!(slide(0.0), (Vec2::new(2.5, 2.0), 0.0), "under the bridge, up to the wall");
    assert_eq!(slide(2.0), (Vec2::new(2.5, 0.0), 2.0), "over it, along the bridge");
}

#[test]
fn invalid_starts_are_reported() {
    let raw = rectangles_from_cells(2, 1, |x, _| Some(Terrain((x > 0).into())));
    let mesh = raw.build().unwrap();
    let (mut filter, mut ray) = (QueryFilter::uniform(), RayCast::new());
    filter.forbid(Terrain(1));
    let mut slide =
        |start: [f32; 2], target: [f32; 2]| mesh.slide(start, target.into(), &filter, &mut ray);
    let fine = [0.5, 0.5];
    assert!(matches!(slide([0.5, f32::NAN], fine), Err(QueryError::NotFinite { .. })));
    assert!(matches!(slide(fine, [f32::INFINITY, 0.5]), Err(QueryError::NotFinite { .. })));
    assert!(matches!(slide([3.0, 0.5], fine), Err(QueryError::StartOffMesh { .. })));
    assert!(matches!(slide([1.5, 0.5], fine), Err(QueryError::Forbidden { .. })));
    assert_eq!(slide(fine, fine).unwrap().point, fine.into());
    let far = [f32::MAX, f32::MIN];
    assert_eq!(slide(fine, far).unwrap().point, Vec2::new(1.0, 0.0));
}

/// The nearest point of a wall was rounded to its end, and the agent stopped there although
/// the next wall led nearer.
#[test]
fn a_slide_continues_where_rounding_leads_to_a_corner() {
    let mut raw = rectangles_from_cells(2, 2, |x, y| (x * y == 0).then_some(Terrain(0)));
    let place = |point: Vec2| Frame::SlantedFarAway.place(point);
    for vertex in &mut raw.vertices {
        *vertex = place((*vertex).into()).into();
    }
    let mesh = raw.build().unwrap();
    let (filter, mut ray) = (QueryFilter::uniform(), RayCast::new());
    let [start, target] = [[1.25, 0.0], [0.5, 5.0]].map(|at| place(Vec2::from(at)));
    let found = mesh.slide(start, target, &filter, &mut ray).unwrap();
    let again = mesh.slide_from(found.area, found.point, target, &filter, &mut ray).unwrap();
    assert_eq!(found, again);
}
