//! Reading the files that a command is given.

mod build;
mod formats;
mod ground;
mod ldtk_level;
mod reading;
mod rules;
mod source;
mod voxels;

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use tautline::Ground;
use tautline::asset::Header;
use tautline::baked::BakedMap;

pub(crate) use build::{Built, build, for_agents};
pub(crate) use ldtk_level::{check_level, only_level};
pub(crate) use rules::{Rules, refuse_lost};
pub(crate) use source::Source;

/// An asset, and what its file says of itself.
pub(crate) struct AssetFile {
    pub(crate) baked: BakedMap,
    pub(crate) header: Header,
    pub(crate) byte_count: usize,
}

impl AssetFile {
    /// The mesh for agents with a radius, and its labels; without a radius, that
    /// for the smallest.
    pub(crate) fn ground_for(&self, radius: Option<f32>) -> Result<Ground<'_>> {
        let Some(radius) = radius else { return Ok(Ground::from(&self.baked)) };
        let baked = self.baked.meshes().iter().map(|mesh| mesh.radius().to_string());
        let found = self.baked.mesh_for(radius).ok_or_else(|| {
            let radii: Vec<String> = baked.collect();
            anyhow!(
                "there is no mesh for agents with a radius of {radius}, only for {}; bake the map \
                 with --radius {radius}",
                radii.join(", ")
            )
        })?;
        Ok(found.ground())
    }
}

/// Loads a baked map.
pub(crate) fn load(path: &Path) -> Result<AssetFile> {
    let bytes = read(path)?;
    let in_file = || path.display().to_string();
    if Header::read(&bytes).is_ok_and(|header| header.kind == *b"PLAT") {
        bail!("{}: is a side-view level; for these, use `tautline platformer`", path.display());
    }
    let baked = BakedMap::decode(&bytes).with_context(in_file)?;
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

/// Reads a file that another one names, by a path from there.
pub(crate) fn read_beside(path: &Path, name: &str) -> Result<Vec<u8>, String> {
    if Path::new(name).is_absolute() {
        return Err("only files named from where the map stands are read".to_owned());
    }
    let file = path.parent().unwrap_or(Path::new("")).join(name);
    // What comes out of a device may never end.
    if file.metadata().is_ok_and(|metadata| !metadata.is_file()) {
        return Err(format!("{} is not a file", file.display()));
    }
    fs::read(&file).map_err(|error| format!("cannot read {}: {error}", file.display()))
}

/// The message for an option that says nothing about a file, with the endings of the files that
/// it says something about.
fn lost(path: &Path, option: &str, about: Vec<&str>) -> anyhow::Error {
    anyhow!(
        "{}: {option} says nothing about such a file, only about .{}; leave it out",
        path.display(),
        about.join(", .")
    )
}

/// The message for a text that cannot be read.
pub(crate) fn damaged(path: &Path, error: &impl std::fmt::Display) -> anyhow::Error {
    anyhow!("{}: {error}; correct the file there", path.display())
}

fn read(path: &Path) -> Result<Vec<u8>> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    if bytes.is_empty() {
        bail!("{}: the file is empty", path.display());
    }
    Ok(bytes)
}
