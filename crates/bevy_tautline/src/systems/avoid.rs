//! Agents that avoid each other.

use std::collections::BTreeMap;

use bevy_ecs::change_detection::{DetectChanges, DetectChangesMut, Ref};
use bevy_ecs::entity::Entity;
use bevy_ecs::query::Has;
use bevy_ecs::resource::Resource;
use bevy_ecs::system::{Local, Query, Res, ResMut};
use bevy_time::Time;
use bevy_transform::components::Transform;
use bevy_utils::Parallel;
use tautline::crowd::{
    Agent, AgentId, AgentState, Body, Crowd, CrowdOptions, CrowdScratch, Guests, Target,
};
use tautline::navmesh::{AreaId, MeshIdentity, NavMesh, NearestPoint, RayCast};
use tautline::{Location, PathOptions, QueryFilter, Scratch, Steering, SteeringStatus, Vec2};

use super::Tick;
use super::steer::{ground_of, is_near, note, place};
use super::walk::put;
use crate::agent::{
    Event, Follower, NavAgent, NavBlocked, NavCosts, NavMove, NavPath, NavState, NavVelocity,
    costs_of,
};
use crate::ground::GroundState;
use crate::numbered::Numbered;
use crate::settings::NavSettings;

/// The number of ticks after which an agent looks whether it sees a later corner.
const LOOKS_EVERY: u64 = 8;

/// The distance to the next corner, in radii, within which an agent looks in each tick.
const NEAR: f32 = 2.0;

/// The greatest speed at which an agent makes room, as a multiple of its own speed.
const HURRY: f32 = 1.3;

/// The least radius of an agent among others, in world units. A crowd needs one; agents without a
/// radius walk on maps whose paths touch the walls.
const LEAST_RADIUS: f32 = 1e-3;

/// In a crowd, all agents may stand anywhere: their costs decide about paths, and [`hold`] keeps them off the
/// ground that is forbidden to them.
static UNIFORM: QueryFilter = QueryFilter::uniform();

/// An agent as a member of a crowd.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Member {
    on: (Entity, usize),
    id: AgentId,
    target: Option<Target>,
    /// Its place after the last step.
    standing: Option<(Vec2, AreaId, MeshIdentity)>,
    is_suspended: bool,
}

impl Member {
    /// Notes its place at the far end of a link.
    pub(super) const fn lands(&mut self, point: Vec2, area: AreaId, mesh: MeshIdentity) {
        self.standing = Some((point, area, mesh));
    }
}

/// The crowds of all grounds: one for each agent radius, since each has a mesh of its own.
#[derive(Resource, Debug, Default)]
pub(crate) struct Crowds {
    crowds: BTreeMap<(Entity, usize), LayerCrowd>,
    /// The guests by ground, layer of the crowd that avoids them, and layer of the crowd that moves them.
    guests: BTreeMap<(Entity, [usize; 2]), Guests>,
}

#[derive(Debug, Default)]
struct LayerCrowd {
    crowd: Crowd,
    scratch: CrowdScratch,
    /// By [`AgentId::index`]: the tick in which the agent was seen last.
    seen: Vec<u64>,
}

type LookData = (
    &'static NavAgent,
    &'static Transform,
    Option<&'static NavCosts>,
    &'static Numbered,
    &'static mut Follower,
    &'static mut NavPath,
    &'static mut NavState,
);

