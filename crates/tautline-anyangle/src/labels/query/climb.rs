//! The way from the corners that an end sees up to the hubs, in a contraction hierarchy.
//!
//! ```text
//!     hubs            a - - - - - h - - - - - b      entries, merged as if all were hubs
//!                   /                           \
//!     others      o                               o      climbed: arcs upwards only
//!                   \                           /
//!                     o - - - - - m - - - - - o      or the two climbs meet below the hubs
//!                     |                       |
//!                   start                    goal
//! ```
//!
//! Dijkstra's algorithm over few corners: on maps of 100,000 corners of which a fifth are hubs, a
//! climb leaves about fifty.

use tautline_geometry::DVec2;
use tautline_search::HeapQueue;

use super::end::{CandidateRow, EndScratch, Leg};
use crate::generation::begin_generation;
use crate::labels::Labels;
use crate::labels::tables::hierarchy::Hierarchy;
use crate::landmarks::length_lower_bound;
use crate::numbers::LENGTH_TOLERANCE;
use crate::taut::corners::TautNode;
use crate::to_u32;

/// The state of a corner in the climb with the same number.
#[derive(Clone, Copy, Debug)]
struct State {
    climb: u32,
    /// The step by which it was left first, or [`Step::NONE`].
    step: u32,
    /// The best known distance from the end of the path; infinite if no path was found.
    length: f64,
    /// True if it was left, by wedge of arrival: paths of equal length may arrive in both.
    is_done: [bool; 2],
}

impl Default for State {
    fn default() -> Self {
        Self { climb: 0, step: Step::NONE, length: f64::INFINITY, is_done: [false; 2] }
    }
}

/// A corner that was reached by a shortest path.
#[derive(Clone, Copy, Debug)]
struct Step {
    corner: u32,
    /// The step before, or [`Self::NONE`].
    from: u32,
}

impl Step {
    const NONE: u32 = u32::MAX;
}

/// An entry of the queue. Lengths are kept as bits, which have the same order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct QueueEntry {
    length: u64,
    arrival: TautNode,
    /// The number of arcs, or of rows of a hub, that keep the path taut.
    successors: u32,
    from: u32,
}

/// The climb from one end of a path.
#[derive(Clone, Debug, Default)]
pub(super) struct Climb {
    states: Vec<State>,
    climb: u32,
    steps: Vec<Step>,
    queue: HeapQueue<QueueEntry>,
    pub(super) arcs: u64,
}

/// A path over a corner below the hubs, where two climbs meet: its length, and the corner.
#[derive(Clone, Copy, Debug)]
pub(super) struct Meeting {
    pub(super) length: f64,
    pub(super) corner: Option<u32>,
}

impl Climb {
    fn restart(&mut self, corners: usize) {
        begin_generation(&mut self.states, &mut self.climb, corners);
        self.steps.clear();
        self.queue.clear();
        self.arcs = 0;
    }

    /// Returns the number of steps.
    pub(super) const fn len(&self) -> usize {
        self.steps.len()
    }

    /// Returns the distance of a corner from the end; infinite if it was not reached.
    pub(super) fn distance(&self, corner: u32) -> f64 {
        let state = self.states[corner as usize];
        let is_left = state.climb == self.climb && state.step != Step::NONE;
        if is_left { state.length } else { f64::INFINITY }
    }

    /// Queues a corner, unless a shorter path to it is known.
    #[inline]
    fn push(&mut self, entry: QueueEntry) {
        let length = f64::from_bits(entry.length);
        let state = &mut self.states[entry.arrival.corner() as usize];
        if state.climb != self.climb {
            *state = State { climb: self.climb, ..State::default() };
        }
        let is_done = state.is_done[(entry.arrival.0 & 1) as usize];
        if is_done || length > state.length * (1.0 + LENGTH_TOLERANCE) {
            return;
        }
        state.length = state.length.min(length);
        self.queue.push(entry);
    }

    /// Leaves a corner that comes out of the queue, unless a shorter path to it is known. Returns
    /// the number of the step.
    fn leave(&mut self, entry: &QueueEntry) -> Option<u32> {
        let QueueEntry { arrival, from, length, .. } = *entry;
        let state = &mut self.states[arrival.corner() as usize];
        let is_done = &mut state.is_done[(arrival.0 & 1) as usize];
        let is_longer = f64::from_bits(length) > state.length * (1.0 + LENGTH_TOLERANCE);
        if is_longer || std::mem::replace(is_done, true) {
            return None;
        }
        let step = to_u32(self.steps.len());
        if state.step == Step::NONE {
            state.step = step;
        }
        self.steps.push(Step { corner: arrival.corner(), from });
        Some(step)
    }

    /// Queues the corners above one. The path to it is the step.
    fn push_onward(&mut self, hierarchy: &Hierarchy, entry: &QueueEntry, step: u32) {
        for arc in hierarchy.graph.arcs_after(entry.arrival, entry.successors) {
            self.push(QueueEntry {
                length: (f64::from_bits(entry.length) + arc.length).to_bits(),
                arrival: arc.to,
                successors: arc.successors,
                from: step,
            });
        }
        self.arcs += u64::from(entry.successors);
    }

