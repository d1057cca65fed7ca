//! Asking labels.
//!
//! Each query goes the same way. The areas of both ends are located, and what they list
//! is asked for early (`fetch`). If the straight way is free (`straight`), that is all.
//! Else each `end` finds the corners that it sees, with `marks` on those that the other
//! one sees, and lists their entries. Where the entries of both ends `meet`, the shortest
//! path over a hub is known; what leads over none is searched (`beyond_hubs`). At last
//! the `way` that was found is read.
//!
//! `shared_goal` does the goal's half of many queries once, and `steps` follows its
//! ways. `counters` count the work of a query.

mod beyond_hubs;
mod counters;
mod end;
mod fetch;
mod marks;
mod meet;
mod shared_goal;
mod steps;
mod straight;
mod way;

use tautline_geometry::Vec2;
use tautline_navmesh::{AreaId, CorridorEnd, End, NavMesh, QueryError};

use super::Labels;
use super::tables::entries::ROW;
use crate::ground::EVERYWHERE;
use crate::taut::search::TautScratch;
use crate::taut::sight::SightScratch;
use crate::taut::signs::Signs;
use beyond_hubs::Ends;
use end::EndScratch;
use marks::Marks;
use meet::{Bends, MeetScratch, Meeting};
use way::Way;

pub use counters::LabelCounters;
pub use shared_goal::SharedGoal;

/// The memory of queries. Reuse it; it serves any labels.
#[derive(Clone, Debug, Default)]
pub struct LabelScratch {
    start: EndScratch,
    goal: EndScratch,
    work: WorkScratch,
    points: Vec<Vec2>,
}

#[derive(Clone, Debug, Default)]
struct WorkScratch {
    sight: SightScratch,
    marks: Marks,
    meet: MeetScratch,
    taut: TautScratch,
    bends: Bends,
    counters: LabelCounters,
}

impl LabelScratch {
    /// Memory that has not been used yet. Allocates nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// What the last query did; all zero if the straight way was free.
    #[must_use]
    pub const fn counters(&self) -> LabelCounters {
        self.work.counters
    }
}

/// What is asked, once both ends are located.
struct Asked<'a> {
    mesh: &'a NavMesh,
    signs: Signs,
    /// Start and goal.
    points: [Vec2; 2],
}

/// Where a request leads.
enum Target<'a> {
    /// A place of its own.
    Own(Vec2, &'a mut EndScratch),
    Shared(&'a SharedGoal),
}

impl Target<'_> {
    fn point(&self) -> Vec2 {
        match self {
            Self::Own(point, _) => *point,
            Self::Shared(shared) => shared.end.point,
        }
    }

    fn areas(&self) -> &[AreaId] {
        match self {
            Self::Own(_, end) => &end.areas,
            Self::Shared(shared) => &shared.seen.areas,
        }
    }
}

/// The next thing to walk to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NextCorner {
    /// Where it is: the first bend of a shortest path, or the goal.
    pub point: Vec2,
    /// The length of the whole path.
    pub distance: f64,
}

impl Labels {
    /// Finds the shortest path from `start` to `goal` over all ground of the mesh;
    /// links are not taken. Its points, start and goal included, replace what is
    /// in `points`; its length in the plane is returned.
    ///
    /// The answer is that of [`shortest_path`](crate::shortest_path) with uniform costs, only faster:
    /// of the same length but for rounding, though of two ways of equal length it
    /// may be the other one. Give the mesh that the labels were baked for or verified
    /// against, or a clone of it.
    ///
    /// Nothing is allocated once the memory has grown. Time does not depend on how
    /// far it is: it grows with what both ends see, and, where only some corners
    /// are hubs, with the search among the others.
    ///
    /// # Errors
    ///
    /// A [`QueryError`]: the labels belong to another mesh
    /// ([`BakedForOtherMesh`](QueryError::BakedForOtherMesh)); an end is not finite or off
    /// the mesh; unreachable.
    pub fn shortest_path(
        &self,
        mesh: &NavMesh,
        start: CorridorEnd,
        goal: CorridorEnd,
        scratch: &mut LabelScratch,
        points: &mut Vec<Vec2>,
    ) -> Result<f64, QueryError> {
        self.binding.check(mesh)?;
        let LabelScratch { start: from, goal: to, work, .. } = scratch;
        self.open(mesh, [(End::Start, start, from), (End::Goal, goal, to)])?;
        let target = Target::Own(goal.point, to);
        let way = self.find(mesh, start.point, from, target, work)?;
        Ok(self.read_way(&way, [start.point, goal.point], &mut work.bends, points))
    }

