//! Input files: maps of other programs, and assets.

mod advice;
mod options;
mod voxels;

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use serde::de::DeserializeOwned;
use tautline::Ground;
use tautline::asset::{HEADER_LENGTH, Header, LARGEST_PAYLOAD};
use tautline::baked::BakedMap;
use tautline::formats::queries;

use crate::output;
use crate::table::plain;

pub(crate) use advice::{advise, option_name};
pub(crate) use options::{InputOptions, check_options_apply};

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
    let bytes = read_asset(path)?;
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

/// Says which columns of a file of queries are ignored. `read` names those that are read.
pub(crate) fn notice_ignored_columns(path: &Path, text: &str, read: &str) {
    let ignored = queries::ignored_columns(text);
    if !ignored.is_empty() {
        let (path, ignored) = (path.display(), ignored.join(", "));
        let notice = format!("{path}: ignored columns: {ignored}; only {read} are read");
        output::notice(&plain(&notice));
    }
}

/// Reads an object of JSON. The error for other JSON shows an example.
pub(crate) fn read_json<T: DeserializeOwned>(path: &Path, example: &str) -> Result<T> {
    let text = read_text(path)?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    // serde would accept a list as the values of the fields in declaration order.
    if !text.trim_start().starts_with('{') {
        return Err(damaged(path, &format_args!("expected an object such as {example}")));
    }
    serde_json::from_str(text).map_err(|error| damaged(path, &error))
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
    not_empty(path, read_bytes(path)?)
}

fn not_empty(path: &Path, bytes: Vec<u8>) -> Result<Vec<u8>> {
    if bytes.is_empty() {
        bail!("{}: the file is empty", path.display());
    }
    Ok(bytes)
}

/// The largest size of a file, in bytes: that of an asset. Devices such as `/dev/zero` are endless.
const LARGEST_FILE: u64 = HEADER_LENGTH as u64 + LARGEST_PAYLOAD;

/// Reads a file, which may be empty.
pub(crate) fn read_bytes(path: &Path) -> Result<Vec<u8>> {
    read_if(path, |_| true)
}

/// Reads an asset. If the file is not an asset, reads only the start, which is enough for the error.
pub(crate) fn read_asset(path: &Path) -> Result<Vec<u8>> {
    not_empty(path, read_if(path, |start| Header::read(start).is_ok())?)
}

/// Returns true if the header of a file says that it is a side-view level.
pub(crate) fn is_level(path: &Path) -> bool {
    let start = read_if(path, |_| false);
    start.is_ok_and(|start| Header::read(&start).is_ok_and(|header| header.kind == *b"PLAT"))
}

/// The name that stands for the standard input, where a command reads it.
pub(crate) const STANDARD_INPUT: &str = "-";

/// Reads the first bytes of a file, as many as the header of an asset has. Reads the rest only if
/// `is_wanted` returns true for them.
fn read_if(path: &Path, is_wanted: impl FnOnce(&[u8]) -> bool) -> Result<Vec<u8>> {
    let read = || {
        let mut file: Box<dyn Read> = match path.as_os_str() == STANDARD_INPUT {
            true => Box::new(io::stdin().lock()),
            false => Box::new(File::open(path)?),
        };
        let mut bytes = Vec::new();
        (&mut file).take(HEADER_LENGTH as u64).read_to_end(&mut bytes)?;
        if is_wanted(&bytes) {
            file.take(LARGEST_FILE).read_to_end(&mut bytes)?;
        }
        io::Result::Ok(bytes)
    };
    let bytes = read().with_context(|| format!("cannot read {}", path.display()))?;
    if bytes.len() as u64 > LARGEST_FILE {
        bail!("{}: the file has more than {LARGEST_FILE} bytes, the limit", path.display());
    }
    Ok(bytes)
}
