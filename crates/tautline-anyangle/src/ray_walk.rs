//! Walking straight from area to area.

use tautline_navmesh::{AreaId, HalfEdge, HalfEdgeId, NavMesh};

use crate::face_loop::FaceLoop;
use crate::ray::{Exit, Ray};

/// A visitor of a straight walk. It decides where the walk may go on.
pub(crate) trait RayVisitor {
    /// Reports whether an area holds the goal.
    fn is_goal_in(&self, area: AreaId) -> bool;

    /// Crosses a side, and returns its twin, or `None` if the side is closed. `ends` are
    /// that side and the next one of its area.
    fn cross(&mut self, ends: [HalfEdgeId; 2], edge: &HalfEdge) -> Option<HalfEdgeId>;

    /// Passes the vertex on the ray at which a side begins. Returns the area to go on in,
    /// if there is one.
    fn pass(&mut self, ray: &Ray, vertex: HalfEdgeId) -> Option<AreaId>;
}

impl Ray {
    /// Follows the ray through areas, beginning in one that holds the start. Returns the
    /// area in which the goal is reached, if it is. O(corners of the areas on the way).
    #[inline]
    pub(crate) fn walk<W: RayVisitor>(
        &self,
        mesh: &NavMesh,
        first: AreaId,
        walker: &mut W,
    ) -> Option<AreaId> {
        // The exit is looked for from any side, or from one on the right of the ray.
        let (mut area, mut entry) = (first, 0);
        while !walker.is_goal_in(area) {
            let face = FaceLoop::of_area(mesh, area);
            (area, entry) = match self.exit(&face, entry)? {
                Exit::HalfEdge(at) => {
                    let ends = [at, face.next(at)];
                    let border = ends.map(|end| face.vertex(end));
                    // The area across a border that the start lies on holds it too, and is
                    // begun in by itself.
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
