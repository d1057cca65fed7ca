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

use crate::polygons::areas as sizes;

/// The mesh, which must have no faults, convex areas only, and neighbours along
/// whole edges only.
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

/// The classes of the areas at a point, without repetition.
fn classes_at(mesh: &NavMesh, point: Vec2) -> Vec<u8> {
    let mut classes: Vec<u8> = mesh.areas_at(point).map(|area| mesh.terrain(area).0).collect();
    classes.sort_unstable();
    classes.dedup();
    classes
}
