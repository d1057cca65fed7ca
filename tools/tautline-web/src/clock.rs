//! Time, which the standard library does not have in a browser.

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// Milliseconds since some moment.
    #[wasm_bindgen(js_namespace = performance)]
    pub(crate) fn now() -> f64;
}

/// Runs something, and says how many milliseconds it took.
pub(crate) fn timed<R>(run: impl FnOnce() -> R) -> (R, f64) {
    let started = now();
    let result = run();
    (result, now() - started)
}