/// Finds the point that each agent walks to.
pub(crate) fn look_ahead(
    tick: Res<'_, Tick>,
    settings: Res<'_, NavSettings>,
    grounds: Query<'_, '_, &GroundState>,
    mut agents: Query<'_, '_, LookData>,
    memory: Local<'_, Parallel<Scratch>>,
) {
    let memory = &*memory;
    agents.par_iter_mut().for_each(
        |(body, transform, costs, number, mut follower, mut path, mut state)| {
            let Some(mut member) = follower.member else { return };
            let on_ground = ground_of(&follower, &grounds);
            let (Some(snapshot), Some(steering), false) =
                (on_ground, &mut path.steering, matches!(*state, NavState::OnLink(_)))
            else {
                if member.target.take().is_some() {
                    follower.member = Some(member);
                }
                return;
            };
            let filter = costs_of(costs);
            let mesh = snapshot.mesh().identity();
            let is_trusted = follower.written == Some(transform.translation);
            // The crowd may have pushed it where its costs forbid it to walk: then its path goes on
            // at the nearest ground where it may.
            let standing = member.standing.filter(|&(_, area, of)| {
                is_trusted && of == mesh && snapshot.mesh().is_open(area, filter)
            });
            if let Some((position, ..)) = standing {
                let turn = tick.0.wrapping_add(number.0).is_multiple_of(LOOKS_EVERY);
                let is_new = std::mem::take(&mut follower.has_new_path);
                let looks_now = turn
                    || is_new
                    || member.target.is_none()
                    || is_near(position, steering.next_corner(), NEAR * body.radius);
                if !looks_now || *state == NavState::Arrived && !(turn || is_new) {
                    return;
                }
            }
            let here = standing.map(|(point, area, _)| (point, area)).or_else(|| {
                let feet = snapshot.to_ground(transform.translation + body.offset);
                place(snapshot, feet, filter, settings.rescue_distance)
            });
            let options = PathOptions::new().with_filter(filter);
            let mut status = SteeringStatus::OffMesh;
            if let Some(here) = here {
                let (ground, scratch) = (snapshot.ground(), &mut memory.borrow_local_mut());
                status = steering.moved_among_others(ground, &options, here, body.radius, scratch);
            }
            // The crowd says when an agent has arrived: its goal may be taken by others.
            let is_done = *state == NavState::Arrived
                && matches!(status, SteeringStatus::Walking | SteeringStatus::Repaired);
            if !is_done && status != SteeringStatus::Arrived {
                note(status, steering, &mut follower, &mut state, tick.0);
            }
            let walks = matches!(*state, NavState::Walking | NavState::Arrived);
            member.target = if walks { target(steering) } else { None };
            follower.member = Some(member);
        },
    );
}

/// Returns the point to walk to, with the length of the way behind it.
fn target(steering: &Steering) -> Option<Target> {
    let mut corners = steering.corners();
    let next = corners.next()?.point;
    let is_last = corners.len() == 0;
    let rest = corners.fold((next, 0.0), |(from, length), corner| {
        (corner.point, length + from.distance(corner.point))
    });
    Some(if is_last { Target::last(next) } else { Target::corner(next, rest.1).with_goal(rest.0) })
}

type AvoidData = (
    Ref<'static, NavAgent>,
    &'static mut Transform,
    Has<NavMove>,
    Option<&'static NavCosts>,
    &'static Numbered,
    &'static mut Follower,
    &'static mut NavState,
    &'static mut NavVelocity,
    &'static mut NavBlocked,
);

