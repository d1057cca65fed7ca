//! What a query knows of corners.

use std::ops::Range;

use tautline_geometry::{Vec2, Wide};
use tautline_navmesh::Gate;

use super::rows::{Ground, Rows};
use crate::gates::leads_to_any;
use crate::landmarks::{GoalRange, Landmarks};
use crate::taut::corner_set::CornerSet;
use crate::taut::corners::Node;
use crate::taut::search::TautRows;

/// What is known of corners, for a query.
pub(super) struct Known<'a> {
    pub(super) rows: &'a mut Rows,
    pub(super) ground: Ground<'a>,
    pub(super) landmarks: Option<(&'a Landmarks, GoalRange)>,
    pub(super) gates: &'a [Option<Gate>],
    /// The numbers of the goal's areas.
    pub(super) goal_gates: &'a [u32],
}

impl TautRows for Known<'_> {
    fn point(&self, corner: u32) -> Vec2 {
        self.ground.corners.get(corner).point
    }

    fn least_length(&self, arrival: Node, goal: Vec2) -> f64 {
        if self.gates[arrival.index()].is_some_and(|gate| !leads_to_any(gate, self.goal_gates)) {
            return f64::INFINITY;
        }
        let corner = self.ground.corners.get(arrival.corner());
        let straight = Wide::from(corner.point).distance(goal.into());
        self.landmarks.as_ref().map_or(straight, |(landmarks, range)| {
            straight.max(landmarks.distance_between(corner.fan, range))
        })
    }

    fn onward(&mut self, arrival: Node, from: Vec2, by: Option<usize>) -> Range<usize> {
        self.rows.onward(arrival, from, by, self.ground)
    }

    fn arc(&mut self, number: usize, from: Vec2, seen_by_goal: &CornerSet) -> Option<(Node, f64)> {
        self.rows.arc(number, from, seen_by_goal, self.ground)
    }
}
