//! Queries of hub labels.
//!
//! A query locates both ends. If they see each other, the path is a straight line. Otherwise, each
//! `end` finds the corners that it sees and lists their label entries, and `merge` finds the hub with
//! the least sum, and thus the shortest path. If not all corners are hubs, each end first climbs to
//! the hubs (`to_hubs`). Without a hierarchy, the `taut_graph` is searched. `path` reads the result.
//!
//! `links` finds the best path over links in the link layer, from the entries that both ends see
//! (`link_rows`).
//!
//! `prepared_goal` does the goal's half of many queries once.

mod climb;
mod end;
mod link_rows;
mod links;
mod merge;
mod path;
mod prepared_goal;
mod taut_graph;
mod to_hubs;

use tautline_anyangle::internal::Ray;
use tautline_anyangle::{ExactError, LinkTraversal};
use tautline_geometry::Vec2;
use tautline_navmesh::internal::UNIFORM_FILTER;
use tautline_navmesh::{End, Location, NavMesh, QueryError};

use super::Labels;
use super::tables::below_hubs::BelowHubs;
use super::tables::entries::ROW;
use super::tables::hierarchy::Hierarchy;
use crate::taut::corner_set::CornerSet;
use crate::taut::line_of_sight::{LineOfSight, LineOfSightScratch};
use climb::Climb;
use end::EndScratch;
use links::LinkScratch;
use merge::{HubMatch, MergeScratch};
use path::LabelPath;
use taut_graph::TautScratch;

pub use prepared_goal::PreparedGoal;

/// Counters of a query.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct LabelCounters {
    /// Visibility cones that an end was tested against.
    pub cones: u64,
    /// Corners that an end sees.
    pub visible: u64,
    /// Label entries that were read.
    pub entries: u64,
    /// Corners that the climbs to the hubs visited, or that the search expanded where there is no
    /// hierarchy.
    pub expanded: u64,
    /// Arcs that the climbs or the search followed.
    pub arcs: u64,
}

/// The memory of queries. Reuse it for any labels.
#[derive(Clone, Debug, Default)]
pub struct LabelScratch {
    start: EndScratch,
    goal: EndScratch,
    work: WorkScratch,
    points: Vec<Vec2>,
    links: LinkScratch,
}

#[derive(Clone, Debug, Default)]
struct WorkScratch {
    line_of_sight: LineOfSightScratch,
    marks: CornerSet,
    merge: MergeScratch,
    taut: TautScratch,
    /// Arcs of a hierarchy whose paths are still to be read.
    stack: Vec<[u32; 2]>,
    /// The corners at which the path bends.
    bends: Vec<u32>,
    counters: LabelCounters,
}

impl LabelScratch {
    /// Creates empty memory. Allocates nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the counters of the last query; all 0 if its ends see each other.
    #[must_use]
    pub const fn counters(&self) -> LabelCounters {
        self.work.counters
    }

    /// Begins a query: after an error, and where labels cannot answer, no counters of an earlier one are left.
    fn restart(&mut self) -> &mut Self {
        self.work.counters = LabelCounters::default();
        self
    }
}

/// The goal of a query: located for it alone, or prepared.
enum Target<'a> {
    Own(&'a mut EndScratch),
    Prepared(&'a PreparedGoal),
}

impl Target<'_> {
    const fn end(&self) -> &EndScratch {
        match self {
            Self::Own(end) => end,
            Self::Prepared(prepared) => &prepared.end,
        }
    }
}

/// The next corner to walk to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NextCorner {
    /// The first bend of a shortest path, an end of a link, or the goal.
    pub point: Vec2,
    /// The length of the whole path, plus the costs of its links.
    pub distance: f64,
    /// The link that leads there, if the start is where it departs; `None` if the point is walked
    /// to.
    pub link: Option<LinkTraversal>,
}

impl Labels {
    /// Finds a shortest path from `start` to `goal` over all areas of the mesh, without
    /// links. Replaces `points` by the path, start and goal included, and returns its
    /// length in the plane.
    ///
    /// The path is as short, except for rounding, as that of
    /// [`shortest_path`](tautline_anyangle::shortest_path) with uniform costs; of several shortest
    /// paths, it may be another one. `mesh` must be the mesh that the labels were baked for
    /// or verified against, or a clone of it.
    ///
    /// Allocates nothing once its memory has grown. Time does not depend on the distance:
    /// it grows with what both ends see, and, where only some corners are hubs, with the
    /// search among the others.
    ///
    /// # Errors
    ///
    /// An [`ExactError`]: the labels belong to another mesh
    /// ([`BakedForOtherMesh`](ExactError::BakedForOtherMesh)); an end is not finite or off
    /// the mesh; the goal is unreachable. `points` is then empty.
    pub fn shortest_path(
        &self,
        mesh: &NavMesh,
        start: impl Into<Location>,
        goal: impl Into<Location>,
        scratch: &mut LabelScratch,
        points: &mut Vec<Vec2>,
    ) -> Result<f64, ExactError> {
        points.clear();
        let LabelScratch { start: from, goal: to, work, .. } = scratch.restart();
        self.binding.check(mesh)?;
        let (start, goal) = (start.into(), goal.into());
        from.locate(mesh, End::Start, start)?;
        to.locate(mesh, End::Goal, goal)?;
        let path = self.find(mesh, from, &mut Target::Own(to), work)?;
        Ok(self.read_path(&path, [start.point, goal.point], &mut work.bends, points))
    }

