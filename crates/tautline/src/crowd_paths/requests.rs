//! Requests of agents for paths.

use tautline_crowd::internal::work_on_each;
use tautline_crowd::{AgentId, AgentState, Crowd};
use tautline_navmesh::{AreaId, Location};

use super::follower::area_on;
use super::{CrowdEvent, CrowdPaths};
use crate::answer::GroupSearch;
use crate::batch::goal_costs;
use crate::{Budget, Ground, PathError, PathOptions, Query, Scratch, Steering, SteeringStatus};

/// The smallest number of paths that is handed to a thread. With fewer, handing them out takes longer
/// than finding them.
const FEW_PATHS: usize = 16;

/// The number of paths in a batch, if there is a budget. With more, a tick may exceed the budget further. With fewer,
/// there is less work for all threads.
const BATCH: usize = 8;

/// The number of batches whose requests are taken at once, to find groups with the same goal among them.
const BATCHES: usize = 8;

impl CrowdPaths {
    /// Requests paths for the agents without a path that may have one on the current ground, and for those whose own
    /// ground has been closed. All others would search all ground that they can reach, in vain.
    pub(super) fn retry(&mut self, ground: Ground<'_>, options: &PathOptions<'_>, crowd: &Crowd) {
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
    pub(super) fn find_paths(
        &mut self,
        ground: Ground<'_>,
        options: &PathOptions<'_>,
        crowd: &mut Crowd,
        max_paths: usize,
        has_changed: bool,
        memories: &mut Vec<Scratch>,
    ) {
        let is_bounded = self.budget < Budget::UNLIMITED;
        // The number of requests that are taken at once, of paths in a batch, and of paths for a thread.
        let (at_once, batch, few) = if is_bounded {
            (BATCHES * BATCH, BATCH, 1)
        } else {
            (max_paths, max_paths, FEW_PATHS)
        };
        let (mut asked, mut areas) = (Vec::new(), Vec::new());
        let (mut left, mut expanded) = (max_paths, 0_u64);
        // Requests that are put back are not looked at again in this tick.
        let mut unseen = self.requests.len();
        while left > 0 && unseen > 0 && expanded < self.budget.0 {
            while unseen > 0 && asked.len() < at_once.min(left) {
                unseen -= 1;
                asked.extend(self.next_request(ground, options, crowd, has_changed, &mut areas));
            }
            left -= asked.len();
            expanded += find_for_groups(ground, options, &mut asked, self.budget, memories);
            let mut alone: Vec<_> =
                asked.iter_mut().filter(|request| request.found.is_none()).collect();
            for batch in alone.chunks_mut(batch) {
                if expanded >= self.budget.0 {
                    break;
                }
                work_on_each(batch, few, memories, |_, request, scratch| {
                    request.found = Some(find_path(ground, &request.query, request.area, scratch));
                    request.expanded = scratch.expanded();
                });
                let of_batch = batch.iter().map(|request| request.expanded);
                expanded = of_batch.fold(expanded, u64::saturating_add);
            }
            // Over the budget: they keep their places.
            let waiting = asked.iter().rev().filter(|request| request.found.is_none());
            waiting.for_each(|request| self.requests.push_front(request.id));
            for Request { id, found, .. } in asked.drain(..) {
                let (Some(follower), Some(found)) = (self.follower_mut(id), found) else {
                    continue;
                };
                follower.is_waiting = false;
                follower.has_failed = found.is_err();
                match found {
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
        Some(Request { id, query, area, found: None, expanded: 0 })
    }
}

/// The request of an agent for a path.
#[derive(Debug)]
struct Request<'a> {
    id: AgentId,
    query: Query<'a>,
    area: Option<AreaId>,
    found: Option<Result<Steering, PathError>>,
    /// The number of nodes that its own search expanded.
    expanded: u64,
}

/// Finds the paths of agents with the same goal, where that is faster together. Agents that get no path here search on
/// their own, for the reason. Returns the number of expanded nodes.
fn find_for_groups(
    ground: Ground<'_>,
    options: &PathOptions<'_>,
    asked: &mut [Request<'_>],
    budget: Budget,
    memories: &mut Vec<Scratch>,
) -> u64 {
    let goal = |request: &Request<'_>| {
        let Location { point, elevation } = request.query.goal;
        ([point.x, point.y].map(f32::to_bits), elevation.map(f32::to_bits))
    };
    let mut by_goal: Vec<_> = asked.iter_mut().collect();
    by_goal.sort_by_key(|request| goal(request));
    let mut expanded = 0_u64;
    for group in by_goal.chunk_by_mut(|one, other| goal(one) == goal(other)) {
        if expanded >= budget.0 {
            break;
        }
        if GroupSearch::pays(ground, group.len(), options) {
            let of_group = find_together(ground, options, group, memories);
            expanded = expanded.saturating_add(of_group);
        } else if budget == Budget::UNLIMITED
            && let Some(costs) = goal_costs(ground, group.len(), group[0].query.goal, options)
        {
            let ground = ground.with_goal_costs(&costs);
            work_on_each(group, FEW_PATHS, memories, |_, request, scratch| {
                request.found = Some(find_path(ground, &request.query, request.area, scratch));
            });
        }
    }
    expanded
}

/// Finds the paths of agents with the same goal by one search. Returns the number of nodes that it expands.
fn find_together(
    ground: Ground<'_>,
    options: &PathOptions<'_>,
    group: &mut [&mut Request<'_>],
    memories: &mut Vec<Scratch>,
) -> u64 {
    let mut scratch = memories.pop().unwrap_or_default();
    let mut search = std::mem::take(&mut scratch.group);
    memories.push(scratch);
    let starts = group.iter().map(|request| request.query.start);
    search.search(ground, starts, group[0].query.goal, options);
    work_on_each(group, FEW_PATHS, memories, |agent, request, scratch| {
        let Request { query, area, .. } = *request;
        if let Some(steering) = Steering::of_group(ground, &search, agent, query, scratch) {
            request.found = Some(in_area(ground, query, steering, *area, scratch));
        }
    });
    let expanded = search.expanded();
    if let Some(scratch) = memories.last_mut() {
        scratch.group = search;
    }
    expanded
}

/// Finds the path of an agent in an area.
fn find_path(
    ground: Ground<'_>,
    query: &Query<'_>,
    area: Option<AreaId>,
    scratch: &mut Scratch,
) -> Result<Steering, PathError> {
    let steering = Steering::new(ground, query, scratch)?;
    in_area(ground, query, steering, area, scratch)
}

/// Replaces a path that begins in another area than the agent is in, at a vertex where areas only touch.
fn in_area(
    ground: Ground<'_>,
    query: &Query<'_>,
    mut steering: Steering,
    area: Option<AreaId>,
    scratch: &mut Scratch,
) -> Result<Steering, PathError> {
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
