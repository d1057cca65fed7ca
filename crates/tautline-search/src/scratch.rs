//! The memory of a search, for reuse by the next one.

use std::cmp::Ordering;

use crate::{Budget, Cost, HeapQueue, Node, SearchError};

/// The number of nodes that get a record when a search begins; nodes with larger
/// numbers get theirs when they are reached. With fewer, searches on graphs of usual
/// size would allocate after the first one. With many more, a small graph with a huge
/// [`node_count`](crate::Graph::node_count) would take much memory.
const INITIAL_RECORDS: usize = 1 << 20;

/// The memory of a search: the best known path to each node, and the open list.
/// Reuse it for any number of searches, on any graph.
///
/// A new search forgets the previous one by incrementing a generation counter;
/// nothing is cleared and, once the memory has grown to the size of the graph, nothing is
/// allocated.
///
/// It has a record for every node number up to the largest that was reached, and at least for the
/// first 2^20 numbers of the graph, or for all if there are fewer. So number nodes without gaps.
#[derive(Clone, Debug)]
pub struct Scratch<C, A = ()> {
    pub(crate) queue: HeapQueue<Entry<C>>,
    records: Vec<Record<C, A>>,
    generation: u32,
    node_count: usize,
    budget: Budget,
    expanded: u64,
    nearest: Option<(C, Node)>,
}

/// The best known path to a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Record<C, A> {
    pub(crate) cost: C,
    pub(crate) priority: C,
    pub(crate) arrival: A,
    pub(crate) parent: Node,
    /// The generation in which the node was reached; in any other, the record
    /// is stale.
    generation: u32,
    pub(crate) is_target: bool,
    pub(crate) is_closed: bool,
}

/// A node in the open list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry<C> {
    pub(crate) priority: C,
    pub(crate) cost: C,
    pub(crate) node: Node,
}

impl<C: Cost> Ord for Entry<C> {
    /// Least priority first; on ties the larger cost so far, because less of the
    /// priority is heuristic; then the smaller number.
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        self.priority
            .total_cmp(&other.priority)
            .then_with(|| other.cost.total_cmp(&self.cost))
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

impl<C: Cost, A: Copy + Default> Scratch<C, A> {
    /// Creates empty memory. Allocates nothing.
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

    /// Forgets the previous search and prepares for a graph.
    pub(crate) fn restart(&mut self, node_count: usize, budget: Budget) {
        // The counter starts again once in 2^32 searches. Old records must not look current
        // then, so they are cleared.
        if self.generation == u32::MAX {
            self.records.clear();
            self.generation = 0;
        }
        self.generation += 1;
        self.node_count = node_count;
        self.grow_to(node_count.min(INITIAL_RECORDS));
        self.queue.clear();
        self.budget = budget;
        self.expanded = 0;
        self.nearest = None;
    }

    /// Makes records for at least the given number of nodes.
    fn grow_to(&mut self, nodes: usize) {
        if self.records.len() < nodes {
            let untouched = Record {
                cost: C::ZERO,
                priority: C::ZERO,
                arrival: A::default(),
                parent: 0,
                generation: 0,
                is_target: false,
                is_closed: false,
            };
            self.records.resize(nodes, untouched);
        }
    }

    /// The record of a node, for writing. `index` is its number, checked by [`Self::index_of`].
    #[inline]
    fn record_mut(&mut self, index: usize) -> &mut Record<C, A> {
        if index < self.records.len() {
            return &mut self.records[index];
        }
        self.append_record(index)
    }

    /// Appends records up to the record of a node. At least doubles their number, so that
    /// the amortised cost is constant.
    #[cold]
    #[inline(never)]
    fn append_record(&mut self, index: usize) -> &mut Record<C, A> {
        let doubled = self.records.len().saturating_mul(2);
        self.grow_to(doubled.min(self.node_count).max(index + 1));
        &mut self.records[index]
    }

    /// Returns the index of a node's record, or an error if there is no such node.
    pub(crate) fn index_of(&self, node: Node) -> Result<usize, SearchError> {
        let index = node as usize;
        if index < self.node_count {
            Ok(index)
        } else {
            Err(SearchError::NodeOutOfRange { node, node_count: self.node_count })
        }
    }

