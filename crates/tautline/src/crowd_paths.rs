//! The paths of the agents of a crowd.

use std::collections::VecDeque;

use tautline_crowd::internal::{stands_in, work_on_each};
use tautline_crowd::{Agent, AgentId, AgentState, Crowd, CrowdError, Target};
use tautline_geometry::Vec2;
use tautline_navmesh::{AreaId, FilterState, Location, MeshIdentity};

use crate::{
    Budget, Ground, LinkStep, PathError, PathOptions, Query, Scratch, Steering, SteeringStatus,
    Step,
};

/// The interval, in ticks, at which each agent checks whether it sees a later corner. Near its next
/// corner, it checks in every tick.
const UPDATE_INTERVAL: usize = 8;

/// The distance to the next corner, in radii, within which an agent checks in every tick.
const NEAR: f32 = 2.0;

/// The smallest number of paths that is handed to a thread. With fewer, handing them out takes longer
/// than finding them.
const FEW_PATHS: usize = 16;

/// The number of paths in a batch, if there is a budget. With more, a tick may exceed the budget further. With fewer,
/// there is less work for all threads.
const BATCH: usize = 8;

/// The smallest number of followers that is handed to a thread.
const FEW_FOLLOWERS: usize = 64;

/// Finds and follows the paths of the agents of a [`Crowd`].
///
/// A [`Crowd`] only walks straight to the target of each agent. `CrowdPaths` keeps these targets up to
/// date: it finds paths, in batches of a limited size per tick, goes from corner to corner, leads agents
/// back to their paths when they were pushed aside, finds new paths when the ground changes, and tells
/// the game when an agent reaches a link.
///
/// A crowd may have several `CrowdPaths`, each for some of its agents and with its own filter, for instance
/// to spread agents over several links. Then pass [`Crowd::step`] a filter that allows everything that any
/// of these filters allows.
///
/// ```
/// use tautline::crowd::{AgentState, Body, Crowd, CrowdScratch};
/// use tautline::navmesh::{Terrain, rectangles_from_cells};
/// use tautline::{CrowdPaths, PathOptions, QueryFilter, Scratch};
///
/// // Two rooms, and a door between them.
/// let mesh = rectangles_from_cells(20, 20, |x, y| (x != 10 || y == 3).then_some(Terrain(0))).build()?;
/// let (filter, mut scratch) = (QueryFilter::uniform(), Scratch::new());
/// let (mut crowd, mut memory) = (Crowd::new(), CrowdScratch::new());
/// let mut paths = CrowdPaths::new();
///
/// for y in 1..=5 {
///     let id = crowd.add(&mesh, &filter, Body::default(), [2.0, 3.0 * y as f32])?;
///     paths.set_goal(id, [18.0, 3.0 * y as f32]);
/// }
/// for _tick in 0..40 * 30 {
///     let options = PathOptions::new().with_filter(&filter);
///     paths.update(&mesh, &options, &mut crowd, 100, &mut scratch);
///     crowd.step(&mesh, &filter, 1.0 / 30.0, &mut memory)?;
/// }
/// assert!(crowd.agents().all(|agent| agent.state == AgentState::Arrived));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct CrowdPaths {
    /// Indexed by [`AgentId::index`].
    followers: Vec<Option<Follower>>,
    /// The agents that wait for a path, in the order in which they asked.
    requests: VecDeque<AgentId>,
    events: Vec<(AgentId, CrowdEvent)>,
    tick: usize,
    ground: Option<(MeshIdentity, FilterState)>,
    /// The number of expanded nodes at which an update begins no other batch.
    budget: Budget,
}

/// Something that the game should know about an agent.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum CrowdEvent {
    /// The agent stands where a link departs; in a dense crowd, up to 2.25 of its radii from there. Call
    /// [`CrowdPaths::take_link`], animate the agent from one end to the other, and then call
    /// [`CrowdPaths::finish_link`].
    AtLink(LinkStep),
    /// There is no path to its goal. The agent stands still until the ground or the filter changes so that
    /// there may be one, or until it gets another goal.
    NoPath(PathError),
}

/// One agent on its path.
#[derive(Clone, Debug)]
struct Follower {
    id: AgentId,
    /// `None` for an agent that was stopped. It may still be among the requests.
    goal: Option<Location>,
    steering: Option<Steering>,
    is_waiting: bool,
    has_failed: bool,
    /// The outcome of the last update, until it is passed on to the crowd.
    outcome: Option<Outcome>,
}

