//! Building and connectivity.

use proptest::prelude::*;
use tautline_navmesh::{BuildOptions, NavMesh, Vec2};

use crate::laws::maps::{cell_maps, center, frames};

/// Twice the signed area of a polygon.
fn doubled_area(corners: &[Vec2]) -> f64 {
    let wide = |corner: Vec2| (f64::from(corner.x), f64::from(corner.y));
    (0..corners.len())
        .map(|i| (wide(corners[i]), wide(corners[(i + 1) % corners.len()])))
        .map(|((ax, ay), (bx, by))| ax * by - bx * ay)
        .sum()
}

proptest! {
    #[test]
    fn rectangles_cover_exactly_the_cells(map in cell_maps(0..3)) {
        let mesh = map.mesh()?;
        let doubled: f64 =
            mesh.areas().map(|area| doubled_area(&mesh.corners(area).collect::<Vec<_>>())).sum();
        let cells = u32::try_from(map.walkable().count())?;
        prop_assert_eq!(doubled.to_bits(), (2.0 * f64::from(cells)).to_bits());
    }

    #[test]
    fn the_terrain_is_that_of_the_cell(map in cell_maps(0..4)) {
        let mesh = map.mesh()?;
        for [x, y] in map.all_cells() {
            let area = mesh.locate(center([x, y]));
            prop_assert_eq!(area.map(|area| mesh.terrain(area).0), map.class(x, y));
        }
    }

    #[test]
    fn components_are_those_of_a_flood_fill(map in cell_maps(0..3)) {
        let mesh = map.mesh()?;
        let flooded = map.flood(|_| true);
        let part = |cell| mesh.locate(center(cell)).map(|area| mesh.component(area));
        for &(cell, root) in &flooded {
            prop_assert_eq!(part(cell), part(root));
        }
        let roots = flooded.iter().filter(|(cell, root)| cell == root).count();
        prop_assert_eq!(mesh.component_count(), roots);
    }

    #[test]
    fn twins_are_mutual_and_run_the_other_way(map in cell_maps(0..3), frame in frames()) {
        let mesh = frame.mesh(&map)?;
        for area in mesh.areas() {
            for edge in mesh.half_edges_of(area) {
                prop_assert_eq!(mesh.area_of(edge), area);
                prop_assert_eq!(mesh.previous_half_edge(mesh.next_half_edge(edge)), edge);
                let Some(twin) = mesh.twin(edge) else { continue };
                prop_assert_eq!(mesh.twin(twin), Some(edge));
                prop_assert_ne!(mesh.area_of(twin), area);
                let (there, back) = (mesh.segment(edge), mesh.segment(twin));
                prop_assert_eq!((there.a, there.b), (back.b, back.a));
                let [start, end] = mesh.ends(edge);
                prop_assert_eq!(mesh.ends(twin), [end, start]);
            }
        }
    }

    #[test]
    fn a_raw_mesh_of_a_mesh_builds_the_same_mesh(map in cell_maps(0..3), frame in frames()) {
        let mesh = frame.mesh(&map)?;
        let again = NavMesh::build(&mesh.to_raw(), &BuildOptions { strict: true, ..BuildOptions::default() })?;
        prop_assert_eq!(again.mesh, mesh);
    }

    #[test]
    fn neighbours_found_by_corners_are_the_named_ones(map in cell_maps(0..3)) {
        let mut raw = map.raw();
        let named = raw.build()?;
        raw.neighbours.clear();
        let found = NavMesh::build(&raw, &BuildOptions::default())?;
        prop_assert!(found.report.t_junctions.is_empty(), "rectangles share their corners");
        prop_assert_eq!(found.mesh, named);
    }
}
