//! The best path found to a goal.

use tautline_navmesh::AreaId;

use super::node::{NO_NODE, NodeId, RootId};

/// A path to a goal: its length, and the nodes that it is read from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FoundPath {
    pub(crate) length: f64,
    /// The last point that it bends at, and the node and the area in which the goal was
    /// seen from there.
    pub(crate) root: RootId,
    pub(crate) node: NodeId,
    pub(crate) area: AreaId,
}

impl FoundPath {
    pub(crate) const NONE: Self =
        Self { length: f64::INFINITY, root: 0, node: NO_NODE, area: AreaId(u32::MAX) };
}

impl Default for FoundPath {
    fn default() -> Self {
        Self::NONE
    }
}
