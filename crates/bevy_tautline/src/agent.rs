//! The components and messages of agents.

use std::sync::Arc;

use bevy_ecs::change_detection::{DetectChangesMut, Mut};
use bevy_ecs::component::Component;
use bevy_ecs::entity::Entity;
use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::message::Message;
#[cfg(feature = "reflect")]
use bevy_ecs::reflect::ReflectComponent;
use bevy_ecs::template::FromTemplate;
use bevy_ecs::world::DeferredWorld;
use bevy_math::Vec3;
#[cfg(feature = "reflect")]
use bevy_reflect::Reflect;
use bevy_transform::components::Transform;
use tautline::navmesh::{FilterState, LinkId, LinkKind, MeshIdentity};
use tautline::{Location, NavMesh, QueryFilter, Steering, Vec2};

use crate::axes::Frame;
use crate::error::NavError;
use crate::numbered::Numbered;

/// An agent that finds paths. Give it a [`NavGoal`] to send it somewhere, and a [`NavMove`] if the
/// plugin should move it.
///
/// Agents are top-level entities: their `Transform` is a position in the world. When this component is
/// removed, the entity stops and loses its path.
#[derive(Component, FromTemplate, Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "reflect", derive(Reflect), reflect(Component))]
#[require(Transform, NavState, NavPath, NavVelocity, NavBlocked, Follower, Numbered)]
#[component(on_remove = stop)]
pub struct NavAgent {
    /// The radius of its body, in world units. Finite and at least 0.
    pub radius: f32,
    /// The speed at which it walks, in world units per second. Finite and at least 0.
    pub speed: f32,
    /// The vector from its pivot, where its `Transform` is, to its feet, which are on the
    /// ground: `Vec3::new(0.0, -0.9, 0.0)` for a capsule that is 1.8 high. It does not turn with
    /// the agent.
    pub offset: Vec3,
}

impl NavAgent {
    /// An agent with its pivot at its feet.
    #[must_use]
    pub const fn new(radius: f32, speed: f32) -> Self {
        Self { radius, speed, offset: Vec3::ZERO }
    }

    /// The same agent with its feet elsewhere: see [`offset`](Self::offset).
    #[must_use]
    pub const fn with_offset(self, offset: Vec3) -> Self {
        Self { offset, ..self }
    }

    /// Returns true if its radius and its speed are lengths.
    pub(crate) fn is_valid(&self) -> bool {
        [self.radius, self.speed].iter().all(|value| value.is_finite() && *value >= 0.0)
    }
}

/// Stops an entity when its `NavAgent` is removed. Otherwise, a physics engine would still move it by its
/// last velocity.
fn stop(mut world: DeferredWorld<'_>, context: HookContext) {
    let Ok(mut entity) = world.get_entity_mut(context.entity) else { return };
    if let Some(mut follower) = entity.get_mut::<Follower>() {
        // The number of its last request is kept, so that a late answer does not match a new request.
        *follower = Follower { request: follower.request, ..Follower::default() };
    }
    if let Some(mut path) = entity.get_mut::<NavPath>() {
        path.clear();
    }
    if let Some(mut state) = entity.get_mut::<NavState>() {
        *state = NavState::Idle;
    }
    if let Some(mut velocity) = entity.get_mut::<NavVelocity>() {
        *velocity = NavVelocity::default();
    }
    if let Some(mut blocked) = entity.get_mut::<NavBlocked>() {
        *blocked = NavBlocked::default();
    }
}

