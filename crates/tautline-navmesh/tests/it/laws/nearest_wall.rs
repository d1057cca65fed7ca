//! The distance to the nearest wall.

#![expect(clippy::unwrap_used, reason = "helpers of tests may fail as tests do")]

use proptest::prelude::*;
use tautline_fixtures::named;
use tautline_navmesh::{
    AreaId, HalfEdgeId, Location, NavMesh, QueryError, QueryFilter, RawMesh, RayCast, Terrain,
    Vec2, WallScratch, rectangles_from_cells,
};

use crate::laws::maps::{cell_maps, frames, lattice};

/// The distance from a point to a half-edge.
pub(super) fn distance_to(mesh: &NavMesh, edge: HalfEdgeId, point: Vec2) -> f64 {
    let wide = |point: Vec2| (f64::from(point.x), f64::from(point.y));
    let (segment, (px, py)) = (mesh.segment(edge), wide(point));
    let ((ax, ay), (bx, by)) = (wide(segment.a), wide(segment.b));
    let (dx, dy) = (bx - ax, by - ay);
    let t = (((px - ax) * dx + (py - ay) * dy) / (dx * dx + dy * dy)).clamp(0.0, 1.0);
    let (x, y) = (ax + dx * t - px, ay + dy * t - py);
    (x * x + y * y).sqrt()
}

/// The distance to the nearest of all walls, wherever they are.
fn distance_to_walls(mesh: &NavMesh, point: Vec2, filter: &QueryFilter) -> f64 {
    let is_open = |edge: HalfEdgeId| mesh.is_open(mesh.area_of(edge), filter);
    mesh.areas()
        .flat_map(|area| mesh.half_edges_of(area))
        .filter(|&edge| is_open(edge) && !mesh.twin(edge).is_some_and(is_open))
        .map(|edge| distance_to(mesh, edge, point))
        .fold(f64::INFINITY, f64::min)
}

proptest! {
    #[test]
    fn on_flat_ground_the_wall_found_is_the_nearest_of_all(
        map in cell_maps(0..3), frame in frames(), x in 0..33, y in 0..33, forbidden in 0..4_u8,
        closed: prop::sample::Index,
    ) {
        let (mesh, mut filter) = (frame.mesh(&map)?, QueryFilter::uniform());
        filter.forbid(Terrain(forbidden));
        filter.forbid_area(AreaId(u32::try_from(closed.index(mesh.area_count()))?));
        let (point, mut scratch) = (frame.place(lattice([x, y]) * 0.25), WallScratch::new());
        let nearest = match mesh.nearest_wall(point, f32::INFINITY, &filter, &mut scratch) {
            Ok(nearest) => nearest.ok_or_else(|| TestCaseError::fail("no wall"))?,
            Err(_) => {
                prop_assert!(!mesh.areas_at(point).any(|area| mesh.is_open(area, &filter)));
                return Ok(());
            }
        };
        let expected = distance_to_walls(&mesh, point, &filter);
        let size = f64::from(point.abs().max_element());
        prop_assert!((nearest.distance - expected).abs() <= 1e-12 * size, "{nearest:?} {expected}");
        let edge = nearest.edge;
        prop_assert!((distance_to(&mesh, edge, point) - expected).abs() <= 1e-12 * size);
        prop_assert!(distance_to(&mesh, edge, nearest.point) <= 4e-7 * size.max(1e-3));
        // The maximum is kept to the last bit.
        #[expect(clippy::cast_possible_truncation, reason = "one of its neighbours is beyond")]
        let rounded = nearest.distance as f32;
        for limit in [rounded, rounded.next_down(), rounded.next_up()] {
            let found = mesh.nearest_wall(point, limit, &filter, &mut scratch)?;
            let is_near = limit >= 0.0 && nearest.distance <= f64::from(limit);
            prop_assert_eq!(found, is_near.then_some(nearest));
        }
    }

    #[test]
    fn the_nearest_wall_is_visible(map in cell_maps(0..1), x in 0..33, y in 0..33) {
        let (mesh, filter) = (map.mesh()?, QueryFilter::uniform());
        let point = Location::from(lattice([x, y]) * 0.25);
        let Ok(found) = mesh.nearest_wall(point, f32::INFINITY, &filter, &mut WallScratch::new())
        else { return Ok(()) };
        let wall = found.ok_or_else(|| TestCaseError::fail("no wall"))?;
        prop_assert!(mesh.contains(mesh.area_of(wall.edge), wall.point));
        prop_assert!(mesh.sees(point, wall.point, &filter, &mut RayCast::new())?);
    }
}

fn bridge() -> NavMesh {
    let (plain, elevations) = named::bridge();
    let mut raw = RawMesh::from_vertices(&plain.vertices);
    plain.areas.iter().for_each(|area| {
        raw.push_area(area);
    });
    raw.elevations = elevations;
    raw.build().unwrap()
}

#[test]
fn walls_of_other_floors_do_not_count() {
    let (mesh, filter, mut scratch) = (bridge(), QueryFilter::uniform(), WallScratch::new());
    let mut wall = |elevation: Option<f32>| {
        let end = Location { point: Vec2::new(2.5, 2.75), elevation };
        let wall = mesh.nearest_wall(end, f32::INFINITY, &filter, &mut scratch).unwrap().unwrap();
        (wall.distance, wall.point, mesh.area_of(wall.edge))
    };
    assert_eq!(wall(Some(0.0)), (0.75, Vec2::new(2.5, 2.0), AreaId(1)));
    assert_eq!(wall(Some(2.0)), (0.5, Vec2::new(2.0, 2.75), AreaId(9)));
    assert_eq!(wall(None), wall(Some(2.0)), "the nearest of all floors");
}

#[test]
fn on_a_wall_the_distance_is_zero() {
    let raw = rectangles_from_cells(3, 3, |x, y| (x != 1 || y != 1).then_some(Terrain(0)));
    let mesh = raw.build().unwrap();
    let (filter, mut scratch) = (QueryFilter::uniform(), WallScratch::new());
    let mut wall =
        |point: [f32; 2], limit: f32| mesh.nearest_wall(point, limit, &filter, &mut scratch);
    for point in [[1.0, 1.0], [1.0, 1.5], [0.0, 0.0], [3.0, 0.25]] {
        let found = wall(point, 0.0).unwrap().unwrap();
        assert_eq!((found.distance, found.point), (0.0, point.into()));
    }
    assert_eq!(wall([0.5, 0.5], 0.25), Ok(None));
    assert_eq!(wall([0.5, 0.5], -1.0), Ok(None));
    assert_eq!(wall([0.5, 0.5], f32::NAN), Ok(None));
    assert!(matches!(wall([1.5, 1.5], 1.0), Err(QueryError::StartOffMesh { .. })));
    assert!(matches!(wall([f32::NAN, 1.5], 1.0), Err(QueryError::NotFinite { .. })));
}

#[test]
fn the_memory_serves_any_mesh_in_turn() {
    let (small, large) = (bridge(), {
        let raw = rectangles_from_cells(40, 40, |x, y| (x * y % 7 != 3).then_some(Terrain(0)));
        raw.build().unwrap()
    });
    let (filter, mut scratch) = (QueryFilter::uniform(), WallScratch::new());
    for round in 0..50_u8 {
        let point = Vec2::new(0.5 + f32::from(round % 8), 2.5);
        for mesh in [&small, &large] {
            let fresh = mesh.nearest_wall(point, 9.0, &filter, &mut WallScratch::new());
            assert_eq!(mesh.nearest_wall(point, 9.0, &filter, &mut scratch), fresh);
        }
    }
}
