//! Agents: bodies, targets, states, and the record of each.

use tautline_geometry::Vec2;
use tautline_navmesh::{AreaId, Location};

use crate::CrowdError;
use crate::decision::JAMMED_AFTER;
use crate::disc::Disc;
use crate::error::{check_finite, check_not_negative, check_positive};
use crate::queue::Queue;
use crate::right_of_way::RightOfWay;
use crate::walls::WallsNearby;

/// The id of an agent. Ids of removed agents are not used again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AgentId {
    slot: u32,
    generation: u32,
}

impl AgentId {
    pub(crate) const fn new(slot: u32, generation: u32) -> Self {
        Self { slot, generation }
    }

    pub(crate) const fn generation(self) -> u32 {
        self.generation
    }

    pub(crate) const fn slot(self) -> u32 {
        self.slot
    }

    /// Returns a small number that no other agent of the crowd has at the same time: an index for
    /// tables of your own. Agents that are added later may get the number of a removed one.
    #[must_use]
    pub const fn index(self) -> usize {
        self.slot as usize
    }
}

/// The body of an agent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Body {
    /// The radius that others keep away from, in world units. Above 0. Use a mesh that is
    /// inset by it: the *centre* of an agent comes up to the walls of the mesh.
    pub radius: f32,
    /// The preferred speed, at which the agent walks if it is alone, in world units per second.
    pub speed: f32,
    /// The greatest speed at which it makes room for others, in world units per second. A value below
    /// `speed` has no effect: then the greatest speed is `speed`.
    pub max_speed: f32,
    /// Its height, in world units. Where floors overlap, agents avoid each other only if
    /// they overlap in height.
    pub height: f32,
    /// The priority. Agents of lower priority make all the room for agents of higher priority.
    pub priority: u8,
    /// The groups that the agent belongs to, one bit each.
    pub groups: u32,
    /// The groups that it makes room for, one bit each.
    pub avoids: u32,
}

impl Default for Body {
    /// A person: radius 0.3, speed 1.4, at most 1.8, height 1.8, in metres and seconds; priority 0;
    /// `groups` 1, and it avoids all groups.
    fn default() -> Self {
        Self {
            radius: 0.3,
            speed: 1.4,
            max_speed: 1.8,
            height: 1.8,
            priority: 0,
            groups: 1,
            avoids: u32::MAX,
        }
    }
}

impl Body {
    /// The same body in other world units: its radius, height and speeds are multiplied by a factor, for the
    /// default body by the number of world units in a metre. Scale the
    /// [options](crate::CrowdOptions::scaled), too.
    #[must_use]
    pub const fn scaled(self, factor: f32) -> Self {
        Self {
            radius: self.radius * factor,
            speed: self.speed * factor,
            max_speed: self.max_speed * factor,
            height: self.height * factor,
            ..self
        }
    }

    pub(crate) fn check(&self) -> Result<(), CrowdError> {
        let Self { radius, speed, max_speed, height, .. } = *self;
        check_positive([("radius", radius)])?;
        check_not_negative([("speed", speed), ("max_speed", max_speed), ("height", height)])
    }

    /// Returns the speed limit, which is never below the preferred speed.
    pub(crate) fn limit(&self) -> f64 {
        f64::from(self.max_speed.max(self.speed))
    }
}

/// The point that an agent walks to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// The point to walk straight to: the next corner of a path, the departure of a link, or
    /// the goal.
    pub point: Vec2,
    /// The length of the path from that point to the goal, in world units. Agents with less of it left make
    /// less room: [`CrowdOptions::precedence`](crate::CrowdOptions::precedence).
    pub remaining: f32,
    /// The end of the path, if it is known. With it, an agent can [arrive](AgentState::Arrived) next to others with
    /// the same goal even if a corner still separates it from the goal. Two goals count as the same if they are nearer
    /// to each other than the sum of the radii of both agents.
    pub goal: Option<Vec2>,
    /// True if the agent stops there: it slows down, and [arrives](AgentState::Arrived).
    pub is_last: bool,
}

