//! The line-of-sight test that precedes a search.
//!
//! Many goals are visible from the start. Walking the ray from area to area, with a few
//! signs for each, answers those without a search.

use tautline_geometry::Vec2;
use tautline_navmesh::{AreaId, HalfEdge, HalfEdgeId};

use super::Search;
use super::node::{Limit, NO_NODE, SearchNode, Turn};
use super::objective::Objective;
use super::visible_region::VisibleRegion;
use crate::ray::Ray;
use crate::ray_walk::RayVisitor;
use crate::search_space::SearchSpace;

impl<G: SearchSpace, O: Objective> Search<'_, G, O> {
    /// Walks the ray from the start, a point in some areas, to the goal. Records the path
    /// and returns true if the goal is visible: no other path is shorter.
    ///
    /// May return false for a visible goal behind the end of a zero-width wall, and on
    /// ground that winds around a vertex; the search then finds the path. O(corners of the
    /// areas on the ray).
    pub(super) fn sees_goal(&mut self, start: Vec2, areas: &[AreaId]) -> bool {
        let Some(goal) = self.objective.goal() else { return false };
        let ray = Ray::between(start, goal);
        areas.iter().any(|&area| self.arrives(&ray, area))
    }

    /// Walks a ray that begins in an area. Records the path if it arrives.
    fn arrives(&mut self, ray: &Ray, first: AreaId) -> bool {
        let last = ray.walk(self.space.mesh(), first, self);
        if let Some(area) = last {
            let (root, node) = (&self.memory.roots[0], self.current);
            self.objective.visit(&VisibleRegion { id: 0, root, node, area, rays: None });
        } else {
            self.memory.nodes.clear();
            self.current = NO_NODE;
        }
        last.is_some()
    }

    /// Returns the area that a ray continues into after a vertex, going around the vertex
    /// to the left or to the right. `vertex` is the half-edge that begins there in the area
    /// that the ray comes from.
    fn area_ahead(&self, ray: &Ray, vertex: HalfEdgeId, turn: Turn) -> Option<AreaId> {
        let mesh = self.space.mesh();
        // The same direction may occur twice around such a vertex.
        if mesh.fan(mesh.half_edge(vertex).fan()).exceeds_full_turn() {
            return None;
        }
        let mut at = vertex;
        loop {
            let neighbors = [mesh.previous_half_edge(at), mesh.next_half_edge(at)];
            if ray.goes_on_between(neighbors.map(|edge| mesh.half_edge(edge).start())) {
                return Some(mesh.area_of(at));
            }
            at = turn.next_open_around(self.space, at)?;
            if at == vertex {
                return None;
            }
        }
    }
}

/// Each area that the ray enters becomes a node, so that the areas of the path can be read.
impl<G: SearchSpace, O: Objective> RayVisitor for Search<'_, G, O> {
    fn is_goal_in(&self, area: AreaId) -> bool {
        self.objective.is_goal_in(area)
    }

    fn cross(&mut self, ends: [HalfEdgeId; 2], edge: &HalfEdge) -> Option<HalfEdgeId> {
        let twin = self.space.open_twin(edge)?;
        let [right, left] = ends.map(Limit::through_start_of);
        let node = SearchNode::Window { root: 0, edge: twin, right, left };
        self.current = self.memory.insert(node, self.current);
        Some(twin)
    }

    fn pass(&mut self, ray: &Ray, corner: HalfEdgeId) -> Option<AreaId> {
        let ahead = |turn| Some((turn, self.area_ahead(ray, corner, turn)?));
        let (turn, area) = [Turn::Left, Turn::Right].into_iter().find_map(ahead)?;
        let node = SearchNode::Corner { root: 0, corner, turn };
        self.current = self.memory.insert(node, self.current);
        Some(area)
    }
}
