//! A* over a taut visibility graph.

use std::ops::Range;

use tautline_geometry::{DVec2, Vec2};
use tautline_search::HeapQueue;

use super::corner_set::CornerSet;
use super::corner_states::CornerStates;
use super::corners::TautNode;
use crate::numbers::LENGTH_TOLERANCE;
use crate::to_u32;

/// A taut visibility graph (as in *edge N-level sparse visibility graphs*, ENLSVG): its
/// nodes are corners with a wedge of arrival, its edges (*arcs*, numbered) join corners
/// that see each other tautly.
pub(crate) trait TautAdjacency {
    fn point(&self, corner: u32) -> Vec2;

    /// Returns a lower bound on the length of a path to the goal from a corner that is
    /// reached in a wedge (the heuristic; admissible); infinite if there is no path.
    fn path_lower_bound(&self, arrival: TautNode, goal: Vec2) -> f64 {
        DVec2::from(self.point(arrival.corner())).distance(goal.into())
    }

    /// Returns the arcs that keep a path taut which has reached a corner from a point; if
    /// that point is a corner too, `by` is the arc from it.
    fn successors(&mut self, arrival: TautNode, from: Vec2, by: Option<usize>) -> Range<usize>;

    /// Returns the node that an arc leads to, and its length; `None` if that is a dead end,
    /// unless the goal sees its corner.
    fn arc(
        &mut self,
        number: usize,
        from: Vec2,
        seen_by_goal: &CornerSet,
    ) -> Option<(TautNode, f64)>;
}

/// A step of a path: a corner that was reached.
#[derive(Clone, Copy, Debug)]
struct CornerStep {
    arrival: TautNode,
    /// The previous step, or [`Self::NONE`].
    from: u32,
    /// The arc to the corner, or [`Self::NO_ARC`] from the start.
    arc: usize,
    length: f64,
}

impl CornerStep {
    const NONE: u32 = u32::MAX;
    const NO_ARC: usize = usize::MAX;
}

/// An entry of the queue. Its order does not depend on dead ends, so that of several
/// shortest paths the same one is found whether or not an arc is known to be a dead end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct QueueEntry {
    /// A lower bound on the length of a path through it, as bits, which have the same
    /// order.
    lower_bound: u64,
    arrival: TautNode,
    id: u32,
}

/// The memory of a search over corners.
#[derive(Clone, Debug, Default)]
pub(crate) struct TautScratch {
    states: CornerStates,
    seen_by_goal: CornerSet,
    /// The distance from each corner that the goal sees.
    to_goal: Vec<f64>,
    steps: Vec<CornerStep>,
    queue: HeapQueue<QueueEntry>,
    ends: [Vec2; 2],
    /// The length of the best path, and its last step.
    best: f64,
    last: Option<u32>,
    pub(crate) expanded: u64,
    pub(crate) arcs: u64,
}

impl TautScratch {
    /// Begins a search between two points.
    pub(crate) fn restart(&mut self, corners: usize, ends: [Vec2; 2]) {
        self.states.restart(corners);
        self.seen_by_goal.restart(corners);
        if self.to_goal.len() < corners {
            self.to_goal.resize(corners, f64::INFINITY);
        }
        self.steps.clear();
        self.queue.clear();
        (self.ends, self.best, self.last) = (ends, f64::INFINITY, None);
        (self.expanded, self.arcs) = (0, 0);
    }

    /// Adds a corner that the goal sees. All of them have to be added before those of the
    /// start.
    pub(crate) fn add_goal_corner(&mut self, corner: u32, point: Vec2) {
        if self.seen_by_goal.add(corner) {
            self.to_goal[corner as usize] = DVec2::from(point).distance(self.ends[1].into());
        }
    }

    /// Adds a corner that the start sees from a wedge.
    pub(crate) fn add_start_corner(&mut self, adjacency: &impl TautAdjacency, arrival: TautNode) {
        let point = adjacency.point(arrival.corner());
        let length = DVec2::from(self.ends[0]).distance(point.into());
        let (from, arc) = (CornerStep::NONE, CornerStep::NO_ARC);
        if let Some(entry) = self.add(adjacency, CornerStep { arrival, from, arc, length }) {
            self.queue.push(entry);
        }
    }

