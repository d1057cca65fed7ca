//! Checks shared by several targets.

mod bytes;
mod ground;
mod level;
mod shapes;

use std::fmt::{Debug, Display};

use tautline::formats::{FormatError, Load};

pub use bytes::Bytes;
pub use ground::{area_by_terrain, becomes_a_mesh, grid_is_sound, model_is_sound, plan_is_sound};
pub use level::level_is_sound;
pub use shapes::{built, ring, shapes};

/// A message must be one line.
pub fn is_one_line(message: &impl Display) {
    let line = message.to_string();
    assert!(!line.is_empty() && !line.contains(char::is_control), "{line:?}");
}

/// Hands the input, if it is a text, to a reader. A refusal must be one line. What is accepted
/// must be written as a text that is read back as the same value and written as the same text.
pub fn reads_what_it_writes<T, E>(
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
        Err(error) => return is_one_line(&error),
    };
    let written = write(&value);
    let again = match parse(&written) {
        Ok(again) => again,
        Err(error) => panic!("{error}\nwhat was written: {written:?}\nof {value:?}"),
    };
    assert_eq!(again, value, "what was written: {written:?}");
    assert_eq!(write(&again), written, "of {value:?}");
}

/// Hands a reader the text before the first byte 0, and what follows as every other file that it
/// asks for. A refusal must be one line, and not a long one.
pub fn reads_or_refuses<T>(
    input: &[u8],
    parse: impl FnOnce(&str, &mut Load<'_>) -> Result<T, FormatError>,
) -> Option<T> {
    let end = input.iter().position(|&byte| byte == 0).unwrap_or(input.len());
    let text = std::str::from_utf8(&input[..end]).ok()?;
    let other = input.get(end + 1..);
    let load = &mut |_: &str| other.map(<[u8]>::to_vec).ok_or_else(|| "two\nlines".to_owned());
    read_or_refused(parse(text, load))
}

/// Returns the parsed value. An error must be a single line, and not a long one.
pub fn read_or_refused<T>(read: Result<T, FormatError>) -> Option<T> {
    read.inspect_err(|error| {
        is_one_line(error);
        assert!(error.to_string().chars().count() < 500, "{error}");
    })
    .ok()
}
