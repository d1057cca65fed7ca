//! The tables that a bake fills and that queries read.
//!
//! Lengths are fixed-point numbers of small `units`. Areas list the corners that see them, as
//! `cones`. Corners have `entries`: their distances
//! to the hubs that serve them, and the ways there. `ranking` says which corners are the best
//! hubs; what leads over no hub is found in the `taut_graph`, over which bakes and queries grow
//! trees of shortest paths (`taut_tree`).
//!
//! Tables know neither who made them nor who reads them.

pub(super) mod cones;
pub(super) mod entries;
pub(super) mod fixed_point;
pub(super) mod ranking;
pub(super) mod taut_tree;
pub(super) mod taut_visibility_graph;
