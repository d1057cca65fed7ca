//! The interval search: A* over (interval, root) pairs, after Polyanya.
//!
//! A *root* is the start or a corner that the path bends at. A *window* (the *interval* of the
//! papers) is the part of a border that a root sees. To expand a window is to look through it
//! into the next area: each border in view becomes a window of the same root, and each corner
//! in view a node at which the path may turn; the corner becomes a root when it is expanded.
//!
//! ```text
//!        left limit     right limit
//!   5---4----y-----3-----x---2     The root r sees the window a-b. One sweep over the area
//!   |         \         /    |     behind it, from right to left, generates
//!   |          \       /     1     * the window x-3, cut by the right limit;
//!   6-----------a=====b------0     * the corner 3, if it is one: the path may turn there;
//!                \   /              * the window 3-y, cut by the left limit.
//!                 \ /               The rest of the area is out of view.
//!                  r
//! ```
//!
//! Nodes wait in one queue, ordered by their *f-value*: the length of the path to the root
//! (its *g-value*, exact) plus an admissible heuristic, a lower bound on the length from the
//! root through the window to the goal. See [`Objective`] for the heuristic and [`turn`] for
//! corners.
//!
//! A query may allow paths that are longer than a shortest one by some *share*, such as 1 %. The key
//! of a node is then its f-value plus that share of its heuristic (weighted A\*: Pohl 1970), so that
//! nodes near the goal come first. Until the search ends, some node of a shortest path waits in the
//! queue with the right g-value, so its key is at most `1 + share` times the length of that path. The
//! search ends when no key is below the length of the best path found, which is therefore at most
//! `1 + share` times the shortest length.

mod best_distances;
#[cfg(feature = "trace")]
mod events;
mod found_path;
mod line_of_sight;
mod links;
mod memory;
mod node;
mod objective;
mod path;
mod queue;
mod turn;
mod visibility;
mod visible_region;
mod whole_search;
mod window;

use tautline_geometry::{DirectedLine, Vec2};
use tautline_navmesh::{AreaId, HalfEdge, HalfEdgeId};

use crate::search_space::SearchSpace;

use memory::Successor;
use node::{Limit, Root};

#[cfg(feature = "trace")]
pub(crate) use events::SearchEvent;
pub(crate) use found_path::FoundPath;
pub(crate) use memory::Memory;
pub(crate) use node::{NO_NODE, NodeId, SearchNode};
pub(crate) use objective::Objective;
pub(crate) use visible_region::VisibleRegion;
pub(crate) use whole_search::WholeSearch;
pub(crate) use window::Window;

/// A search in progress.
pub(crate) struct Search<'a, G, O> {
    pub(crate) space: &'a G,
    pub(crate) objective: &'a mut O,
    pub(crate) memory: &'a mut Memory,
    /// The node that is being expanded.
    pub(crate) current: NodeId,
}

