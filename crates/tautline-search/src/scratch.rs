//! The memory of a search, which outlives it.

use std::cmp::Ordering;

use crate::{Budget, Cost, HeapQueue, Node, SearchError};

/// So many nodes have room from the first search on; those beyond once they are
/// reached. With less, searches on usual graphs would allocate after the first one; with
/// much more, a graph that only says that it is large would take memory for it.
const ROOM_AT_ONCE: usize = 1 << 20;

/// The memory of a search: what it has reached so far, and the queue of what
/// comes next. Reuse it for one search after the other, on any graph.
///
/// A new search forgets what the one before it touched by raising a
/// generation counter; nothing is cleared and, once the memory has grown to
/// the size of the graph, nothing is allocated. It holds a record for every number up to
/// the largest that was reached, and for the first million of the graph's nodes from the
/// beginning: nodes are best numbered without gaps.
#[derive(Clone, Debug)]
pub struct Scratch<C, L = ()> {
    pub(crate) queue: HeapQueue<Entry<C>>,
    records: Vec<Record<C, L>>,
    generation: u32,
    node_count: usize,
    budget: Budget,
    expanded: u64,
    nearest: Option<(C, Node)>,
}

/// What is known of a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Record<C, L> {
    pub(crate) cost: C,
    pub(crate) priority: C,
    pub(crate) label: L,
    pub(crate) parent: Node,
    /// The generation in which the node was reached; all else in the record
    /// is stale in any other.
    generation: u32,
    pub(crate) is_wanted: bool,
    pub(crate) is_closed: bool,
}

/// A node in the queue.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry<C> {
    pub(crate) priority: C,
    pub(crate) cost: C,
    pub(crate) node: Node,
}

impl<C: Cost> Ord for Entry<C> {
    /// Least priority first; among equals the larger cost so far, because
    /// less of its priority is an estimate; then the smaller number.
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        self.priority
            .order(&other.priority)
            .then_with(|| other.cost.order(&self.cost))
            .then_with(|| self.node.cmp(&other.node))
    }
}