impl CrowdPaths {
    /// Creates the paths of a crowd, without any agent.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Bounds the number of nodes that the searches of an update expand. By default, there is no bound.
    /// [`PathOptions::budget`] is for a single path.
    ///
    /// With a bound, an update finds paths in batches of 8. It begins another batch only while its searches have
    /// expanded fewer nodes than the bound, and finishes every search that it begins. So long paths take more ticks, not
    /// longer ones. The result depends neither on the time nor on the number of threads.
    ///
    /// ```
    /// use tautline::crowd::{Body, Crowd};
    /// use tautline::navmesh::{Terrain, rectangles_from_cells};
    /// use tautline::{Budget, CrowdPaths, PathOptions, QueryFilter, Scratch};
    ///
    /// let mesh = rectangles_from_cells(40, 40, |x, y| (x % 3 < 2 || y % 3 < 2).then_some(Terrain(0))).build()?;
    /// let (mut crowd, mut paths, mut scratch) = (Crowd::new(), CrowdPaths::new(), Scratch::new());
    /// for y in 0..20_u8 {
    ///     let id = crowd.add(&mesh, &QueryFilter::uniform(), Body::default(), [1.0, f32::from(y)])?;
    ///     paths.set_goal(id, [39.0, 30.0]);
    /// }
    /// paths.set_budget(Budget(100));
    /// paths.update(&mesh, &PathOptions::new(), &mut crowd, 1_000, &mut scratch);
    /// assert_eq!(paths.waiting(), 12);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn set_budget(&mut self, budget: Budget) {
        self.budget = budget;
    }

    /// Sends an agent to a goal. One of the next [updates](Self::update) finds the path; until then,
    /// the agent follows its old path. No effect on a [walker](Crowd::add_walker), which the game
    /// moves.
    pub fn set_goal(&mut self, id: AgentId, goal: impl Into<Location>) {
        let goal = goal.into();
        if self.followers.len() <= id.index() {
            self.followers.resize(id.index() + 1, None);
        }
        let follower = &mut self.followers[id.index()];
        match follower {
            Some(follower) if follower.id == id => {
                (follower.goal, follower.has_failed) = (Some(goal), false);
            }
            _ => {
                *follower = Some(Follower {
                    id,
                    goal: Some(goal),
                    steering: None,
                    is_waiting: false,
                    has_failed: false,
                    outcome: None,
                });
            }
        }
        self.request(id);
    }

    /// Stops an agent where it is. No effect if it has no goal. An agent on a link stays suspended:
    /// [place](Crowd::place) it instead of finishing the link.
    pub fn stop(&mut self, crowd: &mut Crowd, id: AgentId) {
        if let Some(follower) = self.follower_mut(id) {
            // It keeps its place among the requests, so that it does not get a second one.
            (follower.goal, follower.steering, follower.has_failed) = (None, None, false);
            // Fails only if the agent was removed from the crowd. Then there is nothing to stop.
            let _ = crowd.set_target(id, None);
        }
    }

    /// Requests a new path for an agent: because it is [blocked](Agent::blocked_for), or because ground
    /// was opened. One of the next [updates](Self::update) finds it.
    pub fn replan(&mut self, id: AgentId) {
        self.request(id);
    }

    /// Updates the targets of all agents. Call it before each [step](Crowd::step), with the same
    /// ground and filter.
    ///
    /// Finds at most `max_paths` paths, and fewer if that exceeds the [budget](Self::set_budget); those that wait come
    /// first in the next tick. If the
    /// ground or the filter has changed, tests all paths, and replaces those that are no longer open.
    /// Forgets agents that were removed from the crowd.
    ///
    /// With the feature `rayon`, runs on all threads of the current pool if there are many agents,
    /// with the same bits for any number of threads.
    pub fn update<'g>(
        &mut self,
        ground: impl Into<Ground<'g>>,
        options: &PathOptions<'_>,
        crowd: &mut Crowd,
        max_paths: usize,
        scratch: &mut Scratch,
    ) {
        let ground = ground.into();
        let state = (ground.mesh.identity(), options.filter_or_default().state());
        let has_changed = self.ground.replace(state) != Some(state);
        self.tick = self.tick.wrapping_add(1);
        self.events.clear();
        if has_changed {
            self.retry(ground, options, crowd);
        }
        // The memory of this thread, and those of the others.
        let mut memories = std::mem::take(&mut scratch.others);
        memories.push(std::mem::take(scratch));
        self.find_paths(ground, options, crowd, max_paths, has_changed, &mut memories);
        let agents = &*crowd;
        work_on_each(&mut self.followers, FEW_FOLLOWERS, &mut memories, |index, slot, scratch| {
            let Some(follower) = slot else { return };
            let Ok(agent) = agents.agent(follower.id) else {
                *slot = None;
                return;
            };
            let is_due = has_changed || (self.tick + index).is_multiple_of(UPDATE_INTERVAL);
            follower.outcome = follower.update(ground, options, &agent, is_due, scratch);
        });
        *scratch = memories.pop().unwrap_or_default();
        scratch.others = memories;
        self.pass_on_outcomes(crowd);
    }

    /// Passes the outcomes of all followers on to the crowd and the game, in order.
    fn pass_on_outcomes(&mut self, crowd: &mut Crowd) {
        let Self { followers, requests, events, .. } = self;
        for follower in followers.iter_mut().flatten() {
            let id = follower.id;
            match follower.outcome.take() {
                // Fails only for walkers, and if a length overflows: then the agent stands still.
                Some(Outcome::Target(target)) => {
                    let _ = crowd.set_target(id, target);
                }
                Some(Outcome::NeedsPath) => follower.request(requests),
                Some(Outcome::AtLink(link)) => events.push((id, CrowdEvent::AtLink(link))),
                None => {}
            }
        }
    }

    /// Returns the events of the last update. An agent at a link has an event in every update until it
    /// takes the link.
    #[must_use]
    pub fn events(&self) -> &[(AgentId, CrowdEvent)] {
        &self.events
    }

    /// Begins to take the link at which an agent stands ([`CrowdEvent::AtLink`]), and returns the link.
    /// The agent is [suspended](Crowd::suspend). `None` if its next step is not a link.
    pub fn take_link(&mut self, crowd: &mut Crowd, id: AgentId) -> Option<LinkStep> {
        let link = self.follower_mut(id)?.steering.as_mut()?.take_link()?;
        crowd.suspend(id).ok()?;
        Some(link)
    }

    /// Ends the link that an agent takes: the agent is now at the far end, and walks on.
    ///
    /// # Errors
    ///
    /// [`CrowdError::NoSuchAgent`], also if the agent has no path, as after [`stop`](Self::stop);
    /// [`CrowdError::NoGround`] if the ground at the far end has
    /// gone or is forbidden. The agent is still suspended then: [place](Crowd::place) it elsewhere,
    /// and [replan](Self::replan).
    pub fn finish_link<'g>(
        &mut self,
        ground: impl Into<Ground<'g>>,
        options: &PathOptions<'_>,
        crowd: &mut Crowd,
        id: AgentId,
    ) -> Result<(), CrowdError> {
        let steering = self.follower_mut(id).and_then(|follower| follower.steering.as_mut());
        let steering = steering.ok_or(CrowdError::NoSuchAgent { id })?;
        let (ground, filter) = (ground.into(), options.filter_or_default());
        // At a vertex where areas only touch, the path goes on in one of several.
        match steering.land(ground, filter, &mut Scratch::new()) {
            Some(area) => crowd.place_in(ground.mesh, filter, id, steering.position(), area),
            None => crowd.place(ground.mesh, filter, id, steering.location()),
        }
    }

    /// Returns the steps that are ahead of an agent, in order. Empty if it has no path yet.
    pub fn steps(&self, id: AgentId) -> impl Iterator<Item = Step> + '_ {
        let follower = self.followers.get(id.index()).and_then(Option::as_ref);
        let follower = follower.filter(|follower| follower.id == id);
        follower
            .and_then(|follower| follower.steering.as_ref())
            .into_iter()
            .flat_map(Steering::steps)
    }

    /// Returns the number of agents that wait for a path.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.requests.len()
    }

    fn follower_mut(&mut self, id: AgentId) -> Option<&mut Follower> {
        follower_of(&mut self.followers, id)
    }

    fn request(&mut self, id: AgentId) {
        let follower = follower_of(&mut self.followers, id);
        if let Some(follower) = follower.filter(|follower| follower.goal.is_some()) {
            follower.request(&mut self.requests);
        }
    }

    /// Requests paths for the agents without a path that may have one on the current ground, and for those whose own
    /// ground has been closed. All others would search all ground that they can reach, in vain.
    fn retry(&mut self, ground: Ground<'_>, options: &PathOptions<'_>, crowd: &Crowd) {
        let (mesh, filter) = (ground.mesh, options.filter_or_default());
        let (mut components, mut starts) = (Vec::new(), Vec::new());
        for follower in self.followers.iter_mut().flatten().filter(|follower| follower.has_failed) {
            let (Some(goal), Ok(agent)) = (follower.goal, crowd.agent(follower.id)) else {
                continue;
            };
            if components.is_empty() {
                components = mesh.open_components(filter);
            }
            ground.areas_at(agent.location(), &mut starts);
            starts.retain(|&area| mesh.is_open(area, filter));
            let is_connected = |goal: AreaId| {
                let is_same =
                    |start: &AreaId| components[start.index()] == components[goal.index()];
                starts.iter().any(is_same)
            };
            // Among all floors at the goal, which are more than a search considers.
            let near = mesh.nearest_where(goal.point, options.snap.unwrap_or(0.0), is_connected);
            if agent.area.is_none() || starts.is_empty() || near.is_ok_and(|near| near.is_some()) {
                follower.has_failed = false;
                follower.request(&mut self.requests);
            }
        }
    }

    /// Finds the paths of the agents that have waited longest, at most `max_paths`, until the budget is spent.
    fn find_paths(
        &mut self,
        ground: Ground<'_>,
        options: &PathOptions<'_>,
        crowd: &mut Crowd,
        max_paths: usize,
        has_changed: bool,
        memories: &mut Vec<Scratch>,
    ) {
        let is_bounded = self.budget < Budget::UNLIMITED;
        let (batch, few) = if is_bounded { (BATCH, 1) } else { (max_paths, FEW_PATHS) };
        let (mut asked, mut areas) = (Vec::new(), Vec::new());
        let (mut left, mut expanded) = (max_paths, 0_u64);
        // Requests that are put back are not looked at again in this tick.
        let mut unseen = self.requests.len();
        while left > 0 && unseen > 0 && expanded < self.budget.0 {
            while unseen > 0 && asked.len() < batch.min(left) {
                unseen -= 1;
                asked.extend(self.next_request(ground, options, crowd, has_changed, &mut areas));
            }
            left -= asked.len();
            work_on_each(&mut asked, few, memories, |_, request, scratch| {
                let found = find_path(ground, &request.query, request.area, scratch);
                request.found = Some((found, scratch.expanded()));
            });
            for Request { id, found, .. } in asked.drain(..) {
                let (Some(follower), Some(found)) = (self.follower_mut(id), found) else {
                    continue;
                };
                follower.is_waiting = false;
                follower.has_failed = found.0.is_err();
                expanded = expanded.saturating_add(found.1);
                match found.0 {
                    Ok(steering) => follower.steering = Some(steering),
                    Err(error) => {
                        follower.steering = None;
                        let _ = crowd.set_target(id, None);
                        self.events.push((id, CrowdEvent::NoPath(error)));
                    }
                }
            }
        }
    }

    /// Takes the request of the agent that has waited longest. `None` if it needs no path, or has to wait.
    ///
    /// Agents that take a link, or are off the mesh, wait until they are back on it. Agents whose ground has just been
    /// closed wait for the next step of the crowd, which moves them to open ground.
    fn next_request<'a>(
        &mut self,
        ground: Ground<'_>,
        options: &PathOptions<'a>,
        crowd: &Crowd,
        has_changed: bool,
        areas: &mut Vec<AreaId>,
    ) -> Option<Request<'a>> {
        let id = self.requests.pop_front()?;
        let (follower, agent) = (self.follower_mut(id)?, crowd.agent(id).ok()?);
        if agent.state == AgentState::Walker {
            follower.goal = None;
        }
        let Some(goal) = follower.goal else {
            // It was stopped, or is a walker.
            follower.is_waiting = false;
            return None;
        };
        let (area, filter) = (area_on(ground, &agent, areas), options.filter_or_default());
        let is_open = area.is_some_and(|area| ground.mesh.is_open(area, filter));
        if agent.area.is_none() || has_changed && !is_open {
            self.requests.push_back(id);
            return None;
        }
        let query = Query::new(agent.location(), goal).with_options(*options);
        Some(Request { id, query, area, found: None })
    }
}

