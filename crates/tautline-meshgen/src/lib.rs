//! Navigation meshes from what people draw: polygons, tile maps and models made
//! of triangles, with room for the radius of an agent.

mod lot;
mod merging;
mod models;
mod outlines;
mod subdivision;
mod tiled_meshes;
mod tiles;
#[cfg(feature = "recast")]
mod voxels;

pub use merging::merge_areas;
pub use models::{
    CrowdedSides, DropReason, DroppedTriangles, ModelError, ModelMesh, ModelOptions, ModelReport,
    UpAxis, walkable_triangles,
};
pub use outlines::{
    Corners, Fill, InsetError, InsetMesh, OutlineError, OutlineMesh, OutlineOptions, Outlines,
    Repair, Role, Shape, inset,
};
pub use subdivision::{Edge, Region, Subdivision, SubdivisionError};
pub use tiled_meshes::{TileBorder, TileLine, join_tiles};
pub use tiles::{TileFrame, areas_from_tiles};
#[cfg(feature = "recast")]
pub use voxels::{VoxelError, VoxelMesh, VoxelOptions, VoxelReport, walkable_voxels};

/// Parts that `tautline-dynamic` is made of, too. Not covered by any promise of stability.
#[doc(hidden)]
pub mod internal {
    pub use crate::outlines::{coverage, grid, ground, pieces, rings, shrink};
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeDoctests;
