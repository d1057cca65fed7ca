//! Exact predicates of areas relative to a ray.

use std::cmp::Ordering;

use tautline_geometry::{DVec2, Orientation, Segment, Vec2, orient2d};

use crate::derived::visit_around;
use crate::{HalfEdgeId, NavMesh, QueryFilter};

/// A ray from a start to a target.
pub(super) struct Ray<'a> {
    pub(super) mesh: &'a NavMesh,
    pub(super) filter: &'a QueryFilter,
    pub(super) start: Vec2,
    pub(super) target: Vec2,
}

/// The place where a ray leaves an area.
pub(super) enum Exit {
    HalfEdge(HalfEdgeId),
    Corner(HalfEdgeId),
}

impl Ray<'_> {
    /// The place where the ray leaves the area of a half-edge. The line of the ray must touch
    /// the area. It leaves where the face loop changes from the right of the line to its left:
    ///
    /// ```text
    ///         l───◄───l          Corners on the left of the line are l, on the right r. The
    ///         │       │          face loop runs counter-clockwise and changes from r to l
    ///    s ───┼───────┼──► t     exactly once: on the half-edge across which the ray leaves.
    ///         │       ▲
    ///         r───►───r
    /// ```
    ///
    /// Where the ray runs along edges of the area, it leaves at the first corner on its way,
    /// because there may be a wall on the other side of the next edge. `None` if start and
    /// target are equal.
    pub(super) fn exit(&self, first: HalfEdgeId) -> Option<Exit> {
        use Orientation::{Clockwise, Collinear, CounterClockwise};
        let mut edge = first;
        let mut begin = self.side_of(self.position(edge));
        loop {
            let next = self.mesh.next_half_edge(edge);
            let end = self.side_of(self.position(next));
            match (begin, end) {
                (Clockwise, CounterClockwise) => return Some(Exit::HalfEdge(edge)),
                (Clockwise, Collinear) => return Some(Exit::Corner(self.first_of_run(next))),
                (Collinear, CounterClockwise) => {
                    return Some(Exit::Corner(self.first_of_run(edge)));
                }
                _ => {}
            }
            (edge, begin) = (next, end);
            if edge == first {
                return None;
            }
        }
    }

    /// The first corner beyond the start, among the successive corners of an area that lie on
    /// the ray, given the last one.
    fn first_of_run(&self, last: HalfEdgeId) -> HalfEdgeId {
        let run = |neighbour: fn(&NavMesh, HalfEdgeId) -> HalfEdgeId| {
            std::iter::successors(Some(last), move |&corner| {
                Some(neighbour(self.mesh, corner)).filter(|&next| self.is_beyond(self.start, next))
            })
        };
        let corners = run(NavMesh::next_half_edge).chain(run(NavMesh::previous_half_edge));
        let by_order =
            |&a: &HalfEdgeId, &b: &HalfEdgeId| self.order(self.position(a), self.position(b));
        corners.min_by(by_order).unwrap_or(last)
    }

    /// The next corner of an area on the ray after a corner from which the ray continues, if it
    /// runs along the edge between them.
    pub(super) fn next_along(&self, corner: HalfEdgeId) -> Option<HalfEdgeId> {
        let position = self.position(corner);
        let neighbours = [self.mesh.next_half_edge(corner), self.mesh.previous_half_edge(corner)];
        neighbours.into_iter().find(|&next| self.is_beyond(position, next))
    }

    /// Returns true if a corner lies on the line of the ray, beyond a point of it.
    fn is_beyond(&self, point: Vec2, corner: HalfEdgeId) -> bool {
        let position = self.position(corner);
        self.side_of(position).is_collinear() && self.order(position, point).is_gt()
    }

    /// Returns true if the ray continues inside an area or along its edges from one of its
    /// corners, which lies on the ray.
    pub(super) fn goes_on_from(&self, corner: HalfEdgeId) -> bool {
        let right = self.position(self.mesh.next_half_edge(corner));
        let left = self.position(self.mesh.previous_half_edge(corner));
        !self.side_of(right).is_left() && !self.side_of(left).is_right()
    }

    /// The twin of a half-edge, if the filter allows its area.
    pub(super) fn open_twin(&self, edge: HalfEdgeId) -> Option<HalfEdgeId> {
        self.mesh.twin(edge).filter(|&twin| self.mesh.is_open(self.mesh.area_of(twin), self.filter))
    }

    /// Visits the half-edges that start at a corner, one for each allowed area that is
    /// connected there with that of the given half-edge: see [`visit_around`].
    pub(super) fn visit_open_around(
        &self,
        corner: HalfEdgeId,
        visit: impl FnMut(HalfEdgeId, HalfEdgeId),
    ) {
        visit_around(
            corner,
            |edge| self.open_twin(self.mesh.previous_half_edge(edge)),
            |edge| self.open_twin(edge).map(|twin| self.mesh.next_half_edge(twin)),
            visit,
        );
    }

    pub(super) fn position(&self, corner: HalfEdgeId) -> Vec2 {
        self.mesh.segment(corner).a
    }

    /// The side of the ray on which a point lies.
    pub(super) fn side_of(&self, point: Vec2) -> Orientation {
        orient2d(self.start, self.target, point)
    }

    /// Compares two points on the line of the ray by their order along it.
    pub(super) fn order(&self, a: Vec2, b: Vec2) -> Ordering {
        Segment::new(self.start, self.target).compare_along(a, b)
    }

    /// The intersection of the ray with a half-edge, as a fraction of the ray; rounded.
    pub(super) fn fraction_at(&self, edge: HalfEdgeId) -> f64 {
        let edge = self.mesh.segment(edge);
        let (a, b) = (DVec2::from(edge.a), DVec2::from(edge.b));
        let height = |point: Vec2| (b - a).perp_dot(DVec2::from(point) - a);
        let (above, below) = (height(self.start), height(self.target));
        let fraction = above / (above - below);
        if fraction.is_finite() { fraction.clamp(0.0, 1.0) } else { 1.0 }
    }

    /// The position of a point of the ray, as a fraction of the ray; rounded.
    pub(super) fn fraction_of(&self, point: Vec2) -> f64 {
        let start = DVec2::from(self.start);
        let (whole, part) = (DVec2::from(self.target) - start, DVec2::from(point) - start);
        let fraction =
            if whole.x.abs() > whole.y.abs() { part.x / whole.x } else { part.y / whole.y };
        if fraction.is_finite() { fraction.clamp(0.0, 1.0) } else { 0.0 }
    }
}
