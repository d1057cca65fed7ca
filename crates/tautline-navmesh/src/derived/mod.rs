//! What follows from the sides of a mesh, their twins and a few numbers.
//!
//! All of it takes O(n) without a walk over the mesh, so it is not stored:
//! building, loading and obstacles end here: see [`finish`](crate::finish).

mod around;
mod columns;
mod fans;
mod gates;
mod outlines;

pub(crate) use around::visit_around;
pub(crate) use columns::{Columns, areas_of_sides, concave_area, ends_of_sides};
pub(crate) use fans::{Spokes, glued_fan};
pub(crate) use gates::Gates;
pub(crate) use outlines::Outlines;
