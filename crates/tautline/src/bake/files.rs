//! Files that a map refers to.

use std::fs;
use std::path::Path;

/// Returns a [`Load`](tautline_formats::Load) of files by paths relative to a file. Absolute paths
/// and everything that is not a regular file are refused.
///
/// Names may lead out of the folder of the file, as in `../tiles/roads.tsx`, because projects keep tile sets and
/// maps in folders side by side. So a map can name any file that the process can read, and errors quote some of its
/// text. For maps that others upload, give [`MapBaker::bake_bytes`](super::MapBaker::bake_bytes) a `Load` that returns
/// only files of the same upload.
///
/// ```
/// use std::path::Path;
/// use tautline::bake::files_beside;
///
/// let mut load = files_beside(Path::new("maps/town.tmx"));
/// assert!(load("/etc/passwd").is_err());
/// ```
pub fn files_beside(file: &Path) -> impl FnMut(&str) -> Result<Vec<u8>, String> + use<> {
    let folder = file.parent().unwrap_or(Path::new("")).to_owned();
    move |name| {
        if Path::new(name).is_absolute() {
            return Err("absolute paths are not read; use a path relative to the map".to_owned());
        }
        let file = folder.join(name);
        // Reading a device may never end.
        if file.metadata().is_ok_and(|metadata| !metadata.is_file()) {
            return Err(format!("{} is not a regular file", file.display()));
        }
        fs::read(&file).map_err(|error| format!("cannot read {}: {error}", file.display()))
    }
}
