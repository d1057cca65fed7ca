//! What follows from the sides of a mesh, their twins and a few numbers.
//!
//! All of it takes O(n) without a walk over the mesh, so it is not stored:
//! building, loading and obstacles end here: see [`finish`](crate::finish).

mod around;
mod block_cuts;
mod columns;
mod fans;
mod outlines;

pub(crate) use around::visit_around;
pub(crate) use block_cuts::BlockCutTree;
pub(crate) use columns::{Columns, areas_of_half_edges, concave_area, ends_of_half_edges};
pub(crate) use fans::{Spokes, glued_fan};
pub(crate) use outlines::BoundaryLoops;
