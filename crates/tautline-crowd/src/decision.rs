//! The decisions of an agent in a step: its velocity, and its pushes.

use tautline_geometry::{DVec2, Vec2};

use crate::agent::{AgentState, Record, Target};
use crate::half_plane::{Change, smallest_change};
use crate::neighbors::{Neighbors, to_u32};
use crate::oncoming::Oncoming;
use crate::queue::Queue;
use crate::right_of_way::RightOfWay;
use crate::seen::Seen;
use crate::waiting::Waiting;
use crate::workers::Worker;
use crate::{CrowdOptions, program};

/// The number of neighbours that can touch an agent: six discs of equal size fit around one.
const MAX_CONTACTS: usize = 6;

/// The distance up to which an agent is next to one that has arrived, in sums of radii.
const RING: f64 = 1.25;

/// The tangent of the angle by which every agent with neighbours turns to its right, so that two
/// agents that meet exactly head on do not stand still.
const SYMMETRY_BREAK: f64 = 0.03;

/// The share of an overlap that a round of pushes removes. Several neighbours push at once: with
/// the whole overlap, a dense crowd would swing to and fro.
const PUSH_STEP: f64 = 0.7;

/// The time for which two overlapping agents must stand before pushes follow the full
/// [precedence](CrowdOptions::precedence), in seconds. If agents that still move did so, too, queues in front of doors
/// would overlap deeply. Also the time for which an agent must be blocked before it walks past a corner without
/// reaching it exactly, and before agents at rest make way for it.
pub(crate) const JAMMED_AFTER: f32 = 2.0;

/// The time for which an agent must be blocked before it arrives next to others around a corner from its goal, or in a
/// narrow passage, in seconds. With much less, queues in front of doors stop too early.
pub(crate) const BLOCKED_FOR_LONG: f32 = 8.0;

/// The resting neighbour that lets an agent [arrive](AgentState::Arrived) next to it. If there are several, the
/// greatest value counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Beside {
    #[default]
    NoAgent,
    /// It has arrived at the same goal, in the disc around it.
    Disc,
    /// It rests on the goal.
    Goal,
}

/// The decision of an agent in a step.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Decision {
    pub(crate) velocity: Vec2,
    /// The direction in which oncoming agents walk, scaled by their nearness.
    pub(crate) oncoming: Vec2,
    /// Its place in the queue of the agents that it waits for.
    pub(crate) queue: Option<Queue>,
    /// Its own or inherited right of way.
    pub(crate) right_of_way: RightOfWay,
    /// The neighbour at its goal next to which it may arrive.
    pub(crate) beside: Beside,
    /// The places of its nearest neighbours, which may overlap it after all have moved.
    contacts: [u32; MAX_CONTACTS],
    contact_count: u8,
}

/// All that the decisions of a step depend on: the state after the last one.
#[derive(Clone, Copy)]
pub(crate) struct Situation<'a> {
    /// The agents that are seen, by place.
    pub(crate) agents: &'a [Record],
    pub(crate) neighbors: &'a Neighbors,
    pub(crate) options: &'a CrowdOptions,
    pub(crate) seconds: f64,
}

