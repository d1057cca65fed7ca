//! What a mesh is made of.

use tautline_geometry::Vec2;

use crate::AreaAttributes;
use crate::components::Components;
use crate::fan::Fan;
use crate::half_edge::HalfEdge;

/// The areas and how they hang together.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct MeshData {
    pub(crate) vertices: Vec<Vec2>,
    /// One per vertex, or none for flat ground.
    pub(crate) elevations: Vec<f32>,
    pub(crate) edges: Vec<HalfEdge>,
    pub(crate) fans: Vec<Fan>,
    /// Where the sides of each area begin; one entry more than areas.
    pub(crate) first_half_edges: Vec<u32>,
    pub(crate) attributes: Vec<AreaAttributes>,
    /// A number for each area, for [`BlockCutRange::leads_to`](crate::BlockCutRange::leads_to).
    pub(crate) block_cut_numbers: Vec<u32>,
    pub(crate) components: Components,
}
