//! What follows from the sides of a mesh, their twins and a few numbers.
//!
//! All of it takes O(n) without a walk over the mesh, so it is not stored:
//! building, loading and obstacles end here: see [`finish`](crate::finish).

mod around_vertex;
mod block_cuts;
mod face_loops;
mod fans;
mod half_edge_arrays;

pub(crate) use around_vertex::visit_around;
pub(crate) use block_cuts::BlockCutTree;
pub(crate) use face_loops::FaceLoops;
pub(crate) use fans::{FanBoundaries, non_manifold_fan};
pub(crate) use half_edge_arrays::{
    HalfEdgeArrays, areas_of_half_edges, concave_area, ends_of_half_edges,
};
