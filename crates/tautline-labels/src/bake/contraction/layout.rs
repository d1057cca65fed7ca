//! Edges of a contraction, laid out in tables.

use tautline_navmesh::internal::parallel_map;

use super::graph::Edge;
use crate::tables::taut_visibility_graph::{Arc, TautVisibilityGraph};
use crate::taut::corners::TautNode;
use crate::to_u32;

/// The edges of each node, sorted by the first arcs of their paths, from the wall outwards. The edges
/// that keep a path taut are then a prefix.
pub(in crate::bake) struct Layout<'a> {
    nodes: Vec<Vec<&'a Edge>>,
}

impl<'a> Layout<'a> {
    /// Sorts the edges of all corners for which `is_wanted` returns true, given both of their ends.
    pub(super) fn of(
        edges: &'a [Vec<Edge>],
        is_wanted: impl Fn(u32, u32) -> bool + Sync + Send,
    ) -> Self {
        let sorted = |(): &mut (), node: usize| {
            let node = TautNode(to_u32(node));
            let all = edges[node.corner() as usize].iter();
            let is_here =
                |edge: &&Edge| edge.here.wedge == node.wedge() && is_wanted(node.corner(), edge.to);
            let mut own: Vec<&Edge> = all.filter(is_here).collect();
            own.sort_unstable_by_key(|edge| (edge.here.index, edge.to));
            own
        };
        Self { nodes: parallel_map(2 * edges.len(), || (), sorted) }
    }

    /// Returns the number of edges of a node whose paths begin with one of its first arcs.
    pub(in crate::bake) fn count_within(&self, node: TautNode, arcs: u32) -> u32 {
        to_u32(self.nodes[node.index()].partition_point(|edge| edge.here.index < arcs))
    }

    /// Returns the edges as arcs. `successor_count` receives a node and the number of its original arcs
    /// that keep a path taut, and returns the number of successors that do.
    pub(in crate::bake) fn arcs(
        &self,
        successor_count: impl Fn(TautNode, u32) -> u32,
    ) -> TautVisibilityGraph {
        let mut graph = TautVisibilityGraph { starts: vec![0], arcs: Vec::new() };
        for edges in &self.nodes {
            graph.arcs.extend(edges.iter().map(|edge| {
                let to = TautNode::new(edge.to, edge.there.wedge);
                let successors = successor_count(to.opposite(), edge.there.successors);
                Arc { to, successors, length: edge.length }
            }));
            graph.starts.push(to_u32(graph.arcs.len()));
        }
        graph
    }

    /// Returns the middles of the edges.
    pub(in crate::bake) fn middles(&self) -> Vec<u32> {
        self.nodes.iter().flatten().map(|edge| edge.middle).collect()
    }
}
