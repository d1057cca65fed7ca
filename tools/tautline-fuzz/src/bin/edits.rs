//! Obstacles that are added and removed on any small ground: after each edit, the mesh equals the one
//! that is built from its areas.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tautline::dynamic::{DynamicNavMesh, Edit, Obstacle, ObstacleId};
use tautline::meshgen::{Polygons, Role};
use tautline::navmesh::NavMesh;
use tautline_fuzz::{
    Bytes, area_by_terrain, assert_one_line, build, build_valid_mesh, ring, shapes,
};

/// The largest number of edits of an input.
const MAX_EDITS: usize = 16;

fuzz_target!(|input: &[u8]| {
    let mut bytes = Bytes(input);
    let polygons = shapes(&mut bytes);
    let Some(without_obstacles) = build(&polygons) else { return };
    let mesh = build_valid_mesh(&without_obstacles.mesh);
    let first_areas = areas(&mesh);
    let mut ground = match DynamicNavMesh::new(mesh) {
        Ok(ground) => ground,
        Err(error) => return assert_one_line(&error),
    };
    let mut present: Vec<(ObstacleId, Obstacle)> = Vec::new();
    for _ in 0..MAX_EDITS {
        if bytes.0.is_empty() {
            break;
        }
        let (adds, removes) = (bytes.byte() % 3, bytes.byte() % 3);
        let add: Vec<Obstacle> = (0..adds).map(|_| Obstacle::new([ring(&mut bytes)])).collect();
        let mut left = present.clone();
        for _ in 0..usize::from(removes).min(left.len()) {
            left.remove(usize::from(bytes.byte()) % left.len());
        }
        let is_removed =
            |(id, _): &&(ObstacleId, Obstacle)| left.iter().all(|(kept, _)| kept != id);
        let remove = present.iter().filter(is_removed).map(|(id, _)| *id).collect();
        match ground.edit(&Edit { add: add.clone(), remove }) {
            Ok(edited) => {
                left.extend(edited.added.into_iter().zip(add));
                present = left;
            }
            Err(error) => assert_one_line(&error),
        }
        check_edited(ground.mesh(), &polygons, &present);
    }
    let remove = present.iter().map(|(id, _)| *id).collect();
    if ground.edit(&Edit { remove, add: Vec::new() }).is_ok() {
        assert_eq!(areas(ground.mesh()), first_areas, "{polygons:?}");
    }
});

/// Returns the classes and corners of all areas, in an order that does not depend on their numbers.
fn areas(mesh: &NavMesh) -> Vec<(u8, Vec<[u32; 2]>)> {
    let mut areas: Vec<_> = mesh
        .areas()
        .map(|area| {
            let mut corners: Vec<[u32; 2]> =
                mesh.corners(area).map(|corner| corner.to_array().map(f32::to_bits)).collect();
            let first = (0..corners.len()).min_by_key(|&index| corners[index]).unwrap_or(0);
            corners.rotate_left(first);
            (mesh.terrain(area).0, corners)
        })
        .collect();
    areas.sort_unstable();
    areas
}

/// Compares a mesh with the one that is built from its own areas, and its ground with the polygons
/// without the obstacles.
fn check_edited(mesh: &NavMesh, polygons: &Polygons, obstacles: &[(ObstacleId, Obstacle)]) {
    let again = build_valid_mesh(&mesh.to_raw());
    assert_eq!(again.to_raw(), mesh.to_raw());
    assert_eq!(again.component_count(), mesh.component_count());
    let mut polygons = polygons.clone();
    for (_, obstacle) in obstacles {
        polygons.push(Role::Hole, obstacle.rings.iter().cloned());
    }
    let Some(expected) = build(&polygons) else { return };
    let perimeter: f64 = expected.rings.iter().map(|ring| length(ring)).sum();
    let tolerance = 16.0 * (perimeter + length_of_borders(mesh)) * expected.grid_step;
    let expected = area_by_terrain(&build_valid_mesh(&expected.mesh));
    for (class, (found, expected)) in area_by_terrain(mesh).iter().zip(expected).enumerate() {
        assert!(
            (found - expected).abs() <= tolerance,
            "class {class}: {found}, not {expected}\n{polygons:?}"
        );
    }
}

fn length(ring: &[[f32; 2]]) -> f64 {
    let next = ring.iter().cycle().skip(1);
    ring.iter().zip(next).map(|(a, b)| distance(*a, *b)).sum()
}

fn length_of_borders(mesh: &NavMesh) -> f64 {
    let edges = mesh.areas().flat_map(|area| mesh.half_edges_of(area));
    let segments = edges.map(|edge| mesh.segment(edge));
    segments.map(|segment| distance(segment.a.into(), segment.b.into())).sum()
}

fn distance(a: [f32; 2], b: [f32; 2]) -> f64 {
    let [x, y] = [0, 1].map(|axis| f64::from(a[axis]) - f64::from(b[axis]));
    (x * x + y * y).sqrt()
}
