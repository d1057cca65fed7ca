//! What a search looks for.

use tautline_geometry::{DVec2, Vec2};
use tautline_navmesh::{AreaId, BlockCutRange, FanId, HalfEdgeId};

#[cfg(feature = "trace")]
use super::events::SearchEvent;
use super::visible_region::VisibleRegion;
use super::window::Window;

/// What a search looks for, and how far that is at lower_bound. By itself, it may be
/// anywhere.
pub(crate) trait Objective {
    /// Whether what lies behind a gate can matter.
    #[inline]
    fn may_lead_to_goal(&self, _: BlockCutRange) -> bool {
        true
    }

    /// How far it is from a point at lower_bound.
    #[inline]
    fn heuristic(&self, _: DVec2) -> f64 {
        0.0
    }

    /// How far it is from a vertex at lower_bound, as far as landmarks tell.
    #[inline(always)]
    fn landmark_bound(&self, _: FanId) -> f64 {
        0.0
    }

    /// How far it is from a root through a window at lower_bound.
    #[inline]
    fn heuristic_through(&self, root: DVec2, window: &Window) -> f64 {
        window.distance(root)
    }

    /// The one point that is looked for, if it pays to look straight at it.
    #[inline(always)]
    fn goal(&self) -> Option<Vec2> {
        None
    }

    /// Whether an area holds that point.
    #[inline(always)]
    fn is_goal_in(&self, _: AreaId) -> bool {
        false
    }

    /// Notes what is seen in an area.
    fn visit(&mut self, region: &VisibleRegion<'_>);

    /// Whether it matters how far areas are.
    #[inline]
    fn collects_areas(&self) -> bool {
        false
    }

    /// Notes that an area can be reached by a way of a length.
    #[inline]
    fn reach_area(&mut self, _: AreaId, _: f64) {}

    /// Whether a way of a length to the vertex at which a side begins may be news to the
    /// areas around it that go on from there.
    #[inline]
    fn improves_around(&self, _: HalfEdgeId, _: f64) -> bool {
        false
    }

    /// Notes the same as [`reach`](Self::reach_area), and that all areas around the vertex at
    /// which a side of the area begins are reached from there.
    #[inline]
    fn reach_area_around(&mut self, _: HalfEdgeId, _: AreaId, _: f64) {}

    /// The length from which on ways do not matter.
    #[inline]
    fn upper_bound(&self) -> f64 {
        f64::INFINITY
    }

    /// What the search does, for those who watch.
    #[cfg(feature = "trace")]
    #[inline(always)]
    fn on_event(&mut self, _: SearchEvent<'_>) {}
}
