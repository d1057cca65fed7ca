//! Trees of shortest taut paths.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::taut_visibility_graph::TautVisibilityGraph;
use crate::taut::corner_states::CornerStates;
use crate::taut::corners::{TautNode, Wedge};

/// The decision whether a tree grows beyond a corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Growth {
    /// The tree does not grow beyond the corner.
    Prune,
    Continue,
    /// The tree is complete.
    Stop,
}

/// A corner that the tree has reached.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Visit {
    pub(crate) arrival: TautNode,
    /// The number of the previous visit, or [`Self::ROOT`].
    pub(crate) from: u32,
    pub(crate) length: f64,
    /// The number of arcs that keep the path taut.
    pub(crate) successors: u32,
    /// True if the tree has not visited the corner in its other wedge before.
    pub(crate) is_first: bool,
}

impl Visit {
    pub(crate) const ROOT: u32 = u32::MAX;
}

/// An entry of the queue. Lengths are kept as bits, which have the same order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct QueueEntry {
    length: u64,
    arrival: TautNode,
    successors: u32,
    from: u32,
}

/// Dijkstra's algorithm over a taut visibility graph, and its memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct TautTree {
    states: CornerStates,
    queue: BinaryHeap<Reverse<QueueEntry>>,
}

impl TautTree {
    pub(crate) fn new(corners: usize) -> Self {
        let mut tree = Self::default();
        tree.restart(corners);
        tree
    }

    /// Resets the memory for a graph with this number of corners.
    fn restart(&mut self, corners: usize) {
        self.states.restart(corners);
        self.queue.clear();
    }

    /// Visits corners by their distance from a root, once for each wedge in which a
    /// shortest path arrives. `visit` decides how the tree grows. Visits are numbered in
    /// order.
    pub(crate) fn grow(
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

    /// Like [`Self::grow`], from a point. `first` are the corners that it sees: the node,
    /// the number of arcs that keep the path taut, and the length.
    pub(crate) fn grow_from(
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
        for (arrival, successors, length) in first {
            self.push(arrival, successors, length, Visit::ROOT);
        }
        let mut visits = 0;
        while let Some(Reverse(entry)) = self.queue.pop() {
            let QueueEntry { arrival, successors, from, length } = entry;
            let length = f64::from_bits(length);
            if !self.states.finish(arrival, length) {
                continue;
            }
            let opposite = arrival.opposite().wedge_index();
            let is_first = !self.states.at(arrival.corner()).is_done[opposite];
            let number = visits;
            visits += 1;
            match visit(&Visit { arrival, from, length, successors, is_first }) {
                Growth::Stop => break,
                Growth::Prune => continue,
                Growth::Continue => {}
            }
            for arc in graph.arcs_after(arrival, successors) {
                self.push(arc.to, arc.successors, length + arc.length, number);
            }
        }
    }

    /// Queues a corner, unless a shorter path to it is known.
    #[inline]
    fn push(&mut self, arrival: TautNode, successors: u32, length: f64, from: u32) {
        if self.states.improve(arrival, length) {
            let length = length.to_bits();
            self.queue.push(Reverse(QueueEntry { length, arrival, successors, from }));
        }
    }
}
