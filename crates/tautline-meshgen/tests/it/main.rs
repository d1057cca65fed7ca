//! Tests of meshes from polygons, tiles and models.

mod inset;
mod models;
mod polygons;
mod subdivision;
mod tile_joining;
#[cfg(feature = "recast")]
mod voxels;
