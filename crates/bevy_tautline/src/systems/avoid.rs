//! Agents that avoid each other. They are members of the crowd of their ground, which moves them.
//!
//! A crowd has one filter for all of its agents, so that filter forbids nothing. The paths of an agent obey its own
//! costs, and [`hold`] stops it where others push it onto ground that these costs forbid, and moves it off ground that
//! an edit has made such.

use bevy_ecs::change_detection::{DetectChanges, DetectChangesMut, Ref};
use bevy_ecs::query::Has;
use bevy_ecs::system::{Local, Query, Res, ResMut};
use bevy_time::Time;
use bevy_transform::components::Transform;
use tautline::crowd::{AgentState, Body, CrowdOptions};
use tautline::navmesh::{AreaId, RayCast};
use tautline::{Location, QueryFilter, Vec2};

use super::Tick;
use super::crowds::{Crowds, LayerCrowd, Member};
use super::steer::{ground_of, is_near, snap};
use super::walk::put;
use crate::agent::{
    Event, Follower, NavAgent, NavBlocked, NavCosts, NavMove, NavState, NavVelocity, UNIFORM,
    costs_of,
};
use crate::ground::{GroundState, NavSnapshot};
use crate::numbered::Numbered;
use crate::settings::NavSettings;

/// The greatest speed at which an agent makes room, as a multiple of its own speed.
const MAX_SPEED_FACTOR: f32 = 1.3;

/// The radius in a crowd of an agent with a smaller one, in world units. A crowd does not accept the radius 0.
const LEAST_RADIUS: f32 = 1e-3;

type JoinData = (
    Ref<'static, NavAgent>,
    &'static Transform,
    Has<NavMove>,
    &'static Numbered,
    &'static mut Follower,
    &'static mut NavState,
);

/// Adds all agents to the crowds of their grounds, and applies the changes that the game has made to them.
pub(crate) fn join_crowds(
    tick: Res<'_, Tick>,
    time: Res<'_, Time>,
    settings: Res<'_, NavSettings>,
    grounds: Query<'_, '_, &GroundState>,
    mut all: ResMut<'_, Crowds>,
    mut agents: Query<'_, '_, JoinData>,
) {
    let rescue_distance = settings.greatest_rescue_distance();
    let options = CrowdOptions { rescue_distance, ..settings.avoidance.unwrap_or_default() };
    let crowds = &mut all.crowds;
    crowds.retain(|&(ground, layer), _| {
        grounds.get(ground).is_ok_and(|ground| layer < ground.layers.len())
    });
    for (body, transform, is_moved, number, mut follower, mut state) in &mut agents {
        let on = follower.ground.zip(ground_of(&follower, &grounds));
        let known = follower.member.take();
        let Some((on, snapshot)) = on else { continue };
        let layer = crowds.entry(on).or_insert_with(|| LayerCrowd::new(options));
        let feet = snapshot.to_ground(transform.translation + body.offset);
        let near = || snap(snapshot, feet, &UNIFORM, rescue_distance);
        let known = known.filter(|member| member.on == on && layer.crowd.agent(member.id).is_ok());
        let member = known.or_else(|| {
            let at = at_elevation(snapshot, near()?);
            let added = layer.crowd.add_with_number(
                snapshot.mesh(),
                &UNIFORM,
                body_of(&body),
                at,
                number.0,
            );
            let id = added.ok()?;
            follower.written = Some(transform.translation);
            Some(Member { on, id, target: None, standing: None, is_suspended: false })
        });
        let Some(mut member) = member else { continue };
        if body.is_changed() {
            // A body that is out of range keeps its old values.
            let _ = layer.crowd.set_body(member.id, body_of(&body));
        }
        let is_where_written = follower.is_where_written(transform.translation, snapshot.mesh());
        if matches!(*state, NavState::OnLink(_)) {
            if !member.is_suspended {
                member.is_suspended = layer.crowd.suspend(member.id).is_ok();
            }
        } else if member.is_suspended || !is_where_written {
            let mesh = snapshot.mesh().identity();
            let known = member.standing.filter(|&(.., of)| is_where_written && of == mesh);
            let to = known.map(|(point, area, _)| (point, area)).or_else(near);
            let Some(to) = to else {
                // The game has moved it far off the ground. It leaves the crowd, which would move it back to where it
                // was, and joins again when it is near the ground.
                follower.has_arrived_before = false;
                continue;
            };
            let is_teleport =
                member.standing.is_some_and(|(was, ..)| !is_near(was, to.0, body.radius));
            if is_teleport {
                follower.has_arrived_before = false;
                if *state == NavState::Arrived {
                    *state = NavState::Walking;
                }
            }
            let seconds = time.delta_secs();
            let walked = !is_moved && !member.is_suspended && seconds > 0.0;
            follow(&mut member, layer, snapshot, to, walked.then_some(seconds));
        }
        // Fails only if a length overflows. The agent then stands still.
        let _ = layer.crowd.set_target(member.id, member.target);
        layer.mark_seen(member.id, tick.0);
        follower.member = Some(member);
    }
    crowds.values_mut().for_each(|layer| layer.remove_unseen(tick.0));
}

