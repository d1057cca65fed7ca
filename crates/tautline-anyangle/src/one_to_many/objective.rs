//! The objective of one-to-many searches, and what they find.

use tautline_geometry::{Aabb, DVec2, Vec2};
use tautline_navmesh::{AreaId, BlockCutRange, HalfEdgeId};

use crate::distance_table::DistanceTable;
use crate::length_tolerance::LENGTH_TOLERANCE;
use crate::search::{FoundPath, Objective, VisibleRegion, Window};

/// Many goals, or all areas within a distance.
///
/// Without `ahead`, a goal may be anywhere behind a window, so the heuristic is the distance to the window: Dijkstra's
/// algorithm over windows.
#[derive(Debug)]
pub(crate) struct ManyGoals<'a> {
    /// The areas that hold goals, each with the index of the goal, sorted.
    pub(crate) goals_by_area: &'a [(AreaId, u32)],
    pub(crate) points: &'a [Vec2],
    pub(crate) ahead: Option<&'a GoalsAhead>,
    pub(crate) found: &'a mut OneToManyResult,
    /// The number of nearest goals to find; 0 to find areas instead.
    pub(crate) wanted: usize,
    /// The greatest distance of interest.
    pub(crate) distance: f64,
}

/// The whereabouts of all goals, for a search that takes no links: straight lines and the block-cut tree do not know
/// them.
#[derive(Clone, Debug, Default)]
pub(crate) struct GoalsAhead {
    /// A disc around all goals. The heuristic is the distance to it.
    centre: DVec2,
    radius: f64,
    /// The numbers of the areas that hold goals in the block-cut tree, sorted.
    block_cut_numbers: Vec<u32>,
}

impl GoalsAhead {
    /// Replaces the goals by others: their points, and the numbers of their areas in the block-cut tree.
    pub(super) fn restart(
        &mut self,
        points: &[Vec2],
        block_cut_numbers: impl Iterator<Item = u32>,
    ) {
        let Some(around) = Aabb::around(points.iter().copied()) else { return };
        self.centre = (DVec2::from(around.min) + DVec2::from(around.max)) / 2.0;
        let squared = points.iter().map(|&point| self.centre.distance_squared(point.into()));
        self.radius = squared.fold(0.0, f64::max).sqrt();
        self.block_cut_numbers.clear();
        self.block_cut_numbers.extend(block_cut_numbers);
        self.block_cut_numbers.sort_unstable();
    }
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
    #[inline]
    fn may_lead_to_goal(&self, range: BlockCutRange) -> bool {
        let Some(ahead) = self.ahead else { return true };
        // The range is circular: the first number in it follows its start, or is the first of all.
        let numbers = &ahead.block_cut_numbers;
        let next = numbers.partition_point(|&number| number < range.first());
        [numbers.get(next), numbers.first()]
            .into_iter()
            .flatten()
            .any(|&number| range.leads_to(number))
    }

    #[inline]
    fn heuristic(&self, point: DVec2) -> f64 {
        self.ahead.map_or(0.0, |ahead| (point.distance(ahead.centre) - ahead.radius).max(0.0))
    }

    #[inline]
    fn heuristic_through(&self, root: DVec2, window: &Window) -> f64 {
        let to_window = window.distance(root);
        self.ahead.map_or(to_window, |ahead| {
            to_window.max(window.length_through(root, ahead.centre) - ahead.radius)
        })
    }

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
        let bound = farthest.map_or(f64::INFINITY, |near| near.0).min(self.distance);
        // A goal or an area exactly at the bound is still wanted, and the heuristic is rounded differently from its
        // distance.
        bound.next_up().max(bound * (1.0 + LENGTH_TOLERANCE))
    }
}
