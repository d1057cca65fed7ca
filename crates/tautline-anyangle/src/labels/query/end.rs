//! One end of a request: which corners it sees, and how a path may go on from them.
//!
//! The areas of an end list the cones that reach them. Those that hold the end are kept; then
//! corners that begin no shortest path to the other end are dropped by landmarks, and the
//! entries of the rest are listed.

use tautline_geometry::{Vec2, Wide};
use tautline_navmesh::{AreaId, NavMesh};

use super::Asked;
use crate::labels::Labels;
use crate::labels::tables::packed_cone::{GROUPS, LEADING};
use crate::landmarks::LandmarkRange;
use crate::taut::corner_set::CornerSet;
use crate::taut::corners::{Node, Wedge};

/// A corner that a point sees, from a wedge of the corner.
#[derive(Clone, Copy, Debug)]
pub(super) struct Visible {
    pub(super) node: Node,
    pub(super) distance: f64,
}

/// A row of entries of a corner that a point sees, which may follow.
#[derive(Clone, Copy, Debug)]
pub(super) struct RowAhead {
    pub(super) row: u32,
    /// The distance of the corner, in units.
    pub(super) distance: u64,
}

/// What is known of one end of a request.
#[derive(Clone, Debug, Default)]
pub(super) struct EndScratch {
    pub(super) point: Vec2,
    pub(super) areas: Vec<AreaId>,
    /// Packed cones that hold the point.
    pub(super) hits: Vec<u64>,
    pub(super) rows: Vec<RowAhead>,
    /// The distances from the landmarks, if there are any.
    pub(super) range: LandmarkRange,
    /// The number of cones that were tested.
    pub(super) tested: usize,
}

/// Cones of corners that do not lead on, in groups.
const OTHERS: std::ops::Range<usize> = LEADING..GROUPS;

impl Labels {
    /// Finds the corners that both ends of a request see.
    pub(super) fn scan_both(
        &self,
        asked: &Asked<'_>,
        [from, to]: [&mut EndScratch; 2],
        marks: &mut CornerSet,
    ) {
        self.scan_leading(asked, from);
        self.scan_leading(asked, to);
        if self.has_hubs_only() {
            // Corners that do not lead on only serve paths with one bend, between ends that
            // see the same one from opposite wedges.
            self.mark_hits(to, marks);
            let others = to.areas.iter().flat_map(|&area| OTHERS.map(move |group| (area, group)));
            for &cone in others.flat_map(|(area, group)| self.cones_in(area, group)) {
                marks.add(self.layout.node(cone).0);
            }
            self.scan(asked, from, OTHERS, |node| marks.has(node.opposite().0));
            self.mark_hits(from, marks);
            self.scan(asked, to, OTHERS, |node| marks.has(node.opposite().0));
        } else {
            self.scan(asked, from, OTHERS, |_| true);
            self.scan(asked, to, OTHERS, |_| true);
        }
    }

    /// Finds what a start sees on the way to a goal of which all that it sees is marked.
    pub(super) fn scan_towards(&self, asked: &Asked<'_>, from: &mut EndScratch, marks: &CornerSet) {
        self.scan_leading(asked, from);
        let has_hubs_only = self.has_hubs_only();
        self.scan(asked, from, OTHERS, |node| !has_hubs_only || marks.has(node.opposite().0));
    }

    /// Finds all that a point sees, and marks it.
    pub(super) fn scan_all(&self, asked: &Asked<'_>, end: &mut EndScratch, marks: &mut CornerSet) {
        self.scan_leading(asked, end);
        self.scan(asked, end, OTHERS, |_| true);
        self.mark_hits(end, marks);
    }

    fn scan_leading(&self, asked: &Asked<'_>, end: &mut EndScratch) {
        end.hits.clear();
        end.tested = 0;
        self.scan(asked, end, 0..LEADING, |_| true);
    }

