//! Every query of the real maps, compared with lengths that an independent program
//! computed. Needs `TAUTLINE_DATA`; without it, nothing is tested.

use std::fs;
use std::path::Path;

use tautline_anyangle::{AnyAngleScratch, Landmarks, SearchMesh};
use tautline_fixtures::real_data::{Reference, data, files, references};
use tautline_formats::moving_ai;
use tautline_meshgen::{TileFrame, areas_from_tiles};
use tautline_navmesh::{Budget, QueryFilter, RawMesh, Terrain, Vec2};

use crate::mesh_files::{Fallible, plain_mesh};
use crate::mirror::reverse_areas;
use crate::support::{build, find, raw_mesh};

fn from_polyanya(path: &Path) -> Fallible<RawMesh> {
    Ok(raw_mesh(&plain_mesh(path)?, &[]))
}

fn from_map(path: &Path) -> Fallible<RawMesh> {
    let map = moving_ai::parse_map(&fs::read_to_string(path)?)?;
    let terrain = |x, y| map.is_walkable(x, y).then_some(Terrain(0));
    Ok(areas_from_tiles(&TileFrame::default(), map.width, map.height, terrain)?)
}

/// A transformation of a map and its queries.
struct Frame {
    name: &'static str,
    put: fn(Vec2) -> Vec2,
    is_mirrored: bool,
    scale: f64,
    /// The relative difference from the references that is allowed.
    rounding: f64,
    /// One in this number of queries is asked.
    stride: usize,
}

const AS_IT_IS: Frame = Frame {
    name: "as it is",
    put: |point| point,
    is_mirrored: false,
    scale: 1.0,
    rounding: 1e-9,
    stride: 1,
};

/// Runs the queries of a mesh in a frame. Returns the wrong ones: missing paths, and paths
/// that are too long or too short.
#[expect(clippy::print_stdout, reason = "how good the answers are is worth knowing")]
fn faults(
    name: &Path,
    mut raw: RawMesh,
    references: &[Reference],
    frame: &Frame,
) -> Fallible<Vec<String>> {
    for vertex in &mut raw.vertices {
        *vertex = (frame.put)((*vertex).into()).into();
    }
    if frame.is_mirrored {
        reverse_areas(&mut raw);
    }
    let mesh = build(&raw)?;
    // Every second query is run with landmarks.
    let landmarks = Landmarks::choose(&mesh);
    let ways_to_search = [SearchMesh::of(&mesh), SearchMesh::of(&mesh).with_landmarks(&landmarks)];
    let mut scratch = AnyAngleScratch::new();
    let mut faults = Vec::new();
    let (mut asked, mut worst) = (0, 0.0_f64);
    for reference in references.iter().step_by(frame.stride) {
        let Reference { ends, length, is_at_pinch_point } = reference;
        let mesh = ways_to_search[asked % 2];
        asked += 1;
        let ends = ends.map(|end| (frame.put)(end.into()));
        let answer = find(mesh, ends, &QueryFilter::uniform(), Budget::UNLIMITED, &mut scratch);
        let found = answer.as_ref().ok().map(|answer| answer.0);
        let is_wrong = match (found, length.map(|length| length * frame.scale)) {
            (Some(found), Some(length)) => {
                // Shorter is right at a point contact.
                let excess = if length > 0.0 { found / length - 1.0 } else { found };
                let difference = if *is_at_pinch_point { excess.max(0.0) } else { excess.abs() };
                worst = worst.max(difference);
                difference > frame.rounding
            }
            (found, length) => found.is_some() != length.is_some() && !is_at_pinch_point,
        };
        if is_wrong {
            let [start, goal] = ends;
            let name = name.display();
            faults.push(format!(
                "{name}, {}: {start} to {goal}: {answer:?} for {length:?}",
                frame.name
            ));
        }
    }
    let name = name.display();
    println!(
        "{name}, {}: {asked} queries, {} wrong, at most {worst:.1e} off",
        frame.name,
        faults.len()
    );
    Ok(faults)
}

#[test]
#[ignore = "needs TAUTLINE_DATA"]
fn answers_on_real_maps_are_exact() -> Fallible<()> {
    let Some(folder) = data("maps") else { return Ok(()) };
    let reference_files = files(&folder, "csv")?;
    assert_eq!(reference_files.len(), 21);
    let mut wrong = Vec::new();
    for reference_file in reference_files {
        let references = references(&reference_file)?;
        let mesh_file = reference_file.with_extension("").with_extension("mesh");
        wrong.extend(faults(&mesh_file, from_polyanya(&mesh_file)?, &references, &AS_IT_IS)?);
        let map_file = mesh_file.with_extension("map");
        wrong.extend(faults(&map_file, from_map(&map_file)?, &references, &AS_IT_IS)?);
        let name = mesh_file.file_name().unwrap_or_default();
        let unmerged = folder.join("unmerged").join(name);
        if unmerged.exists() {
            wrong.extend(faults(&unmerged, from_polyanya(&unmerged)?, &references, &AS_IT_IS)?);
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
    Ok(())
}

#[test]
#[ignore = "needs TAUTLINE_DATA"]
fn answers_off_the_lattice_are_exact() -> Fallible<()> {
    let Some(folder) = data("float") else { return Ok(()) };
    let mesh_files = files(&folder, "mesh")?;
    assert_eq!(mesh_files.len(), 5);
    let mut wrong = Vec::new();
    let frame = Frame { rounding: 1e-8, ..AS_IT_IS };
    for mesh_file in mesh_files {
        let references = references(&mesh_file.with_extension("reference.csv"))?;
        wrong.extend(faults(&mesh_file, from_polyanya(&mesh_file)?, &references, &frame)?);
    }
    assert_eq!(wrong, Vec::<String>::new());
    Ok(())
}

/// Translated, rotated and mirrored maps of whole coordinates, where nothing is rounded;
/// and scaled ones with rounded vertices.
fn frames() -> Vec<Frame> {
    let exact = |name, put, is_mirrored| Frame { name, put, is_mirrored, stride: 7, ..AS_IT_IS };
    let scaled =
        |name, put, scale| Frame { name, put, scale, rounding: 1e-4, stride: 7, ..AS_IT_IS };
    vec![
        exact("mirrored", |point| Vec2::new(-point.x, point.y), true),
        exact("turned by 90 degrees", |point| Vec2::new(-point.y, point.x), false),
        exact("moved", |point| point + Vec2::splat(1_000_000.0), false),
        exact("moved back", |point| Vec2::splat(1_000_000.0) - point, false),
        scaled("by 0.001", |point| point * 0.001, 0.001),
        scaled("by 0.01", |point| point * 0.01, 0.01),
        scaled("by 100", |point| point * 100.0, 100.0),
        scaled("by 10,000", |point| point * 10_000.0, 10_000.0),
    ]
}

#[test]
#[ignore = "needs TAUTLINE_DATA"]
fn answers_move_with_the_map() -> Fallible<()> {
    let Some(folder) = data("maps") else { return Ok(()) };
    let mut wrong = Vec::new();
    for reference_file in files(&folder, "csv")? {
        let references = references(&reference_file)?;
        let mesh_file = reference_file.with_extension("").with_extension("mesh");
        let raw = from_polyanya(&mesh_file)?;
        for mut frame in frames() {
            if raw.vertices.len() > 10_000 {
                frame.stride *= 7;
            }
            wrong.extend(faults(&mesh_file, raw.clone(), &references, &frame)?);
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
    Ok(())
}
