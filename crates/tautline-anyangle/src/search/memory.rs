//! The memory of a search.

use crate::Counters;
use crate::to_u32;

use super::best_distances::BestDistances;
use super::node::{NodeId, NodeRecord, Root, SearchNode};
use super::queue::Queue;

/// What a search knows, and what waits in it. Reused from search to search.
#[derive(Clone, Debug, Default)]
pub(crate) struct Memory {
    pub(super) nodes: Vec<NodeRecord>,
    pub(super) roots: Vec<Root>,
    pub(super) queue: Queue,
    /// What was to be gone on with in place when a slice ended.
    pub(super) pending: Option<NodeId>,
    pub(super) distances: BestDistances,
    /// What the item that is being expanded leads to.
    pub(super) successors: Vec<Successor>,
    pub(crate) counters: Counters,
}

/// An node, and the length that a way through it has at lower_bound.
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

    pub(super) fn restart(&mut self, corner_id_count: usize) {
        self.nodes.clear();
        self.roots.clear();
        self.queue.clear();
        self.pending = None;
        self.distances.restart(corner_id_count);
        self.counters = Counters::default();
    }

    /// Numbers an node.
    #[inline]
    pub(super) fn add(&mut self, node: SearchNode, parent: NodeId) -> NodeId {
        let id = to_u32(self.nodes.len());
        self.nodes.push(NodeRecord { node, parent });
        id
    }

    pub(super) fn push(&mut self, Successor { lower_bound, node }: Successor, parent: NodeId) {
        let id = self.add(node, parent);
        self.queue.push(lower_bound, id);
        self.counters.pushed += 1;
    }
}
