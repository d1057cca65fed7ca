//! The memory of a search.

use crate::Counters;
use crate::to_u32;

use super::best_distances::BestDistances;
use super::node::{NodeId, NodeRecord, Root, SearchNode};
use super::queue::Queue;

/// The nodes, the open list and the best known distances of a search. Reused by the next
/// search.
#[derive(Clone, Debug, Default)]
pub(crate) struct Memory {
    pub(super) nodes: Vec<NodeRecord>,
    pub(super) roots: Vec<Root>,
    pub(super) queue: Queue,
    /// The node that was to be expanded without passing through the queue when a slice
    /// ended.
    pub(super) pending: Option<NodeId>,
    pub(super) distances: BestDistances,
    /// The row of the first arc in that table. The rows of corners come before it.
    pub(super) first_arc_row: u32,
    /// The successors of the node that is being expanded.
    pub(super) successors: Vec<Successor>,
    pub(crate) counters: Counters,
}

/// A generated node and a lower bound on the length of a path through it (its *f-value*).
#[derive(Clone, Copy, Debug)]
pub(super) struct Successor {
    pub(super) lower_bound: f64,
    pub(super) node: SearchNode,
}

impl Memory {
    pub(crate) const fn new() -> Self {
        Self {
            nodes: Vec::new(),
            roots: Vec::new(),
            queue: Queue::new(),
            pending: None,
            distances: BestDistances::new(),
            first_arc_row: 0,
            successors: Vec::new(),
            counters: Counters {
                expanded: 0,
                pushed: 0,
                popped: 0,
                stale: 0,
                block_cut_pruned: 0,
                dominated: 0,
                not_shortest: 0,
                not_taut: 0,
                above_bound: 0,
            },
        }
    }

    pub(super) fn restart(&mut self, corner_id_count: usize, arc_count: usize) {
        self.nodes.clear();
        self.roots.clear();
        self.queue.clear();
        self.pending = None;
        self.distances.restart(corner_id_count + arc_count);
        self.first_arc_row = to_u32(corner_id_count);
        self.counters = Counters::default();
    }

    /// Stores a node and numbers it.
    #[inline]
    pub(super) fn insert(&mut self, node: SearchNode, parent: NodeId) -> NodeId {
        let id = to_u32(self.nodes.len());
        self.nodes.push(NodeRecord { node, parent });
        id
    }

    pub(super) fn push(&mut self, Successor { lower_bound, node }: Successor, parent: NodeId) {
        let id = self.insert(node, parent);
        self.queue.push(lower_bound, id);
        self.counters.pushed += 1;
    }
}
