//! Real maps and their queries, found through `TAUTLINE_DATA`.

use std::env;
use std::error::Error;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use tautline_fixtures::PlainMesh;
use tautline_formats::polyanya;
use tautline_navmesh::{RawMesh, Vec2};

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

/// The starts and goals of a file of references.
pub(crate) fn pairs(path: &Path) -> Fallible<Vec<[Vec2; 2]>> {
    let line = |line: &str| -> Fallible<[Vec2; 2]> {
        let mut numbers = [0.0_f32; 4];
        for (number, field) in numbers.iter_mut().zip(line.trim().split(',')) {
            *number = field.parse()?;
        }
        let [start_x, start_y, goal_x, goal_y] = numbers;
        Ok([Vec2::new(start_x, start_y), Vec2::new(goal_x, goal_y)])
    };
    fs::read_to_string(path)?.lines().skip(1).map(line).collect()
}
