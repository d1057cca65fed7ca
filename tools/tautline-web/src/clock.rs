//! The clock of the browser. The standard library has none there.

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// Milliseconds since some moment.
    #[wasm_bindgen(js_namespace = performance)]
    pub(crate) fn now() -> f64;
}

/// Runs a function, and returns its result and its time in milliseconds.
pub(crate) fn timed<R>(run: impl FnOnce() -> R) -> (R, f64) {
    let started = now();
    let result = run();
    (result, now() - started)
}
