//! Which corners a point sees tautly.

use tautline_geometry::{Vec2, Wide};
use tautline_navmesh::{AreaId, NavMesh};

use crate::labels::Labels;
use crate::labels::bake::beacons::Bearings;
use crate::labels::query::end::look::{CutBy, Look};
use crate::labels::query::marks::Marks;
use crate::labels::query::shared_goal::SharedGoal;
use crate::labels::tables::packed::ConeLayout;
use crate::labels::tables::regions::Regions;
use crate::labels::tables::sieve::AT_ONCE;
use crate::taut::corners::Node;
use crate::taut::signs::Signs;

/// A corner that a point sees, from a wedge of the corner.
#[derive(Clone, Copy, Debug)]
pub(in crate::labels) struct Visible {
    pub(in crate::labels) node: Node,
    pub(in crate::labels) distance: f64,
}

/// A row of entries of a corner that a point sees, which may follow.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::labels) struct RowAhead {
    pub(in crate::labels) row: u32,
    /// How far the corner is, in units.
    pub(in crate::labels) distance: u64,
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
pub(in crate::labels) struct EndScratch {
    pub(in crate::labels) areas: Vec<AreaId>,
    pub(in crate::labels) visible: Vec<Visible>,
    rows: Vec<RowAhead>,
    row_count: usize,
    /// Packed cones that hold the point, and what is left of earlier ones.
    hits: Vec<u64>,
    hit_count: usize,
    marked: Vec<u64>,
    /// The first legs that may lead to the other end, and what is left of earlier ones.
    legs: Vec<FirstLeg>,
    leg_count: usize,
    pub(in crate::labels) bearings: Bearings,
    /// How many cones were tested.
    pub(in crate::labels) tested: usize,
}

impl EndScratch {
    pub(in crate::labels) fn hits(&self) -> &[u64] {
        &self.hits[..self.hit_count]
    }

