//! Files that a file names.

use crate::bytes::Bytes;
use crate::error::{FormatError, Place, Reason, excerpt, one_line};

/// Gives the bytes of a file that the file being read names, or says why not.
///
/// The readers of this crate open no files. Where a format spreads over several
/// files, they ask the caller: with the name exactly as it stands in the file,
/// a path relative to it, as a rule. It comes from the file, so that `..` and
/// absolute paths are the caller's to refuse.
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

/// The [`Load`] of a caller who has only the one file: gives nothing.
///
/// # Errors
///
/// Always.
pub fn no_files(_name: &str) -> Result<Vec<u8>, String> {
    Err("no other files are given".to_owned())
}

/// Asks the caller for a file that is named at this place.
pub(crate) fn bytes(
    load: &mut Load<'_>,
    name: &str,
    place: impl FnOnce() -> Place,
) -> Result<Vec<u8>, FormatError> {
    load(name).map_err(|message| FormatError {
        place: place(),
        reason: Reason::NotLoaded { file: excerpt(name), message: one_line(&message) },
    })
}

/// Asks the caller for a text that is named at this place; without a byte order mark.
pub(crate) fn text(
    load: &mut Load<'_>,
    name: &str,
    place: impl FnOnce() -> Place,
) -> Result<String, FormatError> {
    let bytes = bytes(load, name, place)?;
    Bytes::new(&bytes).text().map(str::to_owned).map_err(|error| in_file(name, error))
}

/// An error in a file that the caller gave.
pub(crate) fn in_file(name: &str, error: FormatError) -> FormatError {
    let place = Place::File { name: excerpt(name), place: Box::new(error.place) };
    FormatError { place, reason: error.reason }
}
