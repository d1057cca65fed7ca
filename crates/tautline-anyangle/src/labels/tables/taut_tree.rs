//! Trees of shortest taut paths.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::taut_graph::TautGraph;
use crate::numbers::SAME_LENGTH;
use crate::taut::corners::{Node, Wedge};
use crate::taut::places::Places;

/// How to go on from a corner that was come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::labels) enum Onward {
    /// Not at all.
    Stop,
    Go,
    /// To know what is nearest, but without an interest in it: when nothing else
    /// is left, the search ends.
    GoAside,
}

/// A corner that was come to by a shortest path.
#[derive(Clone, Copy, Debug)]
pub(in crate::labels) struct Visit {
    pub(in crate::labels) arrival: Node,
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
struct Waiting {
    length: u64,
    arrival: Node,
    reach: u32,
    from: u32,
    is_aside: bool,
}

/// Dijkstra's algorithm over taut continuations, and its memory.
#[derive(Clone, Debug, Default)]
pub(in crate::labels) struct TautTree {
    places: Places,
    queue: BinaryHeap<Reverse<Waiting>>,
}

impl TautTree {
    pub(in crate::labels) fn new(corners: usize) -> Self {
        let mut tree = Self::default();
        tree.restart(corners);
        tree
    }

    /// Begins anew, for a graph of so many corners.
    fn restart(&mut self, corners: usize) {
        self.places.restart(corners);
        self.queue.clear();
    }

    /// Visits corners by their distance from a root, each once for every wedge in
    /// which a shortest path arrives, as long as `visit` says so. Visits are
    /// numbered as they come.
    pub(in crate::labels) fn grow(
        &mut self,
        graph: &TautGraph,
        root: u32,
        visit: impl FnMut(&Visit) -> Onward,
    ) {
        self.restart(graph.corner_count());
        self.places.at(root).length = 0.0;
        let nodes = Wedge::BOTH.map(|wedge| Node::new(root, wedge));
        let arcs = nodes.into_iter().flat_map(|node| graph.arcs_into(node));
        let first = arcs.map(|arc| (arc.to, arc.reach, arc.length));
        self.grow_on(graph, first, visit);
    }

    /// The same from a point, of which the first arrivals are given: each with how
    /// many arcs may follow, and the length.
    pub(in crate::labels) fn grow_from(
        &mut self,
        graph: &TautGraph,
        first: impl Iterator<Item = (Node, u32, f64)>,
        visit: impl FnMut(&Visit) -> Onward,
    ) {
        self.restart(graph.corner_count());
        self.grow_on(graph, first, visit);
    }

    fn grow_on(
        &mut self,
        graph: &TautGraph,
        first: impl Iterator<Item = (Node, u32, f64)>,
        mut visit: impl FnMut(&Visit) -> Onward,
    ) {
        let mut not_aside = 0_usize;
        for (arrival, reach, length) in first {
            not_aside += self.push(arrival, reach, length, (Visit::ROOT, false));
        }
        let mut visits = 0;
        while not_aside > 0 {
            let Some(Reverse(waiting)) = self.queue.pop() else { return };
            not_aside -= usize::from(!waiting.is_aside);
            let Waiting { arrival, reach, from, is_aside, .. } = waiting;
            let length = f64::from_bits(waiting.length);
            let place = self.places.at(arrival.corner());
            let wedge = (arrival.0 & 1) as usize;
            if place.is_done[wedge] || length > place.length * (1.0 + SAME_LENGTH) {
                continue;
            }
            let is_first = !place.is_done[1 - wedge];
            place.is_done[wedge] = true;
            let number = visits;
            visits += 1;
            let onward = visit(&Visit { arrival, from, length, is_first, is_aside });
            if onward == Onward::Stop {
                continue;
            }
            for arc in graph.arcs_after(arrival, reach) {
                let from = (number, onward == Onward::GoAside);
                not_aside += self.push(arc.to, arc.reach, length + arc.length, from);
            }
        }
    }

    /// Lets a corner wait; tells how many more wait that are not aside.
    #[inline]
    fn push(
        &mut self,
        arrival: Node,
        reach: u32,
        length: f64,
        (from, is_aside): (u32, bool),
    ) -> usize {
        let place = self.places.at(arrival.corner());
        let is_done = place.is_done[(arrival.0 & 1) as usize];
        if is_done || length > place.length * (1.0 + SAME_LENGTH) {
            return 0;
        }
        place.length = place.length.min(length);
        let length = length.to_bits();
        self.queue.push(Reverse(Waiting { length, arrival, reach, from, is_aside }));
        usize::from(!is_aside)
    }
}
