//! Shared code of the benchmarks: meshes as plain data, and the peers to compare with.
//!
//! * [`plain`]: every contestant is built from the same [`PlainMesh`].
//! * Maps: [`suite`] finds real maps with queries, [`families`] generates maps in several sizes, [`obstacles`] generates
//!   polygons, [`links`] adds links to maps, and [`levels`] has side-view levels.
//! * [`pairs`] generates queries.
//! * [`crowds`] has scenarios for crowds, and measures any crowd in them.
//! * [`measured`] stores measurements in files, for tables and plots. [`growth`] makes the tables of families.
//!   [`tables`] prints tables of the maps that the [`arguments`] select.
//! * `peers` (behind the feature of that name) wraps Detour and polyanya. The peers of crowds are in the package
//!   `crowd-peers`.
//!
//! To compare with another peer, add a module to `peers`, a contestant to `bin/peers.rs`, and its name to
//! `bin/plots.rs`.
//!
//! This package is not published.

pub mod arguments;
pub mod crowds;
pub mod families;
pub mod growth;
pub mod levels;
pub mod links;
pub mod measured;
pub mod obstacles;
pub mod pairs;
#[cfg(feature = "detour")]
pub mod peers;
pub mod plain;
pub mod suite;
pub mod tables;

pub use plain::PlainMesh;
