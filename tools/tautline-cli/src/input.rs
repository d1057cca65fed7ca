//! Reading the files that a command is given.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use tautline::asset::Header;
use tautline::baked::BakedMesh;
use tautline::formats::{json, moving_ai, polyanya};
use tautline::import;
use tautline::navmesh::{BuildOptions, BuildReport, NavMesh, PartialBorders, RawMesh};

use crate::waiting::Waiting;

/// A mesh built from an author's file.
pub(crate) struct Built {
    pub(crate) baked: BakedMesh,
    pub(crate) report: BuildReport,
}

/// An asset, and what its file says of itself.
pub(crate) struct AssetFile {
    pub(crate) baked: BakedMesh,
    pub(crate) header: Header,
    pub(crate) byte_count: usize,
}

/// Builds a mesh from a file that is known by its ending.
pub(crate) fn build(path: &Path, strict: bool, waiting: &Waiting) -> Result<Built> {
    waiting.stage(format!("reading {}", path.display()));
    let building = || waiting.stage(format!("building the mesh of {}", path.display()));
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    let foreign = BuildOptions { strict, partial_borders: PartialBorders::Ignore };
    let (raw, options) = match ending.as_deref() {
        Some("mesh") => {
            let mesh = polyanya::parse(&read_text(path)?).map_err(|error| damaged(path, &error))?;
            (import::from_polyanya(&mesh), foreign)
        }
        Some("map") => {
            let map = moving_ai::parse_map(&read_text(path)?);
            (import::from_map(&map.map_err(|error| damaged(path, &error))?), foreign)
        }
        Some("json") => {
            let drawing = json::parse(&read_text(path)?).map_err(|error| damaged(path, &error))?;
            building();
            return build_drawing(&drawing, strict).with_context(|| path.display().to_string());
        }
        _ => bail!(
            "{}: cannot tell what this is by its ending; give a .mesh, .map or .json file",
            path.display()
        ),
    };
    building();
    let (mesh, report) = build_raw(&raw, &options).with_context(|| path.display().to_string())?;
    Ok(Built { baked: mesh.into(), report })
}

/// Builds a mesh from a drawing in tautline's own format.
pub(crate) fn build_drawing(drawing: &json::Drawing, strict: bool) -> Result<Built> {
    let partial_borders = PartialBorders::Link { max_step: 0.0 };
    let options = BuildOptions { strict, partial_borders };
    let (mesh, report) = build_raw(&import::from_drawing(drawing), &options)?;
    let (name, terrain_names) = (drawing.name.clone(), drawing.terrains.clone());
    Ok(Built { baked: BakedMesh { mesh, name, terrain_names }, report })
}

fn build_raw(raw: &RawMesh, options: &BuildOptions) -> Result<(NavMesh, BuildReport)> {
    let build = NavMesh::build(raw, options)
        .map_err(|faults| anyhow!("{faults} (counted from 0); correct the file and bake again"))?;
    Ok((build.mesh, build.report))
}

/// Loads a baked mesh.
pub(crate) fn load(path: &Path) -> Result<AssetFile> {
    let bytes = read(path)?;
    let in_file = || path.display().to_string();
    let baked = BakedMesh::decode(&bytes).with_context(in_file)?;
    let header = Header::read(&bytes).with_context(in_file)?;
    Ok(AssetFile { baked, header, byte_count: bytes.len() })
}

/// Reads a text file.
pub(crate) fn read_text(path: &Path) -> Result<String> {
    String::from_utf8(read(path)?).map_err(|error| {
        let byte = error.utf8_error().valid_up_to();
        anyhow!("{}: byte {byte} is not UTF-8 text; is it the right file?", path.display())
    })
}

/// The message for a text that cannot be read.
pub(crate) fn damaged(path: &Path, error: &impl std::fmt::Display) -> anyhow::Error {
    anyhow!("{}: {error}; correct the file there", path.display())
}

fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}
