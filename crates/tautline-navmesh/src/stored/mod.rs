//! Stored meshes: valid meshes as plain data that is fast to check.

mod error;
pub(crate) mod geometry;
pub(crate) mod topology;
mod verify;

pub use error::StoredMeshError;

use crate::half_edge::HalfEdge;
use crate::{NavMesh, RawLink, RawMesh, Terrain};

/// A valid mesh as plain data, for baking.
///
/// [`RawMesh`] contains the data that an author knows, and [`NavMesh::build`] derives the rest
/// by sorting and searching. A stored mesh contains the derived data as well, in a form that
/// linear passes can check. [`Self::verify`] takes a fraction of the time of
/// [`NavMesh::build`], with the same guarantees.
///
/// Flat lists with one entry per vertex, fan, half-edge or area, indexed as in the mesh.
///
/// ```
/// use tautline_navmesh::RawMesh;
///
/// let mut raw = RawMesh::from_vertices(&[[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]]);
/// raw.push_area(&[0, 1, 2]);
/// raw.push_area(&[0, 2, 3]);
/// let mesh = raw.build()?;
///
/// let mut stored = mesh.to_stored();
/// assert_eq!(stored.clone().verify()?, mesh);
/// stored.twins.swap(0, 2);
/// assert!(stored.verify().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct StoredMesh {
    /// The position of each vertex in the plane, in world units.
    pub vertices: Vec<[f32; 2]>,
    /// The elevation of each vertex, in world units; empty for a flat mesh.
    pub elevations: Vec<f32>,
    /// The vertices sorted by y, then x, then elevation; empty if they are in that order
    /// already. It proves that no two vertices have the same position.
    pub vertex_order: Vec<u32>,
    /// The vertex of each fan, in order.
    pub fan_vertices: Vec<u32>,
    /// The fan at which each half-edge starts.
    pub half_edge_fans: Vec<u32>,
    /// The twin of each half-edge, or [`Self::NO_TWIN`] for a wall.
    pub twins: Vec<u32>,
    /// The end of each area's half-edges.
    pub half_edge_ends: Vec<u32>,
    /// The terrain class of each area; empty if all are of class 0.
    pub terrains: Vec<Terrain>,
    /// The number that the author gave to each area; empty if the numbers are the indices.
    pub numbers: Vec<u32>,
    /// The block-cut number of each area, for
    /// [`BlockCutRange::leads_to`](crate::BlockCutRange::leads_to).
    pub block_cut_numbers: Vec<u32>,
    /// Off-mesh links.
    pub links: Vec<RawLink>,
}

impl StoredMesh {
    /// The twin of a wall.
    pub const NO_TWIN: u32 = HalfEdge::NO_TWIN;
}

impl NavMesh {
    /// The mesh as plain data that is fast to check, for baking. O(n log n).
    #[must_use]
    pub fn to_stored(&self) -> StoredMesh {
        let RawMesh { vertices, elevations, corner_ends, terrains, numbers, links, .. } =
            self.to_raw();
        let edges = || self.areas().flat_map(|area| self.half_edges_in(area));
        StoredMesh {
            vertex_order: geometry::position_order(&vertices, &elevations),
            vertices,
            elevations,
            fan_vertices: self.fans().iter().map(|fan| fan.vertex().0).collect(),
            half_edge_fans: edges().map(|edge| edge.fan().0).collect(),
            twins: edges()
                .map(|edge| edge.twin().map_or(HalfEdge::NO_TWIN, |twin| twin.0))
                .collect(),
            half_edge_ends: corner_ends,
            terrains,
            numbers,
            block_cut_numbers: self.data.block_cut_numbers.clone(),
            links,
        }
    }
}
