//! The walkable ground of a map, before it is built.

use tautline_meshgen::Polygons;
use tautline_navmesh::{BuildOptions, RawLink, RawMesh};

#[cfg(feature = "recast")]
use super::voxel_ground::VoxelGround;

/// The walkable ground of a map, by the kind of its source.
pub(super) enum Ground {
    /// Convex or concave areas, which may be merged unless they mean something to the author.
    Mesh { raw: Box<RawMesh>, options: BuildOptions, may_merge: bool },
    /// The walkable triangles of a model. Objects of a model are drawn one by one, so a vertex
    /// of one may lie on an edge of another (a T-junction), and objects may overlap.
    #[cfg_attr(
        not(any(feature = "gltf", feature = "obj")),
        expect(dead_code, reason = "made by readers whose features are off")
    )]
    Model(Box<RawMesh>),
    /// Polygons of ground and holes, not yet divided into areas.
    #[cfg_attr(
        not(any(feature = "svg", feature = "geojson", feature = "tiled")),
        expect(dead_code, reason = "made by readers whose features are off")
    )]
    Polygons {
        polygons: Polygons,
        links: Vec<RawLink>,
        /// The greatest distance between a curve and the line segments that replace it, in world units.
        deviation: f64,
    },
    /// A model whose walkable ground is found by voxelisation, for a size of agent.
    #[cfg(feature = "recast")]
    Voxels(Box<VoxelGround>),
}
