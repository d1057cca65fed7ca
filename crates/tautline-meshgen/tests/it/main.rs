//! What holds for meshes that are made of polygons, tiles and models.

mod models;
mod polygons;
mod shrunk;
mod subdivision;
#[cfg(feature = "recast")]
mod voxels;
