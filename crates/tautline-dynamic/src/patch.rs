//! Areas that take the place of others.

use std::collections::BTreeMap;

use tautline_meshgen::internal::grid::GridPoint;
use tautline_navmesh::{AreaAttributes, AreaId, HalfEdgeId};

/// Areas in place of some of the base: what obstacles leave of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Patch {
    /// Where vertices are, and their elevations.
    pub(super) vertices: Vec<(GridPoint, f32)>,
    pub(super) areas: Vec<PatchArea>,
    /// What each area of the base is now a part of: an area of the base, the same
    /// for all that may have become one area.
    pub(super) representatives: BTreeMap<AreaId, AreaId>,
    /// Sides around ground that have an end off the base, because a crossing was
    /// rounded to the grid.
    pub(super) off_mesh_edges: Vec<[GridPoint; 2]>,
}

#[derive(Clone, Debug)]
pub(super) struct PatchArea {
    /// By number in the vertices of the patch, counter-clockwise.
    pub(super) corners: Vec<u32>,
    /// What the sides that begin there are parts of.
    pub(super) join_keys: Vec<JoinKey>,
    pub(super) attributes: AreaAttributes,
    /// What it is a part of: see [`Patch::representatives`].
    pub(super) representative: AreaId,
}

/// What a side of a new area is a part of: two sides between the same vertices are
/// joined if they are parts of the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum JoinKey {
    /// Something that cannot be crossed.
    Wall,
    /// Of ground that is cut in the plane, by number.
    Within(u32),
    /// Of a border of the base: of the lower one of its two sides.
    Border(HalfEdgeId),
}
