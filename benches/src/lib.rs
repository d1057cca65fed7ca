//! What the benchmarks share: meshes as plain data, and the peers to compare with.
//!
//! * [`plain`] is the neutral ground: every contestant is built from the same [`PlainMesh`].
//! * [`suite`] finds real maps with queries, [`pairs`] makes up queries and [`obstacles`] outlines;
//!   [`levels`] are side-view levels.
//! * [`measured`] keeps what was measured, for tables and plots; [`tables`] prints tables of maps,
//!   those that the [`arguments`] ask for.
//! * `peers` (behind the feature of that name) wraps Detour and polyanya, so that one loop can time
//!   them all.
//!
//! This package is not published.

pub mod arguments;
pub mod levels;
pub mod measured;
pub mod obstacles;
pub mod pairs;
#[cfg(feature = "peers")]
pub mod peers;
pub mod plain;
pub mod suite;
pub mod tables;

pub use plain::PlainMesh;
