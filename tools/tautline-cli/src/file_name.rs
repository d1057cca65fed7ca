//! Names of files on the command line, and their extensions.

use std::path::{Path, PathBuf};

use clap::builder::{PathBufValueParser, TypedValueParser};

/// Parses any file name but `-`, which stands for the standard input or output in many other
/// tools. Here it would silently create a file of that name.
pub(crate) fn file_name() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| {
        if path.as_os_str() == "-" {
            Err("standard input and output are not supported here; name a file (./- for a file called -)")
        } else {
            Ok(path)
        }
    })
}

/// Returns the extension of a file in lower case.
pub(crate) fn extension(path: &Path) -> Option<String> {
    path.extension().map(|extension| extension.to_string_lossy().to_ascii_lowercase())
}
