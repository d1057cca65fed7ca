//! What the benchmarks share: meshes as plain data, and the peers to compare with.
//!
//! * [`plain`] is the neutral ground: every contestant is built from the same [`PlainMesh`].
//! * [`suite`] finds real maps with queries, [`obstacles`] makes up outlines.
//! * `peers` (behind the feature of that name) wraps Detour and polyanya, so that one loop can time
//!   them all.
//!
//! This package is not published.

pub mod obstacles;
#[cfg(feature = "peers")]
pub mod peers;
pub mod plain;
pub mod suite;

pub use plain::PlainMesh;
