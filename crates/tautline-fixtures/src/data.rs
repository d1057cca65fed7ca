//! The folder of real data that `TAUTLINE_DATA` names.

use std::env;
use std::path::{Path, PathBuf};

/// Returns a folder of the real data; `None` if `TAUTLINE_DATA` is `none`.
///
/// Tests that call it are `#[ignore = "needs TAUTLINE_DATA"]`.
///
/// # Panics
///
/// If `TAUTLINE_DATA` is not set: a test that was asked for must not pass without its data.
#[must_use]
#[expect(clippy::panic, reason = "a test that cannot run fails")]
pub fn real_data(sub: &str) -> Option<PathBuf> {
    match env::var_os("TAUTLINE_DATA") {
        Some(data) if data == "none" => None,
        Some(data) => Some(Path::new(&data).join(sub)),
        None => panic!(
            "TAUTLINE_DATA is not set: name the folder of real data, or say `none` to leave this out"
        ),
    }
}
