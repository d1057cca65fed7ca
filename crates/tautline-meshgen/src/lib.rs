//! Navigation meshes from what people draw: polygons, tile maps and models made
//! of triangles, with room for the radius of an agent.
//!
//! # What is here
//!
//! * [`Polygons`]: rings of ground, holes and terrain, however they overlap, become a
//!   [`RawMesh`](tautline_navmesh::RawMesh).
//! * [`areas_from_tiles`]: few and large areas from a grid of cells.
//! * [`walkable_triangles`]: the ground of a model made of triangles in space; with the
//!   feature `recast`, `walkable_voxels` finds where an agent can stand on any triangles.
//! * [`Subdivision`]: a partition of the plane by edges that name what lies on their left
//!   and right, which all of the above go through.
//! * [`merge_areas`]: triangles joined to convex areas. [`inset`]: a finished mesh, for
//!   agents with a radius. [`join_tiles`]: tiles that were made apart, as one mesh.
//!
//! # When to use another crate
//!
//! `tautline-navmesh` validates what is made here and answers queries;
//! `tautline-dynamic` lets obstacles come and go on it; `tautline-formats` reads files.
//!
//! # Example
//!
//! ```
//! use tautline_meshgen::{PolygonOptions, Polygons, Role};
//! use tautline_navmesh::{BuildOptions, NavMesh, Vec2};
//!
//! let square = |x: f32, y: f32, size: f32| {
//!     vec![[x, y], [x + size, y], [x + size, y + size], [x, y + size]]
//! };
//! let mut polygons = Polygons::default();
//! polygons.push(Role::Ground, [square(0.0, 0.0, 20.0)]);
//! polygons.push(Role::Hole, [square(8.0, 8.0, 4.0)]);
//! let built = polygons.build(&PolygonOptions { agent_radius: 0.5, ..Default::default() })?;
//! let mesh = NavMesh::build(&built.mesh, &BuildOptions::default())?.mesh;
//! assert_eq!(mesh.locate(Vec2::new(7.75, 10.0)), None, "too close to the hole");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Guarantees
//!
//! What is built has no fault that [`NavMesh::build`](tautline_navmesh::NavMesh::build)
//! would find. Polygons are cut on a grid of integers that `f32` holds exactly; points
//! that do not lie on it are reported. The same input gives the same bits everywhere.
//!
//! # Features
//!
//! * `recast` (off): `walkable_voxels`. Brings rerecast.
//! * `serde` (off): serialisation of polygons and options.

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
    DropReason, DroppedTriangles, ModelError, ModelMesh, ModelOptions, ModelReport,
    NonManifoldEdges, UpAxis, walkable_triangles,
};
pub use polygons::{
    FillRule, InsetError, InsetMesh, LineJoin, PolygonError, PolygonMesh, PolygonOptions, Polygons,
    Repair, Role, Shape, inset,
};
pub use subdivision::{Edge, Region, Subdivision, SubdivisionError};
pub use tile_joining::{TileBorder, TileLine, join_tiles};
pub use tiles::{TileFrame, areas_from_tiles};
#[cfg(feature = "recast")]
pub use voxels::{VoxelError, VoxelMesh, VoxelOptions, VoxelReport, walkable_voxels};

/// Parts that `tautline-dynamic` is made of, too. Not covered by any promise of stability.
#[doc(hidden)]
pub mod internal {
    pub use crate::polygons::{Extent, boolean_ops, coverage, grid, inset, noding, rings};
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeDoctests;
