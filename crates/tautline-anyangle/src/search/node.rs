//! What waits in the queue, and from where it is seen.

use tautline_geometry::Vec2;
use tautline_navmesh::HalfEdgeId;

/// The number of a [`Root`].
pub(crate) type RootId = u32;

/// A point that a path bends at, or its start, with the way that leads there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Root {
    pub(super) point: Vec2,
    /// Its row in the table of places, or [`Self::NO_CORNER`] for a start.
    pub(super) corner: u32,
    /// The root before; itself for a start.
    pub(super) parent: RootId,
    /// The length of the way from the start.
    pub(super) length: f64,
    /// The length that a whole way by it has at lower_bound, as far as landmarks tell.
    pub(super) lower_bound: f64,
}

impl Root {
    pub(super) const NO_CORNER: u32 = u32::MAX;

    pub(super) const fn of_start(point: Vec2) -> Self {
        Self { point, corner: Self::NO_CORNER, parent: 0, length: 0.0, lower_bound: 0.0 }
    }
}

/// A ray that bounds what is seen from a root, by name instead of by an angle.
///
/// It leads from the root through the vertex at which a side begins; or it
/// prolongs the way from the root's parent to the root. Which side of it a
/// point lies on is then an exact question about three given points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Limit(u32);

impl Limit {
    /// The way from the parent to the root, prolonged.
    pub(super) const PROLONGED: Self = Self(u32::MAX);

    pub(super) const fn through_start_of(edge: HalfEdgeId) -> Self {
        Self(edge.0)
    }

    /// The side at whose start the vertex is, unless the ray is a prolonged way.
    pub(super) fn half_edge(self) -> Option<HalfEdgeId> {
        (self != Self::PROLONGED).then_some(HalfEdgeId(self.0))
    }
}

/// Which way a path turns at a corner. FanAngle left, it keeps the corner, and
/// the obstacle behind it, on its left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    Left,
    Right,
}

/// The number of an node.
pub(crate) type NodeId = u32;

/// Stands for the start where an item is expected.
pub(crate) const NO_NODE: NodeId = u32::MAX;

/// Something to go on with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SearchNode {
    /// What a root sees through a part of a border, in the area that `edge`
    /// belongs to.
    Window { root: RootId, edge: HalfEdgeId, right: Limit, left: Limit },
    /// What comes into view where a path turns at a corner, at which a side of
    /// the area begins that it comes from.
    Corner { root: RootId, corner: HalfEdgeId, turn: Turn },
}

impl SearchNode {
    pub(super) const fn root(&self) -> RootId {
        match *self {
            Self::Window { root, .. } | Self::Corner { root, .. } => root,
        }
    }
}

/// An node, and the one that it was seen from.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeRecord {
    pub(super) node: SearchNode,
    pub(super) parent: NodeId,
}
