//! Exact shortest paths on navigation meshes.

mod aim;
mod counters;
mod ground;
mod near;
mod search;
mod shortest;

pub use counters::Counters;
pub use near::NearSearch;
pub use shortest::{AnyAngleScratch, AnyAngleSearch, shortest_path};
