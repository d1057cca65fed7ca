//! Loading of files that a file refers to.

use crate::byte_reader::ByteReader;
use crate::error::{FormatError, Reason, SourceLocation};
use crate::found::{excerpt, one_line};

/// A callback that returns the bytes of a file, or a message that says why it cannot.
///
/// The readers of this crate open no files. If a file refers to another one, they call this with
/// the name in the file, usually a path relative to that file. Names are passed on as they are,
/// except that percent escapes of URIs are decoded. Do not trust a name: reject `..` and absolute
/// paths.
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

/// Loads a file. `location` is the place that refers to it, for an error.
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

/// Loads a text file, without a byte order mark. `location` is the place that refers to it.
pub(crate) fn text(
    load: &mut Load<'_>,
    name: &str,
    location: impl FnOnce() -> SourceLocation,
) -> Result<String, FormatError> {
    let bytes = bytes(load, name, location)?;
    ByteReader::new(&bytes).text().map(str::to_owned).map_err(|error| in_file(name, error))
}

/// Adds the name of a loaded file to the location of an error in it.
pub(crate) fn in_file(name: &str, error: FormatError) -> FormatError {
    let location = SourceLocation::File { name: excerpt(name), location: Box::new(error.location) };
    FormatError { location, reason: error.reason }
}
