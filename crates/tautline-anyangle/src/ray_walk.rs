//! Walking a ray from area to area.

use tautline_navmesh::{AreaId, HalfEdge, HalfEdgeId, NavMesh};

use crate::face_loop::FaceLoop;
use crate::ray::{Exit, Ray};

/// A visitor of a ray walk. It decides what the ray may cross.
pub trait RayVisitor {
    /// Returns true if an area holds the goal.
    fn is_goal_in(&self, area: AreaId) -> bool;

    /// Crosses a half-edge and returns its twin, or `None` if it cannot be crossed. `ends`
    /// are that half-edge and the next one of its area.
    fn cross(&mut self, ends: [HalfEdgeId; 2], edge: &HalfEdge) -> Option<HalfEdgeId>;

    /// Passes a vertex on the ray, which a half-edge of the current area starts at. Returns
    /// the area in which the ray continues, or `None` if it is blocked.
    fn pass(&mut self, ray: &Ray, vertex: HalfEdgeId) -> Option<AreaId>;
}

impl Ray {
    /// Walks the ray through areas, from one that holds the start. Returns the area in
    /// which it reaches the goal, or `None` if it is blocked. O(corners of the areas on the
    /// way).
    #[inline]
    pub fn walk<W: RayVisitor>(
        &self,
        mesh: &NavMesh,
        first: AreaId,
        walker: &mut W,
    ) -> Option<AreaId> {
        // `entry` is the half-edge at which the search for the exit begins. Any will do; the one after
        // a border that was crossed lies on the right of the ray, which is fastest.
        let (mut area, mut entry) = (first, 0);
        while !walker.is_goal_in(area) {
            let face = FaceLoop::of_area(mesh, area);
            (area, entry) = match self.exit(&face, entry)? {
                Exit::HalfEdge(at) => {
                    let ends = [at, face.next(at)];
                    let border = ends.map(|end| face.vertex(end));
                    // The area across a border that the start lies on is a start area too,
                    // and has a walk of its own.
                    let leaves = area != first || self.begins_before(border);
                    if !(leaves && self.ends_behind(border)) {
                        return None;
                    }
                    let edge = face.half_edge(at);
                    let twin = walker.cross(ends.map(|end| face.id(end)), edge)?;
                    let (face, twin) = FaceLoop::around(mesh, twin);
                    (edge.across(), face.next(twin))
                }
                Exit::Vertex(at) if self.passes(face.vertex(at)) => {
                    (walker.pass(self, face.id(at))?, 0)
                }
                // The ray only touches the area at its start or goal.
                Exit::Vertex(_) => return None,
            };
        }
        Some(area)
    }
}
