//! One end of a request: which corners it sees, and how a path may go on from them.
//!
//! The areas of an end list the cones that reach them. `scan` goes through these lists
//! and keeps the cones that hold the end, as `look` decides: exactly, but with as little
//! arithmetic as each list needs. From there `first_legs` goes on to the corners, drops
//! those that begin no shortest path to the other end, and lists the entries of the rest.

mod first_legs;
mod look;
mod scan;

use std::ops::Range;

use tautline_geometry::{DVec2, Vec2};
use tautline_navmesh::AreaId;

use crate::labels::Labels;
use crate::labels::tables::bearings::Bearings;
use crate::labels::tables::entries::ROW;
use crate::taut::corners::Node;

/// A corner that a point sees, from a wedge of the corner.
#[derive(Clone, Copy, Debug)]
pub(super) struct Visible {
    pub(super) node: Node,
    pub(super) distance: f64,
}

/// A row of entries of a corner that a point sees, which may follow.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RowAhead {
    pub(super) row: u32,
    /// How far the corner is, in units.
    pub(super) distance: u64,
}

impl RowAhead {
    #[inline(always)]
    pub(super) const fn entries(&self) -> Range<usize> {
        let first = self.row as usize * ROW;
        first..first + ROW
    }
}

/// A way from an end to a corner that it sees.
#[derive(Clone, Copy, Debug, Default)]
struct FirstLeg {
    /// The packed cone that holds the end.
    packed: u64,
    /// How far the corner is, in units.
    distance: u64,
}

/// What is known of one end of a request.
#[derive(Clone, Debug, Default)]
pub(super) struct EndScratch {
    pub(super) areas: Vec<AreaId>,
    pub(super) visible: Vec<Visible>,
    rows: Vec<RowAhead>,
    row_count: usize,
    /// Packed cones that hold the point, and what is left of earlier ones.
    hits: Vec<u64>,
    hit_count: usize,
    marked: Vec<u64>,
    /// The first legs that may lead to the other end, and what is left of earlier ones.
    legs: Vec<FirstLeg>,
    leg_count: usize,
    pub(super) bearings: Bearings,
    /// How many cones were tested.
    pub(super) tested: usize,
}

impl EndScratch {
    pub(super) fn hits(&self) -> &[u64] {
        &self.hits[..self.hit_count]
    }

    pub(super) fn rows(&self) -> &[RowAhead] {
        &self.rows[..self.row_count]
    }
}

impl Labels {
    /// Lists the corners whose cones hold a point.
    pub(super) fn see_corners(&self, point: Vec2, end: &mut EndScratch) {
        let EndScratch { visible, hits, hit_count, .. } = end;
        let see = |&packed: &u64| {
            let node = self.layout.node(packed);
            let corner = self.corners[node.corner() as usize].point;
            Visible { node, distance: DVec2::from(corner).distance(point.into()) }
        };
        visible.clear();
        visible.extend(hits[..*hit_count].iter().map(see));
    }

    /// The corners of the cones that were found, and how far they are.
    pub(super) fn corners_seen<'a>(
        &'a self,
        point: Vec2,
        end: &'a EndScratch,
    ) -> impl Iterator<Item = (u32, f64)> + 'a {
        end.hits().iter().map(move |&packed| {
            let corner = self.layout.node(packed).corner();
            let there = self.corners[corner as usize].point;
            (corner, DVec2::from(there).distance(point.into()))
        })
    }
}
