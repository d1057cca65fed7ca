//! The search among the corners that are no hubs.

use std::ops::Range;

use tautline_geometry::{DVec2, Vec2};

use super::end::EndScratch;
use crate::labels::Labels;
use crate::landmarks::{LandmarkRange, length_at_least};
use crate::number;
use crate::taut::corner_set::CornerSet;
use crate::taut::corners::{Corner, Node};
use crate::taut::search::{TautRows, TautScratch};
use crate::taut::signs::Signs;

/// The graph of the corners that are no hubs.
struct Rest<'a> {
    labels: &'a Labels,
    signs: Signs,
    goal: &'a LandmarkRange,
}

impl TautRows for Rest<'_> {
    fn point(&self, corner: u32) -> Vec2 {
        self.labels.points[corner as usize]
    }

    fn least_length(&self, arrival: Node, goal: Vec2) -> f64 {
        let corner = &self.labels.corners[arrival.corner() as usize];
        let straight = DVec2::from(self.point(arrival.corner())).distance(goal.into());
        self.labels.landmark_unit.map_or(straight, |unit| {
            straight.max(length_at_least(self.goal.least_to(&corner.landmarks), unit))
        })
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
        [from, to]: [&EndScratch; 2],
        limit: f64,
        scratch: &mut TautScratch,
        bends: &mut Vec<u32>,
    ) -> Option<f64> {
        let rows = &mut Rest { labels: self, signs, goal: &to.range };
        scratch.restart(self.corner_count(), [from.point, to.point], limit);
        let [start, goal] = [from, to].map(|end| {
            let nodes = end.hits.iter().map(|&cone| self.cones.nodes[cone as usize]);
            nodes.filter(|&node| !self.is_hub(node))
        });
        for corner in goal.map(Node::corner) {
            scratch.end_at(corner, self.points[corner as usize]);
        }
        start.for_each(|node| scratch.begin_at(rows, node));
        scratch.run(rows, bends)
    }

    /// How many arcs may follow an arrival from a point.
    pub(super) fn reach_from(&self, signs: Signs, from: Vec2, arrival: Node) -> u32 {
        let here = self.points[arrival.corner() as usize];
        let arcs = self.graph.arcs_into(arrival.opposite());
        let may_follow = |to: Node| {
            let to = self.points[to.corner() as usize];
            Corner::may_follow(here, signs, from, arrival.wedge(), to)
        };
        let reach = arcs.partition_point(|arc| may_follow(arc.to));
        number(reach)
    }
}
