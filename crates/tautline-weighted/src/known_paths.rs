//! The best known path to each node, and the open list.

use tautline_geometry::{Vec2, to_f32};
use tautline_navmesh::AreaId;
use tautline_navmesh::internal::begin_generation;
use tautline_search::HeapQueue;

/// The best known path to a node.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct KnownPath {
    pub(crate) cost: f64,
    /// The position from which the path continues: that of the node, or of the exit of its link.
    pub(crate) position: Vec2,
    pub(crate) parent: u32,
    /// The position at which the path leaves the parent: near it, on its border.
    pub(crate) crossing: Vec2,
    /// The area through which the path comes from the parent.
    pub(crate) area: AreaId,
    generation: u32,
    is_closed: bool,
}

impl KnownPath {
    pub(crate) const fn new(
        cost: f64,
        position: Vec2,
        (parent, crossing): (u32, Vec2),
        area: AreaId,
    ) -> Self {
        Self { cost, position, parent, crossing, area, generation: 0, is_closed: false }
    }
}

/// Returns the key of a node in the open list. Least priority first; on ties the larger cost so far,
/// because less of the priority is heuristic; then the smaller number.
///
/// Costs are not negative, so their bits have the same order. One integer is compared without
/// a branch.
#[inline]
fn key(priority: f64, cost: f64, node: u32) -> u128 {
    let cost = to_f32(cost);
    u128::from(priority.to_bits()) << 64 | u128::from(!cost.to_bits()) << 32 | u128::from(node)
}

/// Returns the node of a key.
#[expect(clippy::cast_possible_truncation, reason = "the lower bits are meant")]
const fn node_of(key: u128) -> u32 {
    key as u32
}

/// The best known paths of a search. Those of earlier searches count as unwritten.
#[derive(Clone, Debug, Default)]
pub(crate) struct KnownPaths {
    queue: HeapQueue<u128>,
    rows: Vec<KnownPath>,
    generation: u32,
    expanded: u64,
}

impl KnownPaths {
    /// Forgets the last search.
    pub(crate) fn forget(&mut self) {
        self.queue.clear();
        self.expanded = 0;
    }

    /// Prepares for a number of nodes. Does not reset the number of expansions.
    pub(crate) fn begin(&mut self, count: u32) {
        self.queue.clear();
        begin_generation(&mut self.rows, &mut self.generation, count as usize);
    }

    pub(crate) const fn expanded(&self) -> u64 {
        self.expanded
    }

    /// The best known path to a node that was reached.
    pub(crate) fn get(&self, node: u32) -> KnownPath {
        self.rows[node as usize]
    }

    /// The cost of the best known path to a node; infinity if there is none.
    #[inline]
    pub(crate) fn cost_of(&self, node: u32) -> f64 {
        let path = &self.rows[node as usize];
        if path.generation == self.generation { path.cost } else { f64::INFINITY }
    }

    /// The cost below which a path to a node is an improvement: the cost of the best known path, or negative
    /// infinity if the node is closed.
    #[inline]
    pub(crate) fn limit_of(&self, node: u32) -> f64 {
        let path = &self.rows[node as usize];
        if path.generation != self.generation {
            f64::INFINITY
        } else if path.is_closed {
            f64::NEG_INFINITY
        } else {
            path.cost
        }
    }

    /// Sets the path to a node, and queues the node.
    #[inline]
    pub(crate) fn improve(&mut self, node: u32, path: KnownPath, priority: f64) {
        let cost = path.cost;
        self.rows[node as usize] =
            KnownPath { generation: self.generation, is_closed: false, ..path };
        self.queue.push(key(priority, cost, node));
    }

    /// The node that is next in the open list.
    pub(crate) fn next(&mut self) -> Option<u32> {
        // There is no decrease-key: worse entries of a node stay, and are skipped.
        while let Some(&key) = self.queue.peek() {
            let node = node_of(key);
            if !self.rows[node as usize].is_closed {
                return Some(node);
            }
            self.queue.pop();
        }
        None
    }

    /// Removes a node, which must be the [`next`](Self::next) one, from the open list for its expansion. Returns
    /// the path to it.
    #[inline]
    pub(crate) fn close(&mut self, node: u32) -> KnownPath {
        self.queue.pop();
        self.expanded += 1;
        let path = &mut self.rows[node as usize];
        path.is_closed = true;
        *path
    }

    /// Fills `nodes` with the nodes of the path from the start to the goal. Returns false if the goal was
    /// not reached.
    pub(crate) fn read_nodes(&self, start: u32, goal: u32, nodes: &mut Vec<u32>) -> bool {
        nodes.clear();
        if self.cost_of(goal).is_infinite() {
            return false;
        }
        // Each node is closed only once, so parents never form a cycle.
        let mut node = goal;
        while node != start {
            nodes.push(node);
            node = self.get(node).parent;
        }
        nodes.push(start);
        nodes.reverse();
        true
    }
}