impl Target {
    /// The end of a path.
    #[must_use]
    pub const fn last(point: Vec2) -> Self {
        Self { point, remaining: 0.0, goal: Some(point), is_last: true }
    }

    /// A corner of a path, and the length of the path from there. Prefer to name the
    /// [goal](Self::with_goal), too.
    #[must_use]
    pub const fn corner(point: Vec2, remaining: f32) -> Self {
        Self { point, remaining, goal: None, is_last: false }
    }

    /// Names the end of the path.
    #[must_use]
    pub const fn with_goal(self, goal: Vec2) -> Self {
        Self { goal: Some(goal), ..self }
    }

    /// Returns the length of the path from a position, in world units.
    pub(crate) fn path_length_from(&self, position: Vec2) -> f32 {
        self.remaining + position.distance(self.point)
    }

    /// Returns true if both targets lead to the same goal.
    pub(crate) fn has_goal_of(&self, other: &Self) -> bool {
        match (self.goal, other.goal) {
            (Some(goal), Some(other)) => goal == other,
            _ => (self.point, self.is_last) == (other.point, other.is_last),
        }
    }

    pub(crate) fn check(&self) -> Result<(), CrowdError> {
        let goal = self.goal.unwrap_or_default();
        check_finite([
            ("x", self.point.x),
            ("y", self.point.y),
            ("goal", goal.x),
            ("goal", goal.y),
        ])?;
        check_not_negative([("remaining", self.remaining)])
    }
}

/// The state of an agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AgentState {
    /// It has no target, and makes room for others.
    Idle,
    /// It walks to its target.
    Walking,
    /// It stands
    ///
    /// * at its goal, or within its radius of it if others keep it off;
    /// * next to an agent that rests on its goal;
    /// * or next to the disc of agents with the same goal that have arrived. It arrives there after about a second.
    ///   Until then it walks on around them, so that agents from one side also fill a disc.
    ///
    /// If a corner still separates it from the goal, it arrives next to others only after it has been blocked for 8
    /// seconds; in a narrow passage, the same holds for the disc. It makes way for an agent with another goal that has
    /// been blocked for 2 seconds. If it is pushed away, it walks again.
    Arrived,
    /// It takes a link: [`Crowd::suspend`](crate::Crowd::suspend).
    Suspended,
    /// There is no ground near it. It stands still, and others do not see it, until the
    /// ground comes back or [`Crowd::place`](crate::Crowd::place) moves it.
    OffMesh,
    /// The game moves it: [`Crowd::add_walker`](crate::Crowd::add_walker).
    Walker,
}

/// An agent after the last step.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Agent {
    /// Its id.
    pub id: AgentId,
    /// Its state.
    pub state: AgentState,
    /// Its body.
    pub body: Body,
    /// Its centre. On the mesh, exactly, in the states `Idle`, `Walking` and `Arrived`.
    pub position: Vec2,
    /// Its velocity in the last step, in world units per second, without pushes.
    pub velocity: Vec2,
    /// The area that holds it; `None` for walkers and in the states `Suspended` and
    /// `OffMesh`.
    pub area: Option<AreaId>,
    /// The elevation of the ground there; 0 on a flat mesh.
    pub elevation: f32,
    /// Its target.
    pub target: Option<Target>,
    /// The time for which it has made progress at less than a tenth of its speed, in seconds. Being pushed to
    /// and fro by up to its radius, as in a jam, is no progress. After 2 seconds or so, find another
    /// path for it, on which the occupied areas cost more.
    ///
    /// The time starts again at 0 with each new [target](crate::Crowd::set_target). An agent that sets off or turns back
    /// counts as blocked until it has walked its radius.
    pub blocked_for: f32,
}

impl Agent {
    /// Returns its position and elevation, for queries.
    #[must_use]
    pub const fn location(&self) -> Location {
        Location::at_elevation(self.position, self.elevation)
    }
}

