//! Published meshes, maps, scenarios and models. They are not part of this repository; the variable
//! `TAUTLINE_DATA` names their folder, or is `none`.

use std::fmt::Debug;
use std::fs;
use std::path::{Path, PathBuf};

use tautline_fixtures::data::real_data;
use tautline_formats::{FormatError, moving_ai, polyanya, queries};

/// Returns the paths and texts of all files in the data folder with an extension; none without data.
fn files(ending: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for folder in ["maps", "degenerate", "float", "recast"] {
        let Some(folder) = real_data(folder) else { return found };
        collect(&folder, ending, &mut found);
    }
    assert!(!found.is_empty(), "no {ending} in the data");
    found
}

fn collect(folder: &Path, ending: &str, found: &mut Vec<(PathBuf, String)>) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
        if path.is_dir() {
            collect(&path, ending, found);
        } else if path.extension().is_some_and(|extension| extension == ending) {
            let text = fs::read_to_string(&path);
            assert!(text.is_ok(), "{}: {text:?}", path.display());
            found.extend(text.ok().map(|text| (path, text)));
        }
    }
}

/// Reads all files with an extension, and checks that written values are read back as the same.
fn check_round_trips<T: PartialEq + Debug>(
    ending: &str,
    parse: impl Fn(&str) -> Result<T, FormatError>,
    write: impl Fn(&T) -> String,
) {
    for (path, text) in files(ending) {
        let read = parse(&text);
        assert!(read.is_ok(), "{}: {read:?}", path.display());
        let again = read.as_ref().map(|value| parse(&write(value)));
        assert!(again.is_ok_and(|again| again == read), "{} changes", path.display());
    }
}

#[test]
#[ignore = "needs TAUTLINE_DATA"]
fn every_mesh_is_read_back_after_writing() {
    check_round_trips("mesh", polyanya::parse, polyanya::write);
}

#[test]
#[ignore = "needs TAUTLINE_DATA"]
fn every_map_is_read_back_after_writing() {
    check_round_trips("map", moving_ai::parse_map, moving_ai::write_map);
}

#[test]
#[ignore = "needs TAUTLINE_DATA"]
fn every_list_of_scenarios_is_read_back_after_writing() {
    check_round_trips("scen", moving_ai::parse_scenarios, |list| moving_ai::write_scenarios(list));
}

#[test]
#[ignore = "needs TAUTLINE_DATA"]
fn every_list_of_queries_is_read_back_after_writing() {
    check_round_trips("csv", queries::parse, |list| queries::write(list));
}

/// Returns the lists of polygons around the vertices of a `.mesh` file.
fn lists(text: &str) -> Vec<Vec<&str>> {
    let mut words = text.split_ascii_whitespace().skip(2);
    let mut next = || words.next().unwrap_or_default();
    let vertices: usize = next().parse().unwrap_or(0);
    next();
    let mut list = || {
        let (_x, _y) = (next(), next());
        let count = next().parse().unwrap_or(0);
        (0..count).map(|_| next()).collect()
    };
    (0..vertices).map(|_| list()).collect()
}

/// Rotates a list to a form that does not depend on its first element: the smallest rotation.
fn rotated(list: &[&str]) -> Vec<String> {
    let all = (0..list.len()).map(|start| [&list[start..], &list[..start]].concat());
    all.min().unwrap_or_default().into_iter().map(str::to_owned).collect()
}

#[test]
#[ignore = "needs TAUTLINE_DATA"]
fn lists_around_vertices_equal_the_published_ones() {
    for (path, text) in files("mesh") {
        // The other meshes have lists that are not sorted by angle.
        if path.components().all(|part| part.as_os_str() != "maps") {
            continue;
        }
        let written = polyanya::parse(&text).map(|mesh| polyanya::write(&mesh)).unwrap();
        for (vertex, (ours, theirs)) in lists(&written).iter().zip(lists(&text)).enumerate() {
            assert_eq!(rotated(ours), rotated(&theirs), "{} vertex {vertex}", path.display());
        }
    }
}

#[cfg(feature = "obj")]
#[test]
#[ignore = "needs TAUTLINE_DATA"]
fn every_obj_model_is_read() {
    use tautline_formats::obj::{self, ObjOptions};
    for (path, text) in files("obj") {
        let model = obj::parse(&text, &ObjOptions::default());
        assert!(model.is_ok_and(|model| model.triangles.len() > 1000), "{}", path.display());
    }
}
