//! Trees of shortest paths over ground and links.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use tautline_anyangle::internal::LENGTH_TOLERANCE;

use super::graph::{LinkedGraph, SeenEnd};
use crate::tables::links::{Direction, LinkNode};
use crate::taut::corner_states::CornerStates;
use crate::taut::corners::{TautNode, Wedge};

/// A node that a tree has reached.
#[derive(Clone, Copy, Debug)]
pub(super) struct LinkVisit {
    pub(super) node: u32,
    /// The number of the previous visit, or [`Self::ROOT`].
    pub(super) from: u32,
    pub(super) length: f64,
}

impl LinkVisit {
    pub(super) const ROOT: u32 = u32::MAX;
}

/// An entry of the queue. Lengths are kept as bits, which have the same order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct QueueEntry {
    /// The length, plus the cost of the hub.
    total: u64,
    length: u64,
    node: u32,
    successors: u32,
    from: u32,
    is_on_foot: bool,
}

/// Dijkstra's algorithm over a graph with links, and its memory.
///
/// The tree of a hub competes with walks on foot from the near end of the hub: a node that a walk
/// reaches on a strictly shorter path is not part of the tree, because no shortest path takes the hub to
/// get there. A tie counts for the tree. If ties were dropped, two arcs that can replace each other could
/// each be dropped in favour of the other one, at different nodes.
#[derive(Debug, Default)]
pub(super) struct LinkTree {
    states: CornerStates,
    /// The best length of each arc.
    arcs: Vec<f64>,
    on_foot: CornerStates,
    /// The straight distance from the near end of the hub to each end; infinity if it is not seen.
    straight: Vec<f64>,
    /// The nodes of all visits.
    visited: Vec<u32>,
    queue: BinaryHeap<Reverse<QueueEntry>>,
    /// The number of queued entries that are part of the tree.
    queued: usize,
}

/// The direction of a tree, and the hub.
#[derive(Clone, Copy)]
struct Growth<'a, 'b> {
    graph: &'a LinkedGraph<'b>,
    direction: Direction,
    /// The cost of the hub.
    cost: f64,
}

