//! Where a way ends.

use tautline_navmesh::AreaId;

use super::item::{ItemId, NO_ITEM, RootId};

/// The end of a way, and its length.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arrival {
    pub(crate) length: f64,
    /// The last point that it bends at, and the item and the area in which its
    /// end was seen from there.
    pub(crate) root: RootId,
    pub(crate) item: ItemId,
    pub(crate) area: AreaId,
}

impl Arrival {
    pub(crate) const NONE: Self =
        Self { length: f64::INFINITY, root: 0, item: NO_ITEM, area: AreaId(u32::MAX) };
}

impl Default for Arrival {
    fn default() -> Self {
        Self::NONE
    }
}
