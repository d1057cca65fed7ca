//! Fans: their walls and the angles that they cover.

use std::hint::select_unpredictable;

use tautline_geometry::{Vec2, orient2d};

use super::HalfEdgeArrays;
use super::around_vertex::points_left;
use crate::fan::{Fan, FanAngle};
use crate::half_edge::HalfEdge;
use crate::{FanId, HalfEdgeId, VertexId};

/// The boundary half-edges of all fans.
pub(crate) struct FanBoundaries(Vec<FanBoundary>);

#[derive(Clone, Copy)]
struct FanBoundary {
    /// The wall that starts here. For a closed fan, [`Self::IS_CLOSED`] and the lowest
    /// half-edge that starts here.
    first: u32,
    /// The fan at which that wall ends.
    far_end: u32,
    /// The wall that ends here.
    last_wall: u32,
}

impl FanBoundary {
    /// A flag in `first`. A mesh has fewer than 2^31 half-edges.
    const IS_CLOSED: u32 = 1 << 31;
    /// The value for a fan without half-edges.
    const EMPTY: Self = Self { first: u32::MAX, far_end: 0, last_wall: 0 };

    const fn is_empty(&self) -> bool {
        self.first == Self::EMPTY.first
    }

    const fn is_open(&self) -> bool {
        self.first & Self::IS_CLOSED == 0
    }

    const fn first_half_edge(&self) -> HalfEdgeId {
        HalfEdgeId(self.first & !Self::IS_CLOSED)
    }
}

impl FanBoundaries {
    /// Finds the boundary half-edges, given the fans at which each half-edge starts and ends,
    /// and its twin. O(n).
    pub(crate) fn find(fan_count: usize, fans: &[u32], ends: &[u32], twins: &[u32]) -> Self {
        // Half-edges that are not walls are written to an extra entry. Whether a half-edge is a
        // wall is hard to predict, so this is faster than a branch.
        let of_no_fan = fan_count;
        let mut boundaries = vec![FanBoundary::EMPTY; fan_count + 1];
        for (((&fan, &end), &twin), edge) in fans.iter().zip(ends).zip(twins).zip(0..) {
            let is_wall = twin == HalfEdge::NO_TWIN;
            let begins = &mut boundaries[fan as usize].first;
            *begins = (*begins).min(edge | if is_wall { 0 } else { FanBoundary::IS_CLOSED });
            boundaries[if is_wall { fan as usize } else { of_no_fan }].far_end = end;
            boundaries[if is_wall { end as usize } else { of_no_fan }].last_wall = edge;
        }
        boundaries.pop();
        Self(boundaries)
    }

    /// A non-manifold fan with more than one wall that starts there, or a fan without
    /// half-edges, if there is one. Takes the fan and the twin of each half-edge. O(n).
    pub(crate) fn non_manifold(&self, fans: &[u32], twins: &[u32]) -> Option<FanId> {
        let Self(boundaries) = self;
        let walls = twins.iter().filter(|&&twin| twin == HalfEdge::NO_TWIN).count();
        let open = boundaries.iter().filter(|boundary| boundary.is_open()).count();
        if open == walls {
            return boundaries.iter().position(FanBoundary::is_empty).map(FanId::from_index);
        }
        let mut has_wall = vec![false; boundaries.len()];
        let mut walls = fans.iter().zip(twins).filter(|&(_, &twin)| twin == HalfEdge::NO_TWIN);
        let second = walls.find(|&(&fan, _)| std::mem::replace(&mut has_wall[fan as usize], true));
        second.map(|(&fan, _)| FanId(fan))
    }

    /// Describes all fans, given the vertex of each and the number of its areas that contain
    /// the downward ray (see [`points_left`]).
    ///
    /// No fan may have two walls that start there. Twins must be mutual, and the half-edges
    /// that follow each other around a vertex must start at the same fan: then each fan has as
    /// many walls that end there as walls that start there. O(n).
    pub(crate) fn describe(
        self,
        arrays: &HalfEdgeArrays<'_>,
        vertices: &[u32],
        down_crossings: &[u32],
    ) -> Vec<Fan> {
        let Self(boundaries) = self;
        let known =
            boundaries.iter().zip(arrays.positions).zip(vertices.iter().zip(down_crossings));
        let fans = known.map(|((boundary, &position), (&vertex, &down_crossings))| {
            let (vertex, first) = (VertexId(vertex), boundary.first_half_edge());
            if boundary.is_open() {
                let last_wall = HalfEdgeId(boundary.last_wall);
                let far_ends = [boundary.far_end, arrays.fans[last_wall.index()]];
                let walls = far_ends.map(|fan| arrays.positions[fan as usize]);
                let angle = FanAngle::between(position, walls, down_crossings);
                Fan { vertex, first, last: arrays.after(last_wall), walls, angle }
            } else {
                let last = arrays.clockwise(first).unwrap_or(first);
                let angle = if down_crossings > 1 { FanAngle::OverFull } else { FanAngle::Closed };
                Fan { vertex, first, last, walls: [position; 2], angle }
            }
        });
        fans.collect()
    }
}

/// A non-manifold fan: its half-edges are not all connected around the vertex although it has
/// at most one pair of walls. O(n).
///
/// Each further closed ring of areas adds a full turn or more. So only fans that exceed a
/// full turn need to be circulated, and those are few.
pub(crate) fn non_manifold_fan(
    arrays: &HalfEdgeArrays<'_>,
    fans: &[Fan],
    angles: &[FanAngle],
    down_crossings: &[u32],
) -> Option<FanId> {
    let is_non_manifold = |fan: usize| {
        angles[fan] == FanAngle::OverFull
            && arrays.down_crossings(fans[fan].first) != down_crossings[fan]
    };
    (0..angles.len()).find(|&fan| is_non_manifold(fan)).map(FanId::from_index)
}

impl FanAngle {
    /// The angle from one wall to another, counter-clockwise, given how often the areas
    /// between them contain the downward ray.
    ///
    /// The orientation of the two walls distinguishes up to half a turn from more, and the
    /// crossings of the downward ray count the full turns. With one crossing, the angle
    /// exceeds a full turn exactly if the second wall comes after the first one when
    /// directions are sorted counter-clockwise from straight down.
    pub(crate) fn between(vertex: Vec2, [from, to]: [Vec2; 2], down_crossings: u32) -> Self {
        let orientation = orient2d(vertex, from, to);
        let [from_points_left, to_points_left] = [from, to].map(|wall| points_left(vertex, wall));
        let in_one_half = from_points_left == to_points_left;
        // Without short circuits: the outcome is hard to predict.
        let is_half = orientation.is_left() | (orientation.is_collinear() & !in_one_half);
        let comes_later =
            (!from_points_left & to_points_left) | (in_one_half & (orientation.is_left()));
        let exceeds_full_turn = (down_crossings > 1) | ((down_crossings == 1) & comes_later);
        let up_to_a_full_turn = select_unpredictable(is_half, Self::Convex, Self::Reflex);
        select_unpredictable(exceeds_full_turn, Self::OverFull, up_to_a_full_turn)
    }
}
