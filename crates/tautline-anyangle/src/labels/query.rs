//! Shortest paths by labels.

use tautline_geometry::{Vec2, Wide};
use tautline_navmesh::{Budget, CorridorEnd, CorridorError, Costs, NavMesh};

use super::{LabelCounters, Labels};
use super::meet::MeetScratch;
use super::packed::ROW;
use super::scan::{EndScratch, Visible};
use super::sight::{SightScratch, StraightWay};
use super::signs::Signs;
use super::taut_search::{Ends, TautScratch};
use crate::{AnyAngleScratch, shortest_path};

/// The memory of queries. Reuse it; it serves any labels.
#[derive(Clone, Debug, Default)]
pub struct LabelScratch {
    start: EndScratch,
    goal: EndScratch,
    sight: SightScratch,
    meet: MeetScratch,
    taut: TautScratch,
    bends: Vec<u32>,
    online: AnyAngleScratch,
    counters: LabelCounters,
}

impl LabelScratch {
    /// Memory that has not been used yet. Allocates nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// What the last query did.
    #[must_use]
    pub const fn counters(&self) -> LabelCounters {
        self.counters
    }
}

impl Labels {
    /// Finds the shortest path from `start` to `goal` over all ground of the
    /// mesh; links are not taken.
    pub fn shortest_path(
        &self,
        mesh: &NavMesh,
        start: CorridorEnd,
        goal: CorridorEnd,
        scratch: &mut LabelScratch,
        points: &mut Vec<Vec2>,
    ) -> Result<f64, CorridorError> {
        let costs = &Costs::uniform();
        let LabelScratch { start: from, goal: to, sight, meet, taut, bends, online, counters } = scratch;
        *counters = LabelCounters::default();
        if !self.fits(mesh) {
            return shortest_path(mesh, start, goal, costs, Budget::UNLIMITED, online, points);
        }
        mesh.open_areas_at("start", start, costs, &mut from.areas)?;
        mesh.open_areas_at("goal", goal, costs, &mut to.areas)?;
        from.areas.retain(|&area| to.areas.iter().any(|&to| mesh.part(area) == mesh.part(to)));
        if from.areas.is_empty() {
            return Err(CorridorError::Unreachable);
        }
        let [start, goal] = [start, goal].map(|end| end.point);
        let signs = Signs::of_points(mesh, &[start, goal]);
        let way = StraightWay { mesh, signs, start, goal, goal_areas: &to.areas };
        if way.is_free(&from.areas, sight) {
            points.clear();
            points.push(start);
            if goal != start {
                points.push(goal);
            }
            return Ok(Wide::from(start).distance(goal.into()));
        }
        // Corners that lead on nowhere only serve paths of one bend, between ends
        // that see the same one; and what is no hub is looked at in any case.
        let all = !self.has_hubs_only()
            || self.regions(&from.areas).meets(&self.regions(&to.areas));
        self.scan(mesh, signs, start, all, from, counters);
        self.scan(mesh, signs, goal, all, to, counters);
        let rows = from.visible.iter().chain(&to.visible).map(Visible::row_count);
        counters.entries = ROW as u64 * rows.sum::<u64>();
        let meeting = self.meet(&from.visible, &to.visible, meet);
        let mut best = f64::INFINITY;
        if let Some(meeting) = meeting {
            self.read_bends(meeting, bends);
            best = self.read_points(start, bends, goal, points);
        }
        if !self.has_hubs_only() {
            let ends = Ends { points: [start, goal], visible: [&from.visible, &to.visible] };
            if self.search_beyond_hubs(signs, &ends, best, taut, bends).is_some() {
                best = self.read_points(start, bends, goal, points);
            }
            (counters.expanded, counters.arcs) = (taut.expanded, taut.arcs);
        }
        if best < f64::INFINITY { Ok(best) } else { Err(CorridorError::Unreachable) }
    }

    /// The points of a path, and its length.
    fn read_points(&self, start: Vec2, bends: &[u32], goal: Vec2, points: &mut Vec<Vec2>) -> f64 {
        points.clear();
        points.push(start);
        let mut length = 0.0;
        let mut last = start;
        let bends = bends.iter().map(|&corner| self.corners[corner as usize].point);
        for point in bends.chain([goal]) {
            if point != last {
                length += Wide::from(last).distance(point.into());
                points.push(point);
                last = point;
            }
        }
        length
    }
}
