//! Trees of shortest taut paths.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::taut_visibility_graph::TautVisibilityGraph;
use crate::numbers::LENGTH_TOLERANCE;
use crate::taut::corner_states::CornerStates;
use crate::taut::corners::{TautNode, Wedge};

/// How to go on from a corner that was come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::labels) enum Growth {
    /// Not at all.
    Prune,
    Continue,
    /// To know what is nearest, but without an interest in it: when nothing else
    /// is left, the search ends.
    ContinueAside,
}

/// A corner that was come to by a shortest path.
#[derive(Clone, Copy, Debug)]
pub(in crate::labels) struct Visit {
    pub(in crate::labels) arrival: TautNode,
    /// The number of the visit that it was come from, or [`Self::ROOT`].
    pub(in crate::labels) from: u32,
    pub(in crate::labels) length: f64,
    /// Whether the corner was not come to before, in the other wedge.
    pub(in crate::labels) is_first: bool,
    pub(in crate::labels) is_aside: bool,
}

impl Visit {
    pub(in crate::labels) const ROOT: u32 = u32::MAX;
}

/// What waits: the length, as bits, which order as it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct QueueEntry {
    length: u64,
    arrival: TautNode,
    successors: u32,
    from: u32,
    is_aside: bool,
}

/// Dijkstra's algorithm over taut continuations, and its memory.
#[derive(Clone, Debug, Default)]
pub(in crate::labels) struct TautTree {
    states: CornerStates,
    queue: BinaryHeap<Reverse<QueueEntry>>,
}

impl TautTree {
    pub(in crate::labels) fn new(corners: usize) -> Self {
        let mut tree = Self::default();
        tree.restart(corners);
        tree
    }

    /// Begins anew, for a graph of so many corners.
    fn restart(&mut self, corners: usize) {
        self.states.restart(corners);
        self.queue.clear();
    }

    /// Visits corners by their distance from a root, each once for every wedge in
    /// which a shortest path arrives, as long as `visit` says so. Visits are
    /// numbered as they come.
    pub(in crate::labels) fn grow(
        &mut self,
        graph: &TautVisibilityGraph,
        root: u32,
        visit: impl FnMut(&Visit) -> Growth,
    ) {
        self.restart(graph.corner_count());
        self.states.at(root).length = 0.0;
        let nodes = Wedge::BOTH.map(|wedge| TautNode::new(root, wedge));
        let arcs = nodes.into_iter().flat_map(|node| graph.arcs_into(node));
        let first = arcs.map(|arc| (arc.to, arc.successors, arc.length));
        self.grow_on(graph, first, visit);
    }

    /// The same from a point, of which the first arrivals are given: each with how
    /// many arcs may follow, and the length.
    pub(in crate::labels) fn grow_from(
        &mut self,
        graph: &TautVisibilityGraph,
        first: impl Iterator<Item = (TautNode, u32, f64)>,
        visit: impl FnMut(&Visit) -> Growth,
    ) {
        self.restart(graph.corner_count());
        self.grow_on(graph, first, visit);
    }

    fn grow_on(
        &mut self,
        graph: &TautVisibilityGraph,
        first: impl Iterator<Item = (TautNode, u32, f64)>,
        mut visit: impl FnMut(&Visit) -> Growth,
    ) {
        let mut not_aside = 0_usize;
        for (arrival, successors, length) in first {
            not_aside += self.push(arrival, successors, length, (Visit::ROOT, false));
        }
        let mut visits = 0;
        while not_aside > 0 {
            let Some(Reverse(entry)) = self.queue.pop() else { return };
            not_aside -= usize::from(!entry.is_aside);
            let QueueEntry { arrival, successors, from, is_aside, .. } = entry;
            let length = f64::from_bits(entry.length);
            let state = self.states.at(arrival.corner());
            let wedge = (arrival.0 & 1) as usize;
            if state.is_done[wedge] || length > state.length * (1.0 + LENGTH_TOLERANCE) {
                continue;
            }
            let is_first = !state.is_done[1 - wedge];
            state.is_done[wedge] = true;
            let number = visits;
            visits += 1;
            let onward = visit(&Visit { arrival, from, length, is_first, is_aside });
            if onward == Growth::Prune {
                continue;
            }
            for arc in graph.arcs_after(arrival, successors) {
                let from = (number, onward == Growth::ContinueAside);
                not_aside += self.push(arc.to, arc.successors, length + arc.length, from);
            }
        }
    }

    /// Lets a corner wait; tells how many more wait that are not aside.
    #[inline]
    fn push(
        &mut self,
        arrival: TautNode,
        successors: u32,
        length: f64,
        (from, is_aside): (u32, bool),
    ) -> usize {
        let state = self.states.at(arrival.corner());
        let is_done = state.is_done[(arrival.0 & 1) as usize];
        if is_done || length > state.length * (1.0 + LENGTH_TOLERANCE) {
            return 0;
        }
        state.length = state.length.min(length);
        let length = length.to_bits();
        self.queue.push(Reverse(QueueEntry { length, arrival, successors, from, is_aside }));
        usize::from(!is_aside)
    }
}