    /// Like [`Self::shortest_path`], but returns only the first bend and the length.
    /// Sufficient for agents that ask again before they reach the bend.
    ///
    /// # Errors
    ///
    /// Those of [`Self::shortest_path`].
    pub fn next_corner(
        &self,
        mesh: &NavMesh,
        start: impl Into<Location>,
        goal: impl Into<Location>,
        scratch: &mut LabelScratch,
    ) -> Result<NextCorner, ExactError> {
        let LabelScratch { start: from, goal: to, work, points, .. } = scratch.restart();
        self.binding.check(mesh)?;
        let (start, goal) = (start.into(), goal.into());
        from.locate(mesh, End::Start, start)?;
        to.locate(mesh, End::Goal, goal)?;
        let path = self.find(mesh, from, &mut Target::Own(to), work)?;
        Ok(self.read_next(&path, [start.point, goal.point], &mut work.bends, points))
    }

    /// Like [`Self::shortest_path`], to a prepared goal.
    ///
    /// # Errors
    ///
    /// An [`ExactError`]: the labels belong to another mesh, or the goal was prepared with
    /// other labels ([`BakedForOtherMesh`](ExactError::BakedForOtherMesh)); the start is
    /// not finite or off the mesh; the goal is unreachable. `points` is then empty.
    pub fn shortest_path_to(
        &self,
        mesh: &NavMesh,
        start: impl Into<Location>,
        goal: &PreparedGoal,
        scratch: &mut LabelScratch,
        points: &mut Vec<Vec2>,
    ) -> Result<f64, ExactError> {
        points.clear();
        let LabelScratch { start: from, work, .. } = scratch.restart();
        self.check_goal(mesh, goal)?;
        let start = start.into();
        from.locate(mesh, End::Start, start)?;
        let path = self.find(mesh, from, &mut Target::Prepared(goal), work)?;
        let path = self.follow(path, goal, work);
        Ok(self.read_path(&path, [start.point, goal.end.point], &mut work.bends, points))
    }

    /// Like [`Self::next_corner`], to a prepared goal.
    ///
    /// # Errors
    ///
    /// Those of [`Self::shortest_path_to`].
    pub fn next_corner_to(
        &self,
        mesh: &NavMesh,
        start: impl Into<Location>,
        goal: &PreparedGoal,
        scratch: &mut LabelScratch,
    ) -> Result<NextCorner, ExactError> {
        let LabelScratch { start: from, work, points, .. } = scratch.restart();
        self.check_goal(mesh, goal)?;
        let start = start.into();
        from.locate(mesh, End::Start, start)?;
        let path = self.find(mesh, from, &mut Target::Prepared(goal), work)?;
        if let LabelPath::ViaCorner(corner, distance) = path {
            let point = self.points[corner as usize];
            if point != start.point {
                return Ok(NextCorner { point, distance, link: None });
            }
        }
        let path = self.follow(path, goal, work);
        Ok(self.read_next(&path, [start.point, goal.end.point], &mut work.bends, points))
    }

    /// Rejects another mesh, and goals that were prepared with other labels.
    fn check_goal(&self, mesh: &NavMesh, goal: &PreparedGoal) -> Result<(), ExactError> {
        self.binding.check(mesh)?;
        if goal.is_of(self) { Ok(()) } else { Err(ExactError::BakedForOtherMesh) }
    }