/// The goal of an agent. Remove it to stop the agent; on a link, it stops at the other end.
#[derive(Component, FromTemplate, Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "reflect", derive(Reflect), reflect(Component))]
pub enum NavGoal {
    /// A point of the world.
    #[default]
    Point(Vec3),
    /// Another entity; if that is an agent, the goal is at its feet. The path is found again when
    /// the entity has moved by a tenth of the remaining distance. With avoidance, the
    /// agent stops beside another agent; otherwise it walks into the entity. To keep a distance, remove the goal within it.
    Entity(#[entities] Entity),
}

/// Progress of an agent. A clone of the entity begins without a path.
///
/// It counts as [changed](bevy_ecs::change_detection::DetectChanges) only when it becomes another state: a system with
/// `Changed<NavState>` can select animations.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
// Without `reflect(Component)`, inspectors show it, but scenes do not hold it.
#[cfg_attr(feature = "reflect", derive(Reflect), reflect(Debug))]
#[component(clone_behavior = Ignore)]
pub enum NavState {
    /// It has no goal.
    #[default]
    Idle,
    /// It waits for its first path, or for one around ground that was closed.
    Waiting,
    /// It follows its path.
    Walking,
    /// It takes a link, until the game writes a [`LinkDone`], even if its goal changes or is removed.
    OnLink(#[cfg_attr(feature = "reflect", reflect(ignore, default = "first_link"))] LinkId),
    /// It is at its goal. If something moves it away, it walks back.
    Arrived,
    /// It cannot get to its goal. It asks again when the ground or the goal changes, or when it is more than its radius
    /// away from where it asked, for example after a teleport. Unless its goal has changed, it stays in this state until
    /// there is a path.
    Failed(NavError),
}

/// Returns the link of a state [`OnLink`](NavState::OnLink) that reflection makes.
#[cfg(feature = "reflect")]
const fn first_link() -> LinkId {
    LinkId(0)
}

/// The velocity with which an agent should move, in world units per second: its preferred velocity, or with avoidance
/// the one that avoids collisions, which is up to 1.3 times as fast. A physics engine can use it.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "reflect", derive(Reflect), reflect(Component))]
pub struct NavVelocity(pub Vec3);

/// The time for which other agents have blocked an agent, in seconds: the time for which it has made progress
/// at less than a tenth of its speed. Being pushed back and forth is no progress. 0 without avoidance.
///
/// After 2 seconds or so, a game may send the agent elsewhere, or give it [`NavCosts`] with which another
/// way is cheaper.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "reflect", derive(Reflect), reflect(Component))]
pub struct NavBlocked(pub f32);

/// Marks agents that the plugin moves. They never leave the ground, even if others push them.
/// The game moves all other agents, by their [`NavVelocity`].
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "reflect", derive(Reflect), reflect(Component))]
pub struct NavMove;

/// The costs of terrain for one agent, and what it may not use.
///
/// Forbidden terrain is like a wall for an agent with [`NavMove`], even if others push it. Terrain that only
/// costs more is not: in a crowd, an agent may be pushed onto it.
#[derive(Component, Clone, Debug)]
pub struct NavCosts(pub Arc<QueryFilter>);

/// An agent has arrived at its goal. In a crowd, others may push it away later: it walks back without another message.
/// After a teleport, it sends one when it is back.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct NavArrived {
    /// The agent.
    pub agent: Entity,
}

/// An agent has reached a link (in a dense crowd, up to 2.25 of its radii from the end of the link), and is in the
/// state [`NavState::OnLink`] from now on. The game animates it to the other end, and then writes a [`LinkDone`].
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct LinkReached {
    /// The agent.
    pub agent: Entity,
    /// The link.
    pub link: LinkId,
    /// The kind of the link, such as a jump.
    pub kind: LinkKind,
    /// True if it is taken from its first end to its second one.
    pub forwards: bool,
    /// The pivot of the agent now.
    pub from: Vec3,
    /// The pivot of the agent at the other end.
    pub to: Vec3,
}

/// A message that the game writes when an agent is at the other end of its link. The agent is placed
/// exactly there, and walks on. If its goal was removed in the meantime, it stays there.
///
/// Write it also to end a link early, and place the agent when it is not
/// [`OnLink`](NavState::OnLink) any more.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinkDone {
    /// The agent.
    pub agent: Entity,
}

/// The path of an agent.
///
/// It counts as [changed](bevy_ecs::change_detection::DetectChanges) when it has other corners, not with each step along
/// it.
#[derive(Component, Clone, Debug, Default)]
#[component(clone_behavior = Ignore)]
pub struct NavPath {
    pub(crate) steering: Option<Steering>,
    /// The position and orientation of its map in the world.
    pub(crate) frame: Frame,
    /// The mesh without obstacles, and the number of edits up to which the path is known to be shortest.
    pub(crate) version: Option<(MeshIdentity, u64)>,
    /// The number of the request that it answers.
    pub(crate) request: u64,
}

impl NavPath {
    /// Returns true if there is none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.steering.is_none()
    }

    /// Returns the corners that are ahead, in the frame of the world, on the ground. The last one
    /// is the goal.
    pub fn corners(&self) -> impl Iterator<Item = Vec3> + '_ {
        let corners = self.steering.iter().flat_map(Steering::corners);
        corners.map(|corner| self.frame.to_world(corner.point, corner.elevation.unwrap_or(0.0)))
    }

    /// Returns the length of the rest of the path, in world units, measured in the plane.
    #[must_use]
    pub fn remaining(&self) -> f32 {
        let Some(steering) = &self.steering else { return 0.0 };
        let mut from = steering.position();
        steering.corners().fold(0.0, |length, corner| {
            let leg = from.distance(corner.point);
            from = corner.point;
            length + leg
        })
    }

    /// Returns the steering state of the agent, for queries of the game. Its points are in coordinates of the map: see
    /// [`NavSnapshot::to_world`](crate::NavSnapshot::to_world).
    #[must_use]
    pub const fn steering(&self) -> Option<&Steering> {
        self.steering.as_ref()
    }

    /// Returns the number of edits of the ground for which the path is known to be a shortest one.
    #[must_use]
    pub fn version(&self) -> u64 {
        self.version.map_or(0, |(_, version)| version)
    }

    /// Returns the number of the request that this path answers: how many paths the agent has asked for, up to this
    /// one. A path that an edit does not affect keeps its number.
    #[must_use]
    pub const fn questions(&self) -> u64 {
        self.request
    }

    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Returns the number of corners ahead, and the next one.
    pub(crate) fn ahead(&self) -> Option<(usize, Vec2)> {
        self.steering.as_ref().map(|steering| (steering.steps().len(), steering.next_corner()))
    }

    /// Marks a path as changed if it has other corners than before a step along it.
    pub(crate) fn mark_if_other(path: &mut Mut<'_, Self>, ahead: Option<(usize, Vec2)>) {
        if path.ahead() != ahead {
            path.set_changed();
        }
    }
}

