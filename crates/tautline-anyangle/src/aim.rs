//! What a search looks for.

use tautline_geometry::{Vec2, Wide};
use tautline_navmesh::{AreaId, Gate};

use crate::search::{Sight, Window};

/// What a search looks for, and how far that is at least.
pub(crate) trait Aim {
    /// Whether what lies behind a gate can matter.
    fn wants(&self, gate: Gate) -> bool;

    /// How far it is from a point at least.
    fn distance_from(&self, point: Wide) -> f64;

    /// How far it is from a root through a window at least.
    fn distance_through(&self, root: Wide, window: &Window) -> f64;

    /// Notes what is seen in an area.
    fn look_into(&mut self, area: AreaId, sight: &Sight<'_>);

    /// Notes that an area can be reached by a way of a length.
    fn reach(&mut self, area: AreaId, length: f64);

    /// The length from which on ways do not matter.
    fn limit(&self) -> f64;
}

/// Where a way ends: the last root before it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arrival {
    pub(crate) length: f64,
    pub(crate) root: u32,
}

impl Arrival {
    pub(crate) const NONE: Self = Self { length: f64::INFINITY, root: u32::MAX };
}

/// One goal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OneGoal<'a> {
    pub(crate) point: Vec2,
    /// The areas that hold it, and their numbers for gates.
    pub(crate) areas: &'a [AreaId],
    pub(crate) gate_numbers: &'a [u32],
    pub(crate) best: Arrival,
}

impl Aim for OneGoal<'_> {
    #[inline]
    fn wants(&self, gate: Gate) -> bool {
        self.gate_numbers.iter().any(|&number| gate.leads_to(number))
    }

    #[inline]
    fn distance_from(&self, point: Wide) -> f64 {
        point.distance(self.point.into())
    }

    #[inline]
    fn distance_through(&self, root: Wide, window: &Window) -> f64 {
        window.length_through(root, self.point.into())
    }

    #[inline]
    fn look_into(&mut self, area: AreaId, sight: &Sight<'_>) {
        if self.areas.contains(&area) && sight.sees(self.point) {
            sight.arrive_at(self.point, &mut self.best);
        }
    }

    #[inline]
    fn reach(&mut self, _: AreaId, _: f64) {}

    #[inline]
    fn limit(&self) -> f64 {
        self.best.length
    }
}
