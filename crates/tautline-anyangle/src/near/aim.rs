//! What a search for many things looks for, and what it has found.

use tautline_geometry::Vec2;
use tautline_navmesh::{AreaId, HalfEdgeId};

use crate::search::{Aim, Arrival, Lengths, Sight};

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
    /// The shortest ways after which all around a vertex was reached, by the sides that
    /// begin there: in a fan of many areas, all of them come to the vertex.
    pub(crate) around: Lengths,
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

    fn is_news_around(&self, vertex: HalfEdgeId, length: f64) -> bool {
        length <= self.distance && length < self.found.around.get(vertex.0)
    }

    fn reach_around(&mut self, vertex: HalfEdgeId, area: AreaId, length: f64) {
        self.found.around.shorten(vertex.0, length);
        self.reach(area, length);
    }

    fn limit(&self) -> f64 {
        let enough = self.found.nearest.len() == self.wanted && self.wanted > 0;
        let farthest = self.found.nearest.last().filter(|_| enough);
        // What lies exactly at the distance is still wanted.
        farthest.map_or(f64::INFINITY, |near| near.0).min(self.distance.next_up())
    }
}
