//! Tests of meshes from subdivisions and tile maps, and of merged meshes.
#![expect(
    clippy::unwrap_used,
    clippy::cast_precision_loss,
    clippy::float_cmp,
    clippy::panic,
    reason = "small whole numbers of a test; what fails should fail loudly"
)]

mod bad_input;
mod faces;
mod merging;
mod real_maps;
mod tiles;

use tautline_navmesh::{BuildOptions, NavMesh, RawMesh, TJunctions, Vec2};

/// The mesh, which must have no faults, convex areas only, and neighbours along
/// whole sides only.
fn valid(raw: &RawMesh) -> NavMesh {
    let options = BuildOptions { strict: true, t_junctions: TJunctions::Ignore };
    let build = NavMesh::build(raw, &options).unwrap_or_else(|faults| panic!("{faults}\n{raw:?}"));
    assert_eq!(build.report.t_junctions, []);
    build.mesh
}

/// The corners of an area.
fn ring(raw: &RawMesh, area: usize) -> Vec<u32> {
    let start = area.checked_sub(1).map_or(0, |before| raw.corner_ends[before]);
    raw.corners[start as usize..raw.corner_ends[area] as usize].to_vec()
}

/// The size of each class of ground.
fn sizes(raw: &RawMesh) -> Vec<f64> {
    let mut sizes = vec![0.0; 256];
    for area in 0..raw.area_count() {
        let place = |vertex: u32| raw.vertices[vertex as usize].map(f64::from);
        let ring = ring(raw, area);
        let doubled: f64 = (ring.iter().zip(ring.iter().cycle().skip(1)))
            .map(|(&a, &b)| (place(a), place(b)))
            .map(|([ax, ay], [bx, by])| ax * by - ay * bx)
            .sum();
        let class = raw.terrains.get(area).map_or(0, |terrain| terrain.0);
        sizes[usize::from(class)] += doubled / 2.0;
    }
    sizes
}

/// The classes of the areas at a point, without repetition.
fn classes_at(mesh: &NavMesh, point: Vec2) -> Vec<u8> {
    let mut classes: Vec<u8> = mesh.areas_at(point).map(|area| mesh.terrain(area).0).collect();
    classes.sort_unstable();
    classes.dedup();
    classes
}
