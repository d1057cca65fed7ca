//! What a search looks for.

use tautline_geometry::{DVec2, Vec2};
use tautline_navmesh::{AreaId, BlockCutRange, FanId, HalfEdgeId};

#[cfg(feature = "trace")]
use super::notes::Note;
use super::sight::Sight;
use super::window::Window;

/// What a search looks for, and how far that is at least. By itself, it may be
/// anywhere.
pub(crate) trait Aim {
    /// Whether what lies behind a gate can matter.
    #[inline]
    fn wants(&self, _: BlockCutRange) -> bool {
        true
    }

    /// How far it is from a point at least.
    #[inline]
    fn distance_from(&self, _: DVec2) -> f64 {
        0.0
    }

    /// How far it is from a vertex at least, as far as landmarks tell.
    #[inline(always)]
    fn distance_from_fan(&self, _: FanId) -> f64 {
        0.0
    }

    /// How far it is from a root through a window at least.
    #[inline]
    fn distance_through(&self, root: DVec2, window: &Window) -> f64 {
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
    fn look_into(&mut self, sight: &Sight<'_>);

    /// Whether it matters how far areas are.
    #[inline]
    fn wants_areas(&self) -> bool {
        false
    }

    /// Notes that an area can be reached by a way of a length.
    #[inline]
    fn reach(&mut self, _: AreaId, _: f64) {}

    /// Whether a way of a length to the vertex at which a side begins may be news to the
    /// areas around it that go on from there.
    #[inline]
    fn is_news_around(&self, _: HalfEdgeId, _: f64) -> bool {
        false
    }

    /// Notes the same as [`reach`](Self::reach), and that all areas around the vertex at
    /// which a side of the area begins are reached from there.
    #[inline]
    fn reach_around(&mut self, _: HalfEdgeId, _: AreaId, _: f64) {}

    /// The length from which on ways do not matter.
    #[inline]
    fn limit(&self) -> f64 {
        f64::INFINITY
    }

    /// What the search does, for those who watch.
    #[cfg(feature = "trace")]
    #[inline(always)]
    fn note(&mut self, _: Note<'_>) {}
}
