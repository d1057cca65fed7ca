//! Links that agents have taken.

use bevy_ecs::message::MessageReader;
use bevy_ecs::query::Has;
use bevy_ecs::system::{Query, Res};
use bevy_transform::components::Transform;

use super::steer::ground_of;
use super::walk::put;
use crate::agent::{Follower, LinkDone, NavAgent, NavMove, NavPath, NavState};
use crate::ground::GroundState;
use crate::plugin::NavSettings;

type LinkData = (
    &'static NavAgent,
    &'static mut Transform,
    Has<NavMove>,
    &'static mut Follower,
    &'static mut NavPath,
    &'static mut NavState,
);

/// Lets agents walk on that are at the other end of their link.
pub(crate) fn finish_links(
    settings: Res<'_, NavSettings>,
    grounds: Query<'_, '_, &GroundState>,
    mut done: MessageReader<'_, '_, LinkDone>,
    mut agents: Query<'_, '_, LinkData>,
) {
    for &LinkDone { agent } in done.read() {
        let Ok((body, mut transform, is_moved, mut follower, mut path, mut state)) =
            agents.get_mut(agent)
        else {
            continue;
        };
        let (NavState::OnLink(_), Some(steering)) = (*state, &mut path.steering) else { continue };
        steering.finish_link();
        *state = NavState::Walking;
        follower.written = None;
        if let (true, Some(snapshot)) = (is_moved, ground_of(&follower, &grounds)) {
            let at = steering.location();
            put(snapshot, at.point, at.elevation.unwrap_or(0.0), body, &settings, &mut transform);
        }
    }
}
