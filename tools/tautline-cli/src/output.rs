//! Writing files and notices.

use std::ffi::OsString;
use std::fs::{self, Metadata};
use std::io::{self, Write};
use std::path::{Path, PathBuf, is_separator};
use std::process;

use anyhow::{Context, Result, bail};

/// Writes a text to a file, if one is given. Returns the text for the standard output: empty
/// if it is in the file.
pub(crate) fn write_or_return(file: Option<&Path>, text: String) -> Result<String> {
    match file {
        Some(file) => write(file, text.as_bytes()).map(|()| String::new()),
        None => Ok(text),
    }
}

/// Writes a file under a temporary name and then renames it, so that an interrupted run leaves either
/// the whole new file or the old one. Writes directly to symbolic links without a target, devices and pipes.
pub(crate) fn write(path: &Path, content: &[u8]) -> Result<()> {
    check_target(path)?;
    let advice = || format!("cannot write {}; choose another file", path.display());
    // Renaming would replace a symbolic link instead of its target, which may not exist yet, and cannot
    // replace a device or pipe.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let before = target.metadata().ok();
    if target.is_symlink() || before.as_ref().is_some_and(|metadata| !metadata.is_file()) {
        return fs::write(&target, content).with_context(advice);
    }
    let temporary = temporary_name(&target);
    let write = || {
        fs::write(&temporary, content)?;
        // The new file keeps the permissions of the old one.
        if let Some(before) = &before {
            fs::set_permissions(&temporary, before.permissions())?;
        }
        fs::rename(&temporary, &target)
    };
    let written = write();
    if written.is_err() {
        // The error of the write is reported, not that of cleaning up.
        let _ = fs::remove_file(&temporary);
    }
    written.with_context(advice)
}

/// Checks, before any work is done, that an output file can be written and is not one of the
/// input files.
pub(crate) fn check(path: &Path, inputs: &[&Path]) -> Result<()> {
    check_target(path)?;
    let target = fs::canonicalize(path).ok();
    let is_target = |file: &&Path| target.is_some() && fs::canonicalize(file).ok() == target;
    // A terminal (/dev/tty) may be both input and output.
    if path.is_file() && inputs.iter().any(is_target) {
        bail!(
            "cannot write {}: it is an input file and would be overwritten; choose another file",
            path.display()
        );
    }
    Ok(())
}

fn check_target(path: &Path) -> Result<()> {
    if path.is_dir() || path.to_string_lossy().ends_with(is_separator) {
        bail!("cannot write {}: it is a directory; name a file in it", path.display());
    }
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    if let Some(parent) = parent.filter(|parent| !parent.is_dir()) {
        bail!(
            "cannot write {}: the directory {} does not exist; create it first",
            path.display(),
            parent.display()
        );
    }
    // Renaming needs no permission to write to the old file.
    let is_read_only = |metadata: Metadata| metadata.is_file() && metadata.permissions().readonly();
    if path.metadata().is_ok_and(is_read_only) {
        bail!("cannot write {}: it is read-only; choose another file", path.display());
    }
    Ok(())
}

/// Writes a line to the standard error. A closed standard error is ignored.
pub(crate) fn notice(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// Returns a name in the same directory that no other running process uses.
fn temporary_name(path: &Path) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}.part", process::id()));
    path.with_file_name(name)
}
