//! Conversion of errors for the pages.

use std::fmt::Display;
use std::panic;

use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

/// The result of a call from a page.
pub(crate) type Answer<T> = Result<T, JsError>;

/// Converts an error. Its message includes those of its causes.
pub(crate) fn fault(error: impl Display) -> JsError {
    JsError::new(&error.to_string())
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = console, js_name = error)]
    fn report(message: &str);
}

/// Writes the messages of panics to the console, which would otherwise only show "unreachable executed".
#[wasm_bindgen(start)]
fn start() {
    panic::set_hook(Box::new(|panic| report(&panic.to_string())));
}
