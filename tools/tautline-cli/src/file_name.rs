//! Names of files on the command line.

use std::path::PathBuf;

use clap::builder::{PathBufValueParser, TypedValueParser};

/// Any name but `-`. Many tools mean the standard input or output by it; unnoticed, it would be
/// a file that is called so.
pub(crate) fn file_name() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| {
        if path.as_os_str() == "-" {
            Err("the standard input and output are not meant by it; name a file, or ./- for that one")
        } else {
            Ok(path)
        }
    })
}
