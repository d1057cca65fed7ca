//! What queries read.

pub(super) mod chains;
pub(super) mod packed;
pub(super) mod regions;
pub(super) mod sieve;
pub(super) mod taut_graph;
pub(super) mod taut_tree;
