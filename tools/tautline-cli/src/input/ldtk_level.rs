//! Choosing a level of a project of LDtk.

use std::path::Path;

use anyhow::{Context, Result, bail};
use tautline::formats::ldtk;

use super::damaged;

/// Refuses a project of LDtk unless it has the level that is asked for, or only one.
pub(crate) fn check_level(path: &Path, text: &str, name: Option<&str>) -> Result<()> {
    let names = ldtk::level_names(text).map_err(|error| damaged(path, &error))?;
    let is_clear = match name {
        Some(name) => names.iter().any(|level| level == name),
        None => names.len() == 1,
    };
    if is_clear {
        return Ok(());
    }
    if names.is_empty() {
        bail!("{}: there is no level in it", path.display());
    }
    bail!("{}: choose a level with --level: {}", path.display(), names.join(", "))
}

/// The level that is left of a project after [`check_level`].
pub(crate) fn only_level<T>(path: &Path, levels: Vec<T>) -> Result<T> {
    let mut levels = levels.into_iter();
    levels.next().with_context(|| format!("{}: there is no level", path.display()))
}
