//! The entries of a link layer, by pruned searches from arcs.
//!
//! As for labels on foot, each hub in turn grows a tree, here one in each direction. The tree is pruned
//! where better hubs give a path of at most the same length. For any two nodes between which a path over
//! links is shorter than any walk, both rows then list the best arc on any shortest path.

use tautline_navmesh::internal::parallel_map;

use super::graph::LinkedGraph;
use super::tree::{LinkTree, LinkVisit};
use crate::bake::hubs::NO_LONGER;
use crate::tables::links::{Direction, LinkNode};
use crate::to_u32;

/// The greatest number of hubs that are processed in parallel, whatever the number of threads.
const HUBS_AT_ONCE: usize = 64;

/// A distance between a node and a hub.
#[derive(Clone, Copy, Debug)]
pub(super) struct RowEntry {
    pub(super) hub: u32,
    pub(super) length: f64,
    pub(super) node: u32,
    /// The next node on the path to the hub; at the hub, the hub itself.
    pub(super) next: u32,
    /// The entry for the same hub in the row there.
    pub(super) next_entry: u32,
}

/// The rows of all corners, and then of all arcs, in one direction.
pub(super) type Rows = Vec<Vec<RowEntry>>;

/// The rows in both directions.
pub(super) struct Labeller<'a, 'b> {
    graph: &'a LinkedGraph<'b>,
    pub(super) rows: [Rows; 2],
    pub(super) entries: usize,
    hubs: usize,
}

/// The memory of one worker.
#[derive(Default)]
struct Worker {
    tree: LinkTree,
    /// The distance from the near end of the hub over each better hub, cost included.
    over_hubs: Vec<f64>,
}

impl<'a, 'b> Labeller<'a, 'b> {
    pub(super) fn new(graph: &'a LinkedGraph<'b>) -> Self {
        let rows = vec![Vec::new(); graph.corner_count() + graph.arcs.len()];
        Self { graph, rows: [rows.clone(), rows], entries: 0, hubs: 0 }
    }

    /// Labels a batch of arcs. Returns the number of arcs that are labelled; `None` if all are.
    pub(super) fn advance(&mut self) -> Option<usize> {
        let first = self.hubs;
        // Batches grow, because the best hubs prune the others most.
        let end = self.graph.arcs.len().min(first + (first / 16).clamp(1, HUBS_AT_ONCE));
        let job = |number: usize| (to_u32(first + number / 2), Direction::BOTH[number % 2]);
        let grow = |worker: &mut Worker, number: usize| self.grow(job(number), worker);
        let trees = parallel_map(2 * (end - first), Worker::default, grow);
        for (number, tree) in trees.into_iter().enumerate() {
            self.add(job(number), &tree);
        }
        self.hubs = end;
        (first < end).then_some(end)
    }

    /// Returns the number of the row of a node.
    pub(super) fn row_of(graph: &LinkedGraph<'_>, node: u32) -> usize {
        match graph.node(node) {
            LinkNode::Corner(node) => node.corner() as usize,
            LinkNode::Arc(arc) => graph.corner_count() + arc as usize,
        }
    }

    /// Returns the nodes that a hub reaches by paths over no better hub.
    fn grow(&self, (hub, direction): (u32, Direction), worker: &mut Worker) -> Vec<LinkVisit> {
        let Self { graph, rows, .. } = self;
        let Worker { tree, over_hubs } = worker;
        self.measure_over_hubs(hub, direction, over_hubs);
        let cost = graph.arcs[hub as usize].cost;
        let own = &rows[direction as usize];
        let mut kept = Vec::new();
        // For each visit, its index in `kept`. Only kept visits are ever looked up: the tree does not grow
        // beyond the others.
        let mut numbers = Vec::new();
        tree.grow((graph, direction), hub, |visit| {
            let limit = (visit.length + cost) * (1.0 + NO_LONGER);
            let is_served = visit.from != LinkVisit::ROOT
                && own[Self::row_of(graph, visit.node)]
                    .iter()
                    .any(|entry| over_hubs[entry.hub as usize] + entry.length <= limit);
            numbers.push(to_u32(kept.len()));
            if is_served {
                return false;
            }
            let from = numbers.get(visit.from as usize).copied().unwrap_or(LinkVisit::ROOT);
            kept.push(LinkVisit { from, ..*visit });
            true
        });
        kept
    }

    /// Computes the distances from the near end of a hub over each better hub.
    fn measure_over_hubs(&self, hub: u32, direction: Direction, over_hubs: &mut Vec<f64>) {
        let Self { graph, rows, .. } = self;
        over_hubs.clear();
        over_hubs.resize(graph.arcs.len(), f64::INFINITY);
        let other = &rows[direction.opposite() as usize];
        let near_end = graph.arcs[hub as usize].near_end(direction);
        let view = &graph.views[near_end as usize];
        let corners = view.corners.iter().map(|seen| (seen.node.corner() as usize, seen.length));
        let arcs = view.ends.iter().filter_map(|seen| {
            let arc = graph.ends[seen.end as usize].arc(direction)?;
            Some((graph.corner_count() + arc as usize, seen.length))
        });
        for (row, length) in corners.chain(arcs) {
            for entry in &other[row] {
                let over = length + entry.length + graph.arcs[entry.hub as usize].cost;
                let known = &mut over_hubs[entry.hub as usize];
                *known = known.min(over);
            }
        }
    }

    /// Adds the entries of a hub to the rows of the nodes in its tree.
    fn add(&mut self, (hub, direction): (u32, Direction), tree: &[LinkVisit]) {
        let rows = &mut self.rows[direction as usize];
        let mut entries: Vec<u32> = Vec::with_capacity(tree.len());
        for visit in tree {
            let row = &mut rows[Self::row_of(self.graph, visit.node)];
            let entry = to_u32(row.len());
            let (next, next_entry) = match tree.get(visit.from as usize) {
                Some(from) => (from.node, entries[visit.from as usize]),
                None => (visit.node, entry),
            };
            let LinkVisit { node, length, .. } = *visit;
            row.push(RowEntry { hub, length, node, next, next_entry });
            entries.push(entry);
        }
        self.entries += tree.len();
    }
}
