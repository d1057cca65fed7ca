//! Real maps and their queries, found through `TAUTLINE_DATA`.

use std::env;
use std::error::Error;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use tautline_fixtures::PlainMesh;
use tautline_formats::polyanya;
use tautline_navmesh::{NavMesh, RandomPoints, RawMesh, Vec2};

use crate::support::raw_mesh;

pub(crate) type Fallible<T> = Result<T, Box<dyn Error>>;

/// A folder of the data, if there are any.
pub(crate) fn data(folder: &str) -> Option<PathBuf> {
    #[expect(clippy::print_stdout, reason = "a test that tests nothing has to say so")]
    let Some(data) = env::var_os("TAUTLINE_DATA") else {
        println!("skipped: TAUTLINE_DATA is not set");
        return None;
    };
    Some(Path::new(&data).join(folder))
}

/// The files with an ending, here and one folder below, in order.
pub(crate) fn files(folder: &Path, ending: &str) -> Fallible<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files(&path, ending)?);
        } else if path.extension() == Some(OsStr::new(ending)) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

pub(crate) fn mesh_from(path: &Path) -> Fallible<RawMesh> {
    let mesh = polyanya::parse(&fs::read_to_string(path)?)?;
    let (areas, neighbours) =
        mesh.polygons.into_iter().map(|polygon| (polygon.corners, polygon.neighbours)).unzip();
    Ok(raw_mesh(&PlainMesh { vertices: mesh.vertices, areas, neighbours }, &[]))
}

/// Random pairs that are joined by a way, the same on every run.
pub(crate) fn random_pairs(mesh: &NavMesh, count: usize) -> Fallible<Vec<[Vec2; 2]>> {
    let (everywhere, mut seed) = (RandomPoints::new(mesh), 7);
    let mut pairs = Vec::new();
    while pairs.len() < count {
        let start = everywhere.draw(mesh, &mut seed).ok_or("no ground")?;
        let goal = everywhere.draw(mesh, &mut seed).ok_or("no ground")?;
        if mesh.part(start.0) == mesh.part(goal.0) {
            pairs.push([start.1, goal.1]);
        }
    }
    Ok(pairs)
}
