//! Real maps with queries and reference lengths, found through the variable
//! `TAUTLINE_DATA`.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

use tautline::formats::{FormatError, moving_ai, polyanya};
use tautline::import;
use tautline::meshgen::SubdivisionError;
use tautline::navmesh::{BuildOptions, Faults, NavMesh, RawMesh, TJunctions};
use tautline::{Query, Vec2};
use tautline_fixtures::real_data;

pub use tautline_fixtures::real_data::Reference;

use crate::PlainMesh;

/// The maps, by suite.
pub const MAPS: [&str; 21] = [
    "dao/arena",
    "dao/arena2",
    "dao/den009d",
    "dao/rmtst",
    "dao/brc202d",
    "dao/ost002d",
    "dao/orz900d",
    "da2/ht_store",
    "da2/dr_slavers",
    "da2/ht_0_hightown",
    "da2/ht_mansion2",
    "da2/ca_caverns1",
    "bgmaps/AR0044SR",
    "bgmaps/AR0072SR",
    "bgmaps/AR0012SR",
    "bgmaps/AR0011SR",
    "bgmaps/AR0700SR",
    "sc1/Sandstorm",
    "sc1/Archipelago",
    "sc1/AcrosstheCape",
    "sc1/Aurora",
];

/// An error in reading a map.
#[derive(Debug)]
pub enum SuiteError {
    /// A file could not be read.
    Read(PathBuf, std::io::Error),
    /// A file is not of its format.
    Format(PathBuf, FormatError),
    /// The tiles of a file do not make a mesh.
    Tiles(PathBuf, SubdivisionError),
    /// The mesh of a file is invalid.
    Faults(PathBuf, Faults),
}

impl std::fmt::Display for SuiteError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Read(file, error) => write!(formatter, "{}: {error}", file.display()),
            Self::Format(file, error) => write!(formatter, "{}: {error}", file.display()),
            Self::Tiles(file, error) => write!(formatter, "{}: {error}", file.display()),
            Self::Faults(file, error) => write!(formatter, "{}: {error}", file.display()),
        }
    }
}

impl std::error::Error for SuiteError {}

/// The query of a reference.
#[must_use]
pub fn query(reference: &Reference) -> Query<'static> {
    let [start, goal] = reference.ends.map(Vec2::from);
    Query::new(start, goal)
}

/// The folder with the real maps, if the variable is set.
#[must_use]
pub fn data() -> Option<PathBuf> {
    env::var_os("TAUTLINE_DATA").map(|folder| PathBuf::from(folder).join("maps"))
}

/// Reads the text of a file.
///
/// # Errors
///
/// [`SuiteError::Read`].
pub fn text(file: &Path) -> Result<String, SuiteError> {
    fs::read_to_string(file).map_err(|error| SuiteError::Read(file.to_owned(), error))
}

/// The published mesh of a map. `name` has no extension.
///
/// # Errors
///
/// A [`SuiteError`].
pub fn published_mesh(data: &Path, name: &str) -> Result<NavMesh, SuiteError> {
    let file = data.join(name).with_extension("mesh");
    let parsed =
        polyanya::parse(&text(&file)?).map_err(|error| SuiteError::Format(file.clone(), error))?;
    built(&file, &import::from_polyanya(&parsed))
}

/// The mesh made from a grid map.
///
/// # Errors
///
/// A [`SuiteError`].
pub fn grid_mesh(data: &Path, name: &str) -> Result<NavMesh, SuiteError> {
    let file = data.join(name).with_extension("map");
    let map = moving_ai::parse_map(&text(&file)?)
        .map_err(|error| SuiteError::Format(file.clone(), error))?;
    let raw = import::from_map(&map).map_err(|error| SuiteError::Tiles(file.clone(), error))?;
    built(&file, &raw)
}

fn built(file: &Path, raw: &RawMesh) -> Result<NavMesh, SuiteError> {
    let options = BuildOptions { t_junctions: TJunctions::Ignore, ..BuildOptions::default() };
    let build = NavMesh::build(raw, &options);
    Ok(build.map_err(|faults| SuiteError::Faults(file.to_owned(), faults))?.mesh)
}

/// Parses a map of the `MovingAI` collection: true for each open cell, by row.
#[must_use]
pub fn open_cells(text: &str) -> Vec<Vec<bool>> {
    let rows = text.lines().skip_while(|line| *line != "map").skip(1);
    rows.map(|row| row.bytes().map(|cell| matches!(cell, b'.' | b'G' | b'S')).collect()).collect()
}

/// The queries of a map with their reference lengths.
///
/// # Errors
///
/// The error of the file system, or for an invalid line.
pub fn references(data: &Path, name: &str) -> Result<Vec<Reference>, Box<dyn Error>> {
    real_data::references(&data.join(format!("{name}.reference.csv")))
}

impl From<&NavMesh> for PlainMesh {
    fn from(mesh: &NavMesh) -> Self {
        let ring = |area| mesh.corner_vertices(area).map(|vertex| vertex.0).collect();
        let across = |side| mesh.twin(side).map(|twin| mesh.area_of(twin).0);
        Self {
            vertices: mesh.vertices().iter().map(|&vertex| vertex.into()).collect(),
            elevations: mesh.elevations().to_vec(),
            polygons: mesh.areas().map(ring).collect(),
            neighbours: mesh
                .areas()
                .map(|area| mesh.half_edges_of(area).map(across).collect())
                .collect(),
        }
    }
}