    /// As [`Self::shortest_path`], but tells the first bend only: all that is
    /// needed by those who find out again where to go before they are there.
    ///
    /// # Errors
    ///
    /// As of [`Self::shortest_path`].
    pub fn next_corner(
        &self,
        mesh: &NavMesh,
        start: CorridorEnd,
        goal: CorridorEnd,
        scratch: &mut LabelScratch,
    ) -> Result<NextCorner, QueryError> {
        self.binding.check(mesh)?;
        let LabelScratch { start: from, goal: to, work, points, .. } = scratch;
        self.open(mesh, [(End::Start, start, from), (End::Goal, goal, to)])?;
        let target = Target::Own(goal.point, to);
        let way = self.find(mesh, start.point, from, target, work)?;
        Ok(self.read_next(&way, [start.point, goal.point], &mut work.bends, points))
    }

    /// As [`Self::shortest_path`], to a goal that many share.
    ///
    /// # Errors
    ///
    /// A [`QueryError`]: the labels belong to another mesh, or the goal was prepared with
    /// other labels ([`BakedForOtherMesh`](QueryError::BakedForOtherMesh)); the start is not
    /// finite or off the mesh; unreachable.
    pub fn shortest_path_to(
        &self,
        mesh: &NavMesh,
        start: CorridorEnd,
        goal: &SharedGoal,
        scratch: &mut LabelScratch,
        points: &mut Vec<Vec2>,
    ) -> Result<f64, QueryError> {
        self.check_goal(mesh, goal)?;
        let LabelScratch { start: from, work, .. } = scratch;
        self.open(mesh, [(End::Start, start, from)])?;
        let way = self.find(mesh, start.point, from, Target::Shared(goal), work)?;
        if let Way::By(corner, _) = way
            && let Some(length) = goal.steps.read(start.point, corner, points)
        {
            return Ok(length);
        }
        let way = self.follow(way, goal, &mut work.bends);
        Ok(self.read_way(&way, [start.point, goal.end.point], &mut work.bends, points))
    }

    /// As [`Self::next_corner`], to a goal that many share.
    ///
    /// # Errors
    ///
    /// As of [`Self::shortest_path_to`].
    pub fn next_corner_to(
        &self,
        mesh: &NavMesh,
        start: CorridorEnd,
        goal: &SharedGoal,
        scratch: &mut LabelScratch,
    ) -> Result<NextCorner, QueryError> {
        self.check_goal(mesh, goal)?;
        let LabelScratch { start: from, work, points, .. } = scratch;
        self.open(mesh, [(End::Start, start, from)])?;
        let way = self.find(mesh, start.point, from, Target::Shared(goal), work)?;
        if let Way::By(corner, distance) = way {
            let point = self.corners[corner as usize].point;
            if point != start.point {
                return Ok(NextCorner { point, distance: self.units.length(distance) });
            }
        }
        let way = self.follow(way, goal, &mut work.bends);
        Ok(self.read_next(&way, [start.point, goal.end.point], &mut work.bends, points))
    }

    /// Refuses other meshes than that of the labels, and goals prepared with other labels.
    fn check_goal(&self, mesh: &NavMesh, goal: &SharedGoal) -> Result<(), QueryError> {
        self.binding.check(mesh)?;
        if goal.is_of(self) { Ok(()) } else { Err(QueryError::BakedForOtherMesh) }
    }

    /// Finds the areas of some ends.
    fn open<const N: usize>(
        &self,
        mesh: &NavMesh,
        mut ends: [(End, CorridorEnd, &mut EndScratch); N],
    ) -> Result<(), QueryError> {
        self.fetch_surroundings(mesh, ends.each_ref().map(|(_, place, _)| place.point));
        for (which, place, end) in &mut ends {
            mesh.open_areas_at(*which, *place, &EVERYWHERE, &mut end.areas)?;
        }
        for (.., end) in &ends {
            self.fetch_cones(end);
        }
        Ok(())
    }