/// Moves a member of a crowd to the position of its agent. If the game has moved the agent there, `walked_in` is
/// the time since the last tick, in seconds, for the velocity of the member.
fn follow(
    member: &mut Member,
    layer: &mut LayerCrowd,
    snapshot: &NavSnapshot,
    (point, area): (Vec2, AreaId),
    walked_in: Option<f32>,
) {
    let mesh = snapshot.mesh();
    let placed = match member.standing.zip(walked_in) {
        Some(((was, ..), seconds)) => {
            let at = at_elevation(snapshot, (point, area));
            layer.crowd.moved_to(mesh, &UNIFORM, member.id, at, (point - was) / seconds)
        }
        None => layer.crowd.place_in(mesh, &UNIFORM, member.id, point, area),
    };
    if placed.is_ok() {
        member.is_suspended = false;
        member.standing = Some((point, area, mesh.identity()));
    }
}

/// Moves all crowds by one step.
pub(crate) fn step_crowds(
    time: Res<'_, Time>,
    grounds: Query<'_, '_, &GroundState>,
    mut all: ResMut<'_, Crowds>,
) {
    all.share_guests();
    for (&(ground, layer), LayerCrowd { crowd, scratch, .. }) in &mut all.crowds {
        let ground = grounds.get(ground).ok();
        let Some(layer) = ground.and_then(|ground| ground.layers.get(layer)) else { continue };
        // Fails only if the time is negative or not finite.
        let _ = crowd.step(layer.snapshot.mesh(), &UNIFORM, time.delta_secs(), scratch);
    }
}

type AvoidData = (
    &'static NavAgent,
    &'static mut Transform,
    Has<NavMove>,
    Option<&'static NavCosts>,
    &'static mut Follower,
    &'static mut NavState,
    &'static mut NavVelocity,
    &'static mut NavBlocked,
);

/// Moves the agents to where their crowds have taken them.
pub(crate) fn avoid(
    settings: Res<'_, NavSettings>,
    grounds: Query<'_, '_, &GroundState>,
    mut all: ResMut<'_, Crowds>,
    mut agents: Query<'_, '_, AvoidData>,
    mut ray: Local<'_, RayCast>,
) {
    for (
        body,
        mut transform,
        is_moved,
        costs,
        mut follower,
        mut state,
        mut velocity,
        mut blocked,
    ) in &mut agents
    {
        let placed = follower.member.zip(ground_of(&follower, &grounds));
        let found = placed.and_then(|(member, snapshot)| {
            let crowd = &mut all.crowds.get_mut(&member.on)?.crowd;
            let agent = crowd.agent(member.id).ok()?;
            Some((member, snapshot, crowd, agent))
        });
        let Some((mut member, snapshot, crowd, agent)) = found else {
            velocity.set_if_neq(NavVelocity::default());
            blocked.set_if_neq(NavBlocked::default());
            continue;
        };
        let chosen = snapshot.frame.velocity_to_world(agent.velocity);
        velocity.set_if_neq(NavVelocity(chosen));
        blocked.set_if_neq(NavBlocked(agent.blocked_for));
        if let Some(area) = agent.area {
            if is_moved {
                let mesh = snapshot.mesh();
                let (mut point, mut area, mut elevation) = (agent.position, area, agent.elevation);
                let (here, filter) = ((point, area), costs_of(costs));
                let distance = settings.greatest_rescue_distance();
                if let Some(held) = hold(snapshot, &member, here, filter, distance, &mut ray) {
                    (point, area) = held;
                    elevation = mesh.elevation_at(area, point);
                    let at = Location::at_elevation(point, elevation);
                    // Fails only off the ground. Then the next tick puts the agent back.
                    let _ = crowd.moved_to(mesh, &UNIFORM, member.id, at, agent.velocity);
                }
                member.standing = Some((point, area, mesh.identity()));
                follower.written = Some(put(snapshot, point, elevation, body, &mut transform));
            } else {
                // The game moves this agent, so the next tick reads its position again.
                follower.written = None;
            }
        }
        let has_arrived = agent.state == AgentState::Arrived && !follower.has_old_path;
        if has_arrived && *state == NavState::Walking {
            *state = NavState::Arrived;
            if !std::mem::take(&mut follower.has_arrived_before) {
                follower.event = Some(Event::Arrived);
            }
        } else if agent.state == AgentState::Walking && *state == NavState::Arrived {
            *state = NavState::Walking;
            follower.has_arrived_before = true;
        }
        follower.member = Some(member);
    }
}

/// Returns the point where an agent stops if others push it onto ground that its costs forbid: it slides along the
/// edge of that ground like along a wall. After an edit, returns the nearest ground that they do not forbid. `None` if the
/// ground is not forbidden, or if the agent was on forbidden ground before.
fn hold(
    snapshot: &NavSnapshot,
    member: &Member,
    (point, area): (Vec2, AreaId),
    filter: &QueryFilter,
    rescue_distance: f32,
    ray: &mut RayCast,
) -> Option<(Vec2, AreaId)> {
    let mesh = snapshot.mesh();
    let (from, was, of) = member.standing?;
    if mesh.is_open(area, filter) {
        return None;
    }
    if of != mesh.identity() {
        let at = at_elevation(snapshot, (point, area));
        return snap(snapshot, at, filter, rescue_distance);
    }
    let held = mesh.is_open(was, filter).then(|| mesh.slide_from(was, from, point, filter, ray));
    held?.ok().map(|held| (held.point, held.area))
}

/// Returns a point of an area as a location on its floor.
fn at_elevation(snapshot: &NavSnapshot, (point, area): (Vec2, AreaId)) -> Location {
    Location::at_elevation(point, snapshot.mesh().elevation_at(area, point))
}

fn body_of(agent: &NavAgent) -> Body {
    Body {
        radius: agent.radius.max(LEAST_RADIUS),
        speed: agent.speed,
        max_speed: (MAX_SPEED_FACTOR * agent.speed).min(f32::MAX),
        ..Body::default()
    }
}
