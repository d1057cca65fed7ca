//! Errors, as the pages get them.

use std::fmt::Display;
use std::panic;

use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

/// The result of a call from a page.
pub(crate) type Answer<T> = Result<T, JsError>;

/// An error whose message says all that its causes say.
pub(crate) fn fault(error: impl Display) -> JsError {
    JsError::new(&error.to_string())
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = console, js_name = error)]
    fn report(message: &str);
}

/// Nothing here panics by intent. If it does, the console says where, instead of
/// "unreachable executed".
#[wasm_bindgen(start)]
fn start() {
    panic::set_hook(Box::new(|panic| report(&panic.to_string())));
}
