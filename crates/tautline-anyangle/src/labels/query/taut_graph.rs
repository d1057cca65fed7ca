//! The search in the taut visibility graph, where there is no hierarchy.

use std::ops::Range;

use tautline_geometry::{DVec2, Vec2};

use super::end::EndScratch;
use crate::labels::Labels;
use crate::labels::tables::taut_visibility_graph::TautVisibilityGraph;
use crate::landmarks::{LandmarkBounds, length_lower_bound};
use crate::taut::corner_set::CornerSet;
use crate::taut::corners::{Corner, TautNode};
use crate::taut::search::{TautAdjacency, TautScratch};
use crate::to_u32;

/// The taut visibility graph of labels without hubs.
struct LabelGraph<'a> {
    labels: &'a Labels,
    graph: &'a TautVisibilityGraph,
    goal: &'a LandmarkBounds,
}

impl TautAdjacency for LabelGraph<'_> {
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
        let successors = match by {
            Some(arc) => self.graph.arcs[arc].successors,
            None => self.labels.successors_from(self.graph, from, arrival),
        };
        self.graph.range_after(arrival, successors)
    }

    fn arc(
        &mut self,
        number: usize,
        _from: Vec2,
        seen_by_goal: &CornerSet,
    ) -> Option<(TautNode, f64)> {
        let arc = &self.graph.arcs[number];
        (arc.successors > 0 || seen_by_goal.has(arc.to.corner())).then_some((arc.to, arc.length))
    }
}

impl Labels {
    /// Finds a shortest path that bends at least once. Replaces `bends` by its bends. Returns false
    /// if there is none.
    pub(super) fn search_graph(
        &self,
        graph: &TautVisibilityGraph,
        [from, to]: [&EndScratch; 2],
        scratch: &mut TautScratch,
        bends: &mut Vec<u32>,
    ) -> bool {
        let adjacency = &mut LabelGraph { labels: self, graph, goal: &to.bounds };
        scratch.restart(self.corner_count(), [from.point, to.point]);
        let [start, goal] =
            [from, to].map(|end| end.hits.iter().map(|&cone| self.cones.nodes[cone as usize]));
        for corner in goal.map(TautNode::corner) {
            scratch.add_goal_corner(corner, self.points[corner as usize]);
        }
        start.for_each(|node| scratch.add_start_corner(adjacency, node));
        scratch.run(adjacency, bends)
    }

    /// Returns the number of arcs that keep a path taut which arrives from a point.
    pub(super) fn successors_from(
        &self,
        graph: &TautVisibilityGraph,
        from: Vec2,
        arrival: TautNode,
    ) -> u32 {
        let here = self.points[arrival.corner() as usize];
        let arcs = graph.arcs_into(arrival.opposite());
        let may_follow = |to: TautNode| {
            let to = self.points[to.corner() as usize];
            Corner::may_follow(here, from, arrival.wedge(), to)
        };
        let successors = arcs.partition_point(|arc| may_follow(arc.to));
        to_u32(successors)
    }
}
