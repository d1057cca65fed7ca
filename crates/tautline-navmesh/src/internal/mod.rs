//! Building blocks for the crates that generate and search meshes.

mod binding;
pub mod fingerprint;
mod generation;
mod groups;
mod one_to_many_ends;

pub use binding::{Binding, ForeignMesh};
pub use generation::begin_generation;
pub use groups::{group, group_starts};
pub use one_to_many_ends::OneToManyEnds;

pub use crate::build::CheckedAreas;
pub use crate::disjoint_sets::DisjointSets;
pub use crate::face_merger::FaceMerger;
pub use crate::filter::UNIFORM_FILTER;
pub use crate::finish::ConvexAreas;
pub use crate::half_edges::{HalfEdges, number};
pub use crate::link_graph::{LinkArc, LinkEstimate, LinkGraph, Shortcut};
pub use crate::parallel::map as parallel_map;
pub use crate::query::truncate_to_u32;
pub use crate::raw::position_key;
pub use crate::rows::Rows;
pub use crate::steiner_graph::{AreaNode, SteinerGraph, SteinerPlace};
pub use crate::triangulation::{CrossingEdges, EdgePiece, Triangulation};
