//! Damaged files, and checks of the results of readers.

use proptest::collection::vec;
use proptest::prelude::*;
use tautline_formats::FormatError;

/// Changes, inserts or removes some bytes, repeats parts, or cuts off the end.
pub(crate) fn damaged(bytes: Vec<u8>) -> impl Strategy<Value = Vec<u8>> {
    let byte = prop_oneof![
        any::<u8>(),
        proptest::sample::select(b" \t\r\n,.-+0129eE\"{}[]:<>/=#%&;()aACMLznix@T".to_vec()),
    ];
    let index = any::<prop::sample::Index>;
    vec((index(), index(), 0_u8..6, byte), 1..6).prop_map(move |edits| {
        let mut bytes = bytes.clone();
        for (at, other, edit, byte) in edits {
            if bytes.is_empty() {
                break;
            }
            let (at, other) = (at.index(bytes.len()), other.index(bytes.len()));
            match edit {
                0 | 1 => bytes[at] = byte,
                2 => bytes.insert(at, byte),
                3 => drop(bytes.remove(at)),
                4 => {
                    let part = bytes[at.min(other)..at.max(other)].to_vec();
                    drop(bytes.splice(at..at, part));
                }
                _ => bytes.truncate(at),
            }
        }
        bytes
    })
}

pub(crate) fn damaged_text(text: &'static str) -> impl Strategy<Value = String> {
    damaged(text.as_bytes().to_vec()).prop_map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

/// Checks that an error is one short line, or calls `check_value` with the value.
pub(crate) fn check<T>(
    result: Result<T, FormatError>,
    check_value: impl FnOnce(T) -> Result<(), TestCaseError>,
) -> Result<(), TestCaseError> {
    let message = match result {
        Ok(value) => return check_value(value),
        Err(error) => error.to_string(),
    };
    prop_assert!(!message.chars().any(char::is_control), "{:?}", message);
    prop_assert!(message.chars().count() < 500, "{:?}", message);
    Ok(())
}
