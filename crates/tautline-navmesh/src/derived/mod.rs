//! What follows from the sides of a mesh, their twins and a few numbers.
//!
//! All of it takes O(n) without a walk over the mesh, so it is not stored:
//! building and loading both end here, and a loaded mesh is the built one.

mod around;
mod columns;
mod fans;
mod gates;
mod outlines;

pub(crate) use around::Around;
pub(crate) use columns::Columns;
pub(crate) use fans::Fans;
pub(crate) use gates::Gates;
pub(crate) use outlines::Outlines;
