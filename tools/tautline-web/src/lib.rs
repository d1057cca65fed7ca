//! Tautline as WebAssembly, for the pages in `site`.
//!
//! Each page has its own module. Large data stays in WebAssembly memory, behind a handle. Methods return typed
//! arrays of numbers: points are `x, y, x, y, ...`, and a list of lists has a second array with the end of each
//! list. A failure is a JavaScript `Error` with a message for users.
//!
//! The crate is built once for each feature, so that a page loads only the code that it needs:
//! `mesh` for the mesh page, `baking` for its worker, and `play` for the other two pages.

#[cfg(feature = "baking")]
mod baking;
#[cfg(any(feature = "mesh", feature = "play"))]
mod clock;
#[cfg(feature = "play")]
mod explain;
mod fault;
#[cfg(feature = "mesh")]
mod mesh;
#[cfg(feature = "play")]
mod platformer;
