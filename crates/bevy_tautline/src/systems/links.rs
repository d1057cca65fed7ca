//! Links that agents have taken.

use bevy_ecs::message::MessageReader;
use bevy_ecs::query::Has;
use bevy_ecs::system::Query;
use bevy_transform::components::Transform;
use tautline::Scratch;

use super::steer::ground_of;
use super::walk::put;
use crate::agent::{Follower, LinkDone, NavAgent, NavCosts, NavMove, NavPath, NavState, costs_of};
use crate::ground::GroundState;

type LinkData = (
    &'static NavAgent,
    &'static mut Transform,
    Has<NavMove>,
    Option<&'static NavCosts>,
    &'static mut Follower,
    &'static mut NavPath,
    &'static mut NavState,
);

/// Ends the links for which the game has written a [`LinkDone`].
pub(crate) fn finish_links(
    grounds: Query<'_, '_, &GroundState>,
    mut done: MessageReader<'_, '_, LinkDone>,
    mut agents: Query<'_, '_, LinkData>,
) {
    for &LinkDone { agent } in done.read() {
        let Ok((body, mut transform, is_moved, costs, mut follower, mut path, mut state)) =
            agents.get_mut(agent)
        else {
            continue;
        };
        let (NavState::OnLink(_), Some(steering)) = (*state, &mut path.steering) else { continue };
        *state = NavState::Walking;
        follower.written = None;
        let (true, Some(snapshot)) = (is_moved, ground_of(&follower, &grounds)) else {
            steering.finish_link();
            continue;
        };
        // `lands_at` has the height at which the agent departed, which a map without elevations does not know.
        if let Some(to) = follower.lands_at.take() {
            transform.translation = to;
        }
        // If areas only touch at the end of the link, `land` returns the one in which the path continues.
        let filter = costs_of(costs);
        let area = steering.land(snapshot.ground_for(filter), filter, &mut Scratch::new());
        let at = steering.location();
        let elevation = at.elevation.unwrap_or(0.0);
        let written = put(snapshot, at.point, elevation, body, &mut transform);
        follower.written = area.map(|_| written);
        #[cfg(feature = "crowd")]
        if let (Some(area), Some(member)) = (area, &mut follower.member) {
            member.land(at.point, area, snapshot.mesh().identity());
        }
    }
}
