//! Whether a path is still what it was.

use tautline_geometry::{Aabb, DVec2, Vec2};

use crate::DynamicNavMesh;
use tautline_navmesh::{AreaId, Location, QueryFilter, RayCast};

/// What changes of the ground did to a path that was a shortest one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathState {
    /// It can be walked, and no other way is shorter.
    Untouched,
    /// It cannot be walked any more.
    Blocked {
        /// The first leg that cannot be walked: from this point, counted from 0, to
        /// the next, or past this point.
        leg: usize,
    },
    /// It can be walked, but ground uncovered back over which a shorter way may to_chart.
    MayBeShorter,
}

/// Lengths are rounded; a way has to be longer by this fraction to be out of question.
const RELATIVE_ERROR: f64 = 1e-12;

impl DynamicNavMesh {
    /// What all changes since a version did to a path that was shortest then,
    /// without a search: whoever follows a path asks at each change whether to look
    /// for another one.
    ///
    /// `points` are those of the path from start to goal, and `length` is its length.
    /// Where floors lie above each other, give points with their elevations, as
    /// [`Location`]s: without one, ground on any floor will do.
    /// The path is blocked if one of its legs cannot be walked on the ground as it is now,
    /// which is decided exactly. Else it is the shortest path still, unless one
    /// to_charts over ground that has come back; and it does not if the way from start
    /// to goal by the box around an obstacle that was there and covered, straight on across
    /// everything, is no shorter. So [`Untouched`](PathState::Untouched) is certain,
    /// and [`MayBeShorter`](PathState::MayBeShorter) is not.
    ///
    /// The last 256 changes are told apart; of what was before them one box is kept.
    /// Of a version that the ground never had nothing is known.
    ///
    /// A way may to_chart over links; but of a path that does, ask for each stretch of it
    /// over ground, and whether the links between them [stand](tautline_navmesh::Link::is_enabled).
    ///
    /// O(changes since then), and O(areas along the path) for its legs near which ground has gone.
    /// This is about plain lengths: it knows nothing of [`QueryFilter`].
    #[must_use]
    pub fn path_state<P>(&self, points: &[P], length: f64, since: u64) -> PathState
    where
        P: Copy + Into<Location>,
    {
        self.path_state_in(points, length, since, &mut PathStateScratch::new())
    }

    /// [`path_state`](Self::path_state) with memory that is used again: whoever asks
    /// for many paths allocates nothing.
    pub fn path_state_in<P>(
        &self,
        points: &[P],
        length: f64,
        since: u64,
        scratch: &mut PathStateScratch,
    ) -> PathState
    where
        P: Copy + Into<Location>,
    {
        let PathStateScratch { ends, covered, .. } = scratch;
        ends.clear();
        ends.extend(points.iter().map(|&point| point.into()));
        let is_known = since <= self.version();
        let (since, covered_at) = if is_known { (since, since) } else { (0, u64::MAX) };
        covered.clear();
        covered.extend(self.journal().since(since).filter_map(|change| change.covered));
        if let Some(leg) = self.blocked_leg(scratch) {
            return PathState::Blocked { leg };
        }
        let &[start, .., goal] = &scratch.ends[..] else { return PathState::Untouched };
        let [start, goal] = [start.point, goal.point];
        let mut uncovered = self.journal().restored_since(since, covered_at);
        // A link may to_chart farther than its cost.
        let least = (1.0 - RELATIVE_ERROR) * self.mesh().least_link_ratio();
        let may_lead_over = |bounds: Aabb| length_via(start, goal, &bounds) * least < length;
        if uncovered.any(may_lead_over) { PathState::MayBeShorter } else { PathState::Untouched }
    }

    /// The first leg that cannot be walked; only those near some boxes are looked at.
    fn blocked_leg(&self, scratch: &mut PathStateScratch) -> Option<usize> {
        let PathStateScratch { ends: points, covered, areas, ray } = scratch;
        let is_near = |leg: &[Location]| {
            let around = Aabb::around(leg.iter().map(|end| end.point));
            around.is_some_and(|around| covered.iter().any(|bounds| bounds.intersects(&around)))
        };
        if let &[only] = &points[..] {
            return (is_near(points) && !self.is_on_ground(only, areas)).then_some(0);
        }
        let filter = QueryFilter::uniform();
        let mut start = 0;
        while start + 1 < points.len() {
            let near = points[start..].windows(2).take_while(|leg| is_near(leg)).count();
            if near == 0 {
                start += 1;
                continue;
            }
            // Where it comes from a leg that is not near, nothing has changed.
            if !self.is_on_ground(points[start], areas) {
                return Some(start);
            }
            let stretch = points[start..=start + near].iter().copied();
            if let Some(leg) = self.mesh().blocked_leg(stretch, &filter, ray) {
                return Some(start + leg);
            }
            start += near;
        }
        None
    }

