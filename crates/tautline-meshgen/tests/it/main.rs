//! What holds for meshes that are made of polygons, tiles and models.

mod inset;
mod models;
mod polygons;
mod subdivision;
#[cfg(feature = "recast")]
mod voxels;
