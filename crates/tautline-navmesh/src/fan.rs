//! Which areas around a vertex hang together.

use tautline_geometry::Vec2;

use crate::{AreaId, FanId, HalfEdgeId, NavMesh, VertexId};

/// The areas around a vertex that are topology by shared borders.
///
/// A vertex where obstacles touch at a point has several fans, and a path never
/// squeezes from one to another; a start or goal on such a vertex may use any.
/// Each fan is a vertex of its own to whoever walks.
///
/// ```
/// use tautline_navmesh::{BuildOptions, NavMesh, RawMesh, VertexId};
///
/// // Two squares that touch only at vertex 2.
/// let mut raw = RawMesh::from_vertices(&[
///     [0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0], [2.0, 1.0], [2.0, 2.0], [1.0, 2.0],
/// ]);
/// raw.push_area(&[0, 1, 2, 3]);
/// raw.push_area(&[2, 4, 5, 6]);
/// let mesh = NavMesh::build(&raw, &BuildOptions::default())?.mesh;
/// assert_eq!(mesh.component_count(), 2, "not topology at the point");
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

/// How far the ground of a fan reaches around its vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(crate) enum FanAngle {
    /// All the way round, once, without a wall.
    Closed,
    /// Half a angle at most.
    Convex,
    /// More than half a angle, up to a full one.
    Reflex,
    /// More than a full angle, as on a ramp that winds around the vertex; with
    /// walls or, where sheets are glued to a whole again, without.
    OverFull,
}

impl FanAngle {
    /// Whether it is more than half a angle.
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

    /// The first side that begins here, counter-clockwise: a wall, unless there
    /// is none.
    #[inline]
    #[must_use]
    pub const fn first_half_edge(&self) -> HalfEdgeId {
        self.first
    }

    /// The side of the last area that begins here: the side before it is a wall,
    /// unless there is none.
    #[inline]
    #[must_use]
    pub const fn last_half_edge(&self) -> HalfEdgeId {
        self.last
    }

    /// The far ends of the two walls between which the ground lies, counter-clockwise
    /// from the first to the second. Twice the vertex where there are none.
    #[inline]
    #[must_use]
    pub const fn walls(&self) -> [Vec2; 2] {
        self.walls
    }

    /// Whether the ground reaches around more than half a angle, so that a
    /// shortest way may bend here. Decided by exact signs; the free end of a
    /// wall of no width is a corner too.
    #[inline]
    #[must_use]
    pub const fn is_corner(&self) -> bool {
        self.angle.is_corner()
    }

    /// Whether the ground reaches around more than a full angle, as on a ramp
    /// that winds around the vertex.
    #[inline]
    #[must_use]
    pub const fn exceeds_full_turn(&self) -> bool {
        matches!(self.angle, FanAngle::OverFull)
    }
}

impl NavMesh {
    /// A fan.
    #[inline]
    #[must_use]
    pub fn fan(&self, fan: FanId) -> &Fan {
        &self.fans()[fan.index()]
    }

    /// The fans of a vertex. None for a vertex that no area uses. O(log n).
    pub fn fans_at(&self, vertex: VertexId) -> impl ExactSizeIterator<Item = FanId> + use<> {
        let first = self.fans().partition_point(|fan| fan.vertex < vertex);
        let count = self.fans()[first..].partition_point(|fan| fan.vertex == vertex);
        (first..first + count).map(FanId::from_index)
    }

    /// The sides that begin at a fan, counter-clockwise, one for each of its
    /// areas.
    pub fn half_edges_at(&self, fan: FanId) -> impl Iterator<Item = HalfEdgeId> + '_ {
        let first = self.fan(fan).first;
        let next = move |&edge: &HalfEdgeId| {
            self.twin(self.previous_half_edge(edge)).filter(|&next| next != first)
        };
        std::iter::successors(Some(first), next)
    }

    /// The areas of a fan, counter-clockwise.
    pub fn areas_around(&self, fan: FanId) -> impl Iterator<Item = AreaId> + '_ {
        self.half_edges_at(fan).map(|edge| self.area_of(edge))
    }
}
