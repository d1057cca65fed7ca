//! Tests of meshes from polygons.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::float_cmp,
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "a test with small numbers, many of them exact; what fails should fail loudly"
)]

mod agent_radius;
mod bad_input;
mod clean;
mod crossings;
mod dirty;
mod laws;
mod oracle;

use tautline_meshgen::PolygonMesh;
use tautline_navmesh::{BuildOptions, NavMesh, RawMesh};

/// The mesh, which must have no faults.
fn valid(built: &PolygonMesh) -> NavMesh {
    let build = NavMesh::build(&built.mesh, &BuildOptions { strict: true, ..Default::default() });
    build.unwrap_or_else(|faults| panic!("{faults}\n{built:?}")).mesh
}

fn square(x: f32, y: f32, size: f32) -> Vec<[f32; 2]> {
    vec![[x, y], [x + size, y], [x + size, y + size], [x, y + size]]
}

/// The area of each class of terrain.
pub(crate) fn areas(raw: &RawMesh) -> Vec<f64> {
    let mut areas = vec![0.0; 256];
    let mut start = 0;
    for (area, &end) in raw.corner_ends.iter().enumerate() {
        let ring = raw.corners[start..end as usize].iter();
        let ring: Vec<[f32; 2]> = ring.map(|&vertex| raw.vertices[vertex as usize]).collect();
        let terrain = raw.terrains.get(area).map_or(0, |terrain| terrain.0);
        areas[usize::from(terrain)] += signed_area(&ring);
        start = end as usize;
    }
    areas
}

fn signed_area(ring: &[[f32; 2]]) -> f64 {
    let ring: Vec<[f64; 2]> = ring.iter().map(|point| point.map(f64::from)).collect();
    let [x0, y0] = ring[0];
    let next = ring.iter().cycle().skip(1);
    let cross = |([x1, y1], [x2, y2]): (&[f64; 2], &[f64; 2])| {
        (x1 - x0) * (y2 - y0) - (y1 - y0) * (x2 - x0)
    };
    ring.iter().zip(next).map(cross).sum::<f64>() / 2.0
}
