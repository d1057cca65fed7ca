//! Every query of the real maps, against lengths that an independent program
//! computed.

use std::error::Error;
use std::fs;
use std::path::Path;

use tautline::baked::BakedMap;
use tautline::formats::{moving_ai, polyanya};
use tautline::navmesh::{BuildOptions, RawMesh};
use tautline::{NavMesh, Query, Tier, import, paths};
use tautline_fixtures::data::real_data;
use tautline_fixtures::real_data::{Reference, files, references};

type Fallible<T> = Result<T, Box<dyn Error>>;

fn build(raw: &RawMesh) -> Fallible<NavMesh> {
    Ok(NavMesh::build(raw, &BuildOptions::default())?.mesh)
}

fn polyanya_mesh(path: &Path) -> Fallible<NavMesh> {
    build(&import::from_polyanya(&polyanya::parse(&fs::read_to_string(path)?)?))
}

/// The lengths of all queries; `None` where no path was found.
fn lengths(mesh: &NavMesh, references: &[Reference]) -> Vec<Option<f64>> {
    let query = |reference: &Reference| {
        let [start, goal] = reference.ends;
        Query::new(start, goal).with_tier(Tier::Classic)
    };
    let queries: Vec<Query<'_>> = references.iter().map(query).collect();
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
    let loaded = BakedMap::decode(&BakedMap::from(mesh).encode()?)?;
    let bits = |lengths: &[Option<f64>]| -> Vec<Option<u64>> {
        lengths.iter().map(|length| length.map(f64::to_bits)).collect()
    };
    assert_eq!(bits(&lengths(loaded.mesh(), references)), bits(&found), "{name}, baked");

    let mut faults = Vec::new();
    let (mut found_sum, mut shortest_sum) = (0.0, 0.0);
    for (found, reference) in found.into_iter().zip(references) {
        let Reference { ends, length, is_at_pinch_point } = reference;
        let is_wrong = match (found, *length) {
            (Some(found), Some(length)) => {
                found_sum += found;
                shortest_sum += length;
                found < length * (1.0 - rounding)
            }
            (found, length) => found.is_some() != length.is_some(),
        };
        if is_wrong && !is_at_pinch_point {
            let [start, goal] = ends;
            faults.push(format!("{name}: {start:?} to {goal:?}: {found:?} for {length:?}"));
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
#[ignore = "needs TAUTLINE_DATA"]
fn ways_on_real_maps_are_found_exactly_where_there_are_some() -> Fallible<()> {
    let Some(folder) = real_data("maps") else { return Ok(()) };
    let reference_files = files(&folder, "csv")?;
    assert_eq!(reference_files.len(), 21);
    let mut wrong = Vec::new();
    for reference_file in reference_files {
        let references = references(&reference_file)?;
        let mesh_file = reference_file.with_extension("").with_extension("mesh");
        wrong.extend(faults(&mesh_file, polyanya_mesh(&mesh_file)?, &references, 1e-9)?);

        let map_file = mesh_file.with_extension("map");
        let map = moving_ai::parse_map(&fs::read_to_string(&map_file)?)?;
        let mesh = build(&import::from_map(&map)?)?;
        wrong.extend(faults(&map_file, mesh, &references, 1e-9)?);
    }
    assert_eq!(wrong, Vec::<String>::new());
    Ok(())
}

#[test]
#[ignore = "needs TAUTLINE_DATA"]
fn ways_off_the_lattice_are_found_exactly_where_there_are_some() -> Fallible<()> {
    let Some(folder) = real_data("float") else { return Ok(()) };
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
