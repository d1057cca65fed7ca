//! The search among the corners that are no hubs.

use std::ops::Range;

use tautline_geometry::{DVec2, Vec2};

use super::end::Visible;
use crate::labels::Labels;
use crate::labels::tables::bearings::Bearings;
use crate::taut::corner_set::CornerSet;
use crate::taut::corners::{Corner, Node};
use crate::taut::search::{TautRows, TautScratch};
use crate::taut::signs::Signs;

/// The ends of a request, and what they see.
pub(super) struct Ends<'a> {
    pub(super) points: [Vec2; 2],
    pub(super) visible: [&'a [Visible]; 2],
    /// How far the goal is from the beacons.
    pub(super) goal_bearings: &'a Bearings,
}

/// The graph of the corners that are no hubs.
struct Rest<'a> {
    labels: &'a Labels,
    signs: Signs,
    goal_bearings: &'a Bearings,
}

impl TautRows for Rest<'_> {
    fn point(&self, corner: u32) -> Vec2 {
        self.labels.corners[corner as usize].point
    }

    fn least_length(&self, arrival: Node, goal: Vec2) -> f64 {
        let corner = &self.labels.corners[arrival.corner() as usize];
        let straight = DVec2::from(corner.point).distance(goal.into());
        if self.labels.has_beacons {
            straight.max(corner.bearings.least_length(self.goal_bearings, self.labels.units))
        } else {
            straight
        }
    }

    fn onward(&mut self, arrival: Node, from: Vec2, by: Option<usize>) -> Range<usize> {
        let graph = &self.labels.graph;
        let reach = match by {
            Some(arc) => graph.arcs[arc].reach,
            None => self.labels.reach_from(self.signs, from, arrival),
        };
        let first = graph.starts[arrival.opposite().index()] as usize;
        first..first + reach as usize
    }

    fn arc(&mut self, number: usize, _from: Vec2, seen_by_goal: &CornerSet) -> Option<(Node, f64)> {
        let arc = &self.labels.graph.arcs[number];
        (arc.reach > 0 || seen_by_goal.has(arc.to.corner())).then_some((arc.to, arc.length))
    }
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
        let rows = &mut Rest { labels: self, signs, goal_bearings: ends.goal_bearings };
        scratch.restart(self.corner_count(), ends.points, limit);
        let [start, goal] = ends
            .visible
            .map(|visible| visible.iter().map(|seen| seen.node).filter(|&node| !self.is_hub(node)));
        for corner in goal.map(Node::corner) {
            scratch.end_at(corner, self.corners[corner as usize].point);
        }
        start.for_each(|node| scratch.begin_at(rows, node));
        scratch.run(rows, bends)
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
