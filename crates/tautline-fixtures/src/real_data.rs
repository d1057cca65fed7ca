//! Maps of real games, which are not part of the project, with reference lengths computed by
//! an independent program.

use std::env;
use std::error::Error;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

/// A query with the result of an independent program: a line of
/// `NAME.reference.csv`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Reference {
    /// The start and the goal.
    pub ends: [[f32; 2]; 2],
    /// The length of the shortest path; `None` if there is no path.
    pub length: Option<f64>,
    /// True if an end is at a pinch point, where two parts of the ground touch. The reference
    /// program chose one of them, so the shortest path may be shorter.
    pub is_at_pinch_point: bool,
}

pub use crate::data::real_data as data;

/// Returns the files with an extension in a folder and its subfolders, sorted.
///
/// # Errors
///
/// Errors of the file system.
pub fn files(folder: &Path, ending: &str) -> Result<Vec<PathBuf>, Box<dyn Error>> {
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

/// Returns the files `NAME.mesh` in a folder and its subfolders that have a
/// `NAME.reference.csv` in the same folder, sorted. If `TAUTLINE_MAP` is set, only those
/// whose names contain its value.
///
/// # Errors
///
/// Errors of the file system.
pub fn meshes_with_references(folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let only = env::var("TAUTLINE_MAP").unwrap_or_default();
    let mut meshes = files(folder, "mesh")?;
    meshes.retain(|mesh| {
        let name = mesh.file_name().unwrap_or_default().to_string_lossy();
        name.contains(&only) && mesh.with_extension("reference.csv").is_file()
    });
    Ok(meshes)
}

/// Reads the lines of `NAME.reference.csv` after its header.
///
/// # Errors
///
/// Errors of the file system, or an invalid line.
pub fn references(path: &Path) -> Result<Vec<Reference>, Box<dyn Error>> {
    let text = fs::read_to_string(path)?;
    let read = |line: &str| {
        reference(line).ok_or_else(|| format!("{}: no reference: {line}", path.display()).into())
    };
    text.lines().skip(1).map(read).collect()
}

fn reference(line: &str) -> Option<Reference> {
    let fields: Vec<&str> = line.trim().split(',').collect();
    let [start_x, start_y, goal_x, goal_y, length, pinch] = fields[..] else { return None };
    let point = |x: &str, y: &str| Some([x.parse().ok()?, y.parse().ok()?]);
    let length: f64 = length.parse().ok()?;
    Some(Reference {
        ends: [point(start_x, start_y)?, point(goal_x, goal_y)?],
        length: (length >= 0.0).then_some(length),
        is_at_pinch_point: pinch == "1",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_parsed() {
        let way = Reference {
            ends: [[1.5, 2.0], [-3.0, 4.0]],
            length: Some(5.25),
            is_at_pinch_point: true,
        };
        assert_eq!(reference("1.5,2,-3,4,5.25,1"), Some(way));
        let none = Reference { length: None, is_at_pinch_point: false, ..way };
        assert_eq!(reference("1.5,2,-3,4,-1,0\r"), Some(none));
        assert_eq!(reference("1.5,2,-3,4,5.25"), None);
        assert_eq!(reference("1.5,2,-3,four,5.25,0"), None);
    }
}