/// Moves all crowds by one step.
pub(crate) fn avoid(
    tick: Res<'_, Tick>,
    time: Res<'_, Time>,
    settings: Res<'_, NavSettings>,
    grounds: Query<'_, '_, &GroundState>,
    mut all: ResMut<'_, Crowds>,
    mut agents: Query<'_, '_, AvoidData>,
    mut ray: Local<'_, RayCast>,
) {
    let options = settings.avoidance.unwrap_or_default();
    // An agent that the paths put back on the ground must not stay off it here.
    let rescue_distance = options.rescue_distance.max(settings.rescue_distance).min(f32::MAX);
    let options = CrowdOptions { rescue_distance, ..options };
    let (all, seconds, now) = (&mut *all, time.delta_secs(), tick.0);
    let crowds = &mut all.crowds;
    for (entity, ground) in
        crowds.keys().copied().collect::<Vec<_>>().iter().map(|key| (*key, grounds.get(key.0)))
    {
        let is_there = ground.is_ok_and(|ground| entity.1 < ground.layers.len());
        if !is_there {
            crowds.remove(&entity);
        }
    }
    for (body, transform, is_moved, _, number, mut follower, state, ..) in &mut agents {
        let (Some(on), Some(snapshot)) = (follower.ground, ground_of(&follower, &grounds)) else {
            follower.member = None;
            continue;
        };
        let feet = snapshot.to_ground(transform.translation + body.offset);
        let layer = crowds.entry(on).or_insert_with(|| LayerCrowd::new(options));
        let mesh = snapshot.mesh();
        let known = follower
            .member
            .filter(|member| member.on == on && layer.crowd.agent(member.id).is_ok());
        let mut member = match known {
            Some(member) => member,
            None => {
                let Some((point, area)) = place(snapshot, feet, &UNIFORM, settings.rescue_distance)
                else {
                    follower.member = None;
                    continue;
                };
                let at = Location::at_elevation(point, mesh.elevation_at(area, point));
                let added =
                    layer.crowd.add_with_number(mesh, &UNIFORM, body_of(&body), at, number.0);
                let Ok(id) = added else {
                    follower.member = None;
                    continue;
                };
                follower.written = Some(transform.translation);
                Member { on, id, target: None, standing: None, is_suspended: false }
            }
        };
        layer.see(member.id, now);
        if body.is_changed() {
            // A body that is out of range keeps its old values.
            let _ = layer.crowd.set_body(member.id, body_of(&body));
        }
        let is_on_link = matches!(*state, NavState::OnLink(_));
        let is_where_written = follower.written == Some(transform.translation);
        if is_on_link && !member.is_suspended {
            member.is_suspended = layer.crowd.suspend(member.id).is_ok();
        } else if !is_on_link
            && (member.is_suspended || !is_where_written)
            && let Some((point, area)) = member
                .standing
                .filter(|&(.., of)| is_where_written && of == mesh.identity())
                .map(|(point, area, _)| (point, area))
                .or_else(|| place(snapshot, feet, &UNIFORM, settings.rescue_distance))
        {
            let was =
                member.standing.filter(|_| !is_moved && !member.is_suspended && seconds > 0.0);
            let placed = match was {
                Some((was, ..)) => {
                    let at = Location::at_elevation(point, mesh.elevation_at(area, point));
                    let velocity = (point - was) / seconds;
                    layer.crowd.moved_to(mesh, &UNIFORM, member.id, at, velocity)
                }
                None => layer.crowd.place_in(mesh, &UNIFORM, member.id, point, area),
            };
            if placed.is_ok() {
                member.is_suspended = false;
                member.standing = Some((point, area, mesh.identity()));
            }
        }
        // It fails only for lengths that overflow: such an agent stands.
        let _ = layer.crowd.set_target(member.id, member.target);
        follower.member = Some(member);
    }
    crowds.values_mut().for_each(|layer| layer.remove_unseen(now));
    all.share_guests();
    let crowds = &mut all.crowds;

    for (&(ground, index), layer) in crowds.iter_mut() {
        let Some(snapshot) = grounds.get(ground).ok().and_then(|ground| ground.layers.get(index))
        else {
            continue;
        };
        // It fails only for times that are no times.
        let _ = layer.crowd.step(snapshot.snapshot.mesh(), &UNIFORM, seconds, &mut layer.scratch);
    }

    for (
        body,
        mut transform,
        is_moved,
        costs,
        _,
        mut follower,
        mut state,
        mut velocity,
        mut blocked,
    ) in &mut agents
    {
        let placed = follower.member.zip(ground_of(&follower, &grounds));
        let found = placed.and_then(|(member, snapshot)| {
            let agent = crowds.get(&member.on)?.crowd.agent(member.id).ok()?;
            Some((member, snapshot, agent))
        });
        let Some((mut member, snapshot, agent)) = found else {
            velocity.set_if_neq(NavVelocity::default());
            blocked.set_if_neq(NavBlocked::default());
            continue;
        };
        let wished = snapshot.frame.velocity_to_world(agent.velocity);
        velocity.set_if_neq(NavVelocity(wished));
        blocked.set_if_neq(NavBlocked(agent.blocked_for));
        if let Some(area) = agent.area {
            if is_moved {
                let mesh = snapshot.mesh();
                let (mut point, mut area, mut elevation) = (agent.position, area, agent.elevation);
                if let Some(held) = hold(mesh, &member, (point, area), costs_of(costs), &mut ray) {
                    (point, area) = (held.point, held.area);
                    elevation = mesh.elevation_at(area, point);
                    let at = Location::at_elevation(point, elevation);
                    if let Some(layer) = crowds.get_mut(&member.on) {
                        // It fails only off the ground: the agent is put back in the next tick then.
                        let _ = layer.crowd.moved_to(mesh, &UNIFORM, member.id, at, agent.velocity);
                    }
                }
                member.standing = Some((point, area, mesh.identity()));
                follower.written = Some(put(snapshot, point, elevation, &body, &mut transform));
            } else {
                // The game may move it elsewhere, or not at all: the next tick looks.
                follower.written = None;
            }
        }
        let has_arrived = agent.state == AgentState::Arrived && !follower.has_old_path;
        if has_arrived && *state == NavState::Walking {
            (*state, follower.event) = (NavState::Arrived, Some(Event::Arrived));
        }
        follower.member = Some(member);
    }
}

