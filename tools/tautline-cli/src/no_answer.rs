//! Queries without an answer, for people and for scripts.

use std::fmt;

use anyhow::Result;
use serde_json::json;

/// The reason why there is no path or plan.
#[derive(Debug)]
pub(crate) struct NoAnswer {
    /// The name of the error, as in a row of `batch`.
    pub(crate) status: &'static str,
    pub(crate) message: String,
}

impl fmt::Display for NoAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for NoAnswer {}

/// Returns the given answer. If there is none, and `as_json` is set, also prints the reason as JSON on the
/// standard output, for scripts. (The caller reports it on the standard error in any case.)
pub(crate) fn with_reason<T>(answer: Result<T>, as_json: bool) -> Result<T> {
    if let (true, Err(error)) = (as_json, &answer)
        && let Some(NoAnswer { status, message }) = error.downcast_ref()
    {
        crate::print(&format!("{}\n", json!({ "status": status, "message": message })))?;
    }
    answer
}
