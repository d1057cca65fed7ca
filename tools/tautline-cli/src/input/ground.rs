//! Ground that can be built.

use tautline::meshgen::Polygons;
use tautline::navmesh::{BuildOptions, RawMesh};

#[cfg(feature = "recast")]
use super::voxels::VoxelGround;

/// What an author drew.
pub(crate) enum Ground {
    /// Areas.
    Mesh { raw: Box<RawMesh>, options: BuildOptions },
    /// What can be walked on in a model, whose parts were made one by one: the end of one
    /// lies somewhere on the edge of another, or on top of it.
    Model(Box<RawMesh>),
    /// Outlines, of which areas have to be made.
    Polygons(Polygons),
    /// A model in which an agent of some size has to find its ground.
    #[cfg(feature = "recast")]
    Voxels(Box<VoxelGround>),
}