    /// Adds the cones of some groups in the areas of an end that hold its point and are wanted.
    #[inline(always)]
    fn scan(
        &self,
        asked: &Asked<'_>,
        end: &mut EndScratch,
        groups: std::ops::Range<usize>,
        is_wanted: impl Fn(Node) -> bool,
    ) {
        let EndScratch { point, areas, hits, tested, .. } = end;
        for (&area, group) in areas.iter().flat_map(|area| groups.clone().map(move |g| (area, g))) {
            let cones = self.cones_in(area, group);
            *tested += cones.len();
            // Without a branch on whether the cone holds the point: no processor could guess it.
            let mut count = hits.len();
            hits.resize(count + cones.len(), 0);
            for &cone in cones.iter().filter(|&&cone| is_wanted(self.layout.node(cone))) {
                hits[count] = cone;
                count += usize::from(self.holds(asked, cone, group, *point));
            }
            hits.truncate(count);
        }
    }

    /// Whether a cone of a group holds a point of its area. Exact, limits included.
    #[inline(always)]
    fn holds(&self, asked: &Asked<'_>, cone: u64, group: usize, point: Vec2) -> bool {
        let cone = self.layout.unpack(cone);
        let corner = self.points[cone.node.corner() as usize];
        let turn = |ray: usize, is_reflected: bool| {
            let limit = asked.mesh.vertices()[cone.limits[ray] as usize];
            let [from, to] = if is_reflected { [limit, corner] } else { [corner, limit] };
            asked.signs.turn(from, to, point)
        };
        // Only one of the two rays of a cone can be a reflected one.
        let is_last = cone.node.wedge() == Wedge::Last;
        let is_in_right = group & 1 == 0 || !turn(0, cone.is_reflected & is_last).is_right();
        let is_in_left = group & 2 == 0 || !turn(1, cone.is_reflected & !is_last).is_left();
        is_in_right & is_in_left
    }

    /// Marks the corners of the cones that hold an end, and no others.
    fn mark_hits(&self, end: &EndScratch, marks: &mut CornerSet) {
        marks.restart(2 * self.corner_count());
        for &cone in &end.hits {
            marks.add(self.layout.node(cone).0);
        }
    }

    /// The corners of the cones that hold an end, and their distances.
    #[inline]
    pub(super) fn seen_from<'a>(&'a self, end: &'a EndScratch) -> impl Iterator<Item = Visible> {
        end.hits.iter().map(|&cone| {
            let node = self.layout.node(cone);
            let there = self.points[node.corner() as usize];
            Visible { node, distance: Wide::from(there).distance(end.point.into()) }
        })
    }

    /// Finds the distances of an end from the landmarks.
    pub(super) fn take_bearings(&self, mesh: &NavMesh, end: &mut EndScratch) {
        let range = |landmarks: &crate::Landmarks| landmarks.range_of(mesh, end.point, &end.areas);
        end.range = self.landmarks.as_ref().map(range).unwrap_or_default();
    }

    /// Lists the rows of entries that may follow the cones that hold an end, without those of
    /// corners that begin no shortest path to another end.
    pub(super) fn list_rows(&self, end: &mut EndScratch, other: &LandmarkRange) {
        let landmarks = self
            .landmarks
            .as_ref()
            .map(|landmarks| (landmarks, landmarks.most_between(&end.range, other)));
        let EndScratch { point, hits, rows, .. } = end;
        rows.clear();
        for &cone in &*hits {
            let cone = self.layout.unpack(cone);
            let corner = cone.node.corner() as usize;
            let distance = Wide::from(self.points[corner]).distance((*point).into());
            if landmarks.is_some_and(|(landmarks, limit)| {
                distance + landmarks.distance_between(self.fans[corner], other) > limit
            }) {
                continue;
            }
            let onward = cone.node.opposite().index();
            let [first, end] = [self.row_starts[onward], self.row_starts[onward + 1]];
            let is_all = cone.reach >= self.layout.most_reach();
            let end = if is_all { end } else { end.min(first + cone.reach) };
            let distance = self.units.of(distance);
            rows.extend((first..end).map(|row| RowAhead { row, distance }));
        }
    }
}