impl<C: Cost> PartialOrd for Entry<C> {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<C: Cost> PartialEq for Entry<C> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<C: Cost> Eq for Entry<C> {}

impl<C: Cost, L: Copy + Default> Scratch<C, L> {
    /// Memory that has not been used yet. Allocates nothing.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            queue: HeapQueue::new(),
            records: Vec::new(),
            generation: 0,
            node_count: 0,
            budget: Budget::UNLIMITED,
            expanded: 0,
            nearest: None,
        }
    }

    /// Forgets the previous search and makes room for a graph.
    pub(crate) fn restart(&mut self, node_count: usize, budget: Budget) {
        if self.generation == u32::MAX {
            self.records.clear();
            self.generation = 0;
        }
        self.generation += 1;
        self.node_count = node_count;
        self.make_room(node_count.min(ROOM_AT_ONCE));
        self.queue.clear();
        self.budget = budget;
        self.expanded = 0;
        self.nearest = None;
    }

    /// Makes records for so many nodes at least.
    fn make_room(&mut self, nodes: usize) {
        if self.records.len() < nodes {
            let untouched = Record {
                cost: C::ZERO,
                priority: C::ZERO,
                label: L::default(),
                parent: 0,
                generation: 0,
                is_wanted: false,
                is_closed: false,
            };
            self.records.resize(nodes, untouched);
        }
    }

    /// The record of a node, for writing. `index` is its number, checked.
    #[inline]
    fn record_mut(&mut self, index: usize) -> &mut Record<C, L> {
        if index < self.records.len() {
            return &mut self.records[index];
        }
        self.new_record(index)
    }

    /// Makes a record for a node beyond those that have one; and for as many again, so
    /// that few such steps lead to any number.
    #[cold]
    #[inline(never)]
    fn new_record(&mut self, index: usize) -> &mut Record<C, L> {
        let doubled = self.records.len().saturating_mul(2);
        self.make_room(doubled.min(self.node_count).max(index + 1));
        &mut self.records[index]
    }

    pub(crate) fn check(&self, node: Node) -> Result<usize, SearchError> {
        let index = node as usize;
        if index < self.node_count {
            Ok(index)
        } else {
            Err(SearchError::NodeOutOfRange { node, node_count: self.node_count })
        }
    }

    /// The record of a node, if this search has reached it.
    pub(crate) fn reached(&self, node: Node) -> Option<&Record<C, L>> {
        self.records
            .get(node as usize)
            .filter(|record| record.generation == self.generation && record.cost != C::UNREACHED)
    }

    /// Notes an arrival at a node and queues it, unless an arrival that is no
    /// worse is known. `index` is the node's number, checked.
    #[inline]
    pub(crate) fn arrive(&mut self, index: usize, node: Node, arrival: Arrival<C, L>) {
        let Arrival { parent, label, cost, priority } = arrival;
        let generation = self.generation;
        let record = self.record_mut(index);
        let is_known = record.generation == generation;
        if is_known && (record.is_closed || record.priority.order(&priority).is_le()) {
            return;
        }
        let is_wanted = is_known && record.is_wanted;
        *record = Record { cost, priority, label, parent, generation, is_wanted, is_closed: false };
        self.queue.push(Entry { priority, cost, node });
    }

    /// Keeps a node's record as it is until the search ends.
    #[inline]
    pub(crate) fn close(&mut self, node: Node) {
        if let Some(record) = self.records.get_mut(node as usize) {
            record.is_closed = true;
        }
    }

    /// Marks a node as one that a search waits for; answers whether it was
    /// not marked before.
    pub(crate) fn want(&mut self, index: usize) -> bool {
        let generation = self.generation;
        let record = self.record_mut(index);
        if record.generation != generation {
            record.generation = generation;
            record.priority = C::UNREACHED;
            record.cost = C::UNREACHED;
            record.is_wanted = false;
            record.is_closed = false;
        }
        !std::mem::replace(&mut record.is_wanted, true)
    }

    /// The cost of the way that was found to a node; nothing if the last
    /// search did not reach it. Final once the node was expanded or found.
    #[must_use]
    pub fn cost_of(&self, node: Node) -> Option<C> {
        self.reached(node).map(|record| record.cost)
    }

    /// How a node was reached; nothing if the last search did not reach it.
    #[must_use]
    pub fn label_of(&self, node: Node) -> Option<L> {
        self.reached(node).map(|record| record.label)
    }

    /// Writes the way from the start to a node, both included, into `path`,
    /// replacing what is in it; leaves it empty if the last search did not
    /// reach the node. O(length).
    pub fn path_to(&self, node: Node, path: &mut Vec<Node>) {
        path.clear();
        let mut current = node;
        // A path has at most as many nodes as the graph: the bound is never
        // met, and stands so that no graph, however it behaves, can loop.
        while let Some(record) = self.reached(current).filter(|_| path.len() < self.node_count) {
            path.push(current);
            if record.parent == current {
                break;
            }
            current = record.parent;
        }
        path.reverse();
    }

    /// Counts an expansion; answers whether the budget allows it.
    pub(crate) fn spend(&mut self) -> bool {
        let allowed = self.expanded < self.budget.0;
        self.expanded += u64::from(allowed);
        allowed
    }

    /// Notes how near to the goal a node seems.
    #[inline]
    pub(crate) fn note_estimate(&mut self, estimate: C, node: Node) {
        if self.nearest.is_none_or(|(least, _)| estimate.order(&least).is_lt()) {
            self.nearest = Some((estimate, node));
        }
    }

    /// How many nodes the last search has expanded.
    #[must_use]
    pub const fn expanded(&self) -> u64 {
        self.expanded
    }

    /// The node that seemed nearest to the goal so far, by the estimate, the start
    /// included: where a partial path may lead when the budget ran out.
    #[must_use]
    pub fn nearest(&self) -> Option<Node> {
        self.nearest.map(|(_, node)| node)
    }
}

impl<C: Cost, L: Copy + Default> Default for Scratch<C, L> {
    fn default() -> Self {
        Self::new()
    }
}

/// A way to reach a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arrival<C, L> {
    pub(crate) parent: Node,
    pub(crate) label: L,
    pub(crate) cost: C,
    pub(crate) priority: C,
}
