//! Test data for tautline: named meshes, seeded generators of maps and levels,
//! and slow oracles that are simple enough to be believed.
//!
//! # When to use another room
//!
//! Only tests and benches use this crate; it is not published. It depends on
//! none of the other crates, so that an oracle shares no code with what it
//! judges. What it hands out is plain data, to be turned into the types of the
//! room under test.
//!
//! # Example
//!
//! ```
//! use tautline_fixtures::{random_blocks, shortest_length};
//!
//! let cells = random_blocks(7, 12, 12, 30);
//! let there = shortest_length(&cells, [1, 1], [23, 23]);
//! let back = shortest_length(&cells, [23, 23], [1, 1]);
//! match (there, back) {
//!     (Some(there), Some(back)) => assert!((there - back).abs() < 1e-9),
//!     (there, back) => assert_eq!(there, back),
//! }
//! ```
//!
//! # What is where
//!
//! | Module | Holds |
//! |---|---|
//! | [`random`] | [`SplitMix64`], the one source of chance |
//! | [`plain_mesh`] | [`PlainMesh`], a mesh as bare vectors, and a check of its soundness |
//! | [`plain_shortest`] | [`VisibilityGraph`], shortest paths on a plain mesh, by brute force |
//! | [`cells`] | [`Cells`], a map of walkable squares, and its mesh of unit squares |
//! | [`detour`] | navigation meshes in Detour's binary form |
//! | [`generators`] | random blocks, mazes, rooms, open ground, checkerboards |
//! | [`random_mesh()`] | meshes of a map whose cells are merged and cut at random |
//! | [`sight`] | whether two points see each other, in exact integers |
//! | [`shortest`] | the length of the shortest path, by brute force |
//! | [`stairs`] | stairs that wind around a pillar, above each other |
//! | [`levels`] | side-view levels of platforms, one-way platforms, caves, open fields |
//! | [`named`] | small meshes, one per peculiarity |
//! | [`picture`] | [`Picture`], the pen that draws the figures of the documentation |
//! | [`real_data`] | maps of real games, if they are there, and their references |
//!
//! # Guarantees
//!
//! * **Deterministic.** The same seed gives the same data on every platform
//!   and in every version of the toolchain.
//! * **Exact.** The oracles decide everything in integers; only the lengths
//!   are `f64`, with a few units in the last place of rounding.
//!
//! # The frame
//!
//! x to the right, y up, polygons counter-clockwise, left and right as the
//! walker sees them.
//!
//! # Sources
//!
//! G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number
//! generators" (2014) for the random numbers; T. Lozano-Pérez, M. A. Wesley,
//! "An algorithm for planning collision-free paths among polyhedral obstacles"
//! (1979) for the visibility graph.

pub mod cells;
pub mod data;
pub mod detour;
pub mod generators;
pub mod levels;
pub mod named;
pub mod picture;
mod plain_ground;
pub mod plain_mesh;
pub mod plain_shortest;
pub mod random;
pub mod random_mesh;
pub mod real_data;
pub mod shortest;
pub mod sight;
pub mod stairs;

pub use cells::Cells;
pub use generators::{checkerboard, maze, open, random_blocks, rooms};
pub use picture::{Beside, Picture};
pub use plain_mesh::PlainMesh;
pub use plain_shortest::VisibilityGraph;
pub use random::SplitMix64;
pub use random_mesh::random_mesh;
pub use shortest::shortest_length;
pub use sight::{is_walkable_path, sees};
pub use stairs::spiral_stairs;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeDoctests;
