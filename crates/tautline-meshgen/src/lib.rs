//! Generators of navigation meshes: from polygons, tile maps and models made of triangles,
//! with insets for agents with a radius.
//!
//! * [`Polygons`]: shapes of ground, holes and terrain, which may overlap in any way, become
//!   a [`RawMesh`](tautline_navmesh::RawMesh).
//! * [`areas_from_tiles`]: few, large areas from a grid of cells.
//! * [`walkable_triangles`]: the ground of a model whose triangles are the ground. With the
//!   feature `recast`, `walkable_voxels` finds the ground of arbitrary triangles.
//! * [`Subdivision`]: a planar subdivision whose edges name the regions on their left and right.
//!   Most other generators build one.
//! * [`merge_areas`]: merges triangles into convex areas. [`inset`]: a finished mesh for agents
//!   with a radius. [`join_tiles`]: one mesh from tiles that were built separately.
//!
//! # When to use another crate
//!
//! `tautline-navmesh` validates meshes and answers queries; `tautline-dynamic` adds and
//! removes obstacles at run time; `tautline-formats` reads files.
//!
//! # How polygons become a mesh
//!
//! ```text
//! snap to grid -> resolve self-intersections -> union without holes -> inset
//!      -> arrangement with terrain (noding, sweep) -> triangulation -> merged convex areas
//! ```
//!
//! # Example
//!
//! ```
//! use tautline_meshgen::{PolygonOptions, Polygons, Role};
//! use tautline_navmesh::Vec2;
//!
//! let square = |x: f32, y: f32, size: f32| {
//!     vec![[x, y], [x + size, y], [x + size, y + size], [x, y + size]]
//! };
//! let mut polygons = Polygons::default();
//! polygons.push(Role::Ground, [square(0.0, 0.0, 20.0)]);
//! polygons.push(Role::Hole, [square(8.0, 8.0, 4.0)]);
//! let built = polygons.build(&PolygonOptions { agent_radius: 0.5, ..Default::default() })?;
//! let mesh = built.mesh.build()?;
//! assert_eq!(mesh.locate(Vec2::new(7.75, 10.0)), None, "too close to the hole");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Guarantees
//!
//! * [`NavMesh::build`](tautline_navmesh::NavMesh::build) finds no fault in a mesh from here.
//! * Polygons are cut on a grid of integers that `f32` holds exactly; points that are not on it
//!   are reported.
//! * The same input gives the same bits on every platform.
//! * Input that would need memory out of proportion to its length is refused.
//!
//! # Features
//!
//! * `recast` (off): `walkable_voxels`. Brings rerecast.
//! * `serde` (off): serialisation of polygons and options.
//!
//! # Sources
//!
//! `i_overlay` cuts polygons; spade triangulates (constrained Delaunay). Voxels follow M. Mononen's
//! Recast. Papers are named where they are used.

mod merging;
mod models;
mod polygons;
mod subdivision;
mod tile_joining;
mod tiles;
#[cfg(feature = "recast")]
mod voxels;

pub use merging::merge_areas;
pub use models::{
    CloseVertices, DropReason, DroppedTriangles, ModelError, ModelMesh, ModelOptions, ModelReport,
    NonManifoldEdges, UpAxis, walkable_triangles,
};
pub use polygons::mesh_inset::inset;
pub use polygons::{
    FillRule, InsetError, InsetMesh, LineJoin, PolygonError, PolygonMesh, PolygonOptions, Polygons,
    Repair, Role, Shape,
};
pub use subdivision::{Edge, Region, Subdivision, SubdivisionError};
pub use tile_joining::{TileBorder, TileLine, join_tiles};
pub use tiles::{TileFrame, areas_from_tiles};
#[cfg(feature = "recast")]
pub use voxels::{VoxelError, VoxelMesh, VoxelOptions, VoxelReport, walkable_voxels};

/// Internals that `tautline-dynamic` shares. No stability is promised.
#[doc(hidden)]
pub mod internal {
    pub use crate::polygons::{Extent, boolean_ops, coverage, grid, inset, noding, rings};
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeDoctests;