    /// Finds the shortest way from a start whose areas are known.
    fn find(
        &self,
        mesh: &NavMesh,
        start: Vec2,
        from: &mut EndScratch,
        mut target: Target<'_>,
        work: &mut WorkScratch,
    ) -> Result<Way, QueryError> {
        work.counters = LabelCounters::default();
        let points = [start, target.point()];
        let parts =
            |area: &AreaId| target.areas().iter().any(|&to| mesh.part(*area) == mesh.part(to));
        from.areas.retain(parts);
        if from.areas.is_empty() {
            return Err(QueryError::Unreachable);
        }
        let asked = Asked { mesh, signs: Signs::of_points(mesh, &points), points };
        let areas = [&*from.areas, target.areas()];
        if self.is_straight(mesh, asked.signs, points, areas, &mut work.sight) {
            return Ok(Way::Straight);
        }
        let way = match &mut target {
            Target::Shared(shared) if shared.is_spread() => {
                self.scan_towards(mesh, asked.signs, start, from, shared);
                let first = shared.first_corner(self, self.corners_seen(start, from));
                first.map(|(corner, distance)| Way::By(corner, distance))
            }
            target => {
                let meeting = self.meet_at_hubs(&asked, from, target, work);
                if self.has_hubs_only() {
                    meeting.map(Way::Over)
                } else {
                    self.look_beyond_hubs(&asked, from, target, meeting, work)
                }
            }
        };
        way.ok_or(QueryError::Unreachable)
    }

    /// The best way over a hub.
    fn meet_at_hubs(
        &self,
        asked: &Asked<'_>,
        from: &mut EndScratch,
        target: &mut Target<'_>,
        work: &mut WorkScratch,
    ) -> Option<Meeting> {
        let WorkScratch { marks, meet, counters, .. } = work;
        let Asked { mesh, signs, points } = *asked;
        match target {
            Target::Own(_, to) => {
                self.scan_both(mesh, signs, points, [from, to], marks);
                count(counters, &[from, to]);
                self.meet(from.rows(), to.rows(), meet)
            }
            Target::Shared(shared) => {
                self.scan_towards(mesh, signs, points[0], from, shared);
                self.take_bearings(points[0], from);
                self.list_rows(from, &shared.seen.bearings);
                count(counters, &[from]);
                shared.meet(self, from.rows())
            }
        }
    }

    /// The better one of a way over a hub and the best over none; its bends are in the
    /// scratch.
    fn look_beyond_hubs(
        &self,
        asked: &Asked<'_>,
        from: &mut EndScratch,
        target: &mut Target<'_>,
        over_hub: Option<Meeting>,
        work: &mut WorkScratch,
    ) -> Option<Way> {
        let WorkScratch { taut, bends, counters, .. } = work;
        let [start, goal] = asked.points;
        let mut limit = f64::INFINITY;
        let is_over_hub = over_hub.is_some();
        if let Some(meeting) = over_hub {
            self.read_bends(meeting, bends);
            limit = self.length_over(start, bends, goal);
        }
        self.see_corners(start, from);
        let seen = match target {
            Target::Own(_, to) => {
                self.see_corners(goal, to);
                to
            }
            Target::Shared(shared) => &shared.seen,
        };
        let ends = Ends {
            points: asked.points,
            visible: [&from.visible, &seen.visible],
            goal_bearings: &seen.bearings,
        };
        let shorter = self.search_beyond_hubs(asked.signs, &ends, limit, taut, &mut bends.corners);
        (counters.expanded, counters.arcs) = (taut.expanded, taut.arcs);
        (shorter.is_some() || is_over_hub).then_some(Way::Bends)
    }
}

fn count(counters: &mut LabelCounters, ends: &[&mut EndScratch]) {
    for end in ends {
        counters.cones += end.tested as u64;
        counters.visible += end.hits().len() as u64;
        counters.entries += (ROW * end.rows().len()) as u64;
    }
}