impl LinkTree {
    /// Visits nodes by their distance from the far end of a hub, in a direction, but not those
    /// that are nearer on foot to its near end. `visit` returns true if the tree grows beyond a
    /// node. The first visit is the hub itself.
    pub(super) fn grow(
        &mut self,
        (graph, direction): (&LinkedGraph<'_>, Direction),
        hub: u32,
        visit: impl FnMut(&LinkVisit) -> bool,
    ) {
        self.restart(graph);
        let arc = &graph.arcs[hub as usize];
        let growth = Growth { graph, direction, cost: arc.cost };
        let near_end = arc.near_end(direction);
        for seen in &graph.views[near_end as usize].corners {
            self.push_on_foot(seen.node, seen.successors, seen.length);
        }
        for seen in &graph.views[near_end as usize].ends {
            self.straight[seen.end as usize] = seen.length;
        }
        self.push_arc(growth, hub, 0.0, LinkVisit::ROOT);
        self.run(growth, true, visit);
    }

    /// Like [`Self::grow`], onwards from a corner instead of a hub, and without competition.
    pub(super) fn grow_from_corner(
        &mut self,
        graph: &LinkedGraph<'_>,
        corner: u32,
        visit: impl FnMut(&LinkVisit) -> bool,
    ) {
        self.restart(graph);
        let growth = Growth { graph, direction: Direction::Onwards, cost: 0.0 };
        for arrival in Wedge::BOTH.map(|wedge| TautNode::new(corner, wedge)) {
            let all = graph.taut.arcs_into(arrival.opposite()).len();
            self.push_corner(growth, arrival, crate::to_u32(all), 0.0, LinkVisit::ROOT);
        }
        self.run(growth, false, visit);
    }

    fn restart(&mut self, graph: &LinkedGraph<'_>) {
        self.states.restart(graph.corner_count());
        self.on_foot.restart(graph.corner_count());
        self.arcs.clear();
        self.arcs.resize(graph.arcs.len(), f64::INFINITY);
        self.straight.clear();
        self.straight.resize(graph.ends.len(), f64::INFINITY);
        self.visited.clear();
        self.queue.clear();
        self.queued = 0;
    }

    fn run(
        &mut self,
        growth: Growth<'_, '_>,
        competes: bool,
        mut visit: impl FnMut(&LinkVisit) -> bool,
    ) {
        let Growth { graph, direction, .. } = growth;
        while self.queued > 0 {
            let Some(Reverse(entry)) = self.queue.pop() else { return };
            if entry.is_on_foot {
                self.walk_on(graph, &entry);
                continue;
            }
            self.queued -= 1;
            let QueueEntry { node, from, .. } = entry;
            let [total, length] = [entry.total, entry.length].map(f64::from_bits);
            let is_nearer_on_foot =
                |walked: f64| competes && walked < total * (1.0 - LENGTH_TOLERANCE);
            match graph.node(node) {
                LinkNode::Corner(arrival) => {
                    if !self.states.finish(arrival, length)
                        || is_nearer_on_foot(self.on_foot.at(arrival.corner()).length)
                    {
                        continue;
                    }
                }
                LinkNode::Arc(arc) => {
                    if length > self.arcs[arc as usize] {
                        continue;
                    }
                    let far_end = graph.arcs[arc as usize].far_end(direction);
                    if is_nearer_on_foot(self.walked_to(graph, far_end)) {
                        continue;
                    }
                }
            }
            let number = crate::to_u32(self.visited.len());
            self.visited.push(node);
            if visit(&LinkVisit { node, from, length }) {
                self.grow_beyond(growth, &entry, length, number);
            }
        }
    }

    /// Queues all nodes that follow in a taut path.
    fn grow_beyond(
        &mut self,
        growth: Growth<'_, '_>,
        entry: &QueueEntry,
        length: f64,
        number: u32,
    ) {
        let Growth { graph, direction, .. } = growth;
        match graph.node(entry.node) {
            LinkNode::Corner(arrival) => {
                for arc in graph.taut.arcs_after(arrival, entry.successors) {
                    self.push_corner(growth, arc.to, arc.successors, length + arc.length, number);
                }
                let from = self.visited.get(entry.from as usize);
                let from = from.map(|&from| graph.point(from, direction));
                for seen in graph.ends_after(arrival, from) {
                    self.push_end(growth, seen, length, number);
                }
            }
            LinkNode::Arc(arc) => {
                let far_end = graph.arcs[arc as usize].far_end(direction);
                let view = &graph.views[far_end as usize];
                for seen in &view.corners {
                    let length = length + seen.length;
                    self.push_corner(growth, seen.node, seen.successors, length, number);
                }
                for seen in &view.ends {
                    self.push_end(growth, seen, length, number);
                }
            }
        }
    }

    /// Queues the arc that begins at an end, if there is one.
    fn push_end(&mut self, growth: Growth<'_, '_>, seen: &SeenEnd, length: f64, from: u32) {
        let Growth { graph, direction, .. } = growth;
        if let Some(arc) = graph.ends[seen.end as usize].arc(direction) {
            let length = length + seen.length + graph.arcs[arc as usize].cost;
            self.push_arc(growth, arc, length, from);
        }
    }

    fn push_arc(&mut self, growth: Growth<'_, '_>, arc: u32, length: f64, from: u32) {
        let known = &mut self.arcs[arc as usize];
        // Strictly shorter, so that a ring of free links is not followed for ever.
        if length < *known {
            *known = length;
            self.push(growth, growth.graph.node_of_arc(arc), 0, length, from);
        }
    }

    fn push_corner(
        &mut self,
        growth: Growth<'_, '_>,
        arrival: TautNode,
        successors: u32,
        length: f64,
        from: u32,
    ) {
        if self.states.improve(arrival, length) {
            self.push(growth, arrival.0, successors, length, from);
        }
    }

    fn push(&mut self, growth: Growth<'_, '_>, node: u32, successors: u32, length: f64, from: u32) {
        let [total, length] = [length + growth.cost, length].map(f64::to_bits);
        self.queued += 1;
        let entry = QueueEntry { total, length, node, successors, from, is_on_foot: false };
        self.queue.push(Reverse(entry));
    }

    fn push_on_foot(&mut self, arrival: TautNode, successors: u32, length: f64) {
        if self.on_foot.improve(arrival, length) {
            let (total, length) = (length.to_bits(), length.to_bits());
            let (node, from, is_on_foot) = (arrival.0, LinkVisit::ROOT, true);
            let entry = QueueEntry { total, length, node, successors, from, is_on_foot };
            self.queue.push(Reverse(entry));
        }
    }

    /// Continues the walk on foot beyond a corner.
    fn walk_on(&mut self, graph: &LinkedGraph<'_>, entry: &QueueEntry) {
        let (arrival, length) = (TautNode(entry.node), f64::from_bits(entry.length));
        if !self.on_foot.finish(arrival, length) {
            return;
        }
        for arc in graph.taut.arcs_after(arrival, entry.successors) {
            self.push_on_foot(arc.to, arc.successors, length + arc.length);
        }
    }

    /// Returns the distance on foot from the near end of the hub to an end. If it is above the lengths
    /// that the search has reached so far, the result may be too high.
    fn walked_to(&mut self, graph: &LinkedGraph<'_>, to: u32) -> f64 {
        let Self { on_foot, straight, .. } = self;
        let corners = graph.views[to as usize].corners.iter();
        let over_corner = corners.map(|seen| on_foot.at(seen.node.corner()).length + seen.length);
        over_corner.fold(straight[to as usize], f64::min)
    }
}
