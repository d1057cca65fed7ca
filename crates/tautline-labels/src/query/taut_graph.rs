//! A* over the taut visibility graph, where there is no hierarchy (as in *edge N-level sparse visibility
//! graphs*, ENLSVG).

use tautline_anyangle::internal::{LENGTH_TOLERANCE, length_lower_bound};
use tautline_geometry::{DVec2, Vec2};
use tautline_search::HeapQueue;

use super::end::EndScratch;
use super::{LabelCounters, WorkScratch};
use crate::labels::Labels;
use crate::tables::taut_visibility_graph::TautVisibilityGraph;
use crate::taut::corner_set::CornerSet;
use crate::taut::corner_states::CornerStates;
use crate::taut::corners::TautNode;
use crate::to_u32;

/// A step of a path: a corner that was reached.
#[derive(Clone, Copy, Debug)]
struct CornerStep {
    arrival: TautNode,
    /// The previous step, or [`Self::NONE`].
    from: u32,
    /// The number of arcs that keep the path taut; `None` before it is known, for a leg from the start.
    successors: Option<u32>,
    length: f64,
}

impl CornerStep {
    const NONE: u32 = u32::MAX;
}

/// An entry of the queue. Ties are broken by arrival, then by the order of discovery. So skipping a dead
/// end does not change which of several shortest paths is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct QueueEntry {
    /// A lower bound on the length of a path through it, as bits, which have the same
    /// order.
    lower_bound: u64,
    arrival: TautNode,
    id: u32,
}

/// The memory of a search.
#[derive(Clone, Debug, Default)]
pub(super) struct TautScratch {
    states: CornerStates,
    seen_by_goal: CornerSet,
    /// The distance from each corner that the goal sees.
    to_goal: Vec<f64>,
    steps: Vec<CornerStep>,
    queue: HeapQueue<QueueEntry>,
}

/// A search between two points.
struct TautSearch<'a> {
    labels: &'a Labels,
    graph: &'a TautVisibilityGraph,
    ends: [&'a EndScratch; 2],
    scratch: &'a mut TautScratch,
    counters: &'a mut LabelCounters,
    /// The length of the best path, and its last step.
    best: f64,
    last: Option<u32>,
}

impl Labels {
    /// Finds a shortest path that bends at least once. Its bends are then in the scratch. Returns false
    /// if there is none.
    pub(super) fn search_graph(
        &self,
        graph: &TautVisibilityGraph,
        ends: [&EndScratch; 2],
        work: &mut WorkScratch,
    ) -> bool {
        let WorkScratch { taut: scratch, bends, counters, .. } = work;
        scratch.restart(self.corner_count());
        let [start, goal] =
            ends.map(|end| end.hits.iter().map(|&cone| self.cones.nodes[cone as usize]));
        let (best, last) = (f64::INFINITY, None);
        let mut search = TautSearch { labels: self, graph, ends, scratch, counters, best, last };
        goal.for_each(|node| search.add_goal_corner(node.corner()));
        start.for_each(|node| search.add_start_corner(node));
        search.run();
        search.read(bends)
    }

    /// Returns the number of arcs that keep a path taut that arrives from the point `from`.
    pub(super) fn successors_from(
        &self,
        graph: &TautVisibilityGraph,
        from: Vec2,
        arrival: TautNode,
    ) -> u32 {
        graph.successors_from(arrival, from, |corner| self.points[corner as usize])
    }
}

impl TautScratch {
    fn restart(&mut self, corners: usize) {
        self.states.restart(corners);
        self.seen_by_goal.restart(corners);
        if self.to_goal.len() < corners {
            self.to_goal.resize(corners, f64::INFINITY);
        }
        self.steps.clear();
        self.queue.clear();
    }
}

impl TautSearch<'_> {
    /// Returns the straight distance of a corner from an end.
    fn distance(&self, corner: u32, end: &EndScratch) -> f64 {
        DVec2::from(self.labels.points[corner as usize]).distance(end.point.into())
    }

    /// Returns a lower bound on the length of a path from a corner to the goal (the heuristic;
    /// admissible).
    fn lower_bound(&self, corner: u32) -> f64 {
        let straight = self.distance(corner, self.ends[1]);
        self.labels.landmark_unit.map_or(straight, |unit| {
            let known = &self.labels.corners[corner as usize].landmarks;
            straight.max(length_lower_bound(self.ends[1].bounds.lower_bound_to(known), unit))
        })
    }

    /// Adds a corner that the goal sees. All of these must be added before the corners that the start
    /// sees.
    fn add_goal_corner(&mut self, corner: u32) {
        if self.scratch.seen_by_goal.add(corner) {
            self.scratch.to_goal[corner as usize] = self.distance(corner, self.ends[1]);
        }
    }

    /// Adds a corner that the start sees from a wedge.
    fn add_start_corner(&mut self, arrival: TautNode) {
        let length = self.distance(arrival.corner(), self.ends[0]);
        let (from, successors) = (CornerStep::NONE, None);
        self.add(CornerStep { arrival, from, successors, length });
    }

    /// Records a path to a corner and queues it, unless it is pruned.
    #[inline]
    fn add(&mut self, step: CornerStep) {
        let CornerStep { arrival, length, .. } = step;
        let corner = arrival.corner();
        let state = self.scratch.states.at(corner);
        if length < state.length * (1.0 - LENGTH_TOLERANCE) {
            // A shorter path: both wedges have to be expanded again.
            state.is_done = [false; 2];
        }
        if !self.scratch.states.improve(arrival, length) {
            return;
        }
        // The goal is visible: no path from this corner is shorter than the straight line.
        let is_last = self.scratch.seen_by_goal.has(corner);
        let rest =
            if is_last { self.scratch.to_goal[corner as usize] } else { self.lower_bound(corner) };
        let lower_bound = length + rest;
        if lower_bound >= self.best {
            return;
        }
        let id = to_u32(self.scratch.steps.len());
        self.scratch.steps.push(step);
        if is_last {
            (self.best, self.last) = (lower_bound, Some(id));
        } else {
            self.scratch.queue.push(QueueEntry { lower_bound: lower_bound.to_bits(), arrival, id });
        }
    }

    fn run(&mut self) {
        while let Some(entry) = self.scratch.queue.pop() {
            if f64::from_bits(entry.lower_bound) >= self.best {
                return;
            }
            self.expand(entry.id);
        }
    }

    /// Replaces `bends` by the corners at which the shortest path bends. Returns false if there is
    /// none.
    fn read(&self, bends: &mut Vec<u32>) -> bool {
        let Some(mut next) = self.last else { return false };
        bends.clear();
        while let Some(step) = self.scratch.steps.get(next as usize) {
            bends.push(step.arrival.corner());
            next = step.from;
        }
        bends.reverse();
        true
    }

    /// Expands a corner.
    fn expand(&mut self, id: u32) {
        let CornerStep { arrival, successors, length, .. } = self.scratch.steps[id as usize];
        if !self.scratch.states.finish(arrival, length) {
            return;
        }
        let (labels, graph) = (self.labels, self.graph);
        let successors = successors
            .unwrap_or_else(|| labels.successors_from(graph, self.ends[0].point, arrival));
        self.counters.expanded += 1;
        self.counters.arcs += u64::from(successors);
        for arc in graph.arcs_after(arrival, successors) {
            let is_dead_end =
                arc.successors == 0 && !self.scratch.seen_by_goal.has(arc.to.corner());
            if is_dead_end {
                continue;
            }
            self.add(CornerStep {
                arrival: arc.to,
                from: id,
                successors: Some(arc.successors),
                length: length + arc.length,
            });
        }
    }
}