    pub(in crate::labels) fn rows(&self) -> &[RowAhead] {
        &self.rows[..self.row_count]
    }
}

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

    /// Works out how far the corners are that a point sees, and from there the
    /// beacons.
    pub(in crate::labels) fn take_bearings(&self, point: Vec2, end: &mut EndScratch) {
        let EndScratch { hits, hit_count, legs, leg_count, bearings, .. } = end;
        if legs.len() < hits.len() {
            legs.resize(hits.len(), FirstLeg::default());
        }
        let measure = |packed: u64| {
            let corner = &self.corners[self.layout.node(packed).corner() as usize];
            let distance = self.units.of(Wide::from(corner.point).distance(point.into()));
            (corner, FirstLeg { packed, distance })
        };
        *bearings = Bearings::UNKNOWN;
        let hits = hits[..*hit_count].iter();
        if self.has_beacons {
            let mut joined = Bearings::UNKNOWN;
            for (&packed, leg) in hits.zip(legs) {
                let (corner, measured) = measure(packed);
                joined.join(&corner.bearings, Bearings::steps(measured.distance));
                *leg = measured;
            }
            *bearings = joined;
        } else {
            hits.zip(legs).for_each(|(&packed, leg)| *leg = measure(packed).1);
        }
        *leg_count = *hit_count;
    }

    /// Lists the rows of entries that may follow the cones that hold a point, without
    /// those that lead to no other end with some bearings; and begins to fetch them.
    pub(in crate::labels) fn list_rows(&self, end: &mut EndScratch, other: &Bearings) {
        if self.has_beacons {
            self.rule_out(end, other);
        }
        if self.layout == ConeLayout::USUAL {
            self.list_rows_as(ConeLayout::USUAL, end);
        } else {
            self.list_rows_as(self.layout, end);
        }
        let rows = end.rows().iter();
        std::hint::black_box(rows.fold(0, |sum, ahead| sum ^ self.entries.row(ahead.row)[0]));
    }

    /// Drops the first legs that begin no shortest path to another end. Without a branch on
    /// the outcome, which nobody could guess.
    fn rule_out(&self, end: &mut EndScratch, other: &Bearings) {
        let EndScratch { legs, leg_count, bearings, .. } = end;
        let Some(limit) = bearings.limit(other) else { return };
        let mut count = 0;
        for at in 0..*leg_count {
            let leg = legs[at];
            let corner = &self.corners[self.layout.node(leg.packed).corner() as usize];
            let steps = Bearings::steps(leg.distance);
            legs[count] = leg;
            count += usize::from(!corner.bearings.is_beyond(limit, steps, other));
        }
        *leg_count = count;
    }

    #[inline(always)]
    fn list_rows_as(&self, layout: ConeLayout, end: &mut EndScratch) {
        /// Most cones have no more rows than this. So many are written for each of
        /// them, however many there are, because nobody could guess the outcome of
        /// a branch.
        const MOSTLY: usize = 4;
        let EndScratch { rows, row_count, legs, leg_count, .. } = end;
        let mut count = 0;
        for &FirstLeg { packed, distance } in &legs[..*leg_count] {
            let node = layout.node(packed);
            let corner = &self.corners[node.corner() as usize];
            let [first, most] = corner.slice(node.opposite());
            let reach = layout.reach(packed);
            let reach = if reach >= layout.most_reach() { most } else { reach.min(most) } as usize;
            let needed = count + reach.max(MOSTLY);
            if rows.len() < needed {
                rows.resize(2 * needed, RowAhead::default());
            }
            if let Some(ahead) = rows[count..].first_chunk_mut::<MOSTLY>() {
                for (row, ahead) in (first..).zip(ahead) {
                    *ahead = RowAhead { row, distance };
                }
            }
            if reach > MOSTLY {
                for (row, ahead) in (first..).zip(&mut rows[count..count + reach]) {
                    *ahead = RowAhead { row, distance };
                }
            }
            count += reach;
        }
        *row_count = count;
    }

    /// Lists the corners whose cones hold a point.
    pub(in crate::labels) fn see_corners(&self, point: Vec2, end: &mut EndScratch) {
        let EndScratch { visible, hits, hit_count, .. } = end;
        let see = |&packed: &u64| {
            let node = self.layout.node(packed);
            let corner = self.corners[node.corner() as usize].point;
            Visible { node, distance: Wide::from(corner).distance(point.into()) }
        };
        visible.clear();
        visible.extend(hits[..*hit_count].iter().map(see));
    }

    /// Finds what both ends of a request see, and their entries.
    pub(in crate::labels) fn scan_both(
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
    pub(in crate::labels) fn scan_towards(
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
    pub(in crate::labels) fn scan_all(
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
    pub(in crate::labels) fn scan_leading(&self, look: &Look<'_>, end: &mut EndScratch) {
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
    pub(in crate::labels) fn scan_others(&self, look: &Look<'_>, end: &mut EndScratch) {
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
    pub(in crate::labels) fn scan_marked(
        &self,
        look: &Look<'_>,
        marks: &Marks,
        end: &mut EndScratch,
    ) {
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
    pub(in crate::labels) fn mark_seen(&self, end: &EndScratch, marks: &mut Marks) {
        end.hits().iter().for_each(|&cone| marks.add(self.layout.node(cone)));
    }

    /// Marks the corners that do not lead on, and that are seen from anywhere in the
    /// areas of an end.
    pub(in crate::labels) fn mark_others(&self, end: &EndScratch, marks: &mut Marks) {
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

    /// The corners of the cones that were found, and how far they are.
    pub(in crate::labels) fn corners_seen<'a>(
        &'a self,
        point: Vec2,
        end: &'a EndScratch,
    ) -> impl Iterator<Item = (u32, f64)> + 'a {
        end.hits().iter().map(move |&packed| {
            let corner = self.layout.node(packed).corner();
            let there = self.corners[corner as usize].point;
            (corner, Wide::from(there).distance(point.into()))
        })
    }
}

/// Makes room for so many cones, and some that are written in vain.
fn make_room(hits: &mut Vec<u64>, most: usize) {
    if hits.len() < most + AT_ONCE {
        hits.resize(most + AT_ONCE, 0);
    }
}
