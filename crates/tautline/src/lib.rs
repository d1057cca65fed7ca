#![cfg_attr(
    all(feature = "asset", feature = "formats", feature = "platformer"),
    doc = "[guide]: crate::guide\n"
)]
//! Exact path finding on navigation meshes.
//!
//! This is the facade of tautline: paths by one call, with or without allocations, batches on all
//! cores, steering, crowds, baked maps, and drawing. The crates behind it are re-exported as modules,
//! and each can be used on its own.
//!
//! # Example
//!
//! ```
//! use tautline::navmesh::RawMesh;
//! use tautline::{Vec2, path};
//!
//! // An L-shaped room of two areas.
//! let mut raw = RawMesh::from_vertices(&[
//!     [0.0, 0.0], [8.0, 0.0], [8.0, 2.0], [2.0, 2.0], [2.0, 6.0], [0.0, 6.0], [0.0, 2.0],
//! ]);
//! raw.push_area(&[0, 1, 2, 3, 6]);
//! raw.push_area(&[6, 3, 4, 5]);
//! let mesh = raw.build()?;
//!
//! let path = path(&mesh, Vec2::new(1.0, 6.0), Vec2::new(8.0, 1.0))?;
//! assert_eq!(path.points, [Vec2::new(1.0, 6.0), Vec2::new(2.0, 2.0), Vec2::new(8.0, 1.0)]);
//! assert!((path.length - (17_f64.sqrt() + 37_f64.sqrt())).abs() < 1e-12);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What is here
//!
//! The [guide] has a page for each topic.
//!
//! | Item | Use |
//! |---|---|
//! | [`path`] | one path, the simplest form |
//! | [`path_in`] with a [`Query`], [`Scratch`] and [`Path`] | costs, elevations, budgets; no allocation |
//! | [`paths`], [`lengths`] | many queries at once |
//! | [`paths_to`], [`next_corners_to`] | many starts with one goal |
//! | [`Ground`] | a mesh with baked labels, which answer many times faster |
//! | [`dynamic::DynamicNavMesh`] (feature `build`) | obstacles that come and go |
//! | [`BakedVersion`] (feature `build`) | labels of an earlier version of a dynamic mesh |
//! | [`Steering`] | an agent that follows a path, tick by tick: pushes, edits, doors, links |
//! | [`crowd`] with [`CrowdPaths`] | many agents that make room for each other |
//! | [`baked`] (feature `asset`) | meshes baked into bytes, loaded at run time |
//! | [`bake`] (features `asset`, `formats`) | baked maps from map files, in one call |
//! | [`meshgen`] (feature `build`) | meshes from polygons, tiles and models, for agents of any radius |
//! | [`import`] (feature `formats`) | meshes from map files |
//! | [`platformer`] (feature `platformer`) | characters that run, jump and fall in side-view levels, planned from their physics; the published method for comparison in [`platformer::classic`] |
//! | [`draw`] | pictures of meshes and paths, as SVG or with your own renderer |
//!
//! # Guarantees
//!
//! * Every walked segment of a path lies on the mesh. With uniform costs, every bend is at a corner of
//!   the mesh (a reflex vertex), or where a link begins or ends.
//! * With uniform costs, the path is the **exact shortest** one over ground and links
//!   ([`Tier::Exact`]). Where terrain costs differ, [`Tier::Weighted`] finds a path that is nearly the
//!   cheapest; it bends where it crosses from one terrain to another, too. On request,
//!   [`Tier::Classic`] finds a corridor of areas and the shortest path through it, which is mostly less
//!   than 1 % longer than the shortest of all. [`Path::tier`] is the tier that answered.
//! * Equal input gives equal bits, on every platform and with any number of threads.
//! * No input causes a panic or an endless loop: failures are variants of [`PathError`].
//!
//! # Features
//!
//! On by default: `rayon` (threads), `asset` (baked maps: serde, bincode),
//! `build` (meshes from polygons, tiles and models), `formats` (map files),
//! `platformer` (side-view levels), `serde` (with `asset`; serialisation of paths). Off by default: `tiled`, `ldtk`, `png`,
//! `obj`, `gltf`, `geojson`, `svg` and `detour` (files of other programs; `all-formats` for all), `recast`
//! (voxelisation of models), `trace` (records of exact searches). Without any feature, the crate
//! depends only on glam, robust, spade and thiserror.
//!
//! [guide]: https://github.com/tautline/tautline/tree/main/crates/tautline/guide

mod answer;
#[cfg(all(feature = "asset", feature = "formats"))]
pub mod bake;
#[cfg(feature = "asset")]
pub mod baked;
#[cfg(feature = "build")]
mod baked_version;
mod batch;
mod crowd_paths;
pub mod draw;
mod error;
mod ground;
#[cfg(all(any(doc, doctest), feature = "asset", feature = "formats", feature = "platformer"))]
pub mod guide;
#[cfg(feature = "formats")]
pub mod import;
mod path;
#[cfg(feature = "platformer")]
pub mod platformer;
mod request;
mod steering;
mod task;
mod tier;
mod workers;

#[cfg(feature = "build")]
pub use baked_version::BakedVersion;
pub use batch::{FlatPaths, lengths, lengths_flat, next_corners_to, paths, paths_flat, paths_to};
pub use crowd_paths::{CrowdEvent, CrowdPaths};
pub use error::{Barrier, PathError};
pub use ground::Ground;
pub use path::{LinkTraversal, Path, Step};
pub use request::{PathOptions, Query, Scratch, path, path_in};
pub use steering::{LinkStep, Steering, SteeringStatus};
pub use tautline_navmesh::{End, Location, NavMesh, QueryFilter, Vec2};
pub use tautline_search::Budget;
pub use tier::Tier;

pub use tautline_anyangle as anyangle;
#[cfg(feature = "asset")]
pub use tautline_asset as asset;
pub use tautline_crowd as crowd;
#[cfg(feature = "build")]
pub use tautline_dynamic as dynamic;
#[cfg(feature = "formats")]
pub use tautline_formats as formats;
pub use tautline_funnel as funnel;
pub use tautline_geometry as geometry;
pub use tautline_labels as labels;
#[cfg(feature = "build")]
pub use tautline_meshgen as meshgen;
pub use tautline_navmesh as navmesh;
pub use tautline_search as search;
pub use tautline_weighted as weighted;

#[cfg(all(doctest, feature = "asset", feature = "formats"))]
#[doc = include_str!("../README.md")]
struct ReadmeDoctests;

#[cfg(all(doctest, feature = "asset"))]
#[doc = include_str!("../../../README.md")]
struct WorkspaceReadmeDoctests;
