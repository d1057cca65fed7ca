//! Snapping of the start and the goal of a query to the mesh.

use super::{End, Location, ReachableAreas};
use crate::{AreaId, LinkKind, NavMesh, QueryFilter};

/// Memory of [`NavMesh::snap_ends`], for reuse. It serves any mesh.
#[derive(Clone, Debug, Default)]
pub struct SnapScratch {
    start_areas: Vec<AreaId>,
    goal_areas: Vec<AreaId>,
    reachable: ReachableAreas,
}

impl NavMesh {
    /// Snaps a start to the nearest area that the filter allows, and a goal to the nearest area
    /// that is reachable from there, both by at most `radius` world units in the plane.
    ///
    /// Returns both, each with the distance by which it was moved: in the plane, or in space
    /// if the location has an elevation ([`nearest`](Self::nearest)). A location with no
    /// such area within the radius stays unchanged; a search then reports the error.
    ///
    /// O(areas) if the filter forbids areas of the mesh, or some links but not all, or fits an
    /// agent.
    ///
    /// ```
    /// use tautline_navmesh::{
    ///     QueryFilter, SnapScratch, Terrain, Vec2, rectangles_from_cells,
    /// };
    ///
    /// // Two rooms with a wall between them.
    /// let raw = rectangles_from_cells(9, 4, |x, _| (x != 4).then_some(Terrain(0)));
    /// let mesh = raw.build()?;
    /// let (ends, mut scratch) = ([[1.0, 5.0], [7.0, 2.0]], SnapScratch::default());
    /// let [start, goal] = mesh.snap_ends(ends, &QueryFilter::uniform(), 10.0, &mut scratch);
    /// assert_eq!((start.0.point, start.1), (Vec2::new(1.0, 4.0), 1.0));
    /// assert_eq!((goal.0.point, goal.1), (Vec2::new(4.0, 2.0), 3.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn snap_ends(
        &self,
        ends: [impl Into<Location>; 2],
        filter: &QueryFilter,
        radius: f32,
        scratch: &mut SnapScratch,
    ) -> [(Location, f64); 2] {
        let [start, goal] = ends.map(Into::into);
        let SnapScratch { start_areas, goal_areas, reachable } = scratch;
        let start = match self.open_areas_at(End::Start, start, filter, start_areas) {
            Ok(()) => (start, 0.0),
            Err(_) => self.snapped(start, radius, |area| self.is_open(area, filter)),
        };
        if self.open_areas_at(End::Start, start.0, filter, start_areas).is_err() {
            return [start, (goal, 0.0)];
        }
        let is_on_ground = self.open_areas_at(End::Goal, goal, filter, goal_areas).is_ok();
        // A flood fill would take most of the time of a path query with labels.
        let takes_links = self.takes_links(filter);
        let by_components = self.is_all_open(filter)
            && !filter.fits_agent()
            && (!takes_links || self.component_reach_is_exact(filter));
        if !by_components && self.reachable_areas(start.0, filter, reachable).is_err() {
            return [start, (goal, 0.0)];
        }
        let reaches = |area| {
            if by_components {
                start_areas.iter().any(|&start| self.may_lead(start, area, takes_links))
            } else {
                reachable.contains(area)
            }
        };
        if is_on_ground && goal_areas.iter().any(|&area| reaches(area)) {
            return [start, (goal, 0.0)];
        }
        [start, self.snapped(goal, radius, reaches)]
    }

    /// Returns true if [`may_reach`](Self::may_reach) is exact for a filter that allows all areas.
    fn component_reach_is_exact(&self, filter: &QueryFilter) -> bool {
        let allows_all = LinkKind::ALL.iter().all(|&kind| filter.allows_links(kind));
        allows_all
            && !filter.forbids_single_links()
            && self.link_graph().is_some_and(|graph| graph.reach.is_exact())
    }

    fn snapped(
        &self,
        end: Location,
        radius: f32,
        admits: impl Fn(AreaId) -> bool,
    ) -> (Location, f64) {
        // A location that is not finite has no nearest point, and the search will say so.
        let near = self.nearest_where(end, radius, admits);
        let Ok(Some(near)) = near else { return (end, 0.0) };
        let elevation = end.elevation.map(|_| self.elevation_at(near.area, near.point));
        (Location { point: near.point, elevation }, near.distance)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{LinkId, PortalClearances, RawLink, Terrain, Vec2, rectangles_from_cells};

    #[test]
    fn goals_snap_to_the_same_places_with_and_without_a_flood() {
        // Nine rooms that are connected by links alone, one way or both ways.
        const ROOMS: u8 = 9;
        let middle = |room: u8| Vec2::new(2.0 * f32::from(room) + 0.5, 0.5);
        let mut seed = 1_u32;
        let mut random = |below: u8| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            u8::try_from((seed >> 16) % u32::from(below)).unwrap()
        };
        for _ in 0..40 {
            let mut raw = rectangles_from_cells(17, 1, |x, _| (x % 2 == 0).then_some(Terrain(0)));
            for _ in 0..random(10) {
                raw.links.push(RawLink {
                    from: middle(random(ROOMS)).into(),
                    to: middle(random(ROOMS)).into(),
                    both_ways: random(3) == 0,
                    ..RawLink::default()
                });
            }
            let mesh = raw.build().unwrap();
            let all = QueryFilter::uniform();
            let mut flood = QueryFilter::uniform();
            flood.forbid_link(LinkId(99)); // which the mesh does not have
            let mut scratch = SnapScratch::default();
            for (from, to) in (0..ROOMS).flat_map(|from| (0..ROOMS).map(move |to| (from, to))) {
                let ends = [middle(from), middle(to)];
                let [fast, slow] =
                    [&all, &flood].map(|filter| mesh.snap_ends(ends, filter, 9.0, &mut scratch));
                assert_eq!(fast, slow, "from room {from} to room {to}");
            }
        }
    }

    #[test]
    fn a_goal_behind_a_border_that_is_too_narrow_snaps_to_this_side_of_it() {
        // Two rooms with a passage of width 1 between them.
        let raw = rectangles_from_cells(9, 3, |x, y| (x != 4 || y == 1).then_some(Terrain(0)));
        let mesh = raw.build().unwrap();
        let mut filter = QueryFilter::uniform();
        filter.fit_agent(1.0, &Arc::new(PortalClearances::measure(&mesh)));
        let ends = [[1.0, 1.5], [6.0, 2.5]];
        let [_, goal] = mesh.snap_ends(ends, &filter, 9.0, &mut SnapScratch::default());
        assert_eq!((goal.0.point, goal.1), (Vec2::new(4.0, 2.5), 2.0));
    }
}
