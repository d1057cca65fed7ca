//! The areas in a box.

use proptest::prelude::*;
use tautline_geometry::Segment;
use tautline_navmesh::{AreaId, NavMesh, Vec2};

use crate::laws::maps::{cell_maps, frames, lattice};

/// Returns true if an area and a box have a common point: a corner of one inside the other,
/// or two edges that intersect.
fn meet(mesh: &NavMesh, area: AreaId, min: Vec2, max: Vec2) -> bool {
    let corners = [min, Vec2::new(max.x, min.y), max, Vec2::new(min.x, max.y)];
    let edges = [0, 1, 2, 3].map(|index| Segment::new(corners[index], corners[(index + 1) % 4]));
    let is_inside = |point: Vec2| min.cmple(point).all() && point.cmple(max).all();
    corners.iter().any(|&corner| mesh.contains(area, corner))
        || mesh.half_edges_of(area).map(|half_edge| mesh.segment(half_edge)).any(|half_edge| {
            is_inside(half_edge.a) || edges.iter().any(|edge| edge.intersects(&half_edge))
        })
}

proptest! {
    #[test]
    fn the_areas_found_are_all_that_intersect_the_box(
        map in cell_maps(0..1), frame in frames(), x in -3..36, y in -3..36, width in 0..20, height in 0..20,
    ) {
        let mesh = frame.mesh(&map)?;
        let [one, other] = [[x, y], [x + width, y + height]];
        let [one, other] = [one, other].map(|place| frame.place(lattice(place) * 0.25));
        let (min, max) = (one.min(other), one.max(other));
        let mut found = vec![AreaId(7)];
        mesh.areas_in(min, max, &mut found);
        let expected: Vec<AreaId> =
            mesh.areas().filter(|&area| meet(&mesh, area, min, max)).collect();
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn the_areas_in_a_box_of_one_point_contain_the_point(map in cell_maps(0..1), frame in frames(), x in 0..33, y in 0..33) {
        let mesh = frame.mesh(&map)?;
        let point = frame.place(lattice([x, y]) * 0.25);
        let mut found = Vec::new();
        mesh.areas_in(point, point, &mut found);
        prop_assert_eq!(found, mesh.areas_at(point).collect::<Vec<_>>());
    }

    #[test]
    fn an_infinite_box_holds_all_areas_and_an_invalid_box_none(map in cell_maps(0..1)) {
        let (mesh, mut found) = (map.mesh()?, Vec::new());
        let everything = Vec2::INFINITY;
        mesh.areas_in(-everything, everything, &mut found);
        prop_assert_eq!(found.len(), mesh.area_count());
        let (zero, one) = (Vec2::ZERO, Vec2::ONE);
        let nothing = [(one, zero), (zero, Vec2::new(-1.0, 1.0)), (everything, -everything)];
        let unknown = [(Vec2::NAN, one), (zero, Vec2::new(1.0, f32::NAN))];
        for (min, max) in nothing.into_iter().chain(unknown) {
            mesh.areas_in(min, max, &mut found);
            prop_assert!(found.is_empty());
        }
    }
}
