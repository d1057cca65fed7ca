//! One end of a query: the corners that it sees, and the label entries of these.
//!
//! The areas of an end list the visibility cones that reach into them. The cones that contain the
//! end are its *hits*: it sees their corners. Landmarks then rule out corners with which no shortest
//! path to the other end begins. The label entries of the others are listed.

use std::ops::Range;

use tautline_anyangle::internal::{LandmarkBounds, floor_units};
use tautline_geometry::{DVec2, Vec2, orient2d_sign};
use tautline_navmesh::{AreaId, NavMesh};

use super::PreparedGoal;
use super::climb::Climb;
use crate::labels::Labels;
use crate::tables::cones::{CONTINUING, Cones, GROUPS};
use crate::taut::corner_set::CornerSet;
use crate::taut::corners::TautNode;
use crate::to_u32;

/// A straight leg from a point to a corner that it sees.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leg {
    /// The cone that contains the point.
    pub(super) cone: u32,
    pub(super) length: f64,
    /// The length in whole units of landmarks.
    units: u16,
}

/// A row of entries of a corner that a point sees, which may keep the path taut.
#[derive(Clone, Copy, Debug)]
pub(super) struct CandidateRow {
    pub(super) row: u32,
    /// The distance of the corner, in fixed point.
    pub(super) distance: u64,
}

/// The data of one end of a query.
#[derive(Clone, Debug, Default)]
pub(super) struct EndScratch {
    pub(super) point: Vec2,
    pub(super) areas: Vec<AreaId>,
    /// The cones that contain the point.
    pub(super) hits: Vec<u32>,
    /// The number of hits of continuing corners, which come first; `None` before they are found.
    pub(super) continuing: Option<usize>,
    pub(super) legs: Vec<Leg>,
    pub(super) rows: Vec<CandidateRow>,
    /// Bounds on the distances from landmarks, if there are any.
    pub(super) bounds: LandmarkBounds,
    /// The number of cones that were tested.
    pub(super) tested: usize,
    /// The climb to the hubs, if not all corners are hubs.
    pub(super) climb: Climb,
}

/// The groups of cones whose corners do not continue.
const OTHERS: Range<usize> = CONTINUING..GROUPS;

/// Returns the side of a limit of a cone on which a point lies: above 0 on the left of the ray.
/// Exact.
#[inline(always)]
fn side_of_ray(mesh: &NavMesh, corner: Vec2, limit: u32, point: Vec2) -> f64 {
    let vertex = mesh.vertices()[(limit & !Cones::AWAY) as usize];
    let sign = orient2d_sign(corner, vertex, point);
    if limit & Cones::AWAY == 0 { sign } else { -sign }
}

impl Labels {
    /// Finds the corners that both ends of a query see.
    pub(super) fn scan_both(
        &self,
        mesh: &NavMesh,
        [from, to]: [&mut EndScratch; 2],
        marks: &mut CornerSet,
    ) {
        self.scan_continuing(mesh, from);
        self.scan_continuing(mesh, to);
        if self.cones.may_bend_once(&from.areas, &to.areas) {
            // Corners that do not continue are only on paths with one bend, between ends
            // that see the corner from opposite wedges.
            self.mark_hits(to, marks);
            for &area in &to.areas {
                for node in &self.cones.nodes[self.cones.of(area, OTHERS)] {
                    marks.add(node.0);
                }
            }
            self.scan(mesh, from, OTHERS, |node| marks.has(node.opposite().0));
            self.mark_hits(from, marks);
            self.scan(mesh, to, OTHERS, |node| marks.has(node.opposite().0));
        }
    }

    /// Finds the corners that a start sees. The corners that the goal sees are already marked.
    pub(super) fn scan_towards(&self, mesh: &NavMesh, from: &mut EndScratch, goal: &PreparedGoal) {
        self.scan_continuing(mesh, from);
        if self.cones.may_bend_once(&from.areas, &goal.end.areas) {
            self.scan(mesh, from, OTHERS, |node| goal.marks.has(node.opposite().0));
        }
    }

    /// Finds all corners that a point sees, and marks them.
    pub(super) fn scan_all(&self, mesh: &NavMesh, end: &mut EndScratch, marks: &mut CornerSet) {
        self.scan_continuing(mesh, end);
        self.scan(mesh, end, OTHERS, |_| true);
        self.mark_hits(end, marks);
    }

    /// Finds the continuing corners that a point sees, and forgets all others.
    pub(super) fn scan_continuing(&self, mesh: &NavMesh, end: &mut EndScratch) {
        end.hits.clear();
        end.legs.clear();
        end.tested = 0;
        self.scan(mesh, end, 0..CONTINUING, |_| true);
        end.continuing = Some(end.hits.len());
    }

