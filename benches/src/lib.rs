//! Shared code of the benchmarks: meshes as plain data, and the peers to compare with.
//!
//! * [`plain`] is the neutral ground: every contestant is built from the same [`PlainMesh`].
//! * [`suite`] finds real maps with queries; [`pairs`] generates queries, and [`obstacles`] polygons;
//!   [`families`] are maps in several sizes, [`levels`] side-view levels, and [`links`] maps with links.
//!   [`growth`] makes tables of families.
//! * [`crowds`] has scenarios for crowds, and measures any crowd in them.
//! * [`measured`] stores measurements for tables and plots; [`tables`] prints tables of the maps
//!   that the [`arguments`] name.
//! * `peers` (behind the feature of that name) wraps Detour and polyanya, so that one loop can time
//!   them all. The peers of crowds are in a package of their own, `crowd-peers`.
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
