//! Point location.

use proptest::prelude::*;
use tautline_navmesh::{AreaId, NavMesh, QueryError, QueryFilter, Vec2};

use crate::laws::maps::{cell_maps, center, frames, lattice};

/// All areas that contain a point, without an index.
pub(crate) fn scan(mesh: &NavMesh, point: Vec2) -> Vec<AreaId> {
    mesh.areas().filter(|&area| mesh.contains(area, point)).collect()
}

/// Compares the index with a scan.
pub(crate) fn check(mesh: &NavMesh, point: Vec2) -> Result<(), TestCaseError> {
    let expected = scan(mesh, point);
    prop_assert_eq!(mesh.areas_at(point).collect::<Vec<_>>(), &*expected, "at {}", point);
    prop_assert_eq!(mesh.locate(point), expected.first().copied());
    Ok(())
}

proptest! {
    #[test]
    fn a_cell_is_located_exactly_if_it_is_walkable(map in cell_maps(0..3)) {
        let mesh = map.mesh()?;
        for [x, y] in map.all_cells() {
            let found = mesh.areas_at(center([x, y])).count();
            prop_assert_eq!(found, usize::from(map.class(x, y).is_some()));
        }
    }

    #[test]
    fn a_lattice_point_is_on_the_mesh_exactly_if_a_cell_around_it_is(map in cell_maps(0..3)) {
        let mesh = map.mesh()?;
        for [x, y] in map.all_cells() {
            let around = [[x, y], [x - 1, y], [x, y - 1], [x - 1, y - 1]];
            let is_ground = around.iter().any(|&[x, y]| map.class(x, y).is_some());
            prop_assert_eq!(mesh.locate(lattice([x, y])).is_some(), is_ground);
        }
    }

    #[test]
    fn the_index_finds_what_a_scan_finds(map in cell_maps(0..3), frame in frames()) {
        let mesh = frame.mesh(&map)?;
        for cell in map.all_cells() {
            for point in [lattice(cell), center(cell)] {
                check(&mesh, frame.place(point))?;
            }
        }
        for &vertex in mesh.vertices() {
            for x in [vertex.x.next_down(), vertex.x, vertex.x.next_up()] {
                for y in [vertex.y.next_down(), vertex.y, vertex.y.next_up()] {
                    check(&mesh, Vec2::new(x, y))?;
                }
            }
        }
    }

    #[test]
    fn points_that_are_not_finite_are_not_located(map in cell_maps(0..3)) {
        let mesh = map.mesh()?;
        for x in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            for point in [Vec2::new(x, 0.0), Vec2::new(0.0, x), Vec2::new(x, x)] {
                prop_assert_eq!(mesh.locate(point), None);
                let near = mesh.nearest(point, f32::INFINITY, &QueryFilter::uniform());
                let is_refused = matches!(near, Err(QueryError::NotFinite { .. }));
                prop_assert!(is_refused, "{:?}", near);
            }
        }
    }
}
