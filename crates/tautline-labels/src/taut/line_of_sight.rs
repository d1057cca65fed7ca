//! The line-of-sight test.

use tautline_anyangle::internal::{Ray, RayVisitor};
use tautline_navmesh::{AreaId, FanId, HalfEdge, HalfEdgeId, NavMesh};

/// The memory of line-of-sight tests.
#[derive(Clone, Debug, Default)]
pub(crate) struct LineOfSightScratch {
    /// Areas from which the walk still has to continue.
    waiting: Vec<AreaId>,
    /// Fans at which the ray continued on both sides of a wall.
    forks: Vec<FanId>,
}

/// The line of sight to a goal.
pub(crate) struct LineOfSight<'a> {
    pub(crate) mesh: &'a NavMesh,
    /// The areas that hold the goal.
    pub(crate) goal_areas: &'a [AreaId],
    pub(crate) scratch: &'a mut LineOfSightScratch,
}

impl LineOfSight<'_> {
    /// Returns true if a ray stays on the ground, from one of the areas that hold the start
    /// to the goal. Exact, and the ground is closed: the ray may run along walls and touch
    /// corners, but not pass where two areas touch in a point only.
    ///
    /// The mesh must not wind around any vertex.
    pub(crate) fn is_clear(&mut self, ray: &Ray, start_areas: &[AreaId]) -> bool {
        self.scratch.forks.clear();
        self.scratch.waiting.clear();
        self.scratch.waiting.extend_from_slice(start_areas);
        while let Some(area) = self.scratch.waiting.pop() {
            if ray.walk(self.mesh, area, self).is_some() {
                return true;
            }
        }
        false
    }
}

impl RayVisitor for LineOfSight<'_> {
    fn is_goal_in(&self, area: AreaId) -> bool {
        self.goal_areas.contains(&area)
    }

    fn cross(&mut self, _: [HalfEdgeId; 2], edge: &HalfEdge) -> Option<HalfEdgeId> {
        edge.twin()
    }

    /// If the ray continues in two areas, on both sides of a wall that begins at the
    /// vertex, the second one is queued.
    fn pass(&mut self, ray: &Ray, vertex: HalfEdgeId) -> Option<AreaId> {
        let Self { mesh, scratch, .. } = self;
        let here = mesh.half_edge(vertex).start();
        let fan = mesh.half_edge(vertex).fan();
        let mut found = None;
        for edge in mesh.half_edges_at(fan) {
            let before = mesh.previous_half_edge(edge);
            let left_end = mesh.half_edge(before).start();
            let right_end = mesh.half_edge(mesh.next_half_edge(edge)).start();
            // Along a border, the area on its left is enough.
            let is_doubled = || mesh.twin(before).is_some() && ray.runs_along([here, left_end]);
            if !ray.goes_on_between([left_end, right_end]) || is_doubled() {
                continue;
            }
            let area = mesh.area_of(edge);
            if found.is_none() {
                found = Some(area);
            } else if scratch.forks.contains(&fan) {
                return None;
            } else {
                scratch.forks.push(fan);
                scratch.waiting.push(area);
            }
        }
        found
    }
}
