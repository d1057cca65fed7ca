//! Events of a search, and its nodes for a trace.

use std::collections::BTreeMap;

use tautline_geometry::{DVec2, DirectedLine, Vec2};
use tautline_navmesh::{HalfEdge, NavMesh};

use super::memory::Memory;
use super::node::{Limit, NO_NODE, NodeId, Root, SearchNode, Turn};
use super::window::{Window, WindowEnd};
use crate::trace::{TraceKind, TraceNode};

/// An event of a search.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SearchEvent<'a> {
    /// A node is expanded.
    Expanded(NodeId),
    /// A node is dropped: a shorter path to its root was found after it was queued.
    Stale(NodeId),
    /// A successor is generated, with a lower bound on the length of a path through it.
    Generated(f64, SearchNode),
    /// A successor is pruned: its lower bound is not below the length of the best path.
    AboveBound(SearchNode),
    /// A half-edge is not crossed: by the block-cut tree, no simple path to the goal does.
    BlockCut(&'a NavMesh, &'a HalfEdge),
    /// A window, seen from a root, is dominated: a path along its border is shorter.
    Dominated(Vec2, &'a Window),
    /// A corner is pruned: a shorter path to it is known.
    NotShortest(Vec2),
    /// A turn is pruned: the path would not be taut.
    NotTaut(Vec2),
}

impl Memory {
    /// Returns all nodes of a search. `generated` holds the successors of each expanded
    /// node, with their lower bounds.
    pub(crate) fn trace_nodes(
        &self,
        mesh: &NavMesh,
        generated: &BTreeMap<NodeId, Vec<(f64, SearchNode)>>,
    ) -> Vec<TraceNode> {
        let nodes = self.nodes.iter().map(|record| {
            let mut found = generated.get(&record.parent).into_iter().flatten();
            let lower_bound = found.find(|(_, node)| *node == record.node).map(|entry| entry.0);
            let mut seen = self.trace_node(mesh, record.node);
            seen.parent = (record.parent != NO_NODE).then_some(record.parent);
            seen.lower_bound = lower_bound.unwrap_or(0.0);
            seen
        });
        nodes.collect()
    }

    /// Returns a node without its parent and its lower bound.
    pub(crate) fn trace_node(&self, mesh: &NavMesh, node: SearchNode) -> TraceNode {
        let root = &self.roots[node.root() as usize];
        let kind = match node {
            SearchNode::Window { edge, right, left, .. } => {
                // `edge` is the twin, on the far side of the border: it runs from left to
                // right.
                let border =
                    [mesh.next_half_edge(edge), edge].map(|edge| mesh.half_edge(edge).start());
                let [right, left] =
                    [right, left].map(|limit| self.intersection(mesh, root, limit, border));
                TraceKind::Window { right, left, border, into: mesh.area_of(edge) }
            }
            SearchNode::Corner { corner, turn, .. } => {
                let point = mesh.half_edge(corner).start();
                TraceKind::Corner { point, turns_left: turn == Turn::Left }
            }
            SearchNode::Link { arc, .. } => {
                let arc = mesh.link_graph().map(|graph| graph.arcs()[arc as usize]);
                let [from, to] = arc.map_or([root.point; 2], |arc| [arc.entrance, arc.exit]);
                TraceKind::Link { from, to }
            }
        };
        let mut root_path = vec![root.point];
        let (mut at, mut id) = (root, node.root());
        while at.parent != id {
            id = at.parent;
            at = &self.roots[id as usize];
            root_path.push(at.point);
        }
        root_path.reverse();
        TraceNode { parent: None, root_path, root_distance: root.length, lower_bound: 0.0, kind }
    }

    /// Returns the point at which a bounding ray meets a border, rounded.
    fn intersection(&self, mesh: &NavMesh, root: &Root, limit: Limit, border: [Vec2; 2]) -> Vec2 {
        let ray = match limit.half_edge().map(|edge| mesh.half_edge(edge).start()) {
            Some(vertex) if border.contains(&vertex) => return vertex,
            Some(vertex) => DirectedLine::through(root.point, vertex),
            None => DirectedLine::through(self.roots[root.parent as usize].point, root.point),
        };
        let end = WindowEnd::cut(limit, &ray);
        end.point(root.point.into(), border.map(DVec2::from)).as_vec2()
    }
}