impl Situation<'_> {
    /// Decides what the agent at a place does.
    pub(crate) fn decide(&self, place: usize, worker: &mut Worker) -> Decision {
        let (agent, me) = (&self.agents[place], &self.neighbors.seen[place]);
        let mut decision = Decision::default();
        if !agent.is_on_mesh() {
            return decision;
        }
        let CrowdOptions { range, max_neighbors, wall_horizon, .. } = *self.options;
        let nearest = self.neighbors.nearest(place, range, max_neighbors, agent.body.avoids);
        let preferred = self.preferred_velocity(agent);

        let planes = &mut worker.planes;
        planes.clear();
        let horizon = f64::from(wall_horizon).max(self.seconds);
        agent.walls.half_planes(agent.position, me.radius, horizon, planes);
        let walls = planes.len();
        let ahead = preferred.normalize_or_zero();
        let (mut oncoming, mut waiting) = (Oncoming::default(), Waiting::NO);
        let mut right_of_way = RightOfWay { time: agent.narrow_for, ..RightOfWay::default() };
        let is_confined = agent.walls.are_close(me.radius);
        for other in nearest.iter() {
            let other_seen = &self.neighbors.seen[other];
            if usize::from(decision.contact_count) < MAX_CONTACTS {
                decision.contacts[usize::from(decision.contact_count)] = to_u32(other);
                decision.contact_count += 1;
            }
            if is_confined {
                right_of_way.inherit(me, other_seen);
            }
            let share = me.share_for(other_seen, self.options.precedence.into());
            // The agent does not avoid the other one at all.
            if share <= 0.0 {
                continue;
            }
            oncoming.observe(ahead, me, other_seen, range.into());
            if me.waits_for(other_seen) {
                waiting.queue_behind(ahead, me, other_seen, f64::from(self.options.horizon));
            }
            let other_agent = &self.agents[other];
            let (share, velocity) = if agent.makes_way_for(other_agent) {
                (1.0, other_seen.heading * other_agent.body.speed)
            } else {
                (share, other_seen.velocity)
            };
            if let Some(change) = self.change(agent, other_seen, velocity) {
                planes.push(change.half_plane(agent.velocity.into(), share));
            }
        }
        decision.beside = self.beside(agent, me, &decision);
        let preferred = if right_of_way.back == Vec2::ZERO {
            preferred.clamp_length_max(waiting.speed)
        } else {
            // With its own preferred velocity, it would be pressed into a recess of the wall.
            DVec2::from(right_of_way.back) * f64::from(agent.body.speed)
        };
        let is_alone = planes.len() == walls;
        let preferred =
            if is_alone { preferred } else { self.turned_right(me, preferred, oncoming.turn) };
        decision.oncoming = oncoming.relayed();
        decision.queue = waiting.place;
        decision.right_of_way = right_of_way;
        let limit = agent.body.limit();
        let velocity = program::solve(planes, walls, preferred, limit, &mut worker.relaxed);
        decision.velocity = velocity.as_vec2();
        decision
    }

    /// Returns the preferred velocity: straight to the target at the agent's speed, slower in the last step so that it
    /// stops at the target exactly. An agent that is blocked does not slow down at a corner. Otherwise it would stop in
    /// front of it for ever if another agent touches it there: each step towards the corner would be as short as the
    /// push back.
    fn preferred_velocity(&self, agent: &Record) -> DVec2 {
        let Some(target) = agent.target.filter(|_| agent.state == AgentState::Walking) else {
            return DVec2::ZERO;
        };
        let offset = DVec2::from(target.point) - DVec2::from(agent.position);
        let length = offset.length();
        let speed = f64::from(agent.body.speed);
        let walks_on = !target.is_last && agent.blocked_for >= JAMMED_AFTER;
        let speed = if walks_on { speed } else { speed.min(length / self.seconds) };
        let velocity = offset * (speed / length);
        if velocity.is_finite() { velocity } else { DVec2::ZERO }
    }

    /// Returns the preferred velocity of an agent with neighbours: turned to the right, at the same speed. `turn` is
    /// the turn for oncoming agents.
    fn turned_right(&self, me: &Seen, preferred: DVec2, turn: f64) -> DVec2 {
        let CrowdOptions { range, keep_right, .. } = *self.options;
        // Turn less close to the goal, where agents would walk around each other for ever.
        let share_left = f64::from(me.remaining / range).min(1.0);
        let turn = f64::from(keep_right) * share_left * turn + SYMMETRY_BREAK;
        (preferred - preferred.perp() * turn).normalize_or_zero() * preferred.length()
    }

    /// Returns the smallest change of the relative velocity that avoids a collision with another agent that keeps
    /// a velocity.
    fn change(&self, agent: &Record, other: &Seen, velocity: Vec2) -> Option<Change> {
        let CrowdOptions { horizon, parting_time, firmness, .. } = *self.options;
        let offset = DVec2::from(other.position) - DVec2::from(agent.position);
        let velocity = DVec2::from(agent.velocity) - DVec2::from(velocity);
        let radii = f64::from(firmness) * (f64::from(agent.body.radius) + f64::from(other.radius));
        let times = [horizon, parting_time].map(|time| f64::from(time).max(self.seconds));
        smallest_change(offset, velocity, radii, times[0], times[1])
    }

    /// Returns the kind of neighbour next to which the agent may arrive: one that rests on its goal, or one that has
    /// arrived at the same goal and is nearer to it. So hundreds of agents can share a goal: they fill a disc around
    /// it, also around corners.
    ///
    /// A neighbour behind a thin wall does not count: the path around the wall is longer than the distance between
    /// the two agents.
    fn beside(&self, agent: &Record, me: &Seen, decision: &Decision) -> Beside {
        let goal = agent.target.filter(|_| agent.state == AgentState::Walking);
        let Some((target, goal)) = goal.and_then(|target| Some((target, target.goal?))) else {
            return Beside::NoAgent;
        };
        // Before its last corner, it arrives only if it is blocked. Otherwise a whole queue would stop as soon as its
        // first agent does.
        let is_blocked = agent.blocked_for >= BLOCKED_FOR_LONG;
        if !target.is_last && !is_blocked {
            return Beside::NoAgent;
        }
        let remaining = f64::from(me.remaining);
        let resting = decision.contacts().filter(|&place| self.neighbors.seen[place].is_resting);
        let all = resting.map(|place| {
            let (other, other_seen) = (&self.agents[place], &self.neighbors.seen[place]);
            let between = DVec2::from(other_seen.position).distance(me.position.into());
            let radii = f64::from(me.radius) + f64::from(other_seen.radius);
            // Goals that are too close for both agents count as the same: a player who sends agents of several radii
            // to one point gives each radius a slightly different goal, on the ground of its mesh.
            let is_near = |other: Vec2| DVec2::from(other).distance(goal.into()) < radii;
            let has_same_goal = |target: &Target| target.goal.is_some_and(is_near);
            let from_goal = DVec2::from(other_seen.position).distance(goal.into());
            let has_arrived = other.rests || other.state == AgentState::Arrived;
            let beside = if from_goal < radii { Beside::Goal } else { Beside::Disc };
            let its_remaining = if has_arrived && other.target.as_ref().is_some_and(has_same_goal) {
                other_seen.remaining.into()
            } else if beside == Beside::Goal {
                from_goal
            } else {
                return Beside::NoAgent;
            };
            // A blocked agent also arrives next to a neighbour that is further from the goal.
            let is_nearer = its_remaining < remaining || is_blocked;
            let is_connected = remaining <= its_remaining + radii * RING;
            let is_next = between <= radii * RING && is_nearer && is_connected;
            if is_next { beside } else { Beside::NoAgent }
        });
        all.max().unwrap_or_default()
    }

    /// Returns the push on an agent by the agents that it overlaps after all have moved.
    pub(crate) fn push(&self, place: usize, decision: &Decision) -> Vec2 {
        let Neighbors { seen, discs, .. } = self.neighbors;
        let disc = discs[place];
        let mut push = DVec2::ZERO;
        for other_place in decision.contacts() {
            let other_disc = discs[other_place];
            let offset = DVec2::from(disc.position) - DVec2::from(other_disc.position);
            let radii = f64::from(disc.radius) + f64::from(other_disc.radius);
            // Most contacts are further away. Testing squares saves their square root, which takes as long as
            // everything else here.
            if offset.length_squared() >= radii * radii {
                continue;
            }
            let overlap = radii - offset.length();
            if overlap > 0.0 {
                let away =
                    offset.normalize_or(if place < other_place { DVec2::X } else { -DVec2::X });
                let (me, other) = (&seen[place], &seen[other_place]);
                // If jammed agents pushed each other evenly, they would block a door for ever.
                let jammed = me.stood_for.min(other.stood_for) / JAMMED_AFTER;
                let precedence = self.options.precedence * jammed.min(1.0);
                push += away * (PUSH_STEP * overlap * me.share_for(other, precedence.into()));
            }
        }
        // A push never throws an agent through the crowd.
        push.clamp_length_max(disc.radius.into()).as_vec2()
    }
}

impl Decision {
    fn contacts(&self) -> impl Iterator<Item = usize> + '_ {
        let count = usize::from(self.contact_count);
        self.contacts[..count].iter().map(|&place| place as usize)
    }
}