    /// Whether there is ground at a place, on its floor if it names one.
    fn is_on_ground(&self, end: Location, static_areas: &mut Vec<AreaId>) -> bool {
        let Some(elevation) = end.elevation else { return self.mesh().locate(end.point).is_some() };
        // The nearest floor of the mesh may be another one.
        self.static_mesh().areas_on_floor(end.point, elevation, static_areas);
        static_areas.iter().any(|&static_area| self.area_of(static_area, end.point).is_some())
    }
}

/// The memory of [`DynamicNavMesh::path_state_in`]. It serves any ground.
#[derive(Clone, Debug, Default)]
pub struct PathStateScratch {
    ends: Vec<Location>,
    /// The boxes where ground has gone.
    covered: Vec<Aabb>,
    areas: Vec<AreaId>,
    ray: RayCast,
}

impl PathStateScratch {
    /// Memory that grows as it is used.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

/// The length of the shortest way from start to goal by a box.
fn length_via(start: Vec2, goal: Vec2, bounds: &Aabb) -> f64 {
    let [start, goal, min, max] = [start, goal, bounds.min, bounds.max].map(DVec2::from);
    let corners = [min, DVec2::new(max.x, min.y), max, DVec2::new(min.x, max.y)];
    if is_within(start, min, max) || is_within(goal, min, max) {
        return start.distance(goal);
    }
    let edges = (0..4).map(|edge| (corners[edge], corners[(edge + 1) % 4]));
    let by_sides = edges.map(|(a, b)| length_via_edge(start, goal, a, b));
    by_sides.fold(f64::INFINITY, f64::min)
}

fn is_within(point: DVec2, min: DVec2, max: DVec2) -> bool {
    min.x <= point.x && point.x <= max.x && min.y <= point.y && point.y <= max.y
}

/// The length of the shortest way from start to goal by a segment: straight on to
/// the goal's mirror image, if the goal is on the same side, or by an end.
fn length_via_edge(start: DVec2, goal: DVec2, a: DVec2, b: DVec2) -> f64 {
    let along = b - a;
    let squared = along.length_squared();
    let by = |point: DVec2| start.distance(point) + point.distance(goal);
    if squared <= 0.0 {
        return by(a);
    }
    // How far along the segment the way meets its line, in shares of it: as the
    // distances from the line are to each other.
    let [away, goal_away] = [start, goal].map(|end| along.perp_dot(end - a).abs());
    let [from, to] = [start, goal].map(|end| along.dot(end - a) / squared);
    let total = away + goal_away;
    let meets = if total > 0.0 { from + (to - from) * (away / total) } else { from };
    by(a + along * meets.clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_by_a_box_is_the_shortest_of_all_ways_by_its_points() {
        let bounds = Aabb { min: Vec2::new(-1.0, -2.0), max: Vec2::new(3.0, 1.0) };
        let positions = [-6.0_f32, -2.0, -1.0, 0.5, 1.0, 3.0, 5.0];
        let points = positions.iter().flat_map(|&x| positions.map(|y| Vec2::new(x, y)));
        let points: Vec<Vec2> = points.collect();
        for &start in &points {
            for &goal in &points {
                let found = length_via(start, goal, &bounds);
                let mut least = f64::INFINITY;
                for column in 0..=64_u8 {
                    for row in 0..=64_u8 {
                        let x = -1.0 + 4.0 * f32::from(column) / 64.0;
                        let y = -2.0 + 3.0 * f32::from(row) / 64.0;
                        let by = DVec2::new(x.into(), y.into());
                        let length = by.distance(start.into()) + by.distance(goal.into());
                        least = least.min(length);
                    }
                }
                assert!(found <= least + 1e-9, "{start} to {goal}: {found} for {least}");
                assert!(found >= least - 0.05, "{start} to {goal}: {found} for {least}");
            }
        }
    }
}
