//! Messages to the game.

use bevy_ecs::entity::Entity;
use bevy_ecs::message::MessageWriter;
use bevy_ecs::system::{Local, Query};
use bevy_transform::components::Transform;

use super::steer::ground_of;
use crate::agent::{Event, Follower, LinkReached, NavAgent, NavArrived};
use crate::ground::GroundState;
use crate::numbered::Numbered;

type ReportData =
    (Entity, &'static NavAgent, &'static Transform, &'static Numbered, &'static mut Follower);

/// Writes a message for each event of this tick, in the order in which agents were spawned, which does not depend on
/// archetypes.
pub(crate) fn report(
    grounds: Query<'_, '_, &GroundState>,
    mut agents: Query<'_, '_, ReportData>,
    mut arrived: MessageWriter<'_, NavArrived>,
    mut links: MessageWriter<'_, LinkReached>,
    mut events: Local<'_, Vec<(u64, Entity, Event)>>,
) {
    events.clear();
    for (entity, _, _, number, mut follower) in &mut agents {
        // Checked before `take`, which would mark the component as changed.
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
