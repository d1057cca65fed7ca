//! The folder of external test data.

use std::env;
use std::path::{Path, PathBuf};

/// Returns a folder of the external test data, which is in the folder named by the variable
/// `TAUTLINE_DATA`; `None` if the variable is `none`.
///
/// For tests that are `#[ignore = "needs TAUTLINE_DATA"]`.
///
/// # Panics
///
/// If the variable is not set: a requested test must not pass without its data.
#[must_use]
pub fn real_data(sub: &str) -> Option<PathBuf> {
    #[expect(clippy::panic, reason = "it fails the test")]
    let Some(data) = env::var_os("TAUTLINE_DATA") else {
        panic!(
            "TAUTLINE_DATA is not set: set it to the folder of the data, or to none to skip these tests"
        )
    };
    (data != "none").then(|| Path::new(&data).join(sub))
}
