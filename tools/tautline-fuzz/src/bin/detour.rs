//! Navigation meshes of Detour.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tautline::formats::detour::{self, Mesh};
use tautline::import::{DetourFilter, from_detour};
use tautline_fuzz::{assert_one_line, build_valid_mesh, value_or_checked_error};

/// No mesh is built of larger files.
const MAX_POLYGONS: usize = 128;

fuzz_target!(|input: &[u8]| {
    let Some(mesh) = value_or_checked_error(detour::parse(input)) else { return };
    check_parsed(&mesh);
    let polygons: usize = mesh.tiles.iter().map(|tile| tile.polygons.len()).sum();
    if polygons <= MAX_POLYGONS {
        match from_detour(&mesh, DetourFilter::default()) {
            Ok(raw) => drop(build_valid_mesh(&raw)),
            Err(faults) => faults.all().iter().for_each(assert_one_line),
        }
    }
});

/// Checks that a parsed mesh is as documented.
fn check_parsed(mesh: &Mesh) {
    for tile in &mesh.tiles {
        assert!(tile.vertices.iter().flatten().all(|coordinate| coordinate.is_finite()));
        for polygon in &tile.polygons {
            assert!((3..=6).contains(&polygon.corners.len()));
            assert_eq!(polygon.corners.len(), polygon.edges.len());
            let is_vertex = |&corner: &u32| (corner as usize) < tile.vertices.len();
            assert!(polygon.corners.iter().all(is_vertex));
        }
    }
}
