//! What a search looks for.

use tautline_geometry::{Vec2, Wide};
use tautline_navmesh::{AreaId, FanId, Gate};

use crate::landmarks::{GoalRange, Landmarks};
use crate::search::{ItemId, Lengths, NO_ITEM, Note, RootId, Sight, Window};

/// What a search looks for, and how far that is at least. By itself, it may be
/// anywhere.
pub(crate) trait Aim {
    /// Whether what lies behind a gate can matter.
    #[inline]
    fn wants(&self, _: Gate) -> bool {
        true
    }

    /// How far it is from a point at least.
    #[inline]
    fn distance_from(&self, _: Wide) -> f64 {
        0.0
    }

    /// How far it is from a vertex at least, as far as landmarks tell.
    #[inline(always)]
    fn distance_from_fan(&self, _: FanId) -> f64 {
        0.0
    }

    /// How far it is from a root through a window at least.
    #[inline]
    fn distance_through(&self, root: Wide, window: &Window) -> f64 {
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

    /// The length from which on ways do not matter.
    #[inline]
    fn limit(&self) -> f64 {
        f64::INFINITY
    }

    /// What the search does, for those who watch.
    #[inline(always)]
    fn note(&mut self, _: Note<'_>) {}
}

/// Where a way ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arrival {
    pub(crate) length: f64,
    /// The last point that it bends at, and the item and the area in which its
    /// end was seen from there.
    pub(crate) root: RootId,
    pub(crate) item: ItemId,
    pub(crate) area: AreaId,
}

impl Arrival {
    pub(crate) const NONE: Self =
        Self { length: f64::INFINITY, root: 0, item: NO_ITEM, area: AreaId(u32::MAX) };
}

impl Default for Arrival {
    fn default() -> Self {
        Self::NONE
    }
}

/// One goal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OneGoal<'a> {
    pub(crate) point: Vec2,
    /// The areas that hold it, and their numbers for gates.
    pub(crate) areas: &'a [AreaId],
    pub(crate) gate_numbers: &'a [u32],
    /// What is known of the ground, and where the goal is by that.
    pub(crate) landmarks: Option<(&'a Landmarks, &'a GoalRange)>,
    pub(crate) best: Arrival,
}

impl Aim for OneGoal<'_> {
    #[inline(always)]
    fn distance_from_fan(&self, fan: FanId) -> f64 {
        self.landmarks.map_or(0.0, |(landmarks, range)| landmarks.distance_between(fan, range))
    }

    #[inline]
    fn wants(&self, gate: Gate) -> bool {
        self.gate_numbers.iter().any(|&number| gate.leads_to(number))
    }

    #[inline]
    fn distance_from(&self, point: Wide) -> f64 {
        point.distance(self.point.into())
    }

    #[inline(always)]
    fn distance_through(&self, root: Wide, window: &Window) -> f64 {
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

/// Many goals, or all that is near.
#[derive(Debug)]
pub(crate) struct Near<'a> {
    /// The areas that hold the goals, each with the number of the goal, in order.
    pub(crate) goals_by_area: &'a [(AreaId, u32)],
    pub(crate) points: &'a [Vec2],
    pub(crate) found: &'a mut Found,
    /// How many goals are wanted, the nearest ones.
    pub(crate) wanted: usize,
    /// How far to look.
    pub(crate) distance: f64,
}

/// What a search for many things has found.
#[derive(Clone, Debug, Default)]
pub(crate) struct Found {
    /// For each goal, the shortest known way.
    pub(crate) arrivals: Vec<Arrival>,
    /// The nearest goals, as many as are wanted, with their distances, in order.
    pub(crate) nearest: Vec<(f64, u32)>,
    /// The areas that were reached, each once, and their distances.
    pub(crate) areas: Vec<AreaId>,
    pub(crate) lengths: Lengths,
}

impl Found {
    fn arrive(&mut self, goal: u32, arrival: Arrival, wanted: usize) {
        let old = std::mem::replace(&mut self.arrivals[goal as usize], arrival);
        let before = |a: &(f64, u32), b: &(f64, u32)| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1));
        if let Ok(place) = self.nearest.binary_search_by(|near| before(near, &(old.length, goal))) {
            self.nearest.remove(place);
        }
        let new = (arrival.length, goal);
        let place = self.nearest.partition_point(|near| before(near, &new).is_lt());
        self.nearest.insert(place, new);
        self.nearest.truncate(wanted);
    }
}

impl Aim for Near<'_> {
    fn look_into(&mut self, sight: &Sight<'_>) {
        let first = self.goals_by_area.partition_point(|&(area, _)| area < sight.area);
        let here = self.goals_by_area[first..].iter().take_while(|&&(area, _)| area == sight.area);
        for &(_, goal) in here {
            let point = self.points[goal as usize];
            let mut arrival = self.found.arrivals[goal as usize];
            let known = arrival.length;
            if sight.sees(point) {
                sight.arrive_at(point, &mut arrival);
            }
            if arrival.length < known && arrival.length <= self.distance {
                self.found.arrive(goal, arrival, self.wanted);
            }
        }
    }

    fn wants_areas(&self) -> bool {
        self.wanted == 0
    }

    fn reach(&mut self, area: AreaId, length: f64) {
        if length <= self.distance && self.found.lengths.shorten(area.0, length) {
            self.found.areas.push(area);
        }
    }

    fn limit(&self) -> f64 {
        let enough = self.found.nearest.len() == self.wanted && self.wanted > 0;
        let farthest = self.found.nearest.last().filter(|_| enough);
        // What lies exactly at the distance is still wanted.
        farthest.map_or(f64::INFINITY, |near| near.0).min(self.distance.next_up())
    }
}
