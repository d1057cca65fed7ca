//! Baking of maps from files of visitors, for a worker: large maps take seconds.

use std::fmt::Display;

use tautline::bake::{LabelChoice, LandmarkChoice, MapBaker};
use tautline::baked::{BakedMap, LabelStorage};
use tautline::formats::no_files;
use tautline::labels::{BakeOptions, Labels};
use tautline::meshgen::{PolygonOptions, Polygons, Role, inset};
use tautline::navmesh::{BuildOptions, NavMesh};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::fault::{Answer, fault};

/// Bakes a map file without labels. The extension of its name is that of its format. A file that is baked already is
/// checked and returned.
#[wasm_bindgen(js_name = bakeFile)]
pub fn bake_file(name: &str, bytes: &[u8]) -> Answer<Vec<u8>> {
    let refused = |error: &dyn Display| fault(format_args!("{name}: {error}"));
    let map = if name.to_ascii_lowercase().ends_with(".nav") {
        BakedMap::decode(bytes).map_err(|error| refused(&error))?
    } else {
        let mut baker = MapBaker::new();
        (baker.labels, baker.landmarks) = (LabelChoice::Off, LandmarkChoice::Off);
        baker.bake_bytes(name, bytes, &mut no_files).map_err(|error| refused(&error))?.map
    };
    map.encode().map_err(fault)
}

/// Returns a map for agents of a radius, in world units: its mesh for the smallest agents, inset by the difference of
/// the radii.
#[wasm_bindgen(js_name = shrinkMap)]
pub fn shrink_map(map: &[u8], radius: f32) -> Answer<Vec<u8>> {
    let map = BakedMap::decode(map).map_err(fault)?;
    let agent_radius = radius - map.meshes()[0].radius();
    let options = PolygonOptions { agent_radius, ..PolygonOptions::default() };
    let shrunk = inset(map.mesh(), &options).map_err(fault)?;
    let mut result = BakedMap::for_radius(radius, shrunk.mesh).map_err(fault)?;
    (result.name, result.terrain_names, result.y_down) = (map.name, map.terrain_names, map.y_down);
    result.encode().map_err(fault)
}

/// Adds labels to each mesh of a map that has none. A mesh for which labels cannot be baked stays without.
#[wasm_bindgen(js_name = labelMap)]
pub fn label_map(map: &[u8]) -> Answer<Vec<u8>> {
    let mut map = BakedMap::decode(map).map_err(fault)?;
    for mesh in map.meshes_mut() {
        if mesh.labels().is_none()
            && let Ok(labels) = Labels::bake(mesh.mesh(), &BakeOptions::default())
        {
            mesh.set_labels(labels, LabelStorage::Full);
        }
    }
    map.encode().map_err(fault)
}

/// Builds a map for agents of a radius, with obstacles, as a whole. For tests: it must agree with a dynamic mesh to which
/// the obstacles were added. Obstacles are rings of `corners` corners each.
#[wasm_bindgen(js_name = buildAround)]
pub fn build_around(map: &[u8], radius: f32, obstacles: &[f32], corners: usize) -> Answer<Vec<u8>> {
    let map = BakedMap::decode(map).map_err(fault)?;
    let mut outlines = Polygons::of_mesh(map.mesh()).map_err(fault)?;
    for ring in obstacles.chunks_exact(2 * corners.max(1)) {
        let ring = ring.chunks_exact(2).map(|corner| [corner[0], corner[1]]).collect();
        outlines.push(Role::Hole, [ring]);
    }
    let agent_radius = radius - map.meshes()[0].radius();
    let options = PolygonOptions { agent_radius, ..PolygonOptions::default() };
    let built = outlines.build(&options).map_err(fault)?;
    let mesh = NavMesh::build(&built.mesh, &BuildOptions::default()).map_err(fault)?.mesh;
    BakedMap::for_radius(radius, mesh).map_err(fault)?.encode().map_err(fault)
}
