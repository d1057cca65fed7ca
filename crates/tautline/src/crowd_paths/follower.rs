//! Agents of a crowd on their paths.

use std::collections::VecDeque;

use tautline_crowd::internal::stands_in;
use tautline_crowd::{Agent, AgentId, AgentState, Target};
use tautline_geometry::Vec2;
use tautline_navmesh::{AreaId, Location};

use crate::{Ground, LinkStep, PathOptions, Scratch, Steering, SteeringStatus, Step};

/// The distance to the next corner, in radii, within which an agent checks in every tick.
const NEAR: f32 = 2.0;

/// One agent on its path.
#[derive(Clone, Debug)]
pub(super) struct Follower {
    pub(super) id: AgentId,
    /// `None` for an agent that was stopped. It may still be among the requests.
    pub(super) goal: Option<Location>,
    pub(super) steering: Option<Steering>,
    pub(super) is_waiting: bool,
    pub(super) has_failed: bool,
    /// The outcome of the last update, until it is passed on to the crowd.
    pub(super) outcome: Option<Outcome>,
}

/// The outcome of the update of a follower.
#[derive(Clone, Copy, Debug)]
pub(super) enum Outcome {
    Target(Target),
    NeedsPath,
    AtLink(LinkStep),
}

impl Follower {
    /// Creates a follower without a goal.
    pub(super) const fn new(id: AgentId) -> Self {
        let (is_waiting, has_failed) = (false, false);
        Self { id, goal: None, steering: None, is_waiting, has_failed, outcome: None }
    }

    /// Asks for a path, unless it waits for one.
    pub(super) fn request(&mut self, requests: &mut VecDeque<AgentId>) {
        if !std::mem::replace(&mut self.is_waiting, true) {
            requests.push_back(self.id);
        }
    }

    /// Updates the path to the position of the agent. `None` if the target of the agent stays the same.
    pub(super) fn update(
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

/// Returns the area of an agent on the current ground. The area that the crowd stores for the agent belongs to
/// the ground of the last step: after an edit, its id may be that of another area, even on another floor.
pub(super) fn area_on(
    ground: Ground<'_>,
    agent: &Agent,
    areas: &mut Vec<AreaId>,
) -> Option<AreaId> {
    let area = agent.area?;
    if stands_in(ground.mesh, area, agent.position, agent.elevation) {
        return Some(area);
    }
    ground.areas_at(agent.location(), areas);
    areas.first().copied()
}
