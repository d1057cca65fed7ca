//! Steering of agents along their paths, and the messages to the game.

use bevy_ecs::change_detection::DetectChangesMut;
use bevy_ecs::entity::Entity;
use bevy_ecs::message::MessageWriter;
use bevy_ecs::query::Has;
use bevy_ecs::system::{Local, Query, Res};
use bevy_time::Time;
use bevy_transform::components::Transform;
use bevy_utils::Parallel;
use tautline::navmesh::AreaId;
use tautline::{Location, PathOptions, QueryFilter, Scratch, Steering, SteeringStatus, Vec2};

use super::Tick;
use crate::agent::{
    Event, Follower, LinkReached, NavAgent, NavArrived, NavCosts, NavMove, NavPath, NavState,
    NavVelocity, Need, costs_of,
};
use crate::ground::{GroundState, NavSnapshot};
use crate::numbered::Numbered;
use crate::settings::NavSettings;

type SteerData = (
    &'static NavAgent,
    &'static Transform,
    Option<&'static NavCosts>,
    Has<NavMove>,
    &'static mut Follower,
    &'static mut NavPath,
    &'static mut NavState,
    &'static mut NavVelocity,
);

/// Finds the velocity that each agent wishes, where agents do not avoid each other.
pub(crate) fn steer(
    tick: Res<'_, Tick>,
    time: Res<'_, Time>,
    settings: Res<'_, NavSettings>,
    grounds: Query<'_, '_, &GroundState>,
    mut agents: Query<'_, '_, SteerData>,
    memory: Local<'_, Parallel<Scratch>>,
) {
    let (memory, seconds) = (&*memory, time.delta_secs());
    agents.par_iter_mut().for_each(
        |(body, transform, costs, is_moved, mut follower, mut path, mut state, mut velocity)| {
            let Some(snapshot) = ground_of(&follower, &grounds) else { return };
            let Some(steering) = &mut path.steering else { return };
            // An agent that the plugin has moved is where its steering state says: `walk` has updated it.
            let is_new = std::mem::take(&mut follower.has_new_path);
            let is_trusted = is_moved && !is_new && follower.written == Some(transform.translation);
            if !is_trusted && !matches!(*state, NavState::OnLink(_)) {
                let feet = snapshot.to_ground(transform.translation + body.offset);
                let options = PathOptions::new().with_filter(costs_of(costs));
                let mut status = SteeringStatus::OffMesh;
                if let Some(here) = place(snapshot, feet, costs_of(costs), settings.rescue_distance)
                {
                    let (ground, scratch) = (snapshot.ground(), &mut memory.borrow_local_mut());
                    status = if is_moved {
                        steering.moved_to(ground, &options, here.0, here.1, scratch)
                    } else {
                        // In dense traffic, others may keep it away from the points of its path.
                        steering.moved_among_others(ground, &options, here, body.radius, scratch)
                    };
                    let walks = !is_moved && status == SteeringStatus::Walking;
                    if walks && is_at_goal(steering, settings.arrival_distance) {
                        status = SteeringStatus::Arrived;
                    }
                }
                note(status, steering, &mut follower, &mut state, tick.0);
            }
            let wished = match *state {
                NavState::Walking if !is_moved && steering.steps().len() > 1 => {
                    // At full speed also close to a corner: a step that ends there exactly would
                    // never do so if something else pushes the agent.
                    (steering.next_corner() - steering.position()).normalize_or_zero() * body.speed
                }
                NavState::Walking if seconds > 0.0 => {
                    let next = steering.towards_next_corner(body.speed * seconds);
                    (next - steering.position()) / seconds
                }
                _ => Vec2::ZERO,
            };
            velocity.set_if_neq(NavVelocity(snapshot.frame.velocity_to_world(wished)));
        },
    );
}

/// Returns the ground of an agent.
pub(super) fn ground_of<'a>(
    follower: &Follower,
    grounds: &'a Query<'_, '_, &GroundState>,
) -> Option<&'a NavSnapshot> {
    let (entity, layer) = follower.ground?;
    Some(&grounds.get(entity).ok()?.layers.get(layer)?.snapshot)
}