/// The request of an agent for a path.
#[derive(Debug)]
struct Request<'a> {
    id: AgentId,
    query: Query<'a>,
    area: Option<AreaId>,
    /// The path, and the number of nodes that its search expanded.
    found: Option<(Result<Steering, PathError>, u64)>,
}

fn follower_of(followers: &mut [Option<Follower>], id: AgentId) -> Option<&mut Follower> {
    let follower = followers.get_mut(id.index()).and_then(Option::as_mut);
    follower.filter(|follower| follower.id == id)
}

/// Returns the area of an agent on the current ground. The area that the crowd stores for the agent belongs to
/// the ground of the last step: after an edit, its id may be that of another area, even on another floor.
fn area_on(ground: Ground<'_>, agent: &Agent, areas: &mut Vec<AreaId>) -> Option<AreaId> {
    let area = agent.area?;
    if stands_in(ground.mesh, area, agent.position, agent.elevation) {
        return Some(area);
    }
    ground.areas_at(agent.location(), areas);
    areas.first().copied()
}

/// Finds the path of an agent in an area.
fn find_path(
    ground: Ground<'_>,
    query: &Query<'_>,
    area: Option<AreaId>,
    scratch: &mut Scratch,
) -> Result<Steering, PathError> {
    let mut steering = Steering::new(ground, query, scratch)?;
    // At a vertex where areas only touch, the path may begin in another area than the agent is in.
    let position = query.start.point;
    let is_blocked = area.is_some_and(|area| {
        let status = steering.moved_to(ground, &query.options, position, area, scratch);
        status == SteeringStatus::Blocked
    });
    if is_blocked {
        steering.replan(ground, &query.options, scratch)?;
    }
    Ok(steering)
}

