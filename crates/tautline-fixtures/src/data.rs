//! Where the data is that is not part of the project.

use std::env;
use std::path::{Path, PathBuf};

/// Returns a folder of the data that the variable `TAUTLINE_DATA` names, `None` if the
/// variable is `none`.
///
/// For tests that are `#[ignore = "needs TAUTLINE_DATA"]`.
///
/// # Panics
///
/// If the variable is not set: a test that was asked for must not pass without a look at
/// its data.
#[must_use]
pub fn real_data(sub: &str) -> Option<PathBuf> {
    #[expect(clippy::panic, reason = "it fails the test that asks")]
    let Some(data) = env::var_os("TAUTLINE_DATA") else {
        panic!("TAUTLINE_DATA is not set: name the folder of the data, or none to do without")
    };
    (data != "none").then(|| Path::new(&data).join(sub))
}
