//! Going around vertices.

use std::hint::select_unpredictable;

use tautline_geometry::Vec2;

use super::HalfEdgeArrays;
use crate::HalfEdgeId;

/// Visits the sides that begin at a vertex, one for each area, as far as steps lead: from a
/// side counter-clockwise, and, unless that comes all the way round, clockwise from it.
/// Each comes with the one that it was reached from.
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
    /// The side that follows a side of an area.
    pub(crate) fn after(&self, edge: HalfEdgeId) -> HalfEdgeId {
        let area = self.areas[edge.index()].index();
        let (first, end) = (self.first_half_edges[area], self.first_half_edges[area + 1]);
        let after = edge.0 + 1;
        HalfEdgeId(select_unpredictable(after == end, first, after))
    }

    /// The side that precedes a side of an area.
    pub(crate) fn before(&self, edge: HalfEdgeId) -> HalfEdgeId {
        let area = self.areas[edge.index()].index();
        let is_first = edge.0 == self.first_half_edges[area];
        HalfEdgeId(if is_first { self.first_half_edges[area + 1] } else { edge.0 } - 1)
    }

    /// The side that begins the area clockwise, across this side.
    pub(crate) fn clockwise(&self, corner: HalfEdgeId) -> Option<HalfEdgeId> {
        self.twin(corner).map(|twin| self.after(twin))
    }

    /// The side that begins the area counter-clockwise, across the side before
    /// this one.
    pub(crate) fn counter_clockwise(&self, corner: HalfEdgeId) -> Option<HalfEdgeId> {
        self.twin(self.before(corner))
    }

    /// How often the sides that hang together with the first one of a fan pass
    /// straight down.
    pub(crate) fn down_crossings(&self, first: HalfEdgeId) -> u32 {
        let next =
            |&corner: &HalfEdgeId| self.counter_clockwise(corner).filter(|&next| next != first);
        std::iter::successors(Some(first), next)
            .map(|corner| u32::from(self.crosses_down_ray(corner)))
            .sum()
    }

    /// Whether straight down runs through an area at one of its corners: see
    /// [`points_left`].
    pub(crate) fn crosses_down_ray(&self, corner: HalfEdgeId) -> bool {
        let [from, here, to] =
            [self.before(corner), corner, self.after(corner)].map(|edge| self.start(edge));
        points_left(from, here) && points_left(here, to)
    }
}

/// Whether directions are counted from straight down counter-clockwise, and this
/// one comes in the second half: to the left, or straight down itself. Exact.
///
/// The area at a corner takes half a angle at most. So it reaches past straight
/// down exactly if the sides before and after the corner both descend.
pub(crate) fn points_left(from: Vec2, to: Vec2) -> bool {
    // Without short cuts: there is nothing to guess.
    (to.x < from.x) | ((to.x <= from.x) & (to.y < from.y))
}
