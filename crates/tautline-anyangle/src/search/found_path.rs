//! Where a way ends.

use tautline_navmesh::AreaId;

use super::node::{NO_NODE, NodeId, RootId};

/// The end of a way, and its length.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FoundPath {
    pub(crate) length: f64,
    /// The last point that it bends at, and the item and the area in which its
    /// end was seen from there.
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
