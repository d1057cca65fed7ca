//! Nodes of the search, and the roots that they are seen from.

use tautline_geometry::{Orientation, Vec2};
use tautline_navmesh::{AreaId, HalfEdgeId, NavMesh};

use crate::search_space::{SearchSpace, WholeMesh};

/// The index of a [`Root`].
pub(crate) type RootId = u32;

/// The start of a path, a point at which it bends, or an end of a link that it takes. The chain of
/// parents is the path to the root.
#[derive(Clone, Copy, Debug)]
pub(super) struct Root {
    pub(super) point: Vec2,
    /// The row of the corner, or of the exit of a link, in the table of best distances;
    /// [`Self::NO_ROW`] for a start and for the entrance of a link.
    pub(super) distance_row: u32,
    /// The previous root; a start is its own parent.
    pub(super) parent: RootId,
    /// The length of the path from the start (the g-value).
    pub(super) length: f64,
    /// A lower bound on the length of a path through this root, by landmarks.
    pub(super) lower_bound: f64,
}

impl Root {
    pub(super) const NO_ROW: u32 = u32::MAX;

    pub(super) const fn of_start(point: Vec2) -> Self {
        Self { point, distance_row: Self::NO_ROW, parent: 0, length: 0.0, lower_bound: 0.0 }
    }
}

/// A ray that bounds what a root sees: the left or right *limit* of a window. Stored as the vertex
/// that it leads through, not as an angle.
///
/// It is the ray from the root through the start of a half-edge, or the prolongation of the
/// leg from the root's parent to the root. Both are defined by two input points, so an exact
/// predicate says on which side a third point lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Limit(u32);

impl Limit {
    /// The prolongation of the leg from the parent to the root.
    pub(super) const PROLONGED: Self = Self(u32::MAX);

    pub(super) const fn through_start_of(edge: HalfEdgeId) -> Self {
        Self(edge.0)
    }

    /// The half-edge whose start the ray leads through; `None` for a prolongation.
    pub(super) fn half_edge(self) -> Option<HalfEdgeId> {
        (self != Self::PROLONGED).then_some(HalfEdgeId(self.0))
    }
}

/// The direction in which a path turns at a corner. A path that turns left has the corner,
/// and the obstacle behind it, on its left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    Left,
    Right,
}

impl Turn {
    pub(super) const fn opposite(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }

    /// Mirrors an orientation if this is a turn to the right, so that each rule is written once, for
    /// turns to the left.
    #[inline(always)]
    pub(super) fn mirrored(self, orientation: Orientation) -> Orientation {
        if self == Self::Left { orientation } else { orientation.reversed() }
    }

    /// Returns the half-edge that starts at the same vertex in the next area around it,
    /// counter-clockwise for a turn to the left, clockwise for one to the right. `None` at a wall.
    #[inline]
    pub(super) fn next_around(self, mesh: &NavMesh, edge: HalfEdgeId) -> Option<HalfEdgeId> {
        self.next_open_around(&WholeMesh(mesh), edge)
    }

    /// Like [`Self::next_around`]. A closed half-edge counts as a wall.
    #[inline(always)]
    pub(super) fn next_open_around(
        self,
        space: &impl SearchSpace,
        edge: HalfEdgeId,
    ) -> Option<HalfEdgeId> {
        let mesh = space.mesh();
        let open_twin = |edge| space.open_twin(mesh.half_edge(edge));
        match self {
            Self::Left => open_twin(mesh.previous_half_edge(edge)),
            Self::Right => open_twin(edge).map(|twin| mesh.next_half_edge(twin)),
        }
    }
}

/// The index of a node.
pub(crate) type NodeId = u32;

/// The parent of the nodes at the start.
pub(crate) const NO_NODE: NodeId = u32::MAX;

/// A node of the search: something to expand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SearchNode {
    /// The part of a border that a root sees between two limits (an *interval*). `edge` is
    /// the half-edge on the far side, in the area that is looked into.
    Window { root: RootId, edge: HalfEdgeId, right: Limit, left: Limit },
    /// A corner to turn at. `corner` is the half-edge that begins there in the area that
    /// the path comes from.
    Corner { root: RootId, corner: HalfEdgeId, turn: Turn },
    /// A link to take. `area` is where the root sees its entrance.
    Link { root: RootId, arc: u32, area: AreaId },
}

impl SearchNode {
    pub(super) const fn root(&self) -> RootId {
        match *self {
            Self::Window { root, .. } | Self::Corner { root, .. } | Self::Link { root, .. } => root,
        }
    }
}

/// A node and its parent.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeRecord {
    pub(super) node: SearchNode,
    pub(super) parent: NodeId,
}