    /// Records a path to a corner, unless it is pruned. Returns what has to be queued.
    #[inline]
    fn add(&mut self, adjacency: &impl TautAdjacency, step: CornerStep) -> Option<QueueEntry> {
        let (arrival, length) = (step.arrival, step.length);
        let state = self.states.at(arrival.corner());
        if length > state.length * (1.0 + LENGTH_TOLERANCE) {
            return None;
        }
        if length < state.length * (1.0 - LENGTH_TOLERANCE) {
            // A shorter path: both wedges have to be expanded again.
            state.is_done = [false; 2];
        } else if state.is_done[(arrival.0 & 1) as usize] {
            return None;
        }
        state.length = state.length.min(length);
        // The goal is visible: no path from this corner is shorter than the straight line.
        let is_last = self.seen_by_goal.has(arrival.corner());
        let rest = if is_last {
            self.to_goal[arrival.corner() as usize]
        } else {
            adjacency.path_lower_bound(arrival, self.ends[1])
        };
        let lower_bound = length + rest;
        if lower_bound >= self.best {
            return None;
        }
        let id = to_u32(self.steps.len());
        self.steps.push(step);
        if is_last {
            (self.best, self.last) = (lower_bound, Some(id));
        }
        (!is_last).then_some(QueueEntry { lower_bound: lower_bound.to_bits(), arrival, id })
    }

    /// Runs the search. If a path bends at least once, replaces `bends` by the corners at which
    /// the shortest one bends, and returns true.
    pub(crate) fn run(&mut self, adjacency: &mut impl TautAdjacency, bends: &mut Vec<u32>) -> bool {
        while let Some(first) = self.queue.pop() {
            let mut next = Some(first);
            while let Some(entry) = next {
                if f64::from_bits(entry.lower_bound) >= self.best {
                    self.queue.clear();
                    break;
                }
                next = self.expand(adjacency, entry.id);
            }
        }
        let Some(mut next) = self.last else { return false };
        bends.clear();
        while let Some(step) = self.steps.get(next as usize) {
            bends.push(step.arrival.corner());
            next = step.from;
        }
        bends.reverse();
        true
    }

    /// Expands a corner. Returns the best successor, if it comes before all that is queued.
    fn expand(&mut self, adjacency: &mut impl TautAdjacency, id: u32) -> Option<QueueEntry> {
        let step = self.steps[id as usize];
        let state = self.states.at(step.arrival.corner());
        let is_done = &mut state.is_done[(step.arrival.0 & 1) as usize];
        if *is_done || step.length > state.length * (1.0 + LENGTH_TOLERANCE) {
            return None;
        }
        *is_done = true;
        let before = self.steps.get(step.from as usize);
        let from = before.map_or(self.ends[0], |before| adjacency.point(before.arrival.corner()));
        let by = (step.arc != CornerStep::NO_ARC).then_some(step.arc);
        let onward = adjacency.successors(step.arrival, from, by);
        let here = adjacency.point(step.arrival.corner());
        self.expanded += 1;
        self.arcs += onward.len() as u64;
        let mut next: Option<QueueEntry> = None;
        for arc in onward {
            let Some((arrival, length)) = adjacency.arc(arc, here, &self.seen_by_goal) else {
                continue;
            };
            let length = step.length + length;
            let added = self.add(adjacency, CornerStep { arrival, from: id, arc, length });
            // Only the best successor stays unqueued.
            let Some(mut added) = added else { continue };
            if let Some(best) = &mut next {
                if added < *best {
                    std::mem::swap(best, &mut added);
                }
                self.queue.push(added);
            } else {
                next = Some(added);
            }
        }
        let next = next?;
        // Saves a push and a pop if the successor would come out next.
        if self.queue.peek().is_none_or(|first| next < *first) {
            return Some(next);
        }
        self.queue.push(next);
        None
    }
}
