#![cfg_attr(
    all(feature = "asset", feature = "formats", feature = "platformer"),
    doc = "[guide]: crate::guide\n"
)]
//! Finds the way from here to there on a navigation mesh.
//!
//! This is the facade of tautline: one call from positions to a path, the same
//! call without allocations, batches on all cores, corridors that agents keep,
//! baked assets, and drawing. The rooms behind it are re-exported as modules,
//! and each is a crate that serves alone.
//!
//! # Example
//!
//! ```
//! use tautline::navmesh::{BuildOptions, NavMesh, RawMesh};
//! use tautline::{Vec2, path};
//!
//! // An L-shaped room of two areas.
//! let mut raw = RawMesh::from_vertices(&[
//!     [0.0, 0.0], [8.0, 0.0], [8.0, 2.0], [2.0, 2.0], [2.0, 6.0], [0.0, 6.0], [0.0, 2.0],
//! ]);
//! raw.push_area(&[0, 1, 2, 3, 6]);
//! raw.push_area(&[6, 3, 4, 5]);
//! let mesh = NavMesh::build(&raw, &BuildOptions::default())?.mesh;
//!
//! let path = path(&mesh, Vec2::new(1.0, 6.0), Vec2::new(8.0, 1.0))?;
//! assert_eq!(path.points, [Vec2::new(1.0, 6.0), Vec2::new(2.0, 2.0), Vec2::new(8.0, 1.0)]);
//! assert!((path.length - (17_f64.sqrt() + 37_f64.sqrt())).abs() < 1e-12);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What is here
//!
//! The [guide] leads through all of it, page by page.
//!
//! | Call | For |
//! |---|---|
//! | [`path`] | the easy form |
//! | [`path_in`] with a [`Query`], [`Scratch`] and [`Path`] | costs, elevations, budgets; no allocation |
//! | [`paths`], [`lengths`] | very many agents at once |
//! | [`paths_to`], [`next_corners_to`] | very many agents with one goal |
//! | [`Ground`] | a mesh with baked labels, which answer many times faster |
//! | [`BakedVersion`] (feature `build`) | labels of ground that has changed since |
//! | [`Steering`] | an agent that keeps its corridor and asks for its next corners every tick |
//! | [`baked`] (feature `asset`) | meshes baked into bytes, loaded at run time |
//! | [`import`] (feature `formats`) | meshes from files that authors draw |
//! | [`platformer`] (feature `platformer`) | characters that run, jump and fall in side-view levels, planned from their physics; the published method beside it in [`platformer::classic`] |
//! | [`draw`] | pictures of meshes and paths, as SVG or by the caller's own hand |
//!
//! # Guarantees
//!
//! * Every leg of a path lies on the mesh, every bend is at a corner of it.
//! * On ground that costs the same everywhere, and without links, the path is
//!   the **shortest** one, exactly ([`Tier::Exact`]). Where links may be taken
//!   or terrain is weighed, and where it is asked for, [`Tier::Classic`] finds a
//!   corridor of areas and the shortest path through that; mostly, but not
//!   always, it is less than 1 % longer than the best. [`Path::tier`] says which
//!   one answered.
//! * Equal input gives equal bits, on every platform and any number of threads.
//! * No input panics or loops: what cannot be done has a name in [`PathError`].
//!
//! # Features
//!
//! On by default: `rayon` (threads), `asset` (baked maps: serde, bincode),
//! `build` (meshes from outlines, tiles and models), `formats` (files of authors),
//! `platformer` (side-view levels). Off: `all-formats` (files of other programs), `recast` (the
//! ground of any model, through voxels), `trace` (an exact search item by item). Without any, the crate depends on glam,
//! robust and thiserror only.
//!
//! [guide]: https://github.com/tautline/tautline/tree/main/crates/tautline/guide

mod answer;
#[cfg(feature = "asset")]
pub mod baked;
mod batch;
#[cfg(feature = "build")]
mod changed;
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

pub use batch::{FlatPaths, lengths, next_corners_to, paths, paths_flat, paths_to};
#[cfg(feature = "build")]
pub use changed::BakedVersion;
pub use error::{Barrier, PathError};
pub use ground::Ground;
pub use path::{LinkTraversal, Path, Step};
pub use request::{PathOptions, Query, Scratch, path, path_in};
pub use steering::{Moved, Steering};
pub use tautline_navmesh::{End, Location, NavMesh, QueryFilter, Vec2};
pub use tautline_search::Budget;
pub use tier::Tier;

pub use tautline_anyangle as anyangle;
#[cfg(feature = "asset")]
pub use tautline_asset as asset;
#[cfg(feature = "build")]
pub use tautline_dynamic as dynamic;
#[cfg(feature = "formats")]
pub use tautline_formats as formats;
pub use tautline_funnel as funnel;
pub use tautline_geometry as geometry;
#[cfg(feature = "build")]
pub use tautline_meshgen as meshgen;
pub use tautline_navmesh as navmesh;
pub use tautline_search as search;

#[cfg(all(doctest, feature = "asset", feature = "formats"))]
#[doc = include_str!("../README.md")]
struct ReadmeDoctests;

#[cfg(all(doctest, feature = "asset"))]
#[doc = include_str!("../../../README.md")]
struct WorkspaceReadmeDoctests;
