//! What every text format promises: see [`reads_what_it_writes`].

use std::fmt::{Debug, Display};

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
    let Ok(text) = std::str::from_utf8(input) else {
        return;
    };
    let value = match parse(text) {
        Ok(value) => value,
        Err(error) => {
            let line = error.to_string();
            assert!(
                !line.is_empty() && !line.contains(char::is_control),
                "{line:?}"
            );
            return;
        }
    };
    let written = write(&value);
    let again = match parse(&written) {
        Ok(again) => again,
        Err(error) => panic!("{error}\nwhat was written: {written:?}\nof {value:?}"),
    };
    assert_eq!(again, value, "what was written: {written:?}");
    assert_eq!(write(&again), written, "of {value:?}");
}
