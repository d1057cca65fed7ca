//! The one goal of a search for a shortest path.

use tautline_geometry::{DVec2, Vec2};
use tautline_navmesh::{AreaId, BlockCutRange, FanId};

use crate::landmarks::{LandmarkRange, Landmarks};
use crate::search::{Aim, Arrival, Sight, Window};

/// One goal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OneGoal<'a> {
    pub(crate) point: Vec2,
    /// The areas that hold it, and their numbers for gates.
    pub(crate) areas: &'a [AreaId],
    pub(crate) block_cut_numbers: &'a [u32],
    /// What is known of the ground, and where the goal is by that.
    pub(crate) landmarks: Option<(&'a Landmarks, &'a LandmarkRange)>,
    pub(crate) best: Arrival,
}

impl Aim for OneGoal<'_> {
    #[inline(always)]
    fn distance_from_fan(&self, fan: FanId) -> f64 {
        self.landmarks.map_or(0.0, |(landmarks, range)| landmarks.distance_between(fan, range))
    }

    #[inline]
    fn wants(&self, block_cut_range: BlockCutRange) -> bool {
        self.block_cut_numbers.iter().any(|&number| block_cut_range.leads_to(number))
    }

    #[inline]
    fn distance_from(&self, point: DVec2) -> f64 {
        point.distance(self.point.into())
    }

    #[inline(always)]
    fn distance_through(&self, root: DVec2, window: &Window) -> f64 {
        window.length_through(root, self.point.into())
    }

    #[inline(always)]
    fn goal(&self) -> Option<Vec2> {
        Some(self.point)
    }

    #[inline(always)]
    fn is_goal_in(&self, area: AreaId) -> bool {
        self.areas.contains(&area)
    }

    #[inline(always)]
    fn look_into(&mut self, sight: &Sight<'_>) {
        if self.is_goal_in(sight.area) && sight.sees(self.point) {
            sight.arrive_at(self.point, &mut self.best);
        }
    }

    #[inline]
    fn limit(&self) -> f64 {
        self.best.length
    }
}
