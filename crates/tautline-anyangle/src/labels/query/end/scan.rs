//! Which corners the ends of a request see tautly.

use tautline_geometry::Vec2;
use tautline_navmesh::{AreaId, NavMesh};

use super::EndScratch;
use super::look::{CutBy, Look};
use crate::labels::Labels;
use crate::labels::query::SharedGoal;
use crate::labels::query::marks::Marks;
use crate::labels::tables::bearings::Bearings;
use crate::labels::tables::regions::Regions;
use crate::labels::tables::sieve::AT_ONCE;
use crate::taut::signs::Signs;

impl Labels {
    /// Whether a shortest path between two ends may have one bend only, at a corner that
    /// does not lead on from one of them.
    fn may_bend_once_at_others(
        &self,
        mesh: &NavMesh,
        [start, goal]: [Vec2; 2],
        [from, to]: [&[AreaId]; 2],
    ) -> bool {
        let map = mesh.bounds();
        let may_come = |areas: &[AreaId], point: Vec2| {
            let part = Regions::part_of(&map, point);
            areas.iter().any(|area| self.areas[area.index()].single_bends.has(part))
        };
        may_come(from, goal) && may_come(to, start)
    }

    /// Finds what both ends of a request see, and their entries.
    pub(in crate::labels::query) fn scan_both(
        &self,
        mesh: &NavMesh,
        signs: Signs,
        points: [Vec2; 2],
        [from, to]: [&mut EndScratch; 2],
        marks: &mut Marks,
    ) {
        let [start, goal] = points.map(|point| Look::new(self, mesh, signs, point));
        self.scan_leading(&start, from);
        self.fetch_corners(from);
        self.scan_leading(&goal, to);
        self.fetch_corners(to);
        if !self.has_hubs_only() {
            self.scan_others(&start, from);
            self.scan_others(&goal, to);
        } else if self.may_bend_once_at_others(mesh, points, [&from.areas, &to.areas]) {
            // Corners that lead on nowhere only serve paths of one bend, between ends
            // that see the same one.
            marks.restart(self.corner_count());
            self.mark_seen(to, marks);
            self.mark_others(to, marks);
            self.scan_marked(&start, marks, from);
            marks.restart(self.corner_count());
            self.mark_seen(from, marks);
            self.scan_marked(&goal, marks, to);
        }
        self.take_bearings(points[0], from);
        self.take_bearings(points[1], to);
        self.list_rows(from, &to.bearings);
        self.list_rows(to, &from.bearings);
    }

    /// Finds what a start sees on the way to a goal that was shared.
    pub(in crate::labels::query) fn scan_towards(
        &self,
        mesh: &NavMesh,
        signs: Signs,
        point: Vec2,
        from: &mut EndScratch,
        goal: &SharedGoal,
    ) {
        let start = Look::new(self, mesh, signs, point);
        self.scan_leading(&start, from);
        if !self.has_hubs_only() {
            self.scan_others(&start, from);
        } else if self.may_bend_once_at_others(
            mesh,
            [point, goal.end.point],
            [&from.areas, &goal.seen.areas],
        ) {
            self.scan_marked(&start, &goal.marks, from);
        }
    }

    /// Finds all that a point sees, and marks it.
    pub(in crate::labels::query) fn scan_all(
        &self,
        mesh: &NavMesh,
        signs: Signs,
        point: Vec2,
        end: &mut EndScratch,
        marks: &mut Marks,
    ) {
        let look = Look::new(self, mesh, signs, point);
        self.scan_leading(&look, end);
        self.scan_others(&look, end);
        marks.restart(self.corner_count());
        self.mark_seen(end, marks);
        self.take_bearings(point, end);
        self.list_rows(end, &Bearings::UNKNOWN);
    }

    /// Finds the cones of corners that lead on and hold the point of an end, in its
    /// areas. Exact, limits included, by the signs of input points.
    fn scan_leading(&self, look: &Look<'_>, end: &mut EndScratch) {
        let EndScratch { areas, hits, hit_count, tested, .. } = end;
        let mut count = 0;
        *tested = 0;
        for &area in &*areas {
            let [first, _, _, _, end, ..] = self.areas[area.index()].bounds;
            make_room(hits, count + (end - first) as usize);
            *tested += (end - first) as usize;
            count = look.add_leading(area, hits, count);
        }
        *hit_count = count;
    }

    /// Adds those of all other corners.
    fn scan_others(&self, look: &Look<'_>, end: &mut EndScratch) {
        let EndScratch { areas, hits, hit_count, tested, .. } = end;
        for area in &*areas {
            for (by, cones) in self.others(area.index()) {
                make_room(hits, *hit_count + cones.len());
                *tested += cones.len();
                *hit_count = look.add(by, cones, hits, *hit_count);
            }
        }
    }

    /// Adds those of other corners that are marked as seen by the other end, from the
    /// opposite wedge.
    fn scan_marked(&self, look: &Look<'_>, marks: &Marks, end: &mut EndScratch) {
        let EndScratch { areas, hits, hit_count, marked, tested, .. } = end;
        for area in &*areas {
            for (by, cones) in self.others(area.index()) {
                let is_marked = |cone: &u64| marks.has(self.layout.node(*cone).opposite());
                marked.clear();
                marked.extend(cones.iter().copied().filter(is_marked));
                make_room(hits, *hit_count + marked.len());
                *tested += marked.len();
                *hit_count = look.add(by, marked, hits, *hit_count);
            }
        }
    }

    /// Marks the corners of the cones that were found.
    fn mark_seen(&self, end: &EndScratch, marks: &mut Marks) {
        end.hits().iter().for_each(|&cone| marks.add(self.layout.node(cone)));
    }

    /// Marks the corners that do not lead on, and that are seen from anywhere in the
    /// areas of an end.
    fn mark_others(&self, end: &EndScratch, marks: &mut Marks) {
        for area in &end.areas {
            let cones = self.others(area.index()).into_iter().flat_map(|(_, cones)| cones);
            cones.for_each(|&cone| marks.add(self.layout.node(cone)));
        }
    }

    /// The cones that an area lists of corners that do not lead on.
    fn others(&self, area: usize) -> [(CutBy, &[u64]); 4] {
        let [.., free, right, left, both, end] =
            self.areas[area].bounds.map(|bound| bound as usize);
        [
            (CutBy::None, &self.cones[free..right]),
            (CutBy::Right, &self.cones[right..left]),
            (CutBy::Left, &self.cones[left..both]),
            (CutBy::Both, &self.cones[both..end]),
        ]
    }
}

/// Makes room for so many cones, and some that are written in vain.
fn make_room(hits: &mut Vec<u64>, most: usize) {
    if hits.len() < most + AT_ONCE {
        hits.resize(most + AT_ONCE, 0);
    }
}