    /// Appends the corners of the path to a corner that was reached, last the one that the end
    /// sees, to others.
    pub(super) fn add_path_back(
        &self,
        hierarchy: &Hierarchy,
        corner: u32,
        stack: &mut Vec<[u32; 2]>,
        corners: &mut Vec<u32>,
    ) {
        corners.push(corner);
        let mut next = self.steps.get(self.states[corner as usize].step as usize);
        while let Some(&Step { corner, from }) = next {
            next = self.steps.get(from as usize);
            if let Some(before) = next {
                hierarchy.add_path([corner, before.corner], stack, corners);
            }
        }
    }
}

impl Labels {
    /// Climbs from an end, whose legs are measured, to the hubs, and lists the rows of entries that
    /// keep the path taut there. With `other`, only as far as a path to that end can be shorter
    /// than the best one. `meets` is true if the climb from there is done.
    pub(super) fn climb(
        &self,
        hierarchy: &Hierarchy,
        end: &mut EndScratch,
        other: Option<(&EndScratch, bool)>,
        best: &mut Meeting,
    ) {
        let EndScratch { legs, rows, climb, .. } = end;
        let rest = |corner| other.map_or(0.0, |(other, _)| self.least_rest(corner, other));
        climb.restart(self.corner_count());
        rows.clear();
        for &Leg { cone, length, .. } in &*legs {
            let arrival = self.cones.nodes[cone as usize];
            if length + rest(arrival.corner()) < best.length {
                let (length, from) = (length.to_bits(), Step::NONE);
                let successors = self.cones.row_counts[cone as usize];
                climb.push(QueueEntry { length, arrival, successors, from });
            }
        }
        while let Some(entry) = climb.queue.pop() {
            let (corner, length) = (entry.arrival.corner(), f64::from_bits(entry.length));
            if length >= best.length {
                break;
            }
            let Some(step) = climb.leave(&entry) else { continue };
            if let Some((other, true)) = other {
                let length = length + other.climb.distance(corner);
                if length < best.length {
                    *best = Meeting { length, corner: Some(corner) };
                }
            }
            if length + rest(corner) >= best.length {
                continue;
            }
            if self.is_hub(corner) {
                let node = entry.arrival.opposite();
                let starts = &self.corners[corner as usize].row_starts;
                let first = starts[(node.0 & 1) as usize];
                let distance = self.fixed_point.encode(length);
                let taut = first..first + entry.successors;
                rows.extend(taut.map(|row| CandidateRow { row, distance }));
            } else {
                climb.push_onward(hierarchy, &entry, step);
            }
        }
    }

    /// Returns a lower bound on the length of a path from a corner to an end.
    fn least_rest(&self, corner: u32, end: &EndScratch) -> f64 {
        self.landmark_unit.map_or_else(
            || DVec2::from(self.points[corner as usize]).distance(end.point.into()),
            |unit| {
                let known = &self.corners[corner as usize].landmarks;
                length_lower_bound(end.bounds.lower_bound_to(known), unit)
            },
        )
    }

    /// Returns no path, with an upper bound on the length of the shortest one between two ends.
    pub(super) fn no_meeting(&self, [from, to]: [&EndScratch; 2]) -> Meeting {
        /// The relative rounding error that is allowed for; more than can occur.
        const ROUNDING: f64 = 1e-6;
        let units = from.bounds.upper_bound_to(&to.bounds);
        let unit = self.landmark_unit.filter(|_| units < u16::MAX);
        let length = unit.map_or(f64::INFINITY, |unit| f64::from(units) * unit * (1.0 + ROUNDING));
        Meeting { length, corner: None }
    }

    /// Appends the corners of the path from an entry, that a climb has led to, back to the corner
    /// that the end sees, to others; first those from the hub.
    pub(super) fn add_path_from_hub(
        &self,
        hierarchy: &Hierarchy,
        (climb, entry): (&Climb, u32),
        stack: &mut Vec<[u32; 2]>,
        corners: &mut Vec<u32>,
    ) {
        let first = corners.len();
        self.add_path_to_hub(hierarchy, entry, stack, corners);
        corners[first..].reverse();
        corners.pop();
        climb.add_path_back(hierarchy, self.entries.owner(entry), stack, corners);
    }

    /// Appends the corners of the path from an entry to its hub, both included, to others.
    pub(super) fn add_path_to_hub(
        &self,
        hierarchy: &Hierarchy,
        entry: u32,
        stack: &mut Vec<[u32; 2]>,
        corners: &mut Vec<u32>,
    ) {
        let mut path = self.entries.path_to_hub(entry);
        let Some(mut last) = path.next() else { return };
        corners.push(last);
        for next in path {
            hierarchy.add_path([last, next], stack, corners);
            last = next;
        }
    }
}
