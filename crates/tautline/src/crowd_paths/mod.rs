//! The paths of the agents of a crowd.

mod follower;
mod requests;

use std::collections::VecDeque;

use tautline_crowd::internal::work_on_each;
use tautline_crowd::{AgentId, Crowd, CrowdError};
use tautline_navmesh::{FilterState, Location, MeshIdentity};

use crate::{Budget, Ground, LinkStep, PathError, PathOptions, Scratch, Steering, Step};
use follower::{Follower, Outcome};

/// The interval, in ticks, at which each agent checks whether it sees a later corner. Near its next
/// corner, it checks in every tick.
const UPDATE_INTERVAL: usize = 8;

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
/// But agents whose filters forbid different ground, such as the gates of two factions, need a crowd for each filter, with
/// [`Guests`](tautline_crowd::Guests). In one crowd, others would push an agent onto ground that only its own filter
/// forbids, where it has no path.
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

impl CrowdPaths {
    /// Creates the paths of one crowd, without any agent. Another crowd needs new ones.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Bounds the number of nodes that the searches of an update expand. By default, there is no bound.
    /// [`PathOptions::budget`] is for a single path.
    ///
    /// With a bound, an update finds paths in batches of 8, or of all agents with the same goal among the next 64. It
    /// begins another batch only while its searches have expanded fewer nodes than the bound, and finishes every search
    /// that it begins. So long paths take more ticks, not longer ones. The result depends neither on the time nor on the
    /// number of threads.
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
    ///     paths.set_goal(id, [39.0, 39.0 - f32::from(y)]);
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
    /// moves, and on an agent that was removed.
    pub fn set_goal(&mut self, id: AgentId, goal: impl Into<Location>) {
        if self.followers.len() <= id.index() {
            self.followers.resize(id.index() + 1, None);
        }
        let slot = &mut self.followers[id.index()];
        // The place of an agent that was removed may belong to a later one, which has a greater id.
        if slot.as_ref().is_some_and(|follower| follower.id > id) {
            return;
        }
        let known = slot.take().filter(|follower| follower.id == id);
        let follower = slot.insert(known.unwrap_or_else(|| Follower::new(id)));
        (follower.goal, follower.has_failed) = (Some(goal.into()), false);
        follower.request(&mut self.requests);
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

    /// Requests a new path for an agent: because it is [blocked](tautline_crowd::Agent::blocked_for), or because ground
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
    ///
    /// Sixteen agents and more with the same goal share one search, as in [`paths_to`](crate::paths_to). So give a
    /// group, and all hunters of one target, exactly the same goal.
    ///
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
}

fn follower_of(followers: &mut [Option<Follower>], id: AgentId) -> Option<&mut Follower> {
    let follower = followers.get_mut(id.index()).and_then(Option::as_mut);
    follower.filter(|follower| follower.id == id)
}
