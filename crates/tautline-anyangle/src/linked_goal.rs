//! The objective of a point-to-point search that may take links.

use tautline_geometry::{DVec2, Vec2};
use tautline_navmesh::internal::{LinkEstimate, Shortcut};
use tautline_navmesh::{AreaId, BlockCutRange, FanId};

use crate::search::{Objective, VisibleRegion, Window};
use crate::single_goal::SingleGoal;

/// One goal, to which links may lead. Where a link costs less than its straight distance, the straight
/// line is not a lower bound, so the heuristic counts such links.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LinkedGoal<'a> {
    pub(crate) goal: SingleGoal<'a>,
    pub(crate) estimate: &'a LinkEstimate,
    /// True if block-cut pruning loses no path at the costs of the query.
    pub(crate) prunes: bool,
}

impl Objective for LinkedGoal<'_> {
    #[inline(always)]
    fn landmark_bound(&self, fan: FanId) -> f64 {
        self.goal.landmark_bound(fan)
    }

    #[inline]
    fn heuristic_at_exit(&self, arc: u32, exit: DVec2) -> f64 {
        let by_landmarks = self
            .goal
            .landmarks
            .map_or(0.0, |(landmarks, bounds)| landmarks.lower_bound_at_exit(arc, bounds));
        self.estimate.at(exit).max(by_landmarks)
    }

    #[inline]
    fn may_lead_to_goal(&self, block_cut_range: BlockCutRange) -> bool {
        !self.prunes || self.goal.may_lead_to_goal(block_cut_range)
    }

    #[inline]
    fn heuristic(&self, point: DVec2) -> f64 {
        self.estimate.at(point)
    }

    #[inline]
    fn heuristic_through(&self, root: DVec2, window: &Window) -> f64 {
        let straight = self.goal.heuristic_through(root, window);
        let mut least = straight.min(self.estimate.floor());
        for &Shortcut { entrance, rest } in self.estimate.shortcuts() {
            if rest >= least {
                break;
            }
            // No line through the window is shorter than the straight one.
            if root.distance(entrance) + rest < least {
                least = least.min(window.length_through(root, entrance) + rest);
            }
        }
        least
    }

    #[inline(always)]
    fn goal(&self) -> Option<Vec2> {
        self.goal.goal()
    }

    #[inline(always)]
    fn is_goal_in(&self, area: AreaId) -> bool {
        self.goal.is_goal_in(area)
    }

    #[inline(always)]
    fn visit(&mut self, region: &VisibleRegion<'_>) {
        self.goal.visit(region);
    }

    #[inline(always)]
    fn share(&self) -> f64 {
        self.goal.share
    }

    #[inline]
    fn upper_bound(&self) -> f64 {
        self.goal.upper_bound()
    }
}
