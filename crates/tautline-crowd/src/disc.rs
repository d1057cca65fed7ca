//! The discs of agents.

use tautline_geometry::Vec2;
use tautline_navmesh::AreaId;

/// The disc of an agent, and the area that contains its centre. Discs are stored apart from the other data of
/// agents, so that several fit into a cache line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Disc {
    pub(crate) position: Vec2,
    pub(crate) area: AreaId,
    pub(crate) radius: f32,
}
