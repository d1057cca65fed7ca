//! Every query of the real maps, against lengths that an independent program
//! computed. Needs `TAUTLINE_DATA`; without it, nothing is tested.

use std::env;
use std::error::Error;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use tautline::baked::BakedMesh;
use tautline::formats::{moving_ai, polyanya};
use tautline::navmesh::{BuildOptions, RawMesh};
use tautline::{NavMesh, Query, Tier, Vec2, import, paths};

type Fallible<T> = Result<T, Box<dyn Error>>;

/// A line of `NAME.reference.csv`.
struct Reference {
    query: Query<'static>,
    /// Nothing if there is no way.
    length: Option<f64>,
    /// An end lies where two parts touch at a point, and the reference chose
    /// one of them: the shortest way may be shorter.
    is_at_contact: bool,
}

fn references(path: &Path) -> Fallible<Vec<Reference>> {
    let text = fs::read_to_string(path)?;
    let line = |line: &str| -> Fallible<Reference> {
        let fields: Vec<&str> = line.trim().split(',').collect();
        let [start_x, start_y, goal_x, goal_y, length, pinch] = fields[..] else {
            return Err(format!("{}: {line}", path.display()).into());
        };
        let start = Vec2::new(start_x.parse()?, start_y.parse()?);
        let goal = Vec2::new(goal_x.parse()?, goal_y.parse()?);
        let length: f64 = length.parse()?;
        Ok(Reference {
            query: Query::new(start, goal).with_tier(Tier::Classic),
            length: (length >= 0.0).then_some(length),
            is_at_contact: pinch == "1",
        })
    };
    text.lines().skip(1).map(line).collect()
}

/// The files with an ending, here and one folder below, in order.
fn files(folder: &Path, ending: &str) -> Fallible<Vec<PathBuf>> {
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

fn data(folder: &str) -> Option<PathBuf> {
    #[expect(clippy::print_stdout, reason = "a test that tests nothing has to say so")]
    let Some(data) = env::var_os("TAUTLINE_DATA") else {
        println!("skipped: TAUTLINE_DATA is not set");
        return None;
    };
    Some(Path::new(&data).join(folder))
}

fn build(raw: &RawMesh) -> Fallible<NavMesh> {
    Ok(NavMesh::build(raw, &BuildOptions::default())?.mesh)
}

fn polyanya_mesh(path: &Path) -> Fallible<NavMesh> {
    build(&import::from_polyanya(&polyanya::parse(&fs::read_to_string(path)?)?))
}

/// The lengths of all queries, or nothing where no path was found.
fn lengths(mesh: &NavMesh, references: &[Reference]) -> Vec<Option<f64>> {
    let queries: Vec<Query<'_>> = references.iter().map(|reference| reference.query).collect();
    paths(mesh, &queries).into_iter().map(|answer| Some(answer.ok()?.length)).collect()
}

/// Compares the answers of a mesh with the references, and those of the mesh
/// that was baked and loaded with its own, to the last bit. What is wrong: ways
/// that are missing, or too good to be true by more than a share of `rounding`.
#[expect(clippy::print_stdout, reason = "how good the paths are is worth knowing")]
fn faults(
    name: &Path,
    mesh: NavMesh,
    references: &[Reference],
    rounding: f64,
) -> Fallible<Vec<String>> {
    let name = name.display();
    let found = lengths(&mesh, references);
    let loaded = BakedMesh::decode(&BakedMesh::from(mesh).encode()?)?.mesh;
    let bits = |lengths: &[Option<f64>]| -> Vec<Option<u64>> {
        lengths.iter().map(|length| length.map(f64::to_bits)).collect()
    };
    assert_eq!(bits(&lengths(&loaded, references)), bits(&found), "{name}, baked");

    let mut faults = Vec::new();
    let (mut found_sum, mut shortest_sum) = (0.0, 0.0);
    for (found, reference) in found.into_iter().zip(references) {
        let Reference { query, length, is_at_contact } = reference;
        let is_wrong = match (found, *length) {
            (Some(found), Some(length)) => {
                found_sum += found;
                shortest_sum += length;
                found < length * (1.0 - rounding)
            }
            (found, length) => found.is_some() != length.is_some(),
        };
        if is_wrong && !is_at_contact {
            let (start, goal) = (query.start.point, query.goal.point);
            faults.push(format!("{name}: {start} to {goal}: {found:?} for {length:?}"));
        }
    }
    let excess = 100.0 * (found_sum / shortest_sum - 1.0);
    println!(
        "{name}: {} queries, {} wrong, {excess:.3} % too long",
        references.len(),
        faults.len()
    );
    Ok(faults)
}

#[test]
fn ways_on_real_maps_are_found_exactly_where_there_are_some() -> Fallible<()> {
    let Some(folder) = data("maps") else { return Ok(()) };
    let reference_files = files(&folder, "csv")?;
    assert_eq!(reference_files.len(), 21);
    let mut wrong = Vec::new();
    for reference_file in reference_files {
        let references = references(&reference_file)?;
        let mesh_file = reference_file.with_extension("").with_extension("mesh");
        wrong.extend(faults(&mesh_file, polyanya_mesh(&mesh_file)?, &references, 1e-9)?);

        let map_file = mesh_file.with_extension("map");
        let map = moving_ai::parse_map(&fs::read_to_string(&map_file)?)?;
        let mesh = build(&import::from_map(&map))?;
        wrong.extend(faults(&map_file, mesh, &references, 1e-9)?);
    }
    assert_eq!(wrong, Vec::<String>::new());
    Ok(())
}

#[test]
fn ways_off_the_lattice_are_found_exactly_where_there_are_some() -> Fallible<()> {
    let Some(folder) = data("float") else { return Ok(()) };
    let mesh_files = files(&folder, "mesh")?;
    assert_eq!(mesh_files.len(), 5);
    let mut wrong = Vec::new();
    for mesh_file in mesh_files {
        let references = references(&mesh_file.with_extension("reference.csv"))?;
        wrong.extend(faults(&mesh_file, polyanya_mesh(&mesh_file)?, &references, 1e-8)?);
    }
    assert_eq!(wrong, Vec::<String>::new());
    Ok(())
}
