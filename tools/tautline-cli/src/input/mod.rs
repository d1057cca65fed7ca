//! Input files: maps of other programs, and assets.

mod advice;
mod ldtk_level;
mod rules;
mod voxels;

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use tautline::Ground;
use tautline::asset::Header;
use tautline::baked::BakedMap;

pub(crate) use advice::{advise, option_name};
pub(crate) use ldtk_level::{check_level, only_level};
pub(crate) use rules::{Rules, check_options_apply};

/// A baked map with the header and the size of its file.
pub(crate) struct AssetFile {
    pub(crate) baked: BakedMap,
    pub(crate) header: Header,
    pub(crate) byte_count: usize,
}

impl AssetFile {
    /// Returns the mesh for agents with a radius, and its labels. Without a radius, the mesh for
    /// the smallest agents.
    pub(crate) fn ground_for(&self, radius: Option<f32>) -> Result<Ground<'_>> {
        let Some(radius) = radius else { return Ok(Ground::from(&self.baked)) };
        let baked = self.baked.meshes().iter().map(|mesh| mesh.radius().to_string());
        let found = self.baked.mesh_for(radius).ok_or_else(|| {
            let radii: Vec<String> = baked.collect();
            anyhow!(
                "the asset has no mesh for agents with a radius of {radius}, only for {}; bake the \
                 map again with --radius {radius}",
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
        bail!("{}: this is a side-view level; use `tautline platformer`", path.display());
    }
    let baked = BakedMap::decode(&bytes).with_context(in_file)?;
    let header = Header::read(&bytes).with_context(in_file)?;
    Ok(AssetFile { baked, header, byte_count: bytes.len() })
}

/// Reads a text file.
pub(crate) fn read_text(path: &Path) -> Result<String> {
    String::from_utf8(read(path)?).map_err(|error| {
        let byte = error.utf8_error().valid_up_to();
        anyhow!("{}: byte {byte} is not UTF-8; give a text file, saved as UTF-8", path.display())
    })
}

/// Returns the error for an option that does not apply to a file, with the extensions of the
/// files that it applies to.
fn does_not_apply(path: &Path, option: &str, applies_to: Vec<&str>) -> anyhow::Error {
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    anyhow!(
        "{}: {option} does not apply to this .{extension} file, only to .{}; leave it out",
        path.display(),
        applies_to.join(", .")
    )
}

/// Returns the error for a damaged file, or one in another format.
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