impl<G: SearchSpace, O: Objective> Search<'_, G, O> {
    /// Begins a search from a point that lies in `areas`.
    pub(crate) fn begin(&mut self, start: Vec2, areas: &[AreaId]) {
        let arcs = self.space.links().map_or(0, |links| links.graph.arcs().len());
        self.memory.restart(self.space.corner_id_count(), arcs);
        self.memory.roots.push(Root::of_start(start));
        self.memory.successors.clear();
        self.current = NO_NODE;
        if self.sees_goal(start, areas) && !self.may_be_shorter_by_links(start) {
            return;
        }
        self.current = NO_NODE;
        for &area in areas {
            self.sweep_around(0, area);
        }
        // In reverse, because the queue returns the last one of equal nodes first.
        while let Some(successor) = self.memory.successors.pop() {
            self.memory.push(successor, NO_NODE);
        }
    }

    /// Expands nodes until the search has ended (true), or the number of expansions has
    /// reached `expansions` and another node has to be expanded (false).
    pub(crate) fn run(&mut self, expansions: u64) -> bool {
        loop {
            let id = if let Some(id) = self.memory.pending.take() {
                id
            } else {
                // No node below the upper bound is left: with an admissible heuristic, the
                // best path is a shortest one.
                let Some(id) = self.memory.queue.pop_below(self.objective.upper_bound()) else {
                    return true;
                };
                self.memory.counters.popped += 1;
                id
            };
            self.expand_from(id, expansions);
            if self.memory.pending.is_some() {
                return false;
            }
        }
    }

    /// Expands a node, then its best successor without queueing it, as long as no node in
    /// the queue is better. Leaves a node pending if no more may be expanded.
    fn expand_from(&mut self, first: NodeId, expansions: u64) {
        self.current = first;
        loop {
            let node = self.memory.nodes[self.current as usize].node;
            let root = self.memory.roots[node.root() as usize];
            // Lazy deletion: nodes of a root to which a shorter path was found stay in the
            // queue, and are dropped here. Nodes of links are not: `take_link` compares the distance
            // of the exit instead. If the link costs very much, that distance is the same over the
            // shorter path, because the difference is lost in rounding. The shorter path then adds no
            // node for the link, and this one is the only one.
            if root.distance_row != Root::NO_ROW
                && !matches!(node, SearchNode::Link { .. })
                && self.memory.distances.has_shorter(root.distance_row, root.length)
            {
                self.memory.counters.stale += 1;
                #[cfg(feature = "trace")]
                self.objective.on_event(SearchEvent::Stale(self.current));
                return;
            }
            if self.memory.counters.expanded >= expansions {
                // Not queued again: the order could then depend on where a search is interrupted.
                self.memory.pending = Some(self.current);
                return;
            }
            self.memory.counters.expanded += 1;
            #[cfg(feature = "trace")]
            self.objective.on_event(SearchEvent::Expanded(self.current));
            self.memory.successors.clear();
            match node {
                SearchNode::Window { root, edge, right, left } => {
                    self.sweep_through(root, edge, right, left);
                }
                SearchNode::Corner { root, corner, turn } => self.turn_at(root, corner, turn),
                SearchNode::Link { root, arc, .. } => self.take_link(root, arc),
            }
            let Some(next) = self.queue_successors() else { return };
            self.current = self.memory.insert(next.node, self.current);
        }
    }

    /// Queues the successors. Returns the best one instead, to be expanded next, if the queue would
    /// return it at once. A single successor is always returned: it takes the place of its parent.
    fn queue_successors(&mut self) -> Option<Successor> {
        let (memory, current) = (&mut *self.memory, self.current);
        if let [only] = memory.successors[..] {
            return Some(only);
        }
        let best = (0..memory.successors.len()).min_by(|&a, &b| {
            memory.successors[a].lower_bound.total_cmp(&memory.successors[b].lower_bound)
        })?;
        let best = memory.successors.swap_remove(best);
        let next = if memory.queue.would_be_first(best.lower_bound) {
            Some(best)
        } else {
            memory.push(best, current);
            None
        };
        while let Some(successor) = memory.successors.pop() {
            memory.push(successor, current);
        }
        next
    }

    #[inline]
    fn half_edge(&self, edge: HalfEdgeId) -> &HalfEdge {
        self.space.mesh().half_edge(edge)
    }

    /// Returns the ray of a limit. It is defined by two input points, so signs against it
    /// are exact.
    #[inline]
    fn ray(&self, root: &Root, limit: Limit) -> DirectedLine {
        match limit.half_edge() {
            Some(edge) => DirectedLine::through(root.point, self.half_edge(edge).start()),
            None => {
                let from = self.memory.roots[root.parent as usize].point;
                DirectedLine::through(from, root.point)
            }
        }
    }

    /// Returns true if a half-edge can be crossed and, by the block-cut tree, lies on some
    /// simple path to the goal.
    #[inline]
    fn is_live(&mut self, id: HalfEdgeId, edge: &HalfEdge) -> bool {
        if !self.space.is_open(edge) {
            return false;
        }
        let is_wanted = self.objective.may_lead_to_goal(self.space.block_cut_range(id, edge));
        self.memory.counters.block_cut_pruned += u64::from(!is_wanted);
        #[cfg(feature = "trace")]
        if !is_wanted {
            self.objective.on_event(SearchEvent::BlockCut(self.space.mesh(), edge));
        }
        is_wanted
    }

    /// Adds a successor, unless its key is not below the length of the best path. `passed` is the
    /// length of the path to the node. An estimate is enough: the path that is found stays within
    /// the share for any value.
    #[inline]
    fn generate(&mut self, lower_bound: f64, passed: f64, node: SearchNode) {
        let ahead = (lower_bound - passed).max(0.0);
        let lower_bound = lower_bound + self.objective.share() * ahead;
        if lower_bound < self.objective.upper_bound() {
            self.memory.successors.push(Successor { lower_bound, node });
            #[cfg(feature = "trace")]
            self.objective.on_event(SearchEvent::Generated(lower_bound, node));
        } else {
            self.memory.counters.above_bound += 1;
            #[cfg(feature = "trace")]
            self.objective.on_event(SearchEvent::AboveBound(node));
        }
    }
}
