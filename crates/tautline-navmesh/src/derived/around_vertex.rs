//! Vertex circulators, and the winding number of the areas around a vertex.

use std::hint::select_unpredictable;

use tautline_geometry::Vec2;

use super::HalfEdgeArrays;
use crate::HalfEdgeId;

/// Visits the half-edges that start at a vertex, one for each area connected around it: a
/// vertex circulator. It goes from `first` counter-clockwise and, unless that leads all the
/// way round, then from `first` clockwise. `visit` receives each half-edge and the one that
/// it was reached from.
pub(crate) fn visit_around(
    first: HalfEdgeId,
    counter_clockwise: impl Fn(HalfEdgeId) -> Option<HalfEdgeId>,
    clockwise: impl Fn(HalfEdgeId) -> Option<HalfEdgeId>,
    mut visit: impl FnMut(HalfEdgeId, HalfEdgeId),
) {
    visit(first, first);
    let mut here = first;
    while let Some(next) = counter_clockwise(here) {
        if next == first {
            return;
        }
        visit(next, here);
        here = next;
    }
    here = first;
    while let Some(next) = clockwise(here) {
        visit(next, here);
        here = next;
    }
}

impl HalfEdgeArrays<'_> {
    /// The next half-edge of the same area.
    pub(crate) fn after(&self, edge: HalfEdgeId) -> HalfEdgeId {
        let area = self.areas[edge.index()].index();
        let (first, end) = (self.first_half_edges[area], self.first_half_edges[area + 1]);
        let after = edge.0 + 1;
        // Without a branch: whether a half-edge is the last one is hard to predict.
        HalfEdgeId(select_unpredictable(after == end, first, after))
    }

    /// The previous half-edge of the same area.
    pub(crate) fn before(&self, edge: HalfEdgeId) -> HalfEdgeId {
        let area = self.areas[edge.index()].index();
        let is_first = edge.0 == self.first_half_edges[area];
        HalfEdgeId(if is_first { self.first_half_edges[area + 1] } else { edge.0 } - 1)
    }

    /// The half-edge that starts at the same vertex in the next area clockwise.
    pub(crate) fn clockwise(&self, corner: HalfEdgeId) -> Option<HalfEdgeId> {
        self.twin(corner).map(|twin| self.after(twin))
    }

    /// The half-edge that starts at the same vertex in the next area counter-clockwise.
    pub(crate) fn counter_clockwise(&self, corner: HalfEdgeId) -> Option<HalfEdgeId> {
        self.twin(self.before(corner))
    }

    /// The number of connected areas around a vertex whose corners there contain the downward
    /// ray, given the first half-edge of their fan: see [`points_left`].
    pub(crate) fn down_crossings(&self, first: HalfEdgeId) -> u32 {
        let next =
            |&corner: &HalfEdgeId| self.counter_clockwise(corner).filter(|&next| next != first);
        std::iter::successors(Some(first), next)
            .map(|corner| u32::from(self.crosses_down_ray(corner)))
            .sum()
    }

    /// Returns true if the corner of an area, at the start of a half-edge, contains the
    /// downward ray: see [`points_left`].
    pub(crate) fn crosses_down_ray(&self, corner: HalfEdgeId) -> bool {
        let [from, here, to] =
            [self.before(corner), corner, self.after(corner)].map(|edge| self.start(edge));
        points_left(from, here) && points_left(here, to)
    }
}

/// Returns true if a direction points to the left, or straight down. Exact.
///
/// This one test counts the turns around a vertex (the *winding number*) without angles.
/// Every full turn crosses the ray that runs straight down from the vertex once. An area
/// covers at most half a turn at its corner, so it crosses that ray exactly if both
/// half-edges at the corner point left, the one that ends there and the one that starts:
///
/// ```text
///            v                  The corner of the area at v contains the downward ray.
///          ↙ ¦ ↖                The half-edge that ends at v, from b, points left, and so
///        ↙   ¦   ↖              does the one that starts at v, to a.
///       a    ¦     b
///            ▼ down             A ray straight along a half-edge is counted for the area on
///                               one side of it only: "straight down" counts as left.
/// ```
///
/// The number of areas of a fan that cross the ray is the number of its full turns, or one more
/// if the rest of its angle crosses the ray, too. The orientation of its two walls decides
/// which: see `FanAngle::between`.
pub(crate) fn points_left(from: Vec2, to: Vec2) -> bool {
    // Without short circuits: the outcome is hard to predict.
    (to.x < from.x) | ((to.x <= from.x) & (to.y < from.y))
}
