//! The search among the corners that are not hubs.

use std::ops::Range;

use tautline_geometry::{DVec2, Vec2};

use super::end::EndScratch;
use crate::labels::Labels;
use crate::landmarks::{LandmarkBounds, length_lower_bound};
use crate::taut::corner_set::CornerSet;
use crate::taut::corners::{Corner, TautNode};
use crate::taut::predicates::Predicates;
use crate::taut::search::{TautAdjacency, TautScratch};
use crate::to_u32;

/// The taut visibility graph of the corners that are not hubs.
struct NonHubGraph<'a> {
    labels: &'a Labels,
    predicates: Predicates,
    goal: &'a LandmarkBounds,
}

impl TautAdjacency for NonHubGraph<'_> {
    fn point(&self, corner: u32) -> Vec2 {
        self.labels.points[corner as usize]
    }

    fn path_lower_bound(&self, arrival: TautNode, goal: Vec2) -> f64 {
        let corner = &self.labels.corners[arrival.corner() as usize];
        let straight = DVec2::from(self.point(arrival.corner())).distance(goal.into());
        self.labels.landmark_unit.map_or(straight, |unit| {
            straight.max(length_lower_bound(self.goal.lower_bound_to(&corner.landmarks), unit))
        })
    }

    fn successors(&mut self, arrival: TautNode, from: Vec2, by: Option<usize>) -> Range<usize> {
        let graph = &self.labels.graph;
        let successors = match by {
            Some(arc) => graph.arcs[arc].successors,
            None => self.labels.successors_from(self.predicates, from, arrival),
        };
        let first = graph.starts[arrival.opposite().index()] as usize;
        first..first + successors as usize
    }

    fn arc(
        &mut self,
        number: usize,
        _from: Vec2,
        seen_by_goal: &CornerSet,
    ) -> Option<(TautNode, f64)> {
        let arc = &self.labels.graph.arcs[number];
        (arc.successors > 0 || seen_by_goal.has(arc.to.corner())).then_some((arc.to, arc.length))
    }
}

impl Labels {
    /// Finds the shortest path that bends at least once, and only at corners that are not
    /// hubs. If it is shorter than `limit`, replaces `bends` by its bends and returns its
    /// length.
    pub(super) fn search_non_hubs(
        &self,
        predicates: Predicates,
        [from, to]: [&EndScratch; 2],
        limit: f64,
        scratch: &mut TautScratch,
        bends: &mut Vec<u32>,
    ) -> Option<f64> {
        let adjacency = &mut NonHubGraph { labels: self, predicates, goal: &to.bounds };
        scratch.restart(self.corner_count(), [from.point, to.point], limit);
        let [start, goal] = [from, to].map(|end| {
            let nodes = end.hits.iter().map(|&cone| self.cones.nodes[cone as usize]);
            nodes.filter(|&node| !self.is_hub(node))
        });
        for corner in goal.map(TautNode::corner) {
            scratch.add_goal_corner(corner, self.points[corner as usize]);
        }
        start.for_each(|node| scratch.add_start_corner(adjacency, node));
        scratch.run(adjacency, bends)
    }

    /// Returns the number of arcs that keep a path taut which arrives from a point.
    pub(super) fn successors_from(
        &self,
        predicates: Predicates,
        from: Vec2,
        arrival: TautNode,
    ) -> u32 {
        let here = self.points[arrival.corner() as usize];
        let arcs = self.graph.arcs_into(arrival.opposite());
        let may_follow = |to: TautNode| {
            let to = self.points[to.corner() as usize];
            Corner::may_follow(here, predicates, from, arrival.wedge(), to)
        };
        let successors = arcs.partition_point(|arc| may_follow(arc.to));
        to_u32(successors)
    }
}