    /// Finds a shortest path from a start whose areas are located.
    fn find(
        &self,
        mesh: &NavMesh,
        from: &mut EndScratch,
        target: &mut Target<'_>,
        work: &mut WorkScratch,
    ) -> Result<LabelPath, ExactError> {
        let to = target.end();
        from.areas
            .retain(|&from| to.areas.iter().any(|&to| mesh.component(from) == mesh.component(to)));
        if from.areas.is_empty() {
            return Err(QueryError::Unreachable.into());
        }
        let ray = Ray::between(from.point, to.point);
        let mut straight =
            LineOfSight { mesh, goal_areas: &to.areas, scratch: &mut work.line_of_sight };
        if straight.is_clear(&ray, &from.areas) {
            return Ok(LabelPath::Straight);
        }
        let WorkScratch { marks, .. } = work;
        match target {
            Target::Own(to) => {
                self.scan_both(mesh, [from, to], marks);
                self.measure(from);
                self.measure(to);
            }
            Target::Prepared(prepared) => {
                self.scan_towards(mesh, from, prepared);
                self.measure(from);
            }
        }
        let path = match (&self.below_hubs, &mut *target) {
            (_, Target::Prepared(prepared)) if prepared.has_distances() => {
                prepared.first_corner(self, from)
            }
            (BelowHubs::None, target) => self.merge_ends(from, target, work).map(LabelPath::ViaHub),
            (BelowHubs::Hierarchy(hierarchy), target) => {
                self.climb_from_ends(hierarchy, from, target, work).then_some(LabelPath::Bends)
            }
            (BelowHubs::Graph(graph), target) => {
                let ends = [&*from, target.end()];
                ends.iter().for_each(|end| work.counters.add(end));
                self.search_graph(graph, ends, work).then_some(LabelPath::Bends)
            }
        };
        Ok(path.ok_or(QueryError::Unreachable)?)
    }

    /// Finds the hub with the least sum of distances from both ends.
    fn merge_ends(
        &self,
        from: &mut EndScratch,
        target: &mut Target<'_>,
        work: &mut WorkScratch,
    ) -> Option<HubMatch> {
        let WorkScratch { merge, counters, .. } = work;
        self.list_rows(from, Some(&target.end().bounds));
        counters.add(from);
        match target {
            // The goal's side is done already.
            Target::Prepared(prepared) => prepared.merge_labels(self, &from.rows),
            Target::Own(to) => {
                self.list_rows(to, Some(&from.bounds));
                counters.add(to);
                self.merge_labels(&from.rows, &to.rows, merge)
            }
        }
    }

    /// Finds a shortest path that bends at least once, in labels with a hierarchy. Its bends are
    /// then in the scratch. Returns false if there is none.
    fn climb_from_ends(
        &self,
        hierarchy: &Hierarchy,
        from: &mut EndScratch,
        target: &mut Target<'_>,
        work: &mut WorkScratch,
    ) -> bool {
        let WorkScratch { merge, counters, bends, stack, .. } = work;
        let mut best = self.no_meeting([from, target.end()]);
        let over_hub = match target {
            Target::Own(to) => {
                self.climb(hierarchy, to, Some((from, false)), &mut best);
                self.climb(hierarchy, from, Some((to, true)), &mut best);
                counters.add(to);
                counters.add_climb(&to.climb);
                self.merge_labels(&from.rows, &to.rows, merge)
            }
            Target::Prepared(prepared) => {
                self.climb(hierarchy, from, Some((&prepared.end, true)), &mut best);
                prepared.merge_labels(self, &from.rows)
            }
        };
        counters.add(from);
        counters.add_climb(&from.climb);
        let to = target.end();
        bends.clear();
        let is_shorter = |over: &HubMatch| {
            best.corner.is_none() || self.fixed_point.decode(over.distance) < best.length
        };
        if let Some(HubMatch { entries, .. }) = over_hub.filter(is_shorter) {
            self.add_path_from_hub(hierarchy, (&from.climb, entries[0]), stack, bends);
            bends.reverse();
            // The hub ends both halves, but is listed once.
            bends.pop();
            self.add_path_from_hub(hierarchy, (&to.climb, entries[1]), stack, bends);
        } else if let Some(corner) = best.corner {
            from.climb.add_path_back(hierarchy, corner, stack, bends);
            bends.reverse();
            bends.pop();
            to.climb.add_path_back(hierarchy, corner, stack, bends);
        } else {
            return false;
        }
        true
    }
}

impl EndScratch {
    /// Locates the areas of an end.
    fn locate(&mut self, mesh: &NavMesh, which: End, end: Location) -> Result<(), QueryError> {
        self.point = end.point;
        self.continuing = None;
        mesh.open_areas_at(which, end, &UNIFORM_FILTER, &mut self.areas)
    }
}

impl LabelCounters {
    fn add(&mut self, end: &EndScratch) {
        self.cones += end.tested as u64;
        self.visible += end.hits.len() as u64;
        self.entries += (ROW * end.rows.len()) as u64;
    }

    fn add_climb(&mut self, climb: &Climb) {
        self.expanded += climb.len() as u64;
        self.arcs += climb.arcs;
    }
}
