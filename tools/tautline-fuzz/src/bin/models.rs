//! The walkable triangles of any model.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tautline::meshgen::{ModelError, ModelOptions, UpAxis, walkable_triangles};
use tautline::navmesh::{Terrain, Vec2};
use tautline_fuzz::{Bytes, area_by_terrain, assert_one_line, build_valid_mesh};

fuzz_target!(|input: &[u8]| {
    let mut bytes = Bytes(input);
    let options = options(&mut bytes);
    let vertices: Vec<[f32; 3]> = (0..bytes.byte()).map(|_| vertex(&mut bytes)).collect();
    let triangles: Vec<[u32; 3]> =
        (0..bytes.byte()).map(|_| [(); 3].map(|()| bytes.index())).collect();
    let terrains = bytes.list(triangles.len(), |bytes| Terrain(bytes.byte() % 4));

    let walkable = |merge| {
        let options = ModelOptions { merge, ..options };
        match walkable_triangles(&vertices, &triangles, &terrains, &options) {
            Ok(ground) => Some((build_valid_mesh(&ground.mesh), ground)),
            Err(error @ ModelError::Merging(_)) => panic!("{error}"),
            Err(error) => {
                assert_one_line(&error);
                None
            }
        }
    };
    let (Some((merged, _)), Some((bare, ground))) = (walkable(true), walkable(false)) else {
        assert!(walkable(true).is_none() && walkable(false).is_none());
        return;
    };
    // Every triangle is an area or is counted as dropped, and merging changes no ground.
    let dropped: usize = ground.report.dropped.iter().map(|dropped| dropped.count).sum();
    assert_eq!(bare.area_count() + dropped, triangles.len());
    let [of_bare, of_merged] = [&bare, &merged].map(area_by_terrain);
    let scale: f64 = of_bare.iter().sum();
    for (bare, merged) in of_bare.into_iter().zip(of_merged) {
        assert!((bare - merged).abs() <= 1e-9 * scale, "{bare} {merged}");
    }
    assert!(merged.area_count() <= bare.area_count());
    assert_eq!(merged.component_count(), bare.component_count());
    for area in bare.areas() {
        let corners: Vec<Vec2> = bare.corners(area).collect();
        let middle = corners.iter().sum::<Vec2>() / 3.0;
        if bare.contains(area, middle) {
            assert!(
                merged.areas_at(middle).any(|found| merged.terrain(found) == bare.terrain(area))
            );
        }
    }
});

fn options(bytes: &mut Bytes<'_>) -> ModelOptions {
    let choice = bytes.byte();
    ModelOptions {
        up: if choice & 1 == 0 { UpAxis::Z } else { UpAxis::Y },
        max_slope: match choice >> 1 & 3 {
            0 => 1.0,
            1 => f32::INFINITY,
            2 => 0.0,
            _ => bytes.float(),
        },
        weld_distance: match choice >> 3 & 3 {
            0 | 1 => 0.0,
            2 => 0.5,
            _ => bytes.float(),
        },
        merge: true,
    }
}

/// Reads a vertex: a point of the lattice, which may be moved by some hundredths, with an elevation
/// from 0 to 1.5; or any floats.
fn vertex(bytes: &mut Bytes<'_>) -> [f32; 3] {
    let [x, y] = bytes.point();
    match bytes.byte() {
        0xff => [x, y, bytes.float()],
        byte => {
            let offset = f32::from(byte >> 4) / 100.0;
            [x + offset, y - offset, f32::from(byte & 3) / 2.0]
        }
    }
}
