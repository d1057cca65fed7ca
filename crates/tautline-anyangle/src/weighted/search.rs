//! A* over the nodes.

use tautline_geometry::{DVec2, Vec2};
use tautline_navmesh::internal::{LinkArc, LinkEstimate};
use tautline_navmesh::{AreaId, HalfEdgeId};

use super::known_paths::{KnownPath, KnownPaths};
use super::landmarks::{CostLandmarks, GoalBounds};
use super::space::{Node, Space};
use super::wedge::Wedge;

/// A search with its memory.
pub(super) struct Search<'a> {
    pub(super) space: Space<'a>,
    pub(super) heuristic: Heuristic<'a>,
    pub(super) known: &'a mut KnownPaths,
}

/// A lower bound of the cost from a node to the goal: admissible and consistent.
pub(super) struct Heuristic<'a> {
    pub(super) estimate: &'a LinkEstimate,
    pub(super) least_factor: f64,
    pub(super) landmarks: Option<(&'a CostLandmarks, &'a GoalBounds)>,
}

impl Heuristic<'_> {
    /// The bound at a position; `node` is its number in the graph of the mesh.
    #[inline]
    fn at(&self, position: Vec2, node: Option<u32>) -> f64 {
        let straight = self.least_factor * self.estimate.at(position.into());
        match (self.landmarks, node) {
            (Some((landmarks, goal)), Some(node)) => straight.max(landmarks.at(node, goal)),
            _ => straight,
        }
    }
}

/// A node that is expanded.
#[derive(Clone, Copy)]
struct Departure {
    node: u32,
    position: DVec2,
    cost: f64,
}

