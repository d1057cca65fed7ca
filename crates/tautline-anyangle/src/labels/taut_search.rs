//! A* over the corners that are no hubs.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use tautline_geometry::{Vec2, Wide};

use super::Labels;
use super::corners::{Corner, Node};
use super::scan::Visible;
use super::signs::Signs;
use crate::generation::renew;

/// Lengths that differ by less than this share are taken for equal: roundings
/// of the same length, added up over different ways.
pub(super) const SAME_LENGTH: f64 = 1e-12;

/// A corner that was come to.
#[derive(Clone, Copy, Debug)]
struct Step {
    arrival: Node,
    /// How many arcs may follow; [`Self::AT_START`] if that is not known yet.
    reach: u32,
    /// The step before, or [`Self::NONE`].
    from: u32,
    length: f64,
}

impl Step {
    const NONE: u32 = u32::MAX;
    const AT_START: u32 = u32::MAX;
}

/// What is known of a corner, in the search that has the same number.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    search: u32,
    /// Whether it was gone on from, by wedge of arrival.
    is_done: [bool; 2],
    length: f64,
    /// Infinite unless the goal sees it.
    to_goal: f64,
}

/// The memory of searches among corners.
#[derive(Clone, Debug, Default)]
pub(super) struct TautScratch {
    places: Vec<Place>,
    search: u32,
    steps: Vec<Step>,
    /// The least length through a step, as bits, which order as it does.
    queue: BinaryHeap<Reverse<(u64, u32)>>,
    pub(super) expanded: u64,
    pub(super) arcs: u64,
}

impl TautScratch {
    fn restart(&mut self, corners: usize) {
        renew(&mut self.places, &mut self.search, corners);
        self.steps.clear();
        self.queue.clear();
        (self.expanded, self.arcs) = (0, 0);
    }

    fn place(&mut self, corner: u32) -> &mut Place {
        let place = &mut self.places[corner as usize];
        if place.search != self.search {
            *place = Place {
                search: self.search,
                is_done: [false; 2],
                length: f64::INFINITY,
                to_goal: f64::INFINITY,
            };
        }
        place
    }

    fn push(&mut self, step: Step, point: Vec2, goal: Vec2, limit: f64) {
        let place = self.place(step.arrival.corner());
        let is_done = place.is_done[(step.arrival.0 & 1) as usize];
        if is_done || step.length > place.length * (1.0 + SAME_LENGTH) {
            return;
        }
        place.length = place.length.min(step.length);
        let least = step.length + Wide::from(point).distance(goal.into());
        if least < limit {
            // More steps than u32 can count would fill all memory long before.
            let id = u32::try_from(self.steps.len()).unwrap_or(Step::NONE);
            self.steps.push(step);
            self.queue.push(Reverse((least.to_bits(), id)));
        }
    }
}

/// The ends of a request, and what they see.
pub(super) struct Ends<'a> {
    pub(super) points: [Vec2; 2],
    pub(super) visible: [&'a [Visible]; 2],
}

impl Labels {
    /// The shortest of the paths that bend only at corners that are no hubs, and
    /// once at least; if there is one that is shorter than `limit`, its bends
    /// replace what is in `bends`.
    pub(super) fn search_beyond_hubs(
        &self,
        signs: Signs,
        ends: &Ends<'_>,
        limit: f64,
        scratch: &mut TautScratch,
        bends: &mut Vec<u32>,
    ) -> Option<f64> {
        let [start, goal] = ends.points;
        scratch.restart(self.corner_count());
        for visible in ends.visible[1].iter().filter(|visible| !self.is_hub(visible.node)) {
            let place = scratch.place(visible.node.corner());
            place.to_goal = place.to_goal.min(visible.distance);
        }
        let mut best = (limit, Step::NONE);
        for visible in ends.visible[0].iter().filter(|visible| !self.is_hub(visible.node)) {
            let point = self.corners[visible.node.corner() as usize].point;
            let Visible { node: arrival, distance: length, .. } = *visible;
            let step = Step { arrival, reach: Step::AT_START, from: Step::NONE, length };
            scratch.push(step, point, goal, best.0);
        }
        while let Some(Reverse((least, id))) = scratch.queue.pop() {
            if f64::from_bits(least) >= best.0 {
                break;
            }
            let step = scratch.steps[id as usize];
            let place = scratch.place(step.arrival.corner());
            let is_done = &mut place.is_done[(step.arrival.0 & 1) as usize];
            if *is_done || step.length > place.length * (1.0 + SAME_LENGTH) {
                continue;
            }
            *is_done = true;
            let to_goal = place.to_goal;
            scratch.expanded += 1;
            let length = step.length + to_goal;
            if length < best.0 {
                best = (length, id);
            }
            let reach = if step.reach == Step::AT_START {
                self.reach_from(signs, start, step.arrival)
            } else {
                step.reach
            };
            scratch.arcs += u64::from(reach);
            for arc in self.graph.arcs_after(step.arrival, reach) {
                let point = self.corners[arc.to.corner() as usize].point;
                let length = step.length + arc.length;
                let next = Step { arrival: arc.to, reach: arc.reach, from: id, length };
                scratch.push(next, point, goal, best.0);
            }
        }
        if best.1 == Step::NONE {
            return None;
        }
        bends.clear();
        let mut next = best.1;
        while let Some(step) = scratch.steps.get(next as usize) {
            bends.push(step.arrival.corner());
            next = step.from;
        }
        bends.reverse();
        Some(best.0)
    }

    /// How many arcs may follow an arrival from a point.
    pub(super) fn reach_from(&self, signs: Signs, from: Vec2, arrival: Node) -> u32 {
        let here = self.corners[arrival.corner() as usize].point;
        let arcs = self.graph.arcs_into(arrival.opposite());
        let may_follow = |to: Node| {
            let to = self.corners[to.corner() as usize].point;
            Corner::may_follow(here, signs, from, arrival.wedge(), to)
        };
        let reach = arcs.partition_point(|arc| may_follow(arc.to));
        u32::try_from(reach).unwrap_or(u32::MAX)
    }
}
