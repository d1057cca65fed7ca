//! Steering: an agent that follows a path, tick by tick.
//!
//! The path is stored as points, not as areas, so it does not depend on one version of a mesh. After an
//! edit, or with another filter, its legs are walked again, which decides exactly whether the path is
//! still open. If an agent is pushed aside, a short search leads it back:
//!
//! ```text
//!                    ▒▒▒▒▒▒
//!      ○ ─ ─ ─ ─ ─ ─ a▒▒▒▒▒          The agent was on its way from ○ to the corner a, and
//!      │             ▒╲▒▒▒▒          is pushed to ●. It does not see a from there: the
//!      ● ─ ─ b       ▒▒╲▒▒▒          search finds the corner b on the way to a, and the
//!          ▒▒▒▒▒▒▒   ▒▒▒╲▒▒          rest of the path stays.
//! ```
//!
//! Once it sees the corner after the next one, it skips the next one.

mod among_others;
mod follow;
mod open;
mod repair;
mod status;

use tautline_geometry::Vec2;
use tautline_navmesh::{AreaId, FilterState, Location, MeshIdentity, NavMesh, QueryFilter};

use crate::answer::GroupSearch;
use crate::batch::goal_costs;
use crate::{Ground, Path, PathError, PathOptions, Query, Scratch, Step};
use among_others::Wait;

pub use status::{LinkStep, SteeringStatus};

/// One agent on its path.
///
/// Each tick, the game decides where the agent wishes to go, mostly towards
/// [`next_corner`](Self::next_corner), and calls [`advance`](Self::advance). That moves the
/// agent along the ground, so that it never leaves the mesh nor changes floors, and returns a
/// [`SteeringStatus`].
///
/// ```
/// use tautline::navmesh::{Terrain, rectangles_from_cells};
/// use tautline::{PathOptions, Query, Scratch, Steering, SteeringStatus, Vec2};
///
/// let mesh = rectangles_from_cells(20, 20, |x, y| (x != 10 || y == 3).then_some(Terrain(0))).build()?;
///
/// let (options, mut scratch) = (PathOptions::new(), Scratch::new());
/// let query = Query::new(Vec2::new(2.0, 15.0), Vec2::new(18.0, 15.0));
/// let mut agent = Steering::new(&mesh, &query, &mut scratch)?;
/// let mut status = SteeringStatus::Walking;
/// while status == SteeringStatus::Walking {
///     let wished = agent.towards_next_corner(0.25);
///     status = agent.advance(&mesh, &options, wished, &mut scratch);
/// }
/// assert_eq!(status, SteeringStatus::Arrived);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Steering {
    /// The steps that are ahead, the next one last. Never empty: the last step to the goal stays,
    /// for an agent that is pushed off it.
    ahead: Vec<Waypoint>,
    position: Vec2,
    /// The elevation of the position; `None` if the query named none, and on flat ground.
    elevation: Option<f32>,
    /// The area of the position. `None` off the mesh, and behind a link that is being taken.
    area: Option<AreaId>,
    goal: Location,
    /// The link that is being taken.
    link: Option<LinkStep>,
    /// The mesh and the filter for which the path was tested last.
    tested_on: Option<(MeshIdentity, FilterState)>,
    /// The static mesh and the version of the dynamic ground on which it was tested then.
    #[cfg(feature = "build")]
    tested_version: Option<(MeshIdentity, u64)>,
    /// True if the path was open then.
    is_open: bool,
    /// The time that the agent has been close to its next corner without getting closer.
    wait: Wait,
    /// The time for which the rest of the path has not become shorter.
    progress: Wait,
}

/// A step that is ahead, and the elevation of its end.
#[derive(Clone, Copy, Debug)]
struct Waypoint {
    step: Step,
    elevation: f32,
}

