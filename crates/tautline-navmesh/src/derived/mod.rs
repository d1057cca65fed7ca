//! Data that is derived from the half-edges, their twins and the block-cut numbers.
//!
//! Each step is a linear pass without a traversal of the mesh, so the results are not stored.
//! Building, loading and dynamic obstacles share these steps: see
//! [`finish`](crate::finish).

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
