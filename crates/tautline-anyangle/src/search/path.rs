//! Reading the path that a search found.

use tautline_geometry::Vec2;
use tautline_navmesh::{AreaId, HalfEdgeId, NavMesh};

use super::found_path::FoundPath;
use super::memory::Memory;
use super::node::{Root, RootId, SearchNode, Turn};
use crate::LinkTraversal;

impl Memory {
    /// Replaces `points` by the path, from the start to the goal.
    pub(crate) fn read_points(&self, path: &FoundPath, goal: Vec2, points: &mut Vec<Vec2>) {
        points.clear();
        points.push(goal);
        // A link may lead to the point where it begins: from one floor to another.
        let mut is_entrance = false;
        for root in self.roots_before(path) {
            if is_entrance || points.last() != Some(&root.point) {
                points.push(root.point);
            }
            is_entrance = self.arc_to(root).is_some();
        }
        points.reverse();
    }

    /// Replaces `links` by those that the path takes, from the start to the goal.
    /// [`LinkTraversal::point`] counts the points that [`Self::read_points`] returns.
    pub(crate) fn read_links(
        &self,
        mesh: &NavMesh,
        path: &FoundPath,
        goal: Vec2,
        links: &mut Vec<LinkTraversal>,
    ) {
        links.clear();
        let Some(graph) = mesh.link_graph() else { return };
        // Counts points like `read_points`, from the goal.
        let (mut count, mut last, mut is_entrance) = (1, goal, false);
        for root in self.roots_before(path) {
            if is_entrance || last != root.point {
                (count, last) = (count + 1, root.point);
            }
            let arc = self.arc_to(root).map(|arc| &graph.arcs()[arc as usize]);
            is_entrance = arc.is_some();
            links.extend(arc.map(|arc| LinkTraversal {
                point: count,
                link: arc.link,
                forwards: arc.forwards,
            }));
        }
        links.reverse();
        for link in links {
            link.point = count - 1 - link.point;
        }
    }

    /// Returns the roots of a path, from the goal to the start.
    fn roots_before(&self, path: &FoundPath) -> impl Iterator<Item = &Root> {
        let first = self.roots.get(path.root as usize).map(|root| (path.root, root));
        let before = |&(id, root): &(RootId, &Root)| {
            (root.parent != id).then(|| (root.parent, &self.roots[root.parent as usize]))
        };
        std::iter::successors(first, before).map(|(_, root)| root)
    }

    /// Returns the arc whose exit a root is, if it is one.
    fn arc_to(&self, root: &Root) -> Option<u32> {
        (root.distance_row != Root::NO_ROW)
            .then_some(root.distance_row)?
            .checked_sub(self.first_arc_row)
    }

    /// Replaces `areas` by those that the path crosses, from the start's to the goal's,
    /// each connected to the next by a border or a link.
    pub(crate) fn read_areas(&self, mesh: &NavMesh, path: &FoundPath, areas: &mut Vec<AreaId>) {
        areas.clear();
        areas.push(path.area);
        let (mut area, mut next) = (path.area, path.node);
        while let Some(record) = self.nodes.get(next as usize) {
            match record.node {
                SearchNode::Window { edge, .. } => areas.push(mesh.half_edge(edge).across()),
                SearchNode::Corner { corner, turn, .. } => {
                    push_around(mesh, corner, turn, area, areas)
                }
                SearchNode::Link { area, .. } => areas.push(area),
            }
            area = areas.last().copied().unwrap_or(area);
            next = record.parent;
        }
        areas.reverse();
    }
}

/// Appends the areas that a path touches while it turns at a corner, from the last to the first. It
/// comes from the area of the half-edge `corner`, which is appended, and turns into the area `into`,
/// which is not.
fn push_around(
    mesh: &NavMesh,
    corner: HalfEdgeId,
    turn: Turn,
    into: AreaId,
    areas: &mut Vec<AreaId>,
) {
    let passed = areas.len();
    let mut at = corner;
    while mesh.half_edge(at).area() != into {
        areas.push(mesh.half_edge(at).area());
        let next = turn.next_around(mesh, at).filter(|&next| next != corner);
        let Some(next) = next else { break };
        at = next;
    }
    areas[passed..].reverse();
}
