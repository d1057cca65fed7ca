//! Damaged files, and the check of what readers make of them.

use proptest::collection::vec;
use proptest::prelude::*;
use tautline_formats::FormatError;

/// Changes, removes, doubles or adds some bytes, or repeats a part.
pub(crate) fn damaged(bytes: Vec<u8>) -> impl Strategy<Value = Vec<u8>> {
    let byte = prop_oneof![
        any::<u8>(),
        proptest::sample::select(b" \t\r\n,.-+0129eE\"{}[]:<>/=#%&;()aACMLznix@T".to_vec()),
    ];
    let place = any::<prop::sample::Index>;
    vec((place(), place(), 0_u8..6, byte), 1..6).prop_map(move |edits| {
        let mut bytes = bytes.clone();
        for (place, other, edit, byte) in edits {
            if bytes.is_empty() {
                break;
            }
            let (place, other) = (place.index(bytes.len()), other.index(bytes.len()));
            match edit {
                0 | 1 => bytes[place] = byte,
                2 => bytes.insert(place, byte),
                3 => drop(bytes.remove(place)),
                4 => {
                    let piece = bytes[place.min(other)..place.max(other)].to_vec();
                    drop(bytes.splice(place..place, piece));
                }
                _ => bytes.truncate(place),
            }
        }
        bytes
    })
}

pub(crate) fn damaged_text(text: &'static str) -> impl Strategy<Value = String> {
    damaged(text.as_bytes().to_vec()).prop_map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

/// Checks that an error is one short line, and a value as `check_value` does.
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
