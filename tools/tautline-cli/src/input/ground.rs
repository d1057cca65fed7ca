//! The walkable ground of a map, before it is built.

use tautline::meshgen::Polygons;
use tautline::navmesh::{BuildOptions, RawMesh};

#[cfg(feature = "recast")]
use super::voxels::VoxelGround;

/// The walkable ground of a map, by the kind of its source.
pub(crate) enum Ground {
    /// Convex or concave areas.
    Mesh { raw: Box<RawMesh>, options: BuildOptions },
    /// The walkable triangles of a model. Objects of a model are drawn one by one, so a vertex
    /// of one may lie on an edge of another (a T-junction), and objects may overlap.
    Model(Box<RawMesh>),
    /// Polygons of ground and holes, not yet divided into areas.
    Polygons(Polygons),
    /// A model whose walkable ground is found by voxelisation, for a size of agent.
    #[cfg(feature = "recast")]
    Voxels(Box<VoxelGround>),
}
