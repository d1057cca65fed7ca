//! Tautline as WebAssembly, for the pages in `site`.
//!
//! Each page has a module of its own. They keep what is large on this
//! side of the border, behind a handle, and hand out typed arrays of numbers:
//! `x, y, x, y, ...` for points, and for lists of lists a second array with the
//! place where each one ends. What fails arrives as a JavaScript `Error` whose
//! message can be shown as it is.
//!
//! It is built once for each feature, so that a page loads only what it needs:
//! `mesh` and `play` for the pages, `baking` for the worker of the mesh page.

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
