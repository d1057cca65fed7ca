//! Agents as others see them, and the share of the room that each makes.

use std::cmp::Ordering;

use tautline_geometry::Vec2;

use crate::agent::{AgentState, Record};
use crate::queue::Queue;
use crate::right_of_way::RightOfWay;

/// Two agents walk in the same direction, and so may queue, if the cosine of the angle between their headings is greater
/// than this. Below it, they may meet.
const ALONG: f32 = 0.5;

/// An agent as others see it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Seen {
    pub(crate) position: Vec2,
    pub(crate) velocity: Vec2,
    pub(crate) radius: f32,
    /// The length of the path to its goal; infinite without a goal.
    pub(crate) remaining: f32,
    pub(crate) stood_for: f32,
    pub(crate) right_of_way: RightOfWay,
    /// The number that decides ties.
    number: u64,
    /// The point that it walks to.
    pub(crate) target: Option<Vec2>,
    /// The direction to its target; zero if it stands.
    pub(crate) heading: Vec2,
    /// The direction in which oncoming agents walk, scaled by their nearness: see [`oncoming`](crate::oncoming).
    pub(crate) oncoming: Vec2,
    /// Its place in front of a narrow passage.
    pub(crate) queue: Option<Queue>,
    /// The elevations of its feet and its head.
    pub(crate) heights: [f32; 2],
    pub(crate) groups: u32,
    avoids: u32,
    pub(crate) priority: u8,
    is_walker: bool,
    /// True if it has arrived, or has no target.
    pub(crate) is_resting: bool,
}

impl Seen {
    /// Returns what others see of an agent; with `queues`, also its place in front of a narrow passage.
    pub(crate) fn new(agent: &Record, queues: bool) -> Self {
        let Record { body, position, velocity, elevation, target, state, .. } = *agent;
        let remaining = target.map_or(f32::INFINITY, |target| target.path_length_from(position));
        let queue = || agent.queue_at_passage().or(agent.queue);
        Self {
            position,
            velocity,
            radius: body.radius,
            remaining,
            stood_for: agent.stood_for,
            right_of_way: if queues { agent.right_of_way } else { RightOfWay::default() },
            number: agent.number,
            target: target.map(|target| target.point),
            heading: agent.heading(),
            oncoming: agent.oncoming,
            queue: if queues { queue() } else { None },
            heights: [elevation, elevation + body.height],
            groups: body.groups,
            avoids: body.avoids,
            priority: body.priority,
            is_walker: state == AgentState::Walker && !agent.is_guest,
            is_resting: agent.is_resting(),
        }
    }

    /// Returns the share of the necessary change of velocity that this agent makes to avoid another one, from 0 to 1.
    /// The shares of both add up to 1, unless one of them does not avoid the other at all.
    pub(crate) fn share_for(&self, other: &Self, precedence: f64) -> f64 {
        if other.is_walker || other.avoids & self.groups == 0 {
            return 1.0;
        }
        match self.priority.cmp(&other.priority) {
            Ordering::Less => return 1.0,
            Ordering::Greater => return 0.0,
            Ordering::Equal if self.waits_for(other) || self.gives_way_to(other) => return 1.0,
            Ordering::Equal if other.waits_for(self) || other.gives_way_to(self) => return 0.0,
            Ordering::Equal => {}
        }
        let more = f64::from(self.remaining) - f64::from(other.remaining);
        let radii = f64::from(self.radius) + f64::from(other.radius);
        // Infinity minus infinity: neither agent has a goal.
        let more = if more.is_nan() { 0.0 } else { (more / radii).clamp(-1.0, 1.0) };
        0.5 + 0.5 * precedence * more
    }

    /// Returns the direction in which the agent walks: towards its target, or back to give way.
    pub(crate) fn course(&self) -> Vec2 {
        let RightOfWay { back, .. } = self.right_of_way;
        if back == Vec2::ZERO { self.heading } else { back }
    }

    /// Returns true if this agent meets another one at a narrow passage and gives way to it.
    ///
    /// The agent with the longer time of its [right of way](RightOfWay) goes first. If neither has one, the agent nearer
    /// to its exit goes first.
    pub(crate) fn gives_way_to(&self, other: &Self) -> bool {
        let [mine, theirs] = [self, other].map(|agent| agent.right_of_way.time);
        let order = if mine > 0.0 || theirs > 0.0 {
            theirs.total_cmp(&mine)
        } else {
            let (Some(mine), Some(theirs)) = (self.queue, other.queue) else { return false };
            mine.distance.total_cmp(&theirs.distance)
        };
        // Without a tie-break, two symmetric agents would block each other for ever. Agents of two crowds may have equal
        // numbers; then the radius decides.
        let order = order.then(self.number.cmp(&other.number));
        let order = order.then(self.radius.total_cmp(&other.radius));
        let (between, course) = (other.position - self.position, other.course());
        let they_meet = between.dot(self.heading) > 0.0
            && between.dot(course) < 0.0
            && self.heading.dot(course) < ALONG;
        they_meet && order.is_gt()
    }

    /// Returns true if this agent waits for another one, which is ahead of it in a queue.
    ///
    /// It does not wait if oncoming agents are near, because it would block them. Nor does it wait for an agent that gives
    /// way to it, because that one waits for it in turn.
    pub(crate) fn waits_for(&self, other: &Self) -> bool {
        let Some(theirs) = other.queue else { return false };
        let is_behind = match self.queue {
            Some(mine) => mine.is_behind(theirs, self.radius),
            None => self.heading.dot(other.heading) > ALONG,
        };
        let is_ahead = (other.position - self.position).dot(self.heading) > 0.0;
        let is_free = self.oncoming == Vec2::ZERO && !other.gives_way_to(self);
        is_behind && is_ahead && self.priority <= other.priority && is_free
    }
}
