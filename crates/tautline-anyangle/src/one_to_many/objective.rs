//! The objective of one-to-many searches, and what they find.

use tautline_geometry::Vec2;
use tautline_navmesh::{AreaId, HalfEdgeId};

use crate::distance_table::DistanceTable;
use crate::search::{FoundPath, Objective, VisibleRegion};

/// Many goals, or all areas within a distance. A goal may be anywhere behind a
/// window, so the heuristic is the distance to the window: Dijkstra's algorithm over windows.
#[derive(Debug)]
pub(crate) struct ManyGoals<'a> {
    /// The areas that hold goals, each with the index of the goal, sorted.
    pub(crate) goals_by_area: &'a [(AreaId, u32)],
    pub(crate) points: &'a [Vec2],
    pub(crate) found: &'a mut OneToManyResult,
    /// The number of nearest goals to find; 0 to find areas instead.
    pub(crate) wanted: usize,
    /// The greatest distance of interest.
    pub(crate) distance: f64,
}

/// The answer of a one-to-many search.
#[derive(Clone, Debug, Default)]
pub(crate) struct OneToManyResult {
    /// The best known path to each goal; [`FoundPath::NONE`] for goals that are not among the
    /// nearest.
    pub(crate) paths: Vec<FoundPath>,
    /// The nearest goals and their distances, at most as many as are wanted, sorted.
    pub(crate) nearest: Vec<(f64, u32)>,
    /// The areas that were reached, each once.
    pub(crate) areas: Vec<AreaId>,
    pub(crate) area_distances: DistanceTable,
    /// The least distance at which all areas around a vertex were reached, by the half-edge that
    /// starts there. The search meets the vertex from each area of its fan; this saves going around
    /// the fan again.
    pub(crate) around: DistanceTable,
}

impl OneToManyResult {
    /// Forgets all goals and areas.
    pub(super) fn clear(&mut self) {
        self.paths.clear();
        self.nearest.clear();
        self.areas.clear();
    }

    fn improve(&mut self, goal: u32, path: FoundPath, wanted: usize) {
        // The list stays sorted: the goal leaves its old position and enters the new one.
        let old = std::mem::replace(&mut self.paths[goal as usize], path);
        let before = |a: &(f64, u32), b: &(f64, u32)| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1));
        if let Ok(index) = self.nearest.binary_search_by(|near| before(near, &(old.length, goal))) {
            self.nearest.remove(index);
        }
        let new = (path.length, goal);
        let index = self.nearest.partition_point(|near| before(near, &new).is_lt());
        self.nearest.insert(index, new);
        if self.nearest.len() > wanted
            && let Some((_, farthest)) = self.nearest.pop()
        {
            // The search ends before it knows the shortest path there.
            self.paths[farthest as usize] = FoundPath::NONE;
        }
    }
}

impl Objective for ManyGoals<'_> {
    fn visit(&mut self, region: &VisibleRegion<'_>) {
        let first = self.goals_by_area.partition_point(|&(area, _)| area < region.area);
        let here = self.goals_by_area[first..].iter().take_while(|&&(area, _)| area == region.area);
        for &(_, goal) in here {
            let point = self.points[goal as usize];
            let mut path = self.found.paths[goal as usize];
            let known = path.length;
            if region.sees(point) {
                region.improve(point, &mut path);
            }
            if path.length < known && path.length <= self.distance {
                self.found.improve(goal, path, self.wanted);
            }
        }
    }

    fn collects_areas(&self) -> bool {
        self.wanted == 0
    }

    fn reach_area(&mut self, area: AreaId, length: f64) {
        if length <= self.distance && self.found.area_distances.improve(area.0, length) {
            self.found.areas.push(area);
        }
    }

    fn improves_around(&self, vertex: HalfEdgeId, length: f64) -> bool {
        length <= self.distance && length < self.found.around.get(vertex.0)
    }

    fn reach_area_around(&mut self, vertex: HalfEdgeId, area: AreaId, length: f64) {
        self.found.around.improve(vertex.0, length);
        self.reach_area(area, length);
    }

    fn upper_bound(&self) -> f64 {
        let enough = self.found.nearest.len() == self.wanted && self.wanted > 0;
        let farthest = self.found.nearest.last().filter(|_| enough);
        // An area exactly at the distance is still wanted.
        farthest.map_or(f64::INFINITY, |near| near.0).min(self.distance.next_up())
    }
}
