//! Meshes from files.

use std::error::Error;
use std::fs;
use std::path::Path;

use tautline_fixtures::PlainMesh;
use tautline_formats::polyanya;

pub(crate) type Fallible<T> = Result<T, Box<dyn Error>>;

pub(crate) fn plain_mesh(path: &Path) -> Fallible<PlainMesh> {
    let mesh = polyanya::parse(&fs::read_to_string(path)?)?;
    let (areas, neighbours) =
        mesh.polygons.into_iter().map(|polygon| (polygon.corners, polygon.neighbours)).unzip();
    Ok(PlainMesh { vertices: mesh.vertices, areas, neighbours })
}
