//! From files that readers bring to baked maps. Meant for a worker: large maps
//! take their time.

use std::fmt::Display;

use tautline::anyangle::{BakeOptions, Labels};
use tautline::baked::{BakedMap, LabelStorage};
use tautline::formats::svg::{self, SvgOptions};
use tautline::formats::{TileGrid, json, moving_ai, polyanya};
use tautline::import;
use tautline::meshgen::inset;
use tautline::meshgen::{PolygonOptions, Polygons, Role};
use tautline::navmesh::{BuildOptions, NavMesh, RawMesh, TJunctions};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::fault::{Answer, fault};

/// Bakes a map of any kind that can be read, known by the ending of its name,
/// without labels. A map that is baked already is checked and given back.
#[wasm_bindgen(js_name = bakeFile)]
pub fn bake_file(name: &str, bytes: &[u8]) -> Answer<Vec<u8>> {
    let map = read(name, bytes).map_err(|message| fault(format_args!("{name}: {message}")))?;
    map.encode().map_err(fault)
}

/// The map for agents with a radius, which its mesh for the smallest agents is
/// made narrower for. In world units.
#[wasm_bindgen(js_name = shrinkMap)]
pub fn shrink_map(map: &[u8], radius: f32) -> Answer<Vec<u8>> {
    let map = BakedMap::decode(map).map_err(fault)?;
    let agent_radius = radius - map.meshes()[0].radius();
    let options = PolygonOptions { agent_radius, ..PolygonOptions::default() };
    let shrunk = inset(map.mesh(), &options).map_err(fault)?;
    let mut narrow = BakedMap::for_radius(radius, shrunk.mesh).map_err(fault)?;
    (narrow.name, narrow.terrain_names) = (map.name, map.terrain_names);
    narrow.encode().map_err(fault)
}

/// The map with labels for each of its meshes that has none. A mesh that labels
/// do not suit is left as it is.
#[wasm_bindgen(js_name = labelMap)]
pub fn label_map(map: &[u8]) -> Answer<Vec<u8>> {
    let mut map = BakedMap::decode(map).map_err(fault)?;
    for mesh in map.meshes_mut() {
        if mesh.labels().is_none()
            && mesh.mesh().links().is_empty()
            && let Ok(labels) = Labels::bake(mesh.mesh(), &BakeOptions::default())
        {
            mesh.set_labels(labels, LabelStorage::Full);
        }
    }
    map.encode().map_err(fault)
}

/// The map for agents with a radius and with obstacles on it, built as a whole:
/// what mending the ground around obstacles has to agree with. Obstacles are
/// rings of `corners` corners each.
#[wasm_bindgen(js_name = buildAround)]
pub fn build_around(map: &[u8], radius: f32, obstacles: &[f32], corners: usize) -> Answer<Vec<u8>> {
    let map = BakedMap::decode(map).map_err(fault)?;
    let mut outlines = Polygons::of_mesh(map.mesh());
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

fn read(name: &str, bytes: &[u8]) -> Result<BakedMap, String> {
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending).to_ascii_lowercase();
    let text = || {
        std::str::from_utf8(bytes).map_err(|error| {
            format!("byte {} is not UTF-8 text; is it the right file?", error.valid_up_to())
        })
    };
    match ending.as_str() {
        "nav" => BakedMap::decode(bytes).map_err(message),
        "mesh" => areas(&import::from_polyanya(&polyanya::parse(text()?).map_err(message)?)),
        "map" => tiles(&TileGrid::from(&moving_ai::parse_map(text()?).map_err(message)?)),
        "json" => drawing(&json::parse(text()?).map_err(message)?),
        "svg" => {
            let plan = svg::parse(text()?, &SvgOptions::default()).map_err(message)?;
            outlines(&import::from_vector_map(&plan))
        }
        _ => Err("the file name has no ending that names a format".to_owned()),
    }
}

fn message(error: impl Display) -> String {
    error.to_string()
}

fn areas(raw: &RawMesh) -> Result<BakedMap, String> {
    let options = BuildOptions { t_junctions: TJunctions::Ignore, ..BuildOptions::default() };
    Ok(NavMesh::build(raw, &options).map_err(message)?.mesh.into())
}

fn tiles(grid: &TileGrid) -> Result<BakedMap, String> {
    areas(&import::from_grid(grid).map_err(message)?)
}

fn outlines(outlines: &Polygons) -> Result<BakedMap, String> {
    areas(&outlines.build(&PolygonOptions::default()).map_err(message)?.mesh)
}

fn drawing(drawing: &json::JsonMap) -> Result<BakedMap, String> {
    let t_junctions = TJunctions::Link { max_step: 0.0 };
    let options = BuildOptions { t_junctions, ..BuildOptions::default() };
    let built = NavMesh::build(&import::from_json_map(drawing), &options).map_err(message)?;
    let mut map = BakedMap::from(built.mesh);
    (map.name, map.terrain_names) = (drawing.name.clone(), drawing.terrains.clone());
    Ok(map)
}
