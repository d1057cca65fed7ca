//! The interval search.
//!
//! A *root* is the start or a corner that a path bends at. From a root, parts of
//! borders are seen; looking through one into the next area gives parts of that
//! area's other borders, and corners at which a path may turn. Both wait in one
//! queue, ordered by the length that a path through them has at lower_bound.

mod best_distances;
mod distance_table;
#[cfg(feature = "trace")]
mod events;
mod found_path;
mod line_of_sight;
mod memory;
mod node;
mod objective;
mod path;
mod queue;
mod turn;
mod visibility;
mod visible_region;
mod window;

use tautline_geometry::{DirectedLine, Vec2};
use tautline_navmesh::{AreaId, HalfEdge, HalfEdgeId};

use crate::search_space::SearchSpace;

use memory::Successor;
use node::{Limit, Root};

pub(crate) use distance_table::DistanceTable;
#[cfg(feature = "trace")]
pub(crate) use events::SearchEvent;
pub(crate) use found_path::FoundPath;
pub(crate) use memory::Memory;
pub(crate) use node::{NO_NODE, NodeId, SearchNode};
pub(crate) use objective::Objective;
pub(crate) use visible_region::VisibleRegion;
pub(crate) use window::Window;

/// A search under way.
pub(crate) struct Search<'a, G, A> {
    pub(crate) space: &'a G,
    pub(crate) objective: &'a mut A,
    pub(crate) memory: &'a mut Memory,
    /// What is being expanded.
    pub(crate) current: NodeId,
}

impl<G: SearchSpace, A: Objective> Search<'_, G, A> {
    /// Begins at a point of some areas.
    pub(crate) fn begin(&mut self, start: Vec2, areas: &[AreaId]) {
        self.memory.restart(self.space.corner_id_count());
        self.memory.roots.push(Root::of_start(start));
        self.memory.successors.clear();
        self.current = NO_NODE;
        if self.sees_goal(start, areas) {
            return;
        }
        for &area in areas {
            self.sweep_around_start(area);
        }
        while let Some(successor) = self.memory.successors.pop() {
            self.memory.push(successor, NO_NODE);
        }
    }

    /// Goes on until the search has ended, and tells so, or the counter of
    /// expansions has come to a bound.
    pub(crate) fn run(&mut self, expansions: u64) -> bool {
        loop {
            if self.memory.counters.expanded >= expansions {
                let is_pending = self.memory.pending.is_some();
                return !is_pending && self.memory.queue.first() >= self.objective.upper_bound();
            }
            if let Some(id) = self.memory.pending.take() {
                self.expand_from(id, expansions);
                continue;
            }
            let Some(id) = self.memory.queue.pop_below(self.objective.upper_bound()) else {
                return true;
            };
            self.memory.counters.popped += 1;
            self.expand_from(id, expansions);
        }
    }

    /// Expands an node, and goes on with what it leads to as long as that is as
    /// good as anything that waits.
    fn expand_from(&mut self, first: NodeId, expansions: u64) {
        self.current = first;
        loop {
            let node = self.memory.nodes[self.current as usize].node;
            let root = self.memory.roots[node.root() as usize];
            if root.corner != Root::NO_CORNER
                && self.memory.distances.has_shorter(root.corner, root.length)
            {
                self.memory.counters.stale += 1;
                #[cfg(feature = "trace")]
                self.objective.on_event(SearchEvent::Stale(self.current));
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
            }
            let Some(next) = self.queue_successors() else { return };
            self.current = self.memory.add(next.node, self.current);
            if self.memory.counters.expanded >= expansions {
                // Not into the queue: the order has to be that of one run.
                self.memory.pending = Some(self.current);
                return;
            }
        }
    }

    /// Queues the successors, but for the best one if it would come out of the
    /// queue at once. An only successor never waits: it stands for its
    /// predecessor.
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

    /// Whether a side can be crossed and what lies behind it can matter.
    #[inline]
    fn is_live(&mut self, edge: &HalfEdge) -> bool {
        if !self.space.is_open(edge) {
            return false;
        }
        let is_wanted = self.objective.may_lead_to_goal(edge.block_cut_range());
        self.memory.counters.block_cut_pruned += u64::from(!is_wanted);
        #[cfg(feature = "trace")]
        if !is_wanted {
            self.objective.on_event(SearchEvent::BlockCut(self.space.mesh(), edge));
        }
        is_wanted
    }

    /// Notes an item that leads on, unless it is beyond the limit.
    #[inline]
    fn generate(&mut self, lower_bound: f64, node: SearchNode) {
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
