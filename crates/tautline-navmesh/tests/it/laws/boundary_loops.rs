//! Boundary loops and corners.

use proptest::prelude::*;
use tautline_fixtures::Cells;
use tautline_navmesh::{HalfEdgeId, NavMesh, RawMesh, Vec2};

use crate::laws::maps::{cell_maps, frames};

/// The number of reflex vertices of a boundary loop in the plane.
fn reflex_count(mesh: &NavMesh, boundary_loop: &[HalfEdgeId]) -> usize {
    let next = boundary_loop.iter().cycle().skip(1);
    let bends = boundary_loop.iter().zip(next).filter(|&(&before, &after)| {
        let (before, after) = (mesh.segment(before), mesh.segment(after));
        let wide = |from: Vec2, to: Vec2| {
            [f64::from(to.x) - f64::from(from.x), f64::from(to.y) - f64::from(from.y)]
        };
        let (a, b) = (wide(before.a, before.b), wide(after.a, after.b));
        let (cross, dot) = (a[0] * b[1] - a[1] * b[0], a[0] * b[0] + a[1] * b[1]);
        // It doubles back at the end of a zero-width wall.
        cross < 0.0 || (cross == 0.0 && dot < 0.0)
    });
    bends.count()
}

proptest! {
    #[test]
    fn boundary_loops_list_every_half_edge_without_a_twin_once_and_are_closed(
        map in cell_maps(0..2), frame in frames(),
    ) {
        let mesh = frame.mesh(&map)?;
        let boundary_loops = mesh.boundary_loops();
        let mut listed: Vec<HalfEdgeId> = boundary_loops.iter().flatten().copied().collect();
        listed.sort_unstable();
        let edges = mesh.areas().flat_map(|area| mesh.half_edges_of(area));
        let single: Vec<HalfEdgeId> = edges.filter(|&edge| mesh.twin(edge).is_none()).collect();
        prop_assert_eq!(listed, single);
        for boundary_loop in &boundary_loops {
            for (&before, &after) in boundary_loop.iter().zip(boundary_loop.iter().cycle().skip(1)) {
                prop_assert_eq!(mesh.ends(before)[1], mesh.ends(after)[0]);
            }
        }
        prop_assert!(boundary_loops.is_sorted_by_key(|boundary_loop| boundary_loop[0]));
    }

    #[test]
    fn corners_are_the_reflex_vertices_of_boundary_loops(map in cell_maps(0..2)) {
        let mesh = map.mesh()?;
        let turns: usize = mesh.boundary_loops().iter().map(|boundary_loop| reflex_count(&mesh, boundary_loop)).sum();
        prop_assert_eq!(mesh.corner_count(), turns);
    }
}

#[test]
fn the_free_end_of_a_zero_width_wall_is_a_corner() {
    let mut cells = Cells::from_rows(&["...", "..."]);
    cells.put_wall([0, 0], [1, 0]);
    let plain = cells.to_unit_mesh();
    let mut raw = RawMesh::from_vertices(&plain.vertices);
    for (corners, neighbours) in plain.areas.iter().zip(&plain.neighbours) {
        raw.push_area(corners);
        let neighbours = neighbours.iter();
        raw.neighbours.extend(neighbours.map(|area| area.unwrap_or(RawMesh::NO_NEIGHBOUR)));
    }
    let mesh = raw.build().unwrap();
    let boundary_loops = mesh.boundary_loops();
    assert_eq!(boundary_loops.len(), 1, "up one side of the wall and down the other");
    assert_eq!((mesh.corner_count(), reflex_count(&mesh, &boundary_loops[0])), (1, 1));
}
