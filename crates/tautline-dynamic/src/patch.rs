//! Patches: areas in place of cut static areas.

use std::collections::BTreeMap;

use tautline_meshgen::internal::grid::GridPoint;
use tautline_navmesh::{AreaAttributes, AreaId, HalfEdgeId};

/// A patch: the areas that obstacles leave of some static areas.
#[derive(Clone, Debug, Default)]
pub(super) struct Patch {
    /// The positions of vertices, and their elevations.
    pub(super) vertices: Vec<(GridPoint, f32)>,
    pub(super) areas: Vec<PatchArea>,
    /// For each static area, the representative of its region: a static area, the same for all
    /// that may have been merged.
    pub(super) representatives: BTreeMap<AreaId, AreaId>,
    /// Boundary edges with an end off the static areas, because an intersection was rounded to
    /// the grid.
    pub(super) off_mesh_edges: Vec<[GridPoint; 2]>,
}

#[derive(Clone, Debug)]
pub(super) struct PatchArea {
    /// Indices into the vertices of the patch, counter-clockwise.
    pub(super) corners: Vec<u32>,
    /// The join key of the edge that starts at each corner.
    pub(super) join_keys: Vec<JoinKey>,
    pub(super) attributes: AreaAttributes,
    /// The representative of its region: see [`Patch::representatives`].
    pub(super) representative: AreaId,
}

/// The join key of an edge: two edges between the same vertices become twins if their keys are
/// equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum JoinKey {
    /// A wall, which never joins.
    Wall,
    /// An edge inside a chart, by the number of the chart.
    Within(u32),
    /// A part of a border of the static mesh: the lower one of its two half-edges.
    Border(HalfEdgeId),
}
