//! Loading of files that a file refers to.

use crate::byte_reader::ByteReader;
use crate::error::{FormatError, Reason, SourceLocation};
use crate::found::{excerpt, one_line};

/// A callback that returns the bytes of a file, or a message why it cannot.
///
/// The readers of this crate open no files. For formats of several files, they call this
/// with the name exactly as in the first file, usually a path relative to that file. Only the
/// percent escapes of URIs are decoded. The name is not trusted input: reject `..` and
/// absolute paths.
///
/// ```
/// use tautline_formats::Load;
///
/// let mut asked = Vec::new();
/// let mut from_memory = |name: &str| {
///     asked.push(name.to_owned());
///     Ok(b"bytes".to_vec())
/// };
/// let load: &mut Load<'_> = &mut from_memory;
/// assert_eq!(load("tiles.tsx"), Ok(b"bytes".to_vec()));
/// assert_eq!(asked, ["tiles.tsx"]);
/// ```
pub type Load<'l> = dyn FnMut(&str) -> Result<Vec<u8>, String> + 'l;

/// A [`Load`] for a single file: returns an error for every name.
///
/// # Errors
///
/// Always.
pub fn no_files(_name: &str) -> Result<Vec<u8>, String> {
    Err("no other files are given".to_owned())
}

/// Loads a file that is referred to at a location.
pub(crate) fn bytes(
    load: &mut Load<'_>,
    name: &str,
    location: impl FnOnce() -> SourceLocation,
) -> Result<Vec<u8>, FormatError> {
    load(name).map_err(|message| FormatError {
        location: location(),
        reason: Reason::NotLoaded { file: excerpt(name), message: one_line(&message) },
    })
}

/// Loads a text that is referred to at a location, without a byte order mark.
pub(crate) fn text(
    load: &mut Load<'_>,
    name: &str,
    location: impl FnOnce() -> SourceLocation,
) -> Result<String, FormatError> {
    let bytes = bytes(load, name, location)?;
    ByteReader::new(&bytes).text().map(str::to_owned).map_err(|error| in_file(name, error))
}

/// Converts an error in a loaded file: its location gets the name of the file.
pub(crate) fn in_file(name: &str, error: FormatError) -> FormatError {
    let location = SourceLocation::File { name: excerpt(name), location: Box::new(error.location) };
    FormatError { location, reason: error.reason }
}
