//! Revalidation of paths after changes.

use tautline_geometry::polygon::edges;
use tautline_geometry::{Aabb, DVec2, Vec2};

use crate::DynamicNavMesh;
use tautline_navmesh::{AreaId, Location, QueryFilter, RayCast};

/// The state of a path, which was a shortest one, after changes of the mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathState {
    /// It is walkable and still a shortest path.
    Untouched,
    /// It is not walkable any more.
    Blocked {
        /// The first leg that is not walkable: from the point with this index to the next
        /// one.
        leg: usize,
    },
    /// It is walkable, but areas were restored, or got another terrain, through which it or a shorter path may lead.
    MayBeShorter,
}

/// The relative error that is allowed for computed lengths.
const RELATIVE_ERROR: f64 = 1e-12;

impl DynamicNavMesh {
    /// Returns the state of a path after all changes since a version, without a search. The path
    /// must have been a shortest one at that version. Use it to decide after each change
    /// whether to search again.
    ///
    /// `points` are the points of the path from start to goal, and `length` is its length. Where
    /// floors overlap, give points with their elevations, as [`Location`]s: without one,
    /// areas on any floor count.
    ///
    /// Where terrain costs differ, give the cost of the path divided by the least factor of the
    /// filter as its `length`. If that factor is above 1 and the mesh has links, give the cost
    /// itself: the costs of links are not multiplied by factors.
    ///
    /// The path is blocked if one of its legs is not walkable on the current mesh, which is decided
    /// exactly. Otherwise it is still a shortest path, unless a path through restored areas is
    /// shorter. A lower bound excludes that: the length of the straight path from the start
    /// through the box around a removed obstacle to the goal. So
    /// [`Untouched`](PathState::Untouched) is certain, and
    /// [`MayBeShorter`](PathState::MayBeShorter) is not.
    ///
    /// The last 256 changes are kept separately, and earlier ones as one box. A version that the
    /// mesh never had counts as the beginning.
    ///
    /// The bound holds for meshes with links, too. But the path itself must not use links: call this
    /// for each stretch between them, and check that the links are
    /// [enabled](tautline_navmesh::Link::is_enabled).
    ///
    /// O(changes since then), plus O(areas along the path) for legs near the obstacles that were added
    /// or removed. Areas that a [`QueryFilter`] forbids are not considered: where an obstacle
    /// [sets a terrain](crate::Obstacle::with_terrain) that is forbidden, the result is
    /// [`MayBeShorter`](PathState::MayBeShorter), too.
    #[must_use]
    pub fn path_state<P>(&self, points: &[P], length: f64, since: u64) -> PathState
    where
        P: Copy + Into<Location>,
    {
        self.path_state_in(points, length, since, &mut PathStateScratch::new())
    }