impl Steering {
    /// Finds the path of an agent, as [`path_in`](crate::path_in) does: the exact one by default.
    ///
    /// Ends are [snapped](Query::with_snap) if the query says so; [`position`](Self::position)
    /// and [`goal`](Self::goal) are the snapped points.
    ///
    /// # Errors
    ///
    /// A [`PathError`], as for [`path_in`](crate::path_in).
    pub fn new<'g>(
        ground: impl Into<Ground<'g>>,
        query: &Query<'_>,
        scratch: &mut Scratch,
    ) -> Result<Self, PathError> {
        let mut agent = Self::without_path(query);
        agent.follow(ground.into(), query, scratch)?;
        Ok(agent)
    }

    /// Finds the paths of several agents to one goal, in their order. Like [`new`](Self::new) for each, but faster for
    /// groups, as in [`paths_to`](crate::paths_to): all hunters of one target, or agents with the same order.
    /// Runs on this thread. Of several equally short paths, an agent of a group may get another one.
    ///
    /// ```
    /// use tautline::navmesh::{Terrain, rectangles_from_cells};
    /// use tautline::{PathOptions, Scratch, Steering, Vec2};
    ///
    /// let mesh = rectangles_from_cells(40, 40, |x, y| (x != 20 || y == 8).then_some(Terrain(0))).build()?;
    /// let hunters: Vec<_> = (1..39_u8).map(|y| Vec2::new(3.0, f32::from(y)).into()).collect();
    /// let (prey, options) = (Vec2::new(38.0, 30.0), PathOptions::new());
    /// for agent in Steering::group(&mesh, &hunters, prey, &options, &mut Scratch::new()) {
    ///     assert!((20.0..=21.0).contains(&agent?.next_corner().x), "around the wall");
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn group<'g>(
        ground: impl Into<Ground<'g>>,
        starts: &[Location],
        goal: impl Into<Location>,
        options: &PathOptions<'_>,
        scratch: &mut Scratch,
    ) -> Vec<Result<Self, PathError>> {
        let (ground, goal) = (ground.into(), goal.into());
        let mut search = std::mem::take(&mut scratch.group);
        let is_group = GroupSearch::pays(ground, starts.len(), options);
        if is_group {
            search.search(ground, starts.iter().copied(), goal, options);
        }
        let costs = goal_costs(ground, starts.len(), goal, options);
        let ground_for_one = costs.as_ref().map_or(ground, |costs| ground.with_goal_costs(costs));
        let find = |(agent, &start): (usize, &Location)| {
            let query = Query::new(start, goal).with_options(*options);
            let found = is_group.then(|| Self::of_group(ground, &search, agent, &query, scratch));
            // Where the group has no path, a search finds the reason.
            found.flatten().map_or_else(|| Self::new(ground_for_one, &query, scratch), Ok)
        };
        let found = starts.iter().enumerate().map(find).collect();
        scratch.group = search;
        found
    }

    /// Makes the path that a group found for an agent the path of that agent. `None` if it found none, or if it does not
    /// say on which floor the path begins.
    pub(crate) fn of_group(
        ground: Ground<'_>,
        group: &GroupSearch,
        agent: usize,
        query: &Query<'_>,
        scratch: &mut Scratch,
    ) -> Option<Self> {
        if has_floors(ground.mesh) && query.start.elevation.is_none() {
            return None;
        }
        let mut path = std::mem::take(&mut scratch.path);
        let steering = group.read(agent, &mut path).then(|| {
            let mut steering = Self::without_path(query);
            steering.take(ground, query, &path, scratch);
            steering
        });
        scratch.path = path;
        steering
    }

    fn without_path(query: &Query<'_>) -> Self {
        Self {
            ahead: Vec::new(),
            position: query.start.point,
            elevation: query.start.elevation,
            area: None,
            goal: query.goal,
            link: None,
            tested_on: None,
            #[cfg(feature = "build")]
            tested_version: None,
            is_open: true,
            wait: Wait::NONE,
            progress: Wait::NONE,
        }
    }

    /// Finds a new path from the agent to its goal: after [`Blocked`](SteeringStatus::Blocked)
    /// or [`OffMesh`](SteeringStatus::OffMesh), some time after
    /// [`Repaired`](SteeringStatus::Repaired), and where ground was opened, which may have made
    /// a shorter path. While a link is taken, the path begins at its far end.
    ///
    /// # Errors
    ///
    /// A [`PathError`], as for [`path_in`](crate::path_in). The agent then keeps the path that it has.
    pub fn replan<'g>(
        &mut self,
        ground: impl Into<Ground<'g>>,
        options: &PathOptions<'_>,
        scratch: &mut Scratch,
    ) -> Result<(), PathError> {
        let query = Query::new(self.location(), self.goal).with_options(*options);
        self.follow(ground.into(), &query, scratch)
    }

    /// Moves the agent towards the wished point, along the walls that it hits
    /// ([`NavMesh::slide_from`]), and updates its path. Call it every tick, with the ground and
    /// the filter of that tick: both may have changed. A point that is not finite does not move
    /// the agent.
    ///
    /// Allocates nothing once the memory has grown. O(areas on the straight lines to the next
    /// two corners); after a change of the ground or the filter, O(areas along the path); after
    /// a push around a corner, the time of a search for the next corner.
    pub fn advance<'g>(
        &mut self,
        ground: impl Into<Ground<'g>>,
        options: &PathOptions<'_>,
        wished: Vec2,
        scratch: &mut Scratch,
    ) -> SteeringStatus {
        let (ground, filter) = (ground.into(), options.filter_or_default());
        if let Some(link) = self.link {
            return SteeringStatus::OnLink(link);
        }
        self.test(ground, filter, scratch);
        let Some(area) = self.area else { return SteeringStatus::OffMesh };
        let ray = &mut scratch.tiers.ray;
        if let Ok(stop) = ground.mesh.slide_from(area, self.position, wished, filter, ray) {
            self.position = stop.point;
            self.stand_in(ground.mesh, stop.area);
        }
        self.status(ground, options, scratch)
    }

    /// Sets the position of an agent that something else has moved, such as a crowd or a physics
    /// engine, and updates its path. ([`advance`](Self::advance) moves the agent itself.) `area` must
    /// contain the position, on the floor of the agent; otherwise the status is
    /// [`OffMesh`](SteeringStatus::OffMesh). No effect while a link is taken.
    ///
    /// ```
    /// use tautline::navmesh::{Terrain, rectangles_from_cells};
    /// use tautline::{PathOptions, Query, Scratch, Steering, SteeringStatus, Vec2};
    ///
    /// let mesh = rectangles_from_cells(20, 20, |x, y| (x != 10 || y == 3).then_some(Terrain(0))).build()?;
    /// let (options, mut scratch) = (PathOptions::new(), Scratch::new());
    /// let query = Query::new(Vec2::new(2.0, 15.0), Vec2::new(18.0, 15.0));
    /// let mut agent = Steering::new(&mesh, &query, &mut scratch)?;
    ///
    /// // A storm blows the agent into a corner of the room.
    /// let landed = Vec2::new(9.5, 19.5);
    /// let area = mesh.locate(landed).ok_or("off the mesh")?;
    /// let status = agent.moved_to(&mesh, &options, landed, area, &mut scratch);
    /// assert_eq!(status, SteeringStatus::Walking);
    /// assert_eq!(agent.next_corner(), Vec2::new(10.0, 4.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn moved_to<'g>(
        &mut self,
        ground: impl Into<Ground<'g>>,
        options: &PathOptions<'_>,
        position: Vec2,
        area: AreaId,
        scratch: &mut Scratch,
    ) -> SteeringStatus {
        let (ground, filter) = (ground.into(), options.filter_or_default());
        if let Some(link) = self.link {
            return SteeringStatus::OnLink(link);
        }
        let mesh = ground.mesh;
        let is_there = area.index() < mesh.area_count() && mesh.contains(area, position);
        if !is_there || !mesh.is_open(area, filter) {
            (self.position, self.area, self.tested_on) = (position, None, None);
            return SteeringStatus::OffMesh;
        }
        self.position = position;
        // The test of a new version of the ground needs the elevation, on that ground.
        self.stand_in(mesh, area);
        self.test(ground, filter, scratch);
        self.stand_in(mesh, area);
        self.status(ground, options, scratch)
    }

    /// Returns the point to walk to: the next corner, the departure of a link, or the goal. At a
    /// link, the position of the agent.
    #[must_use]
    pub fn next_corner(&self) -> Vec2 {
        match self.ahead.last() {
            Some(&Waypoint { step: Step::Walk { to }, .. }) => to,
            _ => self.position,
        }
    }

    /// Returns the point at a distance towards the [next corner](Self::next_corner), in world
    /// units, or that corner if it is nearer: the wished position of an agent without local avoidance.
    #[must_use]
    pub fn towards_next_corner(&self, distance: f32) -> Vec2 {
        let corner = self.next_corner();
        let way = corner - self.position;
        let length = way.length();
        if length > distance { self.position + way * (distance / length) } else { corner }
    }

    /// Returns the steps that are ahead, in order. The last one, to the goal, stays when the agent
    /// has arrived.
    pub fn steps(&self) -> impl DoubleEndedIterator<Item = Step> + ExactSizeIterator + '_ {
        self.ahead.iter().rev().map(|waypoint| waypoint.step)
    }

    /// Returns the ends of the [steps](Self::steps), in order, each with its elevation on the ground
    /// that the path was tested on last; 0 on a flat mesh.
    pub fn corners(&self) -> impl DoubleEndedIterator<Item = Location> + ExactSizeIterator + '_ {
        let corner = |way: &Waypoint| Location::at_elevation(way.step.end(), way.elevation);
        self.ahead.iter().rev().map(corner)
    }

    /// Returns the position of the agent with its elevation, for queries.
    #[must_use]
    pub const fn location(&self) -> Location {
        Location { point: self.position, elevation: self.elevation }
    }

    /// Begins to take the link at which the agent stands ([`SteeringStatus::AtLink`]), and
    /// returns it. From now on, the position of the agent is the far end. `None`, without any effect,
    /// if the next step is not a link.
    pub fn take_link(&mut self) -> Option<LinkStep> {
        let &Waypoint { step: Step::Link { link, forwards, to }, elevation } = self.ahead.last()?
        else {
            return None;
        };
        self.ahead.pop();
        if self.ahead.is_empty() {
            self.ahead.push(Waypoint { step: Step::Walk { to }, elevation });
        }
        let step = LinkStep { link, forwards, from: self.position, to };
        (self.position, self.elevation, self.area) = (to, Some(elevation), None);
        (self.link, self.tested_on) = (Some(step), None);
        Some(step)
    }

    /// Ends the link that the agent takes: it walks on from the far end. No effect if it takes none.
    pub const fn finish_link(&mut self) {
        self.link = None;
    }

    /// Ends the link that the agent takes, and returns the area at its far end in which the path goes on;
    /// any one if the path is blocked, and `None` if there is no open area.
    #[doc(hidden)]
    pub fn land(
        &mut self,
        ground: Ground<'_>,
        filter: &QueryFilter,
        scratch: &mut Scratch,
    ) -> Option<AreaId> {
        self.finish_link();
        self.test(ground, filter, scratch);
        self.area
    }

    /// Returns the position of the agent. It lies on the mesh, exactly. While a link is taken,
    /// it is the far end.
    #[must_use]
    pub const fn position(&self) -> Vec2 {
        self.position
    }

    /// Returns the area of the agent, which holds its floor: [`NavMesh::elevation_at`]. `None`
    /// while it takes a link, and [off the mesh](SteeringStatus::OffMesh).
    #[must_use]
    pub const fn area(&self) -> Option<AreaId> {
        self.area
    }

    /// Returns the goal.
    #[must_use]
    pub const fn goal(&self) -> Location {
        self.goal
    }

    /// Returns the status at the position of the agent, and repairs its path if need be.
    fn status(
        &mut self,
        ground: Ground<'_>,
        options: &PathOptions<'_>,
        scratch: &mut Scratch,
    ) -> SteeringStatus {
        let (mesh, filter) = (ground.mesh, options.filter_or_default());
        // Where terrain costs differ, the straight line may cost more.
        let may_skip = mesh.uniform_factor(filter).is_some();
        while let (true, Some(&next)) = (self.is_open, self.ahead.last()) {
            let to = match next.step {
                Step::Walk { to } if to == self.position && self.ahead.len() == 1 => {
                    return SteeringStatus::Arrived;
                }
                Step::Walk { to } => to,
                Step::Link { link, forwards, to } => {
                    let from = self.position;
                    return SteeringStatus::AtLink(LinkStep { link, forwards, from, to });
                }
            };
            let second = match self.ahead[..] {
                [.., second @ Waypoint { step: Step::Walk { .. }, .. }, _] if may_skip => {
                    Some(second)
                }
                _ => None,
            };
            let sees = |waypoint, scratch: &mut _| self.sees(mesh, filter, waypoint, scratch);
            if to == self.position || second.is_some_and(|second| sees(second, scratch)) {
                self.ahead.pop();
            } else if sees(next, scratch) {
                return SteeringStatus::Walking;
            } else if self.repair(ground, options, scratch) {
                return SteeringStatus::Repaired;
            } else {
                self.is_open = false;
            }
        }
        SteeringStatus::Blocked
    }

    /// Inserts the steps of a path before the steps that are ahead.
    fn push_steps(&mut self, path: &Path) {
        let first = self.ahead.len();
        self.ahead.extend(path.steps().map(|step| Waypoint { step, elevation: 0.0 }));
        self.ahead[first..].reverse();
        if let (true, &[to]) = (self.ahead.is_empty(), &path.points[..]) {
            self.ahead.push(Waypoint { step: Step::Walk { to }, elevation: 0.0 });
        }
    }

    /// Notes that the agent is in an area.
    fn stand_in(&mut self, mesh: &NavMesh, area: AreaId) {
        self.area = Some(area);
        self.elevation = has_floors(mesh).then(|| mesh.elevation_at(area, self.position));
    }
}

fn has_floors(mesh: &NavMesh) -> bool {
    !mesh.elevations().is_empty()
}
