//! Ground that can be built.

use tautline::navmesh::{BuildOptions, Outlines, RawMesh};

#[cfg(feature = "recast")]
use super::voxels::VoxelGround;

/// What an author drew.
pub(crate) enum Ground {
    /// Areas.
    Mesh { raw: Box<RawMesh>, options: BuildOptions },
    /// Outlines, of which areas have to be made.
    Outlines(Outlines),
    /// A model in which an agent of some size has to find its ground.
    #[cfg(feature = "recast")]
    Voxels(Box<VoxelGround>),
}
