//! Names of files on the command line.

use std::path::PathBuf;

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
