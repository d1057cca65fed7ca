//! Choosing a level of an LDtk project.

use std::path::Path;

use anyhow::{Context, Result, bail};
use tautline::formats::ldtk;

use super::damaged;

/// Checks that an LDtk project has the level with this name or, without a name, only one level.
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
        bail!("{}: the project has no level; add one", path.display());
    }
    bail!("{}: choose one of its levels with --level: {}", path.display(), names.join(", "))
}

/// Returns the first of the levels that were read, the only one after [`check_level`].
pub(crate) fn only_level<T>(path: &Path, levels: Vec<T>) -> Result<T> {
    let mut levels = levels.into_iter();
    levels.next().with_context(|| format!("{}: the project has no level", path.display()))
}
