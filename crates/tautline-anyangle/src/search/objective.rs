//! Objectives of a search: heuristic and goal test.

use tautline_geometry::{DVec2, Vec2};
use tautline_navmesh::{AreaId, BlockCutRange, FanId, HalfEdgeId};

#[cfg(feature = "trace")]
use super::events::SearchEvent;
use super::visible_region::VisibleRegion;
use super::window::Window;

/// The objective of a search: the heuristic, the goal test, and the bound that ends it.
///
/// The heuristic must be *admissible*: never above the length of a shortest path, except
/// for rounding. It is *consistent* as well (f-values do not fall from a node to its
/// successors), except where landmarks round to their units. Nothing depends on that: a
/// corner to which a shorter path is found later is expanded again.
///
/// By default, the goal may be anywhere: the heuristic is 0 for a point, and the distance from
/// the root for a window.
pub(crate) trait Objective {
    /// Returns true if some simple path to a goal crosses the half-edge with this range of
    /// the block-cut tree.
    #[inline]
    fn may_lead_to_goal(&self, _: BlockCutRange) -> bool {
        true
    }

    /// Returns a lower bound on the length of a path from a point to a goal (the
    /// heuristic).
    #[inline]
    fn heuristic(&self, _: DVec2) -> f64 {
        0.0
    }

    /// Returns a lower bound on the length of a path from a vertex to a goal, by landmarks.
    #[inline(always)]
    fn landmark_bound(&self, _: FanId) -> f64 {
        0.0
    }

    /// Returns a lower bound on the length of a path from the exit of an arc to a goal.
    #[inline]
    fn heuristic_at_exit(&self, _arc: u32, exit: DVec2) -> f64 {
        self.heuristic(exit)
    }

    /// Returns a lower bound on the length of a path from a root through a window to a
    /// goal.
    #[inline]
    fn heuristic_through(&self, root: DVec2, window: &Window) -> f64 {
        window.distance(root)
    }

    /// Returns the goal, if there is only one and a line-of-sight test is wanted.
    #[inline(always)]
    fn goal(&self) -> Option<Vec2> {
        None
    }

    /// Returns true if an area holds that goal.
    #[inline(always)]
    fn is_goal_in(&self, _: AreaId) -> bool {
        false
    }

    /// Tests the goals in a region that a root sees.
    fn visit(&mut self, region: &VisibleRegion<'_>);

    /// Returns true if distances of areas are wanted.
    #[inline]
    fn collects_areas(&self) -> bool {
        false
    }

    /// Records a path of some length to an area.
    #[inline]
    fn reach_area(&mut self, _: AreaId, _: f64) {}

    /// Returns true if a path of this length to the start of a half-edge may improve the
    /// distance of some area around that vertex.
    #[inline]
    fn improves_around(&self, _: HalfEdgeId, _: f64) -> bool {
        false
    }

    /// Like [`reach_area`](Self::reach_area), for each of the areas around a vertex. The
    /// half-edge begins at the vertex and belongs to the area.
    #[inline]
    fn reach_area_around(&mut self, _: HalfEdgeId, _: AreaId, _: f64) {}

    /// Returns the share by which a path may be longer than a shortest one (weighted A\*).
    #[inline(always)]
    fn share(&self) -> f64 {
        0.0
    }

    /// Returns the length that a path must be below to be an improvement. The search ends when no
    /// node has a smaller key.
    #[inline]
    fn upper_bound(&self) -> f64 {
        f64::INFINITY
    }

    /// Called for each event, for traces.
    #[cfg(feature = "trace")]
    #[inline(always)]
    fn on_event(&mut self, _: SearchEvent<'_>) {}
}