    /// Returns the record of a node, or `None` if this search has not reached it.
    pub(crate) fn reached(&self, node: Node) -> Option<&Record<C, A>> {
        self.records
            .get(node as usize)
            .filter(|record| record.generation == self.generation && record.cost != C::UNREACHED)
    }

    /// Relaxes an edge: records the path through it and queues the node at its end, unless the known
    /// path is at least as good. `index` is that node's number, checked.
    #[inline]
    pub(crate) fn relax(&mut self, index: usize, node: Node, relaxation: Relaxation<C, A>) {
        let Relaxation { parent, arrival, cost, priority } = relaxation;
        let generation = self.generation;
        let record = self.record_mut(index);
        let is_known = record.generation == generation;
        if is_known && (record.is_closed || record.priority.total_cmp(&priority).is_le()) {
            return;
        }
        let is_target = is_known && record.is_target;
        *record =
            Record { cost, priority, arrival, parent, generation, is_target, is_closed: false };
        // No decrease-key: a worse entry of the node stays in the queue, and is
        // skipped when it comes up because its priority is no longer the record's.
        self.queue.push(Entry { priority, cost, node });
    }

    /// Closes a node: its record does not change until the search ends.
    #[inline]
    pub(crate) fn close(&mut self, node: Node) {
        if let Some(record) = self.records.get_mut(node as usize) {
            record.is_closed = true;
        }
    }

    /// Marks a node as a target of [`one_to_many`](crate::one_to_many). Returns true if it
    /// was not marked before.
    pub(crate) fn mark_target(&mut self, index: usize) -> bool {
        let generation = self.generation;
        let record = self.record_mut(index);
        if record.generation != generation {
            record.generation = generation;
            record.priority = C::UNREACHED;
            record.cost = C::UNREACHED;
            record.is_target = false;
            record.is_closed = false;
        }
        !std::mem::replace(&mut record.is_target, true)
    }

    /// Returns the cost of the best path to a node so far; `None` if the last
    /// search did not reach it. Final once the node was expanded or found.
    #[must_use]
    pub fn cost_of(&self, node: Node) -> Option<C> {
        self.reached(node).map(|record| record.cost)
    }

    /// Returns the arrival of the best path to a node so far; `None` if the last search did
    /// not reach it.
    #[must_use]
    pub fn arrival_at(&self, node: Node) -> Option<A> {
        self.reached(node).map(|record| record.arrival)
    }

    /// Replaces the contents of `path` by the nodes from the start to a node, both
    /// included; leaves it empty if the last search did not reach the node. O(length).
    pub fn path_to(&self, node: Node, path: &mut Vec<Node>) {
        path.clear();
        let mut current = node;
        // A path has at most as many nodes as the graph. This guards against an endless loop,
        // whatever the graph does.
        while let Some(record) = self.reached(current).filter(|_| path.len() < self.node_count) {
            path.push(current);
            if record.parent == current {
                break;
            }
            current = record.parent;
        }
        path.reverse();
    }

    /// Counts an expansion. Returns false, and counts none, if the budget is used up.
    pub(crate) fn count_expansion(&mut self) -> bool {
        let allowed = self.expanded < self.budget.0;
        self.expanded += u64::from(allowed);
        allowed
    }

    /// Updates the node with the least heuristic.
    #[inline]
    pub(crate) fn update_nearest(&mut self, heuristic: C, node: Node) {
        if self.nearest.is_none_or(|(least, _)| heuristic.total_cmp(&least).is_lt()) {
            self.nearest = Some((heuristic, node));
        }
    }

    /// The number of nodes that the last search has expanded.
    #[must_use]
    pub const fn expanded(&self) -> u64 {
        self.expanded
    }

    /// Returns the reached node with the least heuristic, the start included: the end of a
    /// partial path when the budget ran out.
    #[must_use]
    pub fn nearest(&self) -> Option<Node> {
        self.nearest.map(|(_, node)| node)
    }
}

impl<C: Cost, A: Copy + Default> Default for Scratch<C, A> {
    fn default() -> Self {
        Self::new()
    }
}

/// The path to a node over one edge: the edge's tail, and the costs of the path.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Relaxation<C, A> {
    pub(crate) parent: Node,
    pub(crate) arrival: A,
    pub(crate) cost: C,
    pub(crate) priority: C,
}
