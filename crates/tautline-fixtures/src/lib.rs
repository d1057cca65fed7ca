//! Test data for tautline: named meshes, seeded generators of maps and levels,
//! and slow oracles that are simple enough to be obviously correct.
//!
//! # When to use another crate
//!
//! This crate is only for tests and benches, and is not published. It depends on
//! none of the other crates, so that an oracle shares no code with the code
//! under test. Its results are plain data. Tests convert them to the types of the crate under test.
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
//! # Modules
//!
//! | Module | Content |
//! |---|---|
//! | [`random`] | [`SplitMix64`], the random number generator of all tests |
//! | [`plain_mesh`] | [`PlainMesh`], a mesh as plain vectors, and its validation |
//! | [`plain_shortest`] | [`VisibilityGraph`], shortest paths on a plain mesh |
//! | [`cells`] | [`Cells`], a map of walkable squares, and its mesh of unit squares |
//! | [`data`] | the folder of external test data |
//! | [`detour`] | navigation meshes in Detour's binary format |
//! | [`generators`] | maps of cells: random blocks, mazes, rooms, open ground, checkerboards |
//! | [`random_mesh()`] | meshes of a map, whose cells are merged and split at random |
//! | [`sight`] | visibility between points of a map of cells, in exact integers |
//! | [`shortest`] | the length of the shortest path on a map of cells, by a visibility graph |
//! | [`stairs`] | a spiral staircase, whose flights are above each other |
//! | [`linked`] | [`LinkedGraph`](linked::LinkedGraph), shortest paths over ground and links; random links |
//! | [`weighted_tiles`] | [`WeightedTiles`], tiles of different weight; [`DenseGraph`], cheapest paths over them |
//! | [`levels`] | side-view levels of platforms, one-way platforms, caves, open fields |
//! | [`named`] | small meshes, one for each special case |
//! | [`figure`] | [`Figure`], an SVG writer for the figures of the documentation |
//! | [`real_data`] | maps of real games, and reference lengths |
//!
//! # Guarantees
//!
//! * **Deterministic.** The same seed results in the same data on every platform
//!   and with every version of the toolchain.
//! * **Exact.** The oracles decide visibility and connections in integers. Lengths and costs are
//!   `f64`, with rounding errors of a few units in the last place. The costs of [`DenseGraph`] are
//!   upper bounds: the cheapest path over the tiles may be cheaper.
//!
//! # Coordinate system
//!
//! x points to the right and y up. Polygons are counter-clockwise. Left and right are as seen by an
//! agent that walks forwards.
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
mod exact_ground;
pub mod figure;
pub mod generators;
pub mod levels;
pub mod linked;
pub mod named;
pub mod plain_mesh;
pub mod plain_shortest;
pub mod random;
pub mod random_mesh;
pub mod real_data;
pub mod shortest;
pub mod sight;
pub mod stairs;
pub mod weighted_tiles;

pub use cells::Cells;
pub use figure::{Figure, TextAnchor};
pub use generators::{checkerboard, maze, open, random_blocks, rooms};
pub use plain_mesh::PlainMesh;
pub use plain_shortest::VisibilityGraph;
pub use random::SplitMix64;
pub use random_mesh::random_mesh;
pub use shortest::shortest_length;
pub use sight::{is_walkable_path, sees};
pub use stairs::spiral_stairs;
pub use weighted_tiles::{DenseGraph, WeightedTiles};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeDoctests;
