//! Moving the ends of a request to where a path can begin and end.

use tautline_navmesh::{AreaId, CorridorEnd, Costs, End, NavMesh, ReachableAreas};

/// The memory of [`Snap`].
#[derive(Clone, Debug, Default)]
pub(crate) struct SnapScratch {
    start_areas: Vec<AreaId>,
    goal_areas: Vec<AreaId>,
    reachable: ReachableAreas,
}

/// How ends are moved.
#[derive(Clone, Copy)]
pub(crate) struct Snap<'a> {
    pub(crate) mesh: &'a NavMesh,
    pub(crate) costs: &'a Costs,
    /// How far at most.
    pub(crate) radius: f32,
}

impl Snap<'_> {
    /// Moves the start to the nearest open ground, and the goal to the nearest
    /// open ground that can be reached from there. Gives both, and how far they
    /// were moved; an end stays where nothing is near enough.
    pub(crate) fn ends(
        &self,
        [start, goal]: [CorridorEnd; 2],
        scratch: &mut SnapScratch,
    ) -> [(CorridorEnd, f64); 2] {
        let Self { mesh, costs, .. } = *self;
        let is_open = |area| mesh.is_open(area, costs);
        let SnapScratch { start_areas, goal_areas, .. } = scratch;
        let start = match mesh.open_areas_at(End::Start, start, costs, start_areas) {
            Ok(()) => (start, 0.0),
            Err(_) => self.nearest(start, is_open),
        };
        if mesh.open_areas_at(End::Start, start.0, costs, start_areas).is_err() {
            return [start, (goal, 0.0)];
        }
        let is_on_ground = mesh.open_areas_at(End::Goal, goal, costs, goal_areas).is_ok();
        let goal = if mesh.is_all_open(costs) && !mesh.takes_links(costs) {
            // Then parts say it all.
            let starts = &*start_areas;
            let reaches = |area| starts.iter().any(|&start| mesh.part(start) == mesh.part(area));
            let stays = is_on_ground && goal_areas.iter().any(|&area| reaches(area));
            if stays { (goal, 0.0) } else { self.nearest(goal, reaches) }
        } else {
            let SnapScratch { goal_areas, reachable, .. } = scratch;
            if mesh.reachable_areas(start.0, costs, reachable).is_err() {
                return [start, (goal, 0.0)];
            }
            let reaches = |area| reachable.contains(area);
            let stays = is_on_ground && goal_areas.iter().any(|&area| reaches(area));
            if stays { (goal, 0.0) } else { self.nearest(goal, reaches) }
        };
        [start, goal]
    }

    fn nearest(&self, end: CorridorEnd, admits: impl Fn(AreaId) -> bool) -> (CorridorEnd, f64) {
        let Self { mesh, radius, .. } = *self;
        let near = match end.elevation {
            Some(elevation) => mesh.nearest_at(end.point, elevation, radius, admits),
            None => mesh.nearest_where(end.point, radius, admits),
        };
        let Some(near) = near else { return (end, 0.0) };
        let elevation = end.elevation.map(|_| mesh.elevation_at(near.area, near.point));
        (CorridorEnd { point: near.point, elevation }, near.distance)
    }
}
