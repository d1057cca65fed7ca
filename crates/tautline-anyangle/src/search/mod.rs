//! The interval search.
//!
//! A *root* is the start or a corner that a path bends at. From a root, parts of
//! borders are seen; looking through one into the next area gives parts of that
//! area's other borders, and corners at which a path may turn. Both wait in one
//! queue, ordered by the length that a path through them has at least.

mod aim;
mod arrival;
mod item;
mod lengths;
mod look;
mod memory;
#[cfg(feature = "trace")]
mod notes;
mod places;
mod queue;
mod sight;
mod straight;
mod turn;
mod way;
mod window;

use tautline_geometry::{DirectedLine, Vec2};
use tautline_navmesh::{AreaId, HalfEdge, HalfEdgeId};

use crate::ground::Ground;

use item::{Limit, Root};
use memory::Successor;

pub(crate) use aim::Aim;
pub(crate) use arrival::Arrival;
pub(crate) use item::{Item, ItemId, NO_ITEM};
pub(crate) use lengths::Lengths;
pub(crate) use memory::Memory;
#[cfg(feature = "trace")]
pub(crate) use notes::Note;
pub(crate) use sight::Sight;
pub(crate) use window::Window;

/// A search under way.
pub(crate) struct Search<'a, G, A> {
    pub(crate) ground: &'a G,
    pub(crate) aim: &'a mut A,
    pub(crate) memory: &'a mut Memory,
    /// What is being expanded.
    pub(crate) current: ItemId,
}

impl<G: Ground, A: Aim> Search<'_, G, A> {
    /// Begins at a point of some areas.
    pub(crate) fn begin(&mut self, start: Vec2, areas: &[AreaId]) {
        self.memory.restart(self.ground.place_count());
        self.memory.roots.push(Root::of_start(start));
        self.memory.successors.clear();
        self.current = NO_ITEM;
        if self.sees_goal(start, areas) {
            return;
        }
        for &area in areas {
            self.look_around(area);
        }
        while let Some(successor) = self.memory.successors.pop() {
            self.memory.push(successor, NO_ITEM);
        }
    }

    /// Goes on until the search has ended, and tells so, or the counter of
    /// expansions has come to a bound.
    pub(crate) fn run(&mut self, expansions: u64) -> bool {
        loop {
            if self.memory.counters.expanded >= expansions {
                let is_pending = self.memory.pending.is_some();
                return !is_pending && self.memory.queue.first() >= self.aim.limit();
            }
            if let Some(id) = self.memory.pending.take() {
                self.go_on_with(id, expansions);
                continue;
            }
            let Some(id) = self.memory.queue.pop_below(self.aim.limit()) else { return true };
            self.memory.counters.popped += 1;
            self.go_on_with(id, expansions);
        }
    }

    /// Expands an item, and goes on with what it leads to as long as that is as
    /// good as anything that waits.
    fn go_on_with(&mut self, first: ItemId, expansions: u64) {
        self.current = first;
        loop {
            let item = self.memory.steps[self.current as usize].item;
            let root = self.memory.roots[item.root() as usize];
            if root.place != Root::NO_PLACE
                && self.memory.places.has_shorter(root.place, root.length)
            {
                self.memory.counters.stale += 1;
                #[cfg(feature = "trace")]
                self.aim.note(Note::IsStale(self.current));
                return;
            }
            self.memory.counters.expanded += 1;
            #[cfg(feature = "trace")]
            self.aim.note(Note::Takes(self.current));
            self.memory.successors.clear();
            match item {
                Item::Border { root, edge, right, left } => {
                    self.look_through(root, edge, right, left);
                }
                Item::Corner { root, corner, turn } => self.turn_at(root, corner, turn),
            }
            let Some(next) = self.next_in_place() else { return };
            self.current = self.memory.add(next.item, self.current);
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
    fn next_in_place(&mut self) -> Option<Successor> {
        let (memory, current) = (&mut *self.memory, self.current);
        if let [only] = memory.successors[..] {
            return Some(only);
        }
        let best = (0..memory.successors.len())
            .min_by(|&a, &b| memory.successors[a].least.total_cmp(&memory.successors[b].least))?;
        let best = memory.successors.swap_remove(best);
        let next = if memory.queue.would_be_first(best.least) {
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
        self.ground.mesh().half_edge(edge)
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
        if !self.ground.is_open(edge) {
            return false;
        }
        let is_wanted = self.aim.wants(edge.block_cut_range());
        self.memory.counters.closed_gates += u64::from(!is_wanted);
        #[cfg(feature = "trace")]
        if !is_wanted {
            self.aim.note(Note::ClosesGate(self.ground.mesh(), edge));
        }
        is_wanted
    }

    /// Notes an item that leads on, unless it is beyond the limit.
    #[inline]
    fn propose(&mut self, least: f64, item: Item) {
        if least < self.aim.limit() {
            self.memory.successors.push(Successor { least, item });
            #[cfg(feature = "trace")]
            self.aim.note(Note::Proposes(least, item));
        } else {
            self.memory.counters.beyond_limit += 1;
            #[cfg(feature = "trace")]
            self.aim.note(Note::IsBeyondLimit(item));
        }
    }
}