    /// Like [`path_state`](Self::path_state), with reused memory: allocates nothing once it has
    /// grown.
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
        let PathStateScratch { ends, changed, .. } = scratch;
        ends.clear();
        ends.extend(points.iter().map(|&point| point.into()));
        let is_known = since <= self.version();
        let (since, covered_at) = if is_known { (since, since) } else { (0, u64::MAX) };
        changed.clear();
        changed.extend(self.changes_since(since).filter_map(|change| change.bounds));
        if let Some(leg) = self.blocked_leg(scratch) {
            return PathState::Blocked { leg };
        }
        let &[start, .., goal] = &scratch.ends[..] else { return PathState::Untouched };
        let [start, goal] = [start.point, goal.point];
        let mut uncovered = self.journal.restored_since(since, covered_at);
        // A link may cover more distance than it costs, which lowers the bound.
        let least = (1.0 - RELATIVE_ERROR) * self.mesh().least_link_ratio();
        let may_be_shorter = |bounds: Aabb| length_via(start, goal, &bounds) * least < length;
        if uncovered.any(may_be_shorter) { PathState::MayBeShorter } else { PathState::Untouched }
    }

    /// The first leg that is not walkable. Only legs near changes are tested. That includes removed
    /// obstacles: where they crossed slanting walls, the crossings were rounded to the grid, so that
    /// restored ground can be smaller by less than a step.
    fn blocked_leg(&self, scratch: &mut PathStateScratch) -> Option<usize> {
        let PathStateScratch { ends: points, changed, areas, ray } = scratch;
        let is_near = |leg: &[Location]| {
            let around = Aabb::around(leg.iter().map(|end| end.point));
            around.is_some_and(|around| changed.iter().any(|bounds| bounds.intersects(&around)))
        };
        if let &[only] = &points[..] {
            return (is_near(points) && !self.is_on_mesh(only, areas)).then_some(0);
        }
        let filter = QueryFilter::uniform();
        let mut start = 0;
        while start + 1 < points.len() {
            let near = points[start..].windows(2).take_while(|leg| is_near(leg)).count();
            if near == 0 {
                start += 1;
                continue;
            }
            // The leg before is not near a change. But its end may be covered.
            if !self.is_on_mesh(points[start], areas) {
                return Some(start);
            }
            let stretch = points[start..=start + near].iter().copied();
            match self.mesh().blocked_leg(stretch, &filter, ray) {
                Ok(None) => {}
                Ok(Some(leg)) => return Some(start + leg),
                // A point that is not finite is on no path.
                Err(_) => return Some(start),
            }
            start += near;
        }
        None
    }

    /// Finds the areas of the mesh at a location. They replace the contents of `areas`, in order.
    ///
    /// A floor is selected on the static mesh. So a location with an elevation has no areas where
    /// an obstacle covers its floor, even if another floor lies below; with
    /// [`NavMesh::locate_at`](tautline_navmesh::NavMesh::locate_at), the other floor would be the
    /// nearest one. No areas also for a point that is not finite.
    pub fn areas_at(&self, location: impl Into<Location>, areas: &mut Vec<AreaId>) {
        let Location { point, elevation } = location.into();
        areas.clear();
        match elevation.filter(|_| !self.mesh().elevations().is_empty()) {
            Some(elevation) => self.static_mesh().areas_on_floor(point, elevation, areas),
            None => return areas.extend(self.mesh().areas_at(point)),
        }
        let count = areas.len();
        for index in 0..count {
            areas.extend(self.areas_of(areas[index], point));
        }
        areas.drain(..count);
        areas.sort_unstable();
        areas.dedup();
    }

    /// Returns true if a location is on the mesh, on its floor if it has an elevation.
    fn is_on_mesh(&self, end: Location, areas: &mut Vec<AreaId>) -> bool {
        self.areas_at(end, areas);
        !areas.is_empty()
    }
}

/// Memory of [`DynamicNavMesh::path_state_in`], for reuse. It serves any mesh.
#[derive(Clone, Debug, Default)]
pub struct PathStateScratch {
    ends: Vec<Location>,
    /// The boxes around added and removed obstacles.
    changed: Vec<Aabb>,
    areas: Vec<AreaId>,
    ray: RayCast,
}

impl PathStateScratch {
    /// Unused memory. Allocates nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

/// The length of the shortest path from start to goal that touches a box, ignoring walls.
fn length_via(start: Vec2, goal: Vec2, bounds: &Aabb) -> f64 {
    let holds_end = bounds.contains(start) || bounds.contains(goal);
    let [start, goal, min, max] = [start, goal, bounds.min, bounds.max].map(DVec2::from);
    if holds_end {
        return start.distance(goal);
    }
    let corners = [min, DVec2::new(max.x, min.y), max, DVec2::new(min.x, max.y)];
    let by_sides = edges(&corners).map(|[a, b]| length_via_edge(start, goal, a, b));
    by_sides.fold(f64::INFINITY, f64::min)
}

/// The length of the shortest path from start to goal that touches a segment, ignoring walls.
/// If both lie on the same side, the goal is reflected in the segment's line; the result
/// may also touch an end.
fn length_via_edge(start: DVec2, goal: DVec2, a: DVec2, b: DVec2) -> f64 {
    let along = b - a;
    let squared = along.length_squared();
    let length_by = |point: DVec2| start.distance(point) + point.distance(goal);
    if squared <= 0.0 {
        return length_by(a);
    }
    // The fraction of the segment at which the path meets its line: the distances of both ends
    // from the line divide it.
    let [start_height, goal_height] = [start, goal].map(|end| along.perp_dot(end - a).abs());
    let [from, to] = [start, goal].map(|end| along.dot(end - a) / squared);
    let heights = start_height + goal_height;
    let fraction = if heights > 0.0 { from + (to - from) * (start_height / heights) } else { from };
    length_by(a + along * fraction.clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_length_via_a_box_is_the_least_length_via_its_points() {
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
