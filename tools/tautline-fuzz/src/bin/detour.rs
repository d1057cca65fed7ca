//! Navigation meshes of Detour.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tautline::formats::detour::{self, Mesh};
use tautline::import::{DetourFilter, from_detour};
use tautline_fuzz::{becomes_a_mesh, is_one_line, read_or_refused};

/// Larger meshes are read, but not built.
const MOST_POLYGONS: usize = 128;

fuzz_target!(|input: &[u8]| {
    let Some(mesh) = read_or_refused(detour::parse(input)) else { return };
    is_sound(&mesh);
    let polygons: usize = mesh.tiles.iter().map(|tile| tile.polygons.len()).sum();
    if polygons <= MOST_POLYGONS {
        match from_detour(&mesh, DetourFilter::default()) {
            Ok(raw) => drop(becomes_a_mesh(&raw)),
            Err(faults) => faults.all().iter().for_each(is_one_line),
        }
    }
});

/// Parsed meshes are as documented.
fn is_sound(mesh: &Mesh) {
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
