//! What a bake leaves behind and queries read, laid out so that they read little of it.
//!
//! Lengths are whole numbers of small `units`. Areas list the corners that see them, as
//! cones that are packed into one number (`packed_cone`); the `sieve` holds the same once
//! more, as lines that most cones are told apart by. Corners have `entries`: how far it
//! is to the hubs that serve them. `chains` tell the ways there, and `bearings` how far
//! it is to a few beacons, roughly. `rows` hold where all that begins, for each area and
//! each corner; and for each area, the `regions` from which a single bend may lead to it.
//!
//! `ranking` says which corners are the best hubs; and what leads over no hub is found in
//! the `taut_graph`, over which bakes and queries grow trees of shortest paths
//! (`taut_tree`).
//!
//! Tables know neither who made them nor who reads them.

pub(super) mod bearings;
pub(super) mod chains;
pub(super) mod entries;
pub(super) mod packed_cone;
pub(super) mod ranking;
pub(super) mod regions;
pub(super) mod rows;
pub(super) mod sieve;
pub(super) mod taut_graph;
pub(super) mod taut_tree;
pub(super) mod units;
