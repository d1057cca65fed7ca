//! Decoding of inputs, and checks, that several targets share.

mod bytes;
mod ground;
mod level;
mod shapes;

use std::fmt::{Debug, Display};

use tautline::formats::{FormatError, Load};

pub use bytes::Bytes;
pub use ground::{area_by_terrain, build_valid_mesh, check_grid, check_model, check_vector_map};
pub use level::check_level;
pub use shapes::{build, ring, shapes};

/// Checks that a message is one line.
pub fn assert_one_line(message: &impl Display) {
    let line = message.to_string();
    assert!(!line.is_empty() && !line.contains(char::is_control), "{line:?}");
}

/// Parses the input, if it is a text. Checks that an error is one line, and that a value is equal
/// after writing and parsing it again. Writing it again must give the same text.
pub fn check_round_trip<T, E>(
    input: &[u8],
    parse: impl Fn(&str) -> Result<T, E>,
    write: impl Fn(&T) -> String,
) where
    T: PartialEq + Debug,
    E: Debug + Display,
{
    let Ok(text) = std::str::from_utf8(input) else { return };
    let value = match parse(text) {
        Ok(value) => value,
        Err(error) => return assert_one_line(&error),
    };
    let written = write(&value);
    let again = match parse(&written) {
        Ok(again) => again,
        Err(error) => panic!("{error}\nthe text {written:?} was written for {value:?}"),
    };
    assert_eq!(again, value, "written as {written:?}");
    assert_eq!(write(&again), written, "{value:?}");
}

/// Parses the text before the first byte 0 of an input. The bytes after it are the content of every
/// other file that the reader loads. Checks that an error is one short line.
pub fn parse_text<T>(
    input: &[u8],
    parse: impl FnOnce(&str, &mut Load<'_>) -> Result<T, FormatError>,
) -> Option<T> {
    let end = input.iter().position(|&byte| byte == 0).unwrap_or(input.len());
    let text = std::str::from_utf8(&input[..end]).ok()?;
    let other = input.get(end + 1..);
    let load = &mut |_: &str| other.map(<[u8]>::to_vec).ok_or_else(|| "two\nlines".to_owned());
    value_or_checked_error(parse(text, load))
}

/// Returns the parsed value, or checks that an error is one short line.
pub fn value_or_checked_error<T>(read: Result<T, FormatError>) -> Option<T> {
    read.inspect_err(|error| {
        assert_one_line(error);
        assert!(error.to_string().chars().count() < 500, "{error}");
    })
    .ok()
}