/// Finds the point of the ground at a location, or the nearest one to it.
pub(super) fn place(
    snapshot: &NavSnapshot,
    feet: Location,
    filter: &QueryFilter,
    rescue_distance: f32,
) -> Option<(Vec2, AreaId)> {
    let near = snapshot.mesh().nearest(feet, rescue_distance, filter).ok().flatten()?;
    Some((near.point, near.area))
}

/// Returns true if an agent is close to the end of its path.
fn is_at_goal(steering: &Steering, distance: f32) -> bool {
    steering.steps().len() == 1 && is_near(steering.position(), steering.next_corner(), distance)
}

pub(super) fn is_near(one: Vec2, other: Vec2, distance: f32) -> bool {
    one.distance_squared(other) <= distance * distance
}

/// Sets the state of an agent by its status on the path.
pub(super) fn note(
    status: SteeringStatus,
    steering: &mut Steering,
    follower: &mut Follower,
    state: &mut NavState,
    now: u64,
) {
    match status {
        SteeringStatus::AtLink(_) => {
            if let Some(step) = steering.take_link() {
                (*state, follower.event) = (NavState::OnLink(step.link), Some(Event::Link(step)));
            }
        }
        SteeringStatus::Arrived if follower.has_old_path => *state = NavState::Waiting,
        SteeringStatus::Arrived if *state != NavState::Arrived => {
            (*state, follower.event) = (NavState::Arrived, Some(Event::Arrived));
        }
        SteeringStatus::Arrived | SteeringStatus::OnLink(_) => {}
        SteeringStatus::Blocked | SteeringStatus::OffMesh => {
            *state = NavState::Waiting;
            if !follower.is_asking {
                follower.needs(Need::Now, now);
            }
        }
        // The agent waits for a path to its new goal, and does not go on along the old one.
        _ if follower.has_old_path && *state == NavState::Waiting => {}
        _ => {
            if status == SteeringStatus::Repaired && !follower.is_asking {
                follower.needs(Need::Better, now);
            }
            if *state != NavState::Walking {
                *state = NavState::Walking;
            }
        }
    }
}

type ReportData =
    (Entity, &'static NavAgent, &'static Transform, &'static Numbered, &'static mut Follower);

/// Tells the game what has happened, in an order that does not depend on archetypes.
pub(crate) fn report(
    grounds: Query<'_, '_, &GroundState>,
    mut agents: Query<'_, '_, ReportData>,
    mut arrived: MessageWriter<'_, NavArrived>,
    mut links: MessageWriter<'_, LinkReached>,
    mut events: Local<'_, Vec<(u64, Entity, Event)>>,
) {
    events.clear();
    for (entity, _, _, number, mut follower) in &mut agents {
        if follower.event.is_some()
            && let Some(event) = follower.event.take()
        {
            events.push((number.0, entity, event));
        }
    }
    events.sort_unstable_by_key(|&(number, ..)| number);
    for &(_, agent, event) in events.iter() {
        let Event::Link(step) = event else {
            arrived.write(NavArrived { agent });
            continue;
        };
        let Ok((_, body, transform, _, mut follower)) = agents.get_mut(agent) else { continue };
        let Some(snapshot) = ground_of(&follower, &grounds) else { continue };
        let link = snapshot.mesh().link(step.link);
        let mut elevation = link.arrival(step.forwards).elevation;
        if snapshot.mesh().elevations().is_empty() {
            let feet = snapshot.to_ground(transform.translation + body.offset);
            elevation = feet.elevation.unwrap_or(0.0);
        }
        let to = snapshot.to_world(step.to, elevation) - body.offset;
        follower.lands_at = Some(to);
        links.write(LinkReached {
            agent,
            link: step.link,
            kind: link.kind,
            forwards: step.forwards,
            from: transform.translation,
            to,
        });
    }
}
