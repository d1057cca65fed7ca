//! The arrays that a navigation mesh is made of.

use tautline_geometry::Vec2;

use crate::AreaAttributes;
use crate::fan::Fan;
use crate::half_edge::HalfEdge;

/// The areas of a mesh and their connections.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct MeshData {
    pub(crate) vertices: Vec<Vec2>,
    /// One per vertex; empty for a flat mesh.
    pub(crate) elevations: Vec<f32>,
    pub(crate) edges: Vec<HalfEdge>,
    pub(crate) fans: Vec<Fan>,
    /// The first half-edge of each area, and the end of the last area.
    pub(crate) first_half_edges: Vec<u32>,
    pub(crate) attributes: Vec<AreaAttributes>,
    /// The number of each area in the block-cut tree, for
    /// [`BlockCutRange::leads_to`](crate::BlockCutRange::leads_to).
    pub(crate) block_cut_numbers: Vec<u32>,
    pub(crate) components: Components,
}

/// The connected components of the areas, connected across borders only.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Components {
    /// The component of each area.
    pub(crate) of_area: Vec<u32>,
    /// The number of components.
    pub(crate) count: u32,
}
