//! Writing files and notices.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf, is_separator};
use std::process;

use anyhow::{Context, Result, bail};

/// Writes a text to a file, if there is one; gives what is left for the standard output.
pub(crate) fn write_or_give(file: Option<&Path>, text: String) -> Result<String> {
    match file {
        Some(file) => write(file, text.as_bytes()).map(|()| String::new()),
        None => Ok(text),
    }
}

/// Writes a file beside its place and renames it, so that there is either the
/// whole file or none (or the one before).
pub(crate) fn write(path: &Path, content: &[u8]) -> Result<()> {
    check_place(path)?;
    let advice = || format!("cannot write {}; choose another place", path.display());
    // A link stays a link; a device or pipe cannot be replaced.
    let place = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if place.metadata().is_ok_and(|metadata| !metadata.is_file()) {
        return fs::write(&place, content).with_context(advice);
    }
    let beside = beside(&place);
    let written = fs::write(&beside, content).and_then(|()| fs::rename(&beside, &place));
    if written.is_err() {
        // The error of the writing is the one to tell.
        let _ = fs::remove_file(&beside);
    }
    written.with_context(advice)
}

/// Refuses places that cannot be written, and those of files that are read, before any
/// work is done.
pub(crate) fn check(path: &Path, read: &[&Path]) -> Result<()> {
    check_place(path)?;
    let place = fs::canonicalize(path).ok();
    let is_read = |file: &&Path| place.is_some() && fs::canonicalize(file).ok() == place;
    // A terminal may be both.
    if path.is_file() && read.iter().any(is_read) {
        bail!(
            "cannot write {}: it is read, and would be lost; choose another place",
            path.display()
        );
    }
    Ok(())
}

fn check_place(path: &Path) -> Result<()> {
    if path.is_dir() || path.to_string_lossy().ends_with(is_separator) {
        bail!("cannot write {}: it is a directory; name a file in it", path.display());
    }
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    if let Some(parent) = parent.filter(|parent| !parent.is_dir()) {
        bail!(
            "cannot write {}: there is no directory {}; create it first",
            path.display(),
            parent.display()
        );
    }
    Ok(())
}

/// A line on the standard error; it is no error if nobody reads it.
pub(crate) fn notice(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// A name in the same directory that nothing else uses.
fn beside(path: &Path) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}.part", process::id()));
    path.with_file_name(name)
}
