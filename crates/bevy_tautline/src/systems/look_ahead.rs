//! The points that agents of a crowd walk to.

use bevy_ecs::change_detection::DetectChangesMut;
use bevy_ecs::system::{Local, Query, Res};
use bevy_transform::components::Transform;
use bevy_utils::Parallel;
use tautline::crowd::Target;
use tautline::{PathOptions, Scratch, Steering, SteeringStatus};

use super::Tick;
use super::steer::{apply_status, ground_of, is_near, snap};
use crate::agent::{Follower, NavAgent, NavCosts, NavPath, NavState, costs_of};
use crate::ground::GroundState;
use crate::numbered::Numbered;
use crate::settings::NavSettings;

/// The interval, in ticks, at which an agent checks whether it sees a later corner of its path.
const CHECK_INTERVAL: u64 = 8;

/// The distance to the next corner, in radii, within which an agent checks in each tick.
const NEAR: f32 = 2.0;

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
            let ahead = path.ahead();
            let (Some(snapshot), Some(steering), false) = (
                on_ground,
                &mut path.bypass_change_detection().steering,
                matches!(*state, NavState::OnLink(_)),
            ) else {
                if member.target.take().is_some() {
                    follower.member = Some(member);
                }
                return;
            };
            let filter = costs_of(costs);
            let mesh = snapshot.mesh().identity();
            let is_trusted = follower.is_where_written(transform.translation, snapshot.mesh());
            // The crowd may have pushed it onto ground that its costs forbid. Then its path continues
            // from the nearest allowed ground.
            let standing = member.standing.filter(|&(_, area, of)| {
                is_trusted && of == mesh && snapshot.mesh().is_open(area, filter)
            });
            if let Some((position, ..)) = standing {
                // The numbers spread the checks over the ticks.
                let is_turn = tick.0.wrapping_add(number.0).is_multiple_of(CHECK_INTERVAL);
                let is_new = std::mem::take(&mut follower.has_new_path);
                let checks_now = is_turn
                    || is_new
                    || member.target.is_none()
                    || is_near(position, steering.next_corner(), NEAR * body.radius);
                if !checks_now || *state == NavState::Arrived && !(is_turn || is_new) {
                    return;
                }
            }
            let here = standing.map(|(point, area, _)| (point, area)).or_else(|| {
                let feet = snapshot.to_ground(transform.translation + body.offset);
                snap(snapshot, feet, filter, settings.greatest_rescue_distance())
            });
            let options = PathOptions::new().with_filter(filter);
            let mut status = SteeringStatus::OffMesh;
            if let Some(here) = here {
                let (ground, scratch) =
                    (snapshot.ground_for(filter), &mut memory.borrow_local_mut());
                status = steering.moved_among_others(ground, &options, here, body.radius, scratch);
            }
            // The crowd decides when an agent has arrived, because others may occupy its goal.
            let is_done = *state == NavState::Arrived
                && matches!(status, SteeringStatus::Walking | SteeringStatus::Repaired);
            if !is_done && status != SteeringStatus::Arrived {
                apply_status(status, steering, &mut follower, &mut state, tick.0);
            }
            let walks = matches!(*state, NavState::Walking | NavState::Arrived);
            member.target = if walks { target(steering) } else { None };
            follower.member = Some(member);
            NavPath::mark_if_other(&mut path, ahead);
        },
    );
}

/// Returns the next corner, with the length of the path after it.
fn target(steering: &Steering) -> Option<Target> {
    let mut corners = steering.corners();
    let next = corners.next()?.point;
    let is_last = corners.len() == 0;
    let rest = corners.fold((next, 0.0), |(from, length), corner| {
        (corner.point, length + from.distance(corner.point))
    });
    Some(if is_last { Target::last(next) } else { Target::corner(next, rest.1).with_goal(rest.0) })
}
