//! Where areas are joined.

use tautline_navmesh::SideId;

/// What a side of a new area is a part of: two sides between the same vertices are
/// joined if they are parts of the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Seam {
    /// Something that cannot be crossed.
    Wall,
    /// Of ground that is cut in the plane, by number.
    Within(u32),
    /// Of a border of the base: of the lower one of its two sides.
    Border(SideId),
}

/// A side that stays, whose area across goes.
pub(super) struct OpenBorder {
    pub(super) side: SideId,
    /// What the border is a part of.
    pub(super) seam: Seam,
    /// The vertices at its ends, in its direction.
    pub(super) ends: [u32; 2],
}
