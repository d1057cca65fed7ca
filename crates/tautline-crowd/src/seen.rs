//! Agents as others see them, and who makes room for whom.

use std::cmp::Ordering;

use tautline_geometry::Vec2;

use crate::agent::{AgentState, Record};
use crate::queue::Queue;
use crate::right_of_way::RightOfWay;

/// The cosine of the angle between two headings from which on an agent joins the queue of another one.
const ALONG: f32 = 0.5;

/// An agent as others see it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Seen {
    pub(crate) position: Vec2,
    pub(crate) velocity: Vec2,
    pub(crate) radius: f32,
    /// The length of the way to its goal. Infinite for those without a goal.
    pub(crate) remaining: f32,
    pub(crate) stood_for: f32,
    pub(crate) right_of_way: RightOfWay,
    /// The order in which ties are decided.
    number: u64,
    /// The point that it walks to.
    pub(crate) target: Option<Vec2>,
    /// The direction in which it wishes to walk; zero if it stands.
    pub(crate) heading: Vec2,
    /// The direction of those who come towards it, as long as they are near.
    pub(crate) oncoming: Vec2,
    /// Its place in front of a narrow passage.
    pub(crate) queue: Option<Queue>,
    /// The elevations of its feet and its head.
    pub(crate) heights: [f32; 2],
    pub(crate) groups: u32,
    avoids: u32,
    pub(crate) priority: u8,
    is_walker: bool,
    /// True if it has arrived, or wishes to go nowhere.
    pub(crate) is_resting: bool,
}

impl Seen {
    /// Returns what others see of an agent; with `queues`, also its place in front of a narrow passage.
    pub(crate) fn new(agent: &Record, queues: bool) -> Self {
        let Record { body, position, velocity, elevation, target, state, .. } = *agent;
        let remaining = target.map_or(f32::INFINITY, |target| target.way_from(position));
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

    /// The share of the room that this agent makes for another one. The shares of both sum
    /// to 1, unless one of them makes no room for the other.
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
        // Two agents without goals: neither is nearer.
        let more = if more.is_nan() { 0.0 } else { (more / radii).clamp(-1.0, 1.0) };
        0.5 + 0.5 * precedence * more
    }

    /// The direction in which the agent walks: towards its target, or back.
    pub(crate) fn course(&self) -> Vec2 {
        let RightOfWay { back, .. } = self.right_of_way;
        if back == Vec2::ZERO { self.heading } else { back }
    }

    /// Returns true if this agent gives way to another one, which it meets at a narrow passage.
    ///
    /// The one goes first that has the [right of way](RightOfWay). If none of both has one, the one goes first that is
    /// nearer to its way out.
    pub(crate) fn gives_way_to(&self, other: &Self) -> bool {
        let [mine, theirs] = [self, other].map(|agent| agent.right_of_way.time);
        let order = if mine > 0.0 || theirs > 0.0 {
            theirs.total_cmp(&mine)
        } else {
            let (Some(mine), Some(theirs)) = (self.queue, other.queue) else { return false };
            mine.way.total_cmp(&theirs.way)
        };
        // Two that are exactly symmetric would block each other for ever. Agents of two crowds may have equal numbers.
        let order = order.then(self.number.cmp(&other.number));
        let order = order.then(self.radius.total_cmp(&other.radius));
        let (between, course) = (other.position - self.position, other.course());
        let they_meet = between.dot(self.heading) > 0.0
            && between.dot(course) < 0.0
            && self.heading.dot(course) < ALONG;
        they_meet && order.is_gt()
    }

    /// Returns true if this agent waits for another one before it in a queue.
    ///
    /// Where others come towards it, waiting would block them: it makes room as in the open. One that gives way to
    /// it would wait for it in turn.
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