/// Returns the place where an agent stops that others push to ground where its costs forbid it to walk: it
/// slides along that ground as along a wall. `None` if the ground is open to it, or if it was on forbidden ground
/// before.
fn hold(
    mesh: &NavMesh,
    member: &Member,
    (point, area): (Vec2, AreaId),
    filter: &QueryFilter,
    ray: &mut RayCast,
) -> Option<NearestPoint> {
    let (from, was, of) = member.standing?;
    let crosses = of == mesh.identity() && !mesh.is_open(area, filter) && mesh.is_open(was, filter);
    crosses.then(|| mesh.slide_from(was, from, point, filter, ray).ok())?
}

fn body_of(agent: &NavAgent) -> Body {
    Body {
        radius: agent.radius.max(LEAST_RADIUS),
        speed: agent.speed,
        max_speed: (HURRY * agent.speed).min(f32::MAX),
        ..Body::default()
    }
}

impl Crowds {
    /// Shows each crowd the agents of the other crowds on the same ground.
    fn share_guests(&mut self) {
        let Self { crowds, guests } = self;
        guests.retain(|&(ground, [host, other]), guests| {
            let is_there = crowds.contains_key(&(ground, other));
            let Some(host) = crowds.get_mut(&(ground, host)) else { return false };
            if !is_there {
                // No agent is left: the guests leave.
                let _ = guests.update(&Crowd::default(), &mut host.crowd);
            }
            is_there
        });
        for (ground, host) in crowds.keys().copied().collect::<Vec<_>>() {
            let Some(layer) = crowds.get_mut(&(ground, host)) else { continue };
            let mut crowd = std::mem::take(&mut layer.crowd);
            for (&(_, other), layer) in crowds.range((ground, 0)..=(ground, usize::MAX)) {
                if other != host {
                    let guests = guests.entry((ground, [host, other])).or_default();
                    // It fails only for 2^32 agents: some are not seen then.
                    let _ = guests.update(&layer.crowd, &mut crowd);
                }
            }
            if let Some(layer) = crowds.get_mut(&(ground, host)) {
                layer.crowd = crowd;
            }
        }
    }
}

impl LayerCrowd {
    fn new(options: CrowdOptions) -> Self {
        // Options out of range were reported when the plugin was built.
        let crowd = Crowd::with_options(options).unwrap_or_default();
        Self { crowd, ..Self::default() }
    }

    fn see(&mut self, id: AgentId, now: u64) {
        if self.seen.len() <= id.index() {
            self.seen.resize(id.index() + 1, 0);
        }
        self.seen[id.index()] = now;
    }

    /// Removes agents that were despawned, or that are on other ground now.
    fn remove_unseen(&mut self, now: u64) {
        let Self { crowd, seen, .. } = self;
        let is_gone = |agent: &Agent| {
            agent.state != AgentState::Walker && seen.get(agent.id.index()) != Some(&now)
        };
        let gone: Vec<AgentId> = crowd.agents().filter(is_gone).map(|agent| agent.id).collect();
        for id in gone {
            let _ = crowd.remove(id);
        }
    }
}