/// The outcome of the update of a follower.
#[derive(Clone, Copy, Debug)]
enum Outcome {
    Target(Target),
    NeedsPath,
    AtLink(LinkStep),
}

impl Follower {
    /// Asks for a path, unless it waits for one.
    fn request(&mut self, requests: &mut VecDeque<AgentId>) {
        if !std::mem::replace(&mut self.is_waiting, true) {
            requests.push_back(self.id);
        }
    }

    /// Updates the path to the position of the agent. `None` if the target of the agent stays the same.
    fn update(
        &mut self,
        ground: Ground<'_>,
        options: &PathOptions<'_>,
        agent: &Agent,
        is_due: bool,
        scratch: &mut Scratch,
    ) -> Option<Outcome> {
        let (Some(steering), Some(area)) = (&mut self.steering, agent.area) else { return None };
        // False after a new path was found, and at a link, which has an event in every tick.
        let is_aiming = agent.target.is_some_and(|aim| {
            let goal = steering.steps().next_back().map(Step::end);
            let mut ahead = steering.steps();
            let is_last = ahead.len() == 1;
            let is_next = matches!(ahead.next(), Some(Step::Walk { to }) if to == aim.point);
            is_next && aim.is_last == is_last && aim.goal == goal
        });
        let is_resting = agent.state == AgentState::Arrived;
        let (distance, radius) =
            (agent.position.distance(steering.next_corner()), agent.body.radius);
        let is_near = !is_resting && distance <= NEAR * radius;
        if is_aiming && !is_due && !is_near {
            return None;
        }
        // Without ground, the status is `OffMesh`, and the agent needs a path from where the crowd moves it next.
        let area = area_on(ground, agent, &mut scratch.end_areas[0]).unwrap_or(area);
        let here = (agent.position, area);
        match steering.moved_among_others(ground, options, here, radius, scratch) {
            SteeringStatus::Blocked | SteeringStatus::OffMesh => return Some(Outcome::NeedsPath),
            SteeringStatus::AtLink(link) => return Some(Outcome::AtLink(link)),
            // Over weighted terrain, the way back may be a detour.
            SteeringStatus::Repaired
                if ground.mesh.uniform_factor(options.filter_or_default()).is_none() =>
            {
                return Some(Outcome::NeedsPath);
            }
            _ => {}
        }
        let mut steps = steering.steps();
        let (next, second) = (steps.next().map(Step::end)?, steps.next().map(Step::end));
        Some(Outcome::Target(match second {
            None => Target::last(next),
            Some(to) => {
                let (goal, length) = rest_of(to, steps);
                Target::corner(next, next.distance(to) + length).with_goal(goal)
            }
        }))
    }
}

/// Returns the end of the steps that follow a point, and their length.
fn rest_of(from: Vec2, steps: impl Iterator<Item = Step>) -> (Vec2, f32) {
    steps.map(Step::end).fold((from, 0.0), |(from, length), to| (to, length + from.distance(to)))
}
