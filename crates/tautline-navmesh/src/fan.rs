//! Vertex fans: the connected areas around a vertex.

use tautline_geometry::Vec2;

use crate::{AreaId, FanId, HalfEdgeId, NavMesh, VertexId};

/// A vertex fan: areas around a vertex that are connected across borders at that vertex.
///
/// A vertex where areas touch without a common border is a *non-manifold vertex* and has
/// several fans. A path never leads from one of them to another there, though a start or
/// goal on the vertex may use any.
///
/// ```text
///         \  area 1  /
///          \        /  area 0     The areas around v are connected: one fan. It goes
///   area 2  \      /              counter-clockwise from wall 1 to wall 2, and its first
///            \    /               half-edge starts at v along wall 1. It covers more than
///             \  /                half a turn, so v is a corner (a *reflex vertex*): a
///   ───────────v━━━━━━ wall 1     shortest path may bend there.
///     area 3   ┃▒▒▒▒▒▒
///              ┃▒▒▒▒▒▒
///            wall 2
/// ```
///
/// ```
/// use tautline_navmesh::{RawMesh, VertexId};
///
/// // Two squares that touch only at vertex 2.
/// let mut raw = RawMesh::from_vertices(&[
///     [0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0], [2.0, 1.0], [2.0, 2.0], [1.0, 2.0],
/// ]);
/// raw.push_area(&[0, 1, 2, 3]);
/// raw.push_area(&[2, 4, 5, 6]);
/// let mesh = raw.build()?;
/// assert_eq!(mesh.component_count(), 2, "a common vertex does not connect areas");
/// assert_eq!(mesh.fans_at(VertexId(2)).count(), 2);
/// # Ok::<(), tautline_navmesh::Faults>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fan {
    pub(crate) vertex: VertexId,
    pub(crate) first: HalfEdgeId,
    pub(crate) last: HalfEdgeId,
    pub(crate) walls: [Vec2; 2],
    pub(crate) angle: FanAngle,
}

/// The angle that a fan covers around its vertex, as far as searches need it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(crate) enum FanAngle {
    /// Exactly one full turn, without a wall: an interior vertex.
    Closed,
    /// At most half a turn: a convex or straight boundary vertex.
    Convex,
    /// More than half a turn, up to a full turn: a reflex vertex.
    Reflex,
    /// More than a full turn, as on a ramp that winds around the vertex: its winding number
    /// exceeds one. The fan may have walls or be closed.
    OverFull,
}

impl FanAngle {
    /// Returns true if it is more than half a turn.
    #[inline]
    pub(crate) const fn is_corner(self) -> bool {
        matches!(self, Self::Reflex | Self::OverFull)
    }
}

impl Fan {
    /// The vertex.
    #[inline]
    #[must_use]
    pub const fn vertex(&self) -> VertexId {
        self.vertex
    }

    /// The first half-edge that starts here, counter-clockwise: a wall, unless the
    /// fan has no walls.
    #[inline]
    #[must_use]
    #[doc(hidden)]
    pub const fn first_half_edge(&self) -> HalfEdgeId {
        self.first
    }

    /// The half-edge that starts here in the fan's last area, counter-clockwise. The half-edge
    /// before it is a wall, unless the fan has no walls.
    #[inline]
    #[must_use]
    #[doc(hidden)]
    pub const fn last_half_edge(&self) -> HalfEdgeId {
        self.last
    }

    /// The far ends of the two walls that bound the fan: the areas lie counter-clockwise from
    /// the first wall to the second. If there are no walls, both are the position of the vertex.
    #[inline]
    #[must_use]
    pub const fn walls(&self) -> [Vec2; 2] {
        self.walls
    }

    /// Returns true if the fan covers more than half a turn (a reflex vertex), so that
    /// a shortest path may bend here. Exact. The free end of a zero-width wall is a
    /// corner too.
    #[inline]
    #[must_use]
    pub const fn is_corner(&self) -> bool {
        self.angle.is_corner()
    }

    /// Returns true if the fan covers more than a full turn, as on a ramp that winds
    /// around the vertex: its winding number exceeds one.
    #[inline]
    #[must_use]
    #[doc(hidden)]
    pub const fn exceeds_full_turn(&self) -> bool {
        matches!(self.angle, FanAngle::OverFull)
    }
}

impl NavMesh {
    /// The data of a fan.
    #[inline]
    #[must_use]
    pub fn fan(&self, fan: FanId) -> &Fan {
        &self.fans()[fan.index()]
    }

    /// The fans of a vertex, none if no area uses the vertex. O(log n).
    pub fn fans_at(&self, vertex: VertexId) -> impl ExactSizeIterator<Item = FanId> + use<> {
        let first = self.fans().partition_point(|fan| fan.vertex < vertex);
        let count = self.fans()[first..].partition_point(|fan| fan.vertex == vertex);
        (first..first + count).map(FanId::from_index)
    }

    /// The half-edges that start at a fan, counter-clockwise, one for each of its
    /// areas.
    pub fn half_edges_at(&self, fan: FanId) -> impl Iterator<Item = HalfEdgeId> + '_ {
        let first = self.fan(fan).first;
        let next = move |&edge: &HalfEdgeId| {
            self.next_around(edge, false, |edge| self.twin(edge)).filter(|&next| next != first)
        };
        std::iter::successors(Some(first), next)
    }

    /// Returns the next half-edge around the vertex at which a half-edge starts, clockwise or counter-clockwise.
    /// `cross` returns the twin of a half-edge, or `None` if it cannot be crossed.
    #[doc(hidden)]
    #[inline]
    pub fn next_around(
        &self,
        edge: HalfEdgeId,
        is_clockwise: bool,
        cross: impl FnOnce(HalfEdgeId) -> Option<HalfEdgeId>,
    ) -> Option<HalfEdgeId> {
        if is_clockwise {
            cross(edge).map(|twin| self.next_half_edge(twin))
        } else {
            cross(self.previous_half_edge(edge))
        }
    }

    /// The number of corners (reflex vertices) at which a shortest path may bend: the fans that
    /// cover more than half a turn ([`Fan::is_corner`]). The effort of a search for a shortest path
    /// grows with it. O(n).
    ///
    /// ```
    /// # use tautline_navmesh::{Terrain, rectangles_from_cells};
    /// let raw = rectangles_from_cells(3, 3, |x, y| ((x, y) != (1, 1)).then_some(Terrain(0)));
    /// let mesh = raw.build()?;
    /// assert_eq!(mesh.corner_count(), 4, "of the hole; a path does not bend at the others");
    /// # Ok::<(), tautline_navmesh::Faults>(())
    /// ```
    #[must_use]
    pub fn corner_count(&self) -> usize {
        self.fans().iter().filter(|fan| fan.is_corner()).count()
    }

    /// The areas of a fan, counter-clockwise.
    pub fn areas_around(&self, fan: FanId) -> impl Iterator<Item = AreaId> + '_ {
        self.half_edges_at(fan).map(|edge| self.area_of(edge))
    }
}
