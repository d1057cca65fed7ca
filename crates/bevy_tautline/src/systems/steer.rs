//! Steering of agents that do not avoid each other.

use bevy_ecs::change_detection::{DetectChangesMut, Mut};
use bevy_ecs::query::Has;
use bevy_ecs::system::{Local, Query, Res};
use bevy_time::Time;
use bevy_transform::components::Transform;
use bevy_utils::Parallel;
use tautline::navmesh::AreaId;
use tautline::{Location, PathOptions, QueryFilter, Scratch, Steering, SteeringStatus, Vec2};

use super::Tick;
use crate::agent::{
    Event, Follower, NavAgent, NavCosts, NavMove, NavPath, NavState, NavVelocity, Need, costs_of,
};
use crate::ground::{GroundState, NavSnapshot};
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

/// Finds the preferred velocity of each agent.
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
            let ahead = path.ahead();
            let Some(steering) = &mut path.bypass_change_detection().steering else { return };
            // If the plugin moved this agent last, `walk` has updated its steering state: it need not be read from
            // the `Transform`.
            let is_new = std::mem::take(&mut follower.has_new_path);
            let is_trusted = is_moved
                && !is_new
                && follower.is_where_written(transform.translation, snapshot.mesh());
            if !is_trusted && !matches!(*state, NavState::OnLink(_)) {
                let feet = snapshot.to_ground(transform.translation + body.offset);
                let filter = costs_of(costs);
                let options = PathOptions::new().with_filter(filter);
                let mut status = SteeringStatus::OffMesh;
                let here = snap(snapshot, feet, filter, settings.rescue_distance);
                if let Some(here) = here {
                    let (ground, scratch) =
                        (snapshot.ground_for(filter), &mut memory.borrow_local_mut());
                    status = if is_moved {
                        steering.moved_to(ground, &options, here.0, here.1, scratch)
                    } else {
                        // In dense traffic, other bodies may keep it away from the points of its path.
                        steering.moved_among_others(ground, &options, here, body.radius, scratch)
                    };
                    let walks = !is_moved && status == SteeringStatus::Walking;
                    if walks && is_at_goal(steering, settings.arrival_distance) {
                        status = SteeringStatus::Arrived;
                    }
                }
                apply_status(status, steering, &mut follower, &mut state, tick.0);
            }
            let preferred = match *state {
                NavState::Walking => preferred_velocity(steering, is_moved, body.speed, seconds),
                _ => Vec2::ZERO,
            };
            velocity.set_if_neq(NavVelocity(snapshot.frame.velocity_to_world(preferred)));
            NavPath::mark_if_other(&mut path, ahead);
        },
    );
}

/// Returns the velocity towards the next corner, on the ground. At most, it reaches the corner in this tick, except
/// for agents that the game moves.
fn preferred_velocity(steering: &Steering, is_moved: bool, speed: f32, seconds: f32) -> Vec2 {
    if !is_moved && steering.steps().len() > 1 {
        // The game moves this agent, and something may push it, so that it would never reach a corner
        // exactly. It keeps its speed there.
        return (steering.next_corner() - steering.position()).normalize_or_zero() * speed;
    }
    if seconds > 0.0 {
        let next = steering.towards_next_corner(speed * seconds);
        return (next - steering.position()) / seconds;
    }
    Vec2::ZERO
}

/// Returns the ground of an agent.
pub(super) fn ground_of<'a>(
    follower: &Follower,
    grounds: &'a Query<'_, '_, &GroundState>,
) -> Option<&'a NavSnapshot> {
    let (entity, layer) = follower.ground?;
    Some(&grounds.get(entity).ok()?.layers.get(layer)?.snapshot)
}

/// Returns the nearest point of the ground to a location, and its area. `None` if there is none within the distance.
pub(super) fn snap(
    snapshot: &NavSnapshot,
    feet: Location,
    filter: &QueryFilter,
    distance: f32,
) -> Option<(Vec2, AreaId)> {
    let near = snapshot.mesh().nearest(feet, distance, filter).ok().flatten()?;
    Some((near.point, near.area))
}

/// Returns true if an agent is close to the end of its path.
fn is_at_goal(steering: &Steering, distance: f32) -> bool {
    steering.steps().len() == 1 && is_near(steering.position(), steering.next_corner(), distance)
}

pub(super) fn is_near(one: Vec2, other: Vec2, distance: f32) -> bool {
    one.distance_squared(other) <= distance * distance
}

/// Updates the state, the need and the event of an agent after its steering has returned a status.
pub(super) fn apply_status(
    status: SteeringStatus,
    steering: &mut Steering,
    follower: &mut Follower,
    state: &mut Mut<'_, NavState>,
    now: u64,
) {
    match status {
        SteeringStatus::AtLink(_) => {
            if let Some(step) = steering.take_link() {
                (**state, follower.event) = (NavState::OnLink(step.link), Some(Event::Link(step)));
            }
        }
        SteeringStatus::Arrived if follower.has_old_path => {
            state.set_if_neq(NavState::Waiting);
        }
        SteeringStatus::Arrived if **state != NavState::Arrived => {
            (**state, follower.event) = (NavState::Arrived, Some(Event::Arrived));
        }
        SteeringStatus::Arrived | SteeringStatus::OnLink(_) => {}
        SteeringStatus::Blocked | SteeringStatus::OffMesh => {
            state.set_if_neq(NavState::Waiting);
            if !follower.is_asking {
                follower.needs(Need::Now, now);
            }
        }
        // The agent waits for a path to its new goal, and does not go on along the old one.
        _ if follower.has_old_path && **state == NavState::Waiting => {}
        _ => {
            if status == SteeringStatus::Repaired && !follower.is_asking {
                follower.needs(Need::Better, now);
            }
            state.set_if_neq(NavState::Walking);
        }
    }
}