    /// Returns true if a point of the area of a cone lies in the cone.
    pub(super) fn is_in_cone(&self, mesh: &NavMesh, cone: u32, point: Vec2) -> bool {
        let corner = self.points[self.cones.nodes[cone as usize].corner() as usize];
        let side = |limit: u32| side_of_ray(mesh, corner, limit, point);
        let [right, left] = self.cones.limits[cone as usize];
        side(right) >= 0.0 && side(left) <= 0.0
    }

    /// Adds the cones of some groups that contain the point of an end, and are wanted.
    #[inline(always)]
    fn scan(
        &self,
        mesh: &NavMesh,
        end: &mut EndScratch,
        groups: Range<usize>,
        is_wanted: impl Fn(TautNode) -> bool,
    ) {
        let EndScratch { point, areas, hits, tested, .. } = end;
        for (&area, group) in areas.iter().flat_map(|area| groups.clone().map(move |g| (area, g))) {
            let cones = self.cones.of(area, group..group + 1);
            *tested += cones.len();
            // Without a branch, which would be mispredicted half of the time: every cone is written, and
            // the count moves on only if it is kept.
            let mut count = hits.len();
            hits.resize(count + cones.len(), 0);
            let numbers = to_u32(cones.start)..;
            let each = self.cones.nodes[cones.clone()].iter().zip(&self.cones.limits[cones]);
            for (cone, (&node, limits)) in numbers.zip(each) {
                if is_wanted(node) {
                    hits[count] = cone;
                    let corner = self.points[node.corner() as usize];
                    let is_in_right =
                        group & 1 == 0 || side_of_ray(mesh, corner, limits[0], *point) >= 0.0;
                    let is_in_left =
                        group & 2 == 0 || side_of_ray(mesh, corner, limits[1], *point) <= 0.0;
                    count += usize::from(is_in_right & is_in_left);
                }
            }
            hits.truncate(count);
        }
    }

    /// Marks the corners of the cones that contain an end, and no others.
    fn mark_hits(&self, end: &EndScratch, marks: &mut CornerSet) {
        marks.restart(2 * self.corner_count());
        for &cone in &end.hits {
            marks.add(self.cones.nodes[cone as usize].0);
        }
    }

    /// Computes the distances of an end from the corners that it sees, and bounds on those
    /// from landmarks.
    pub(super) fn measure(&self, end: &mut EndScratch) {
        let EndScratch { point, areas, hits, legs, bounds, .. } = end;
        let leg = |&cone: &u32| {
            let corner = self.cones.nodes[cone as usize].corner() as usize;
            let length = DVec2::from(self.points[corner]).distance((*point).into());
            Leg { cone, length, units: 0 }
        };
        legs.clear();
        legs.extend(hits.iter().map(leg));
        *bounds = LandmarkBounds::UNKNOWN;
        let Some(unit) = self.landmark_unit else { return };
        // Not in the loop above: there, the compiler divided by the unit even if there was none, and
        // queries took twice as long.
        for leg in legs.iter_mut() {
            leg.units = floor_units(leg.length, unit);
        }
        // Where the ground touches itself, an end in two areas may be far from itself, so
        // each area has bounds of its own.
        let of_area = |&area: &AreaId| {
            let mut joined = LandmarkBounds::FARTHEST;
            let cones = self.cones.of(area, 0..GROUPS);
            for leg in legs.iter().filter(|leg| cones.contains(&(leg.cone as usize))) {
                let corner = self.cones.nodes[leg.cone as usize].corner() as usize;
                joined.join(&self.corners[corner].landmarks, leg.units);
            }
            joined
        };
        *bounds = areas.iter().map(of_area).reduce(|one, other| one.or(&other)).unwrap_or_default();
    }

    /// Lists the rows of entries that keep paths over the legs of an end taut. Landmarks
    /// drop legs with which no shortest path to the other end begins.
    pub(super) fn list_rows(&self, end: &mut EndScratch, other: Option<&LandmarkBounds>) {
        let EndScratch { legs, rows, bounds, .. } = end;
        let other = other.filter(|_| self.landmark_unit.is_some());
        let other = other.map(|other| (other, bounds.upper_bound_to(other)));
        rows.clear();
        for leg in legs {
            let node = self.cones.nodes[leg.cone as usize];
            let corner = &self.corners[node.corner() as usize];
            if let Some((other, upper_bound)) = other
                && leg.units.saturating_add(other.lower_bound_to(&corner.landmarks)) > upper_bound
            {
                continue;
            }
            let wedge = node.opposite().wedge_index();
            let [first, end] = [corner.row_starts[wedge], corner.row_starts[wedge + 1]];
            // The taut entries are a prefix of the slice.
            let end = end.min(first.saturating_add(self.cones.row_counts[leg.cone as usize]));
            let distance = self.fixed_point.encode(leg.length);
            rows.extend((first..end).map(|row| CandidateRow { row, distance }));
        }
    }
}
