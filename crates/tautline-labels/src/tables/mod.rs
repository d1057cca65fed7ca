//! The tables that a bake fills and that queries read.
//!
//! Lengths are in `fixed_point`. Areas list the corners that see them as visibility
//! `cones`. The label of a corner consists of `entries`: distances to hubs, and the paths
//! there. `ranking` is the order of hubs. `below_hubs` connects the corners that are not hubs: by
//! the arcs of a `hierarchy` or, where that would take too much work, by a search in the
//! `taut_visibility_graph`. Bakes and queries grow trees of shortest paths over such graphs
//! (`taut_tree`).
//!
//! Paths over links are found in a second table, `links`.
//!
//! Tables do not depend on bakes or queries.

pub(super) mod below_hubs;
pub(super) mod cones;
pub(super) mod entries;
pub(super) mod fixed_point;
pub(super) mod hierarchy;
pub(super) mod links;
pub(super) mod ranking;
pub(super) mod taut_tree;
pub(super) mod taut_visibility_graph;
