//! The objective of a point-to-point search.

use tautline_geometry::{DVec2, Vec2};
use tautline_navmesh::{AreaId, BlockCutRange, FanId};

use crate::landmarks::{LandmarkBounds, Landmarks};
use crate::search::{FoundPath, Objective, VisibleRegion, Window};

/// One goal. The heuristic is the straight line through the window (admissible,
/// consistent), or the bound by landmarks if that is greater.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SingleGoal<'a> {
    pub(crate) point: Vec2,
    /// The areas that hold the goal, and their numbers in the block-cut tree.
    pub(crate) areas: &'a [AreaId],
    pub(crate) block_cut_numbers: &'a [u32],
    /// The landmarks of the mesh, and the bounds on the goal's distances from them.
    pub(crate) landmarks: Option<(&'a Landmarks, &'a LandmarkBounds)>,
    pub(crate) best: FoundPath,
    /// The share by which the path may be longer than a shortest one.
    pub(crate) share: f64,
}

impl Objective for SingleGoal<'_> {
    #[inline(always)]
    fn landmark_bound(&self, fan: FanId) -> f64 {
        self.landmarks.map_or(0.0, |(landmarks, range)| landmarks.lower_bound(fan, range))
    }

    #[inline]
    fn may_lead_to_goal(&self, block_cut_range: BlockCutRange) -> bool {
        self.block_cut_numbers.iter().any(|&number| block_cut_range.leads_to(number))
    }

    #[inline]
    fn heuristic(&self, point: DVec2) -> f64 {
        point.distance(self.point.into())
    }

    #[inline(always)]
    fn heuristic_through(&self, root: DVec2, window: &Window) -> f64 {
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
    fn visit(&mut self, region: &VisibleRegion<'_>) {
        if self.is_goal_in(region.area) && region.sees(self.point) {
            region.improve(self.point, &mut self.best);
        }
    }

    #[inline(always)]
    fn share(&self) -> f64 {
        self.share
    }

    #[inline]
    fn upper_bound(&self) -> f64 {
        self.best.length
    }
}
