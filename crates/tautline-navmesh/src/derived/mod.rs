//! What follows from the sides of a mesh, their twins and a few numbers.
//!
//! All of it takes O(n) without a walk over the mesh, so it is not stored:
//! building and loading both end here, and a loaded mesh is the built one.

mod fans;
mod gates;
mod outlines;

#[cfg(feature = "build")]
pub(crate) use fans::descends;
pub(crate) use fans::{Around, Fans};
pub(crate) use gates::Gates;
pub(crate) use outlines::Outlines;