impl Search<'_> {
    /// Queues the start.
    pub(super) fn begin(&mut self) {
        self.known.begin(self.space.node_count());
        let path = KnownPath::new(0.0, self.space.start, self.space.start_node(), AreaId(0));
        self.known.improve(self.space.start_node(), path, 0.0);
    }

    /// Continues until the number of expansions is `until`. Returns true if the search has ended.
    pub(super) fn run(&mut self, until: u64) -> bool {
        while let Some(node) = self.known.next() {
            if node == self.space.goal_node() {
                return true;
            }
            if self.known.expanded() >= until {
                return false;
            }
            self.expand(node);
        }
        true
    }

    fn expand(&mut self, node: u32) {
        let KnownPath { cost, position, parent, area: entered, .. } = self.known.close(node);
        let from = Departure { node, position: position.into(), cost };
        let space = self.space;
        // Areas are convex. A path that has crossed one on a straight line does not turn and cross
        // the same one again: straight on from the parent is shorter.
        let is_left = |&area: &AreaId| area != entered;
        match space.node(node) {
            Node::Border(sides) => {
                let areas = sides.map(|side| space.mesh.area_of(space.graph.area_node(side).edge));
                let other = usize::from(areas[0] == entered);
                let area = areas[other];
                let neighbours = space
                    .graph
                    .neighbours(area, sides[other])
                    .map(|node| DVec2::from(node.position));
                let before = DVec2::from(self.known.get(parent).position);
                let factors =
                    [entered, area].map(|area| space.filter.factor(space.mesh.terrain(area)));
                if let Some(wedge) = Wedge::between(before, neighbours, factors[0] / factors[1]) {
                    self.leave(from, area, wedge);
                }
            }
            Node::Fan(fan) => {
                let before = DVec2::from(self.known.get(parent).position);
                for edge in space.mesh.half_edges_at(fan) {
                    let area = space.mesh.area_of(edge);
                    if area != entered
                        && let Some(wedge) = self.wedge_at_fan(before, node, entered, edge)
                    {
                        self.leave(from, area, wedge);
                    }
                }
            }
            Node::Sector(first) => {
                for area in space.areas_of_sector(first).filter(is_left) {
                    self.leave(from, area, Wedge::ALL);
                }
            }
            Node::Start => {
                for &area in space.start_areas {
                    self.leave(from, area, Wedge::ALL);
                }
            }
            Node::Arc(arc) => {
                let areas = space.links.map_or(&[][..], |links| links.exit_areas(arc));
                for &area in areas.iter().filter(|&&area| space.mesh.is_open(area, space.filter)) {
                    self.leave(from, area, Wedge::ALL);
                }
            }
            Node::Goal => {}
        }
    }

    /// The wedge of an area, given its half-edge that starts at a fan.
    fn wedge_at_fan(
        &self,
        before: DVec2,
        node: u32,
        entered: AreaId,
        edge: HalfEdgeId,
    ) -> Option<Wedge> {
        let space = self.space;
        let half_edge = space.mesh.half_edge(edge);
        let area = half_edge.area();
        let previous = space.mesh.previous_half_edge(edge);
        let is_next = half_edge.across() == entered;
        if !is_next && space.mesh.half_edge(previous).across() != entered {
            return Some(Wedge::ALL);
        }
        let nodes = space.graph.nodes_of(area);
        let Some(index) = nodes.iter().position(|other| other.node == node) else {
            return Some(Wedge::ALL);
        };
        let neighbour = if is_next {
            nodes[if index + 1 == nodes.len() { 0 } else { index + 1 }]
        } else {
            nodes[if index == 0 { nodes.len() - 1 } else { index - 1 }]
        };
        let here = DVec2::from(half_edge.start());
        let neighbour = DVec2::from(neighbour.position);
        let factors = [entered, area].map(|area| space.filter.factor(space.mesh.terrain(area)));
        let ratio = factors[0] / factors[1];
        if is_next {
            Wedge::right_of(before, [here, neighbour], ratio)
        } else {
            Wedge::left_of(before, [neighbour, here], ratio)
        }
    }

    /// Relaxes all straight arcs through an area.
    fn leave(&mut self, from: Departure, area: AreaId, wedge: Wedge) {
        let space = self.space;
        let factor = space.filter.factor(space.mesh.terrain(area));
        let cost_to = |point: Vec2| from.cost + factor * from.position.distance(DVec2::from(point));
        if space.goal_areas.contains(&area) && wedge.contains(space.goal.into()) {
            let goal = (space.goal_node(), None);
            self.relax(from.node, area, goal, space.goal, cost_to(space.goal));
        }
        for node in space.graph.nodes_of(area) {
            if !wedge.contains(node.position.into()) {
                continue;
            }
            let cost = cost_to(node.position);
            let number = if space.is_open {
                node.node
            } else {
                match space.restricted(node) {
                    Some(number) => number,
                    None => continue,
                }
            };
            self.relax(from.node, area, (number, Some(node.node)), node.position, cost);
        }
        let Some(links) = space.links else { return };
        for &arc in links.leaving(area) {
            let LinkArc { entrance, exit, cost, .. } = links.arcs()[arc as usize];
            if wedge.contains(entrance.into()) && links.is_open(arc, space.mesh, space.filter) {
                let cost = cost_to(entrance) + cost;
                self.relax(from.node, area, (space.arc_node(arc), None), exit, cost);
            }
        }
    }

    /// Relaxes an arc to a node, given with its number in the graph of the mesh, if any.
    #[inline]
    fn relax(
        &mut self,
        parent: u32,
        area: AreaId,
        (node, graph_node): (u32, Option<u32>),
        position: Vec2,
        cost: f64,
    ) {
        if !self.known.would_improve(node, cost) {
            return;
        }
        let priority = cost + self.heuristic.at(position, graph_node);
        // The goal stays in the queue, behind all that may lead to a cheaper path.
        if node != self.space.goal_node() && priority >= self.known.cost_of(self.space.goal_node())
        {
            return;
        }
        self.known.improve(node, KnownPath::new(cost, position, parent, area), priority);
    }
}