/// The record of an agent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Record {
    pub(crate) id: AgentId,
    /// The number that decides ties. The slot does not, because it depends on removed agents.
    pub(crate) number: u64,
    pub(crate) state: AgentState,
    pub(crate) body: Body,
    pub(crate) position: Vec2,
    pub(crate) velocity: Vec2,
    pub(crate) area: AreaId,
    /// A point inside its area. When the mesh changes, it shows on which side of a zero-width wall the agent stands.
    pub(crate) inside: Vec2,
    pub(crate) elevation: f32,
    pub(crate) target: Option<Target>,
    /// True for a walker that rests: see [`Crowd::rest_walker`](crate::Crowd::rest_walker).
    pub(crate) rests: bool,
    /// True for a walker that is an agent of another crowd, and makes room there: see [`Guests`](crate::Guests).
    pub(crate) is_guest: bool,
    /// The length of the path to its goal beyond which an agent that has arrived walks again.
    pub(crate) leaves_beyond: f32,
    /// A point that the agent drags behind it: see [`Record::measure_blocking`].
    pub(crate) anchor: Vec2,
    pub(crate) blocked_for: f32,
    /// The time for which all of its steps were slow, in seconds.
    pub(crate) stood_for: f32,
    /// The time for which it has been in narrow passages, in seconds.
    pub(crate) narrow_for: f32,
    /// Its own or inherited right of way.
    pub(crate) right_of_way: RightOfWay,
    /// The time for which it has been next to others that have arrived at its goal, in seconds.
    pub(crate) beside_for: f32,
    /// The direction in which oncoming agents walk, scaled by their nearness.
    pub(crate) oncoming: Vec2,
    /// Its place in the queue of the agents that it waits for.
    pub(crate) queue: Option<Queue>,
    pub(crate) walls: WallsNearby,
}

impl Record {
    /// Returns true if the agent is on the mesh and moves by itself.
    pub(crate) const fn is_on_mesh(&self) -> bool {
        matches!(self.state, AgentState::Idle | AgentState::Walking | AgentState::Arrived)
    }

    /// Returns the direction to the target; zero if the agent stands. For a walker, that of its velocity.
    pub(crate) fn heading(&self) -> Vec2 {
        match (self.state, self.target) {
            (AgentState::Walker, _) if self.rests || !self.is_guest => {
                self.velocity.normalize_or_zero()
            }
            (AgentState::Walking | AgentState::Walker, Some(target)) => {
                (target.point - self.position).normalize_or_zero()
            }
            _ => Vec2::ZERO,
        }
    }

    /// Returns true if the agent has arrived or has no target, or is a walker that rests.
    pub(crate) const fn is_resting(&self) -> bool {
        self.rests || matches!(self.state, AgentState::Arrived | AgentState::Idle)
    }

    /// Returns true if the agent rests, and another one with another goal is blocked. The velocity of that one does not
    /// show where it is going, because it does not move.
    pub(crate) fn makes_way_for(&self, other: &Self) -> bool {
        if !self.is_resting() || other.blocked_for < JAMMED_AFTER {
            return false;
        }
        let goals = [self, other].map(|agent| agent.target.and_then(|target| target.goal));
        let radii = self.body.radius + other.body.radius;
        !matches!(goals, [Some(one), Some(other)] if one.distance(other) < radii)
    }

    /// Returns true if others see the agent.
    pub(crate) const fn is_seen(&self) -> bool {
        self.is_on_mesh() || matches!(self.state, AgentState::Walker)
    }

    /// Returns the disc of the agent.
    pub(crate) const fn disc(&self) -> Disc {
        Disc { position: self.position, area: self.area, radius: self.body.radius }
    }

    /// Returns the agent's place in a queue if it walks through a narrow passage that it sees.
    pub(crate) fn queue_at_passage(&self) -> Option<Queue> {
        let target = self.target.filter(|_| self.state == AgentState::Walking)?;
        let passages = &self.walls.passages;
        let (exit, distance) = passages.exit(self.position, target.point, self.body.radius)?;
        Some(Queue { exit, distance })
    }

    pub(crate) fn view(&self) -> Agent {
        Agent {
            id: self.id,
            state: self.state,
            body: self.body,
            position: self.position,
            velocity: self.velocity,
            area: self.is_on_mesh().then_some(self.area),
            elevation: self.elevation,
            target: self.target,
            blocked_for: self.blocked_for,
        }
    }
}
