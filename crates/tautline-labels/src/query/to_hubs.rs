//! The climb from the corners that an end sees up to the hubs, in a contraction hierarchy.
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
//! climb visits about fifty.

use tautline_anyangle::internal::length_lower_bound;
use tautline_geometry::DVec2;
use tautline_navmesh::internal::begin_generation;

use super::climb::{Climb, Reached, Step};
use super::end::{CandidateRow, EndScratch};
use crate::labels::Labels;
use crate::tables::hierarchy::Hierarchy;
use crate::tables::taut_tree::{Growth, Visit};
use crate::to_u32;

/// A path over a corner below the hubs, where two climbs meet: its length, and the corner.
#[derive(Clone, Copy, Debug)]
pub(super) struct Meeting {
    pub(super) length: f64,
    pub(super) corner: Option<u32>,
}

impl Labels {
    /// Climbs from an end, whose legs are measured, to the hubs, and lists the rows of entries that
    /// keep the path taut there.
    ///
    /// `other` is the other end of the query, with true if the climb from there is done. The climb then
    /// goes only as far as a path to that end can be shorter than the best one; and if both climbs
    /// meet below the hubs, `best` is updated.
    pub(super) fn climb(
        &self,
        hierarchy: &Hierarchy,
        end: &mut EndScratch,
        other: Option<(&EndScratch, bool)>,
        best: &mut Meeting,
    ) {
        let EndScratch { legs, rows, climb, .. } = end;
        let Climb { tree, corners, climb, steps, arcs } = climb;
        begin_generation(corners, climb, self.corner_count());
        steps.clear();
        rows.clear();
        *arcs = 0;
        let rest = |corner| other.map_or(0.0, |(other, _)| self.least_rest(corner, other));
        let limit = best.length;
        let first = legs.iter().filter_map(|leg| {
            let node = self.cones.nodes[leg.cone as usize];
            let successors = self.cones.row_counts[leg.cone as usize];
            let may_be_first = leg.length + rest(node.corner()) < limit;
            may_be_first.then_some((node, successors, leg.length))
        });
        tree.grow_from(&hierarchy.graph, first, |visit| {
            let &Visit { arrival, from, length, successors, is_first } = visit;
            let corner = arrival.corner();
            if length >= best.length {
                return Growth::Stop;
            }
            if is_first {
                corners[corner as usize] =
                    Reached { climb: *climb, visit: to_u32(steps.len()), length };
            }
            steps.push(Step { corner, from });
            if let Some((other, true)) = other {
                let length = length + other.climb.distance(corner);
                if length < best.length {
                    *best = Meeting { length, corner: Some(corner) };
                }
            }
            if length + rest(corner) >= best.length {
                return Growth::Prune;
            }
            if self.is_hub(corner) {
                let starts = &self.corners[corner as usize].row_starts;
                let first = starts[arrival.opposite().wedge_index()];
                let distance = self.fixed_point.encode(length);
                let taut = first..first + successors;
                rows.extend(taut.map(|row| CandidateRow { row, distance }));
                return Growth::Prune;
            }
            *arcs += u64::from(successors);
            Growth::Continue
        });
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

    /// Returns the meeting before any is found, with an upper bound on the length of the shortest path
    /// between two ends.
    pub(super) fn no_meeting(&self, [from, to]: [&EndScratch; 2]) -> Meeting {
        /// The relative rounding error that is allowed for; more than can occur.
        const ROUNDING: f64 = 1e-6;
        let units = from.bounds.upper_bound_to(&to.bounds);
        let unit = self.landmark_unit.filter(|_| units < u16::MAX);
        let length = unit.map_or(f64::INFINITY, |unit| f64::from(units) * unit * (1.0 + ROUNDING));
        Meeting { length, corner: None }
    }

    /// Appends to `corners` the path from the hub of an entry to the corner that the end sees: from the
    /// hub to the corner of the entry, then back along the climb that has reached that corner.
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

    /// Appends to `corners` the path from an entry to its hub, both included.
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
