//! The ground of any model at all, found with voxels, with its drops and jumps.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tautline::meshgen::{UpAxis, VoxelMesh, VoxelOptions, walkable_voxels};
use tautline::navmesh::{RawMesh, Terrain};
use tautline_fuzz::{Bytes, assert_one_line, build_valid_mesh};

fuzz_target!(|input: &[u8]| {
    let mut bytes = Bytes(input);
    let options = options(&mut bytes);
    let vertices: Vec<[f32; 3]> = (0..bytes.byte()).map(|_| vertex(&mut bytes)).collect();
    let triangles: Vec<[u32; 3]> =
        (0..bytes.byte()).map(|_| [(); 3].map(|()| bytes.index())).collect();
    let terrains = bytes.list(triangles.len(), |bytes| Terrain(bytes.byte() % 4));

    let ground = |options| match walkable_voxels(&vertices, &triangles, &terrains, &options) {
        Ok(ground) => Some(ground),
        Err(error) => {
            assert_one_line(&error);
            None
        }
    };
    let Some(VoxelMesh { mesh, report, .. }) = ground(options) else { return };
    let built = build_valid_mesh(&mesh);
    assert_eq!(built.links().len(), mesh.links.len());
    assert!(report.spans > 0 && report.regions > 0 && report.layers > 0);

    for link in &mesh.links {
        let allowed = if link.both_ways { options.max_jump } else { options.max_drop };
        assert!(allowed > 0.0, "{link:?}");
    }
    // Links change no ground.
    let bare = ground(VoxelOptions { max_drop: 0.0, max_jump: 0.0, ..options });
    assert_eq!(bare.map(|bare| bare.mesh), Some(RawMesh { links: Vec::new(), ..mesh }));
});

fn options(bytes: &mut Bytes<'_>) -> VoxelOptions {
    let choice = bytes.byte();
    let size = |bytes: &mut Bytes<'_>, usual: f32| match bytes.byte() {
        0xff => bytes.float(),
        byte => usual * f32::from(byte & 15) / 8.0,
    };
    let cell_size = match choice >> 1 & 3 {
        0 => 0.25,
        1 => 0.5,
        2 => 1.0,
        _ => size(bytes, 0.5),
    };
    VoxelOptions {
        up: if choice & 1 == 0 { UpAxis::Z } else { UpAxis::Y },
        cell_size,
        cell_height: cell_size / 2.0,
        agent_radius: size(bytes, 0.4),
        agent_height: size(bytes, 2.0),
        max_step: size(bytes, 0.5),
        max_slope: size(bytes, 1.0),
        max_deviation: size(bytes, 0.25),
        layer_rise: size(bytes, 1.0),
        min_region_size: size(bytes, 1.0),
        max_drop: size(bytes, 3.0),
        max_jump: size(bytes, 3.0),
    }
}

/// A place of a lattice and an elevation from 0 to 7.5; or any floats.
fn vertex(bytes: &mut Bytes<'_>) -> [f32; 3] {
    let [x, y] = bytes.point();
    match bytes.byte() {
        0xff => [x, y, bytes.float()],
        byte => [x, y, f32::from(byte & 15) / 2.0],
    }
}