/// The need of an agent for a path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Need {
    #[default]
    None,
    /// Its path may not be the shortest one any more.
    Better,
    /// It has no path, or one that leads elsewhere.
    Now,
}

/// An event of an agent, which becomes a message to the game in the same tick.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Event {
    Arrived,
    Link(tautline::LinkStep),
}

/// The state of an agent between ticks. It refers to a request and to a member of a crowd, so a clone must not share
/// it.
#[derive(Component, Clone, Debug, Default)]
#[component(clone_behavior = Ignore)]
pub(crate) struct Follower {
    /// The ground and the layer that it is on.
    pub(crate) ground: Option<(Entity, usize)>,
    /// The position and orientation of the ground in the last tick.
    pub(crate) frame: Frame,
    /// The mesh of the last tick.
    pub(crate) mesh: Option<MeshIdentity>,
    /// The goal of the last request.
    pub(crate) goal: Option<Location>,
    pub(crate) filter: Option<FilterState>,
    /// Its position at the last request.
    pub(crate) asked_at: Vec3,
    /// The number of its last request. Answers to other requests are ignored.
    pub(crate) request: u64,
    pub(crate) is_asking: bool,
    /// True if its goal has changed since its last request: it asks again after the answer.
    pub(crate) has_other_goal: bool,
    /// True if its path leads to an earlier goal: at the end of that path, the agent has not arrived.
    pub(crate) has_old_path: bool,
    /// True if others have pushed it away from its goal after it had arrived: then it does not report its arrival again.
    pub(crate) has_arrived_before: bool,
    /// True if its path was received since the last tick. The path begins where the agent was when it asked.
    pub(crate) has_new_path: bool,
    pub(crate) need: Need,
    /// The tick since which it needs a path.
    pub(crate) needs_since: u64,
    /// The position that the plugin wrote last. If the agent is not there, the game has moved it.
    pub(crate) written: Option<Vec3>,
    /// The far end of the link that it takes, as in the message to the game.
    pub(crate) lands_at: Option<Vec3>,
    /// The mesh on which an agent without a path was placed.
    pub(crate) put_on: Option<MeshIdentity>,
    pub(crate) event: Option<Event>,
    #[cfg(feature = "crowd")]
    pub(crate) member: Option<crate::systems::Member>,
}

impl Follower {
    /// Stores the ground, the layer and the frame of the ground. Returns true if any of them has changed.
    pub(crate) fn moves_to(&mut self, here: (Entity, usize), frame: Frame) -> bool {
        let is_elsewhere = self.ground.replace(here) != Some(here);
        let has_ground_moved = std::mem::replace(&mut self.frame, frame) != frame;
        if has_ground_moved {
            // These positions belong to the old frame.
            self.written = None;
            #[cfg(feature = "crowd")]
            {
                self.member = None;
            }
        }
        is_elsewhere || has_ground_moved
    }

    /// Returns true if an agent is where the plugin has put it, so that its position need not be read from its
    /// `Transform`. On a mesh without elevations, the game may change its height at any time, for example to draw
    /// agents in order.
    pub(crate) fn is_where_written(&self, translation: Vec3, mesh: &NavMesh) -> bool {
        self.written.is_some_and(|written| {
            let on_ground = |position| self.frame.to_ground(position).point;
            written == translation
                || mesh.elevations().is_empty() && on_ground(written) == on_ground(translation)
        })
    }

    /// Sets a need, unless there is a greater one.
    pub(crate) fn needs(&mut self, need: Need, now: u64) {
        if need > self.need {
            (self.need, self.needs_since) = (need, now);
        }
    }
}

/// The costs of agents without [`NavCosts`].
pub(crate) static UNIFORM: QueryFilter = QueryFilter::uniform();

/// Returns the costs of an agent.
pub(crate) fn costs_of(costs: Option<&NavCosts>) -> &QueryFilter {
    costs.map_or(&UNIFORM, |costs| &costs.0)
}
