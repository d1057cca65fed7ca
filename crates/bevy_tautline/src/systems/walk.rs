//! Movement of agents that do not avoid each other.

use bevy_ecs::change_detection::DetectChangesMut;
use bevy_ecs::query::With;
use bevy_ecs::system::{Local, Query, Res};
use bevy_math::Vec3;
use bevy_time::Time;
use bevy_transform::components::Transform;
use bevy_utils::Parallel;
use tautline::{PathOptions, Scratch, Vec2};

use super::Tick;
use super::steer::{apply_status, ground_of, snap};
use crate::agent::{Follower, NavAgent, NavCosts, NavMove, NavPath, NavState, costs_of};
use crate::ground::{GroundState, NavSnapshot};
use crate::settings::NavSettings;

type WalkData = (
    &'static NavAgent,
    &'static mut Transform,
    Option<&'static NavCosts>,
    &'static mut Follower,
    &'static mut NavPath,
    &'static mut NavState,
);

/// Moves agents along the ground, towards the next corners of their paths.
pub(crate) fn walk(
    tick: Res<'_, Tick>,
    time: Res<'_, Time>,
    settings: Res<'_, NavSettings>,
    grounds: Query<'_, '_, &GroundState>,
    mut agents: Query<'_, '_, WalkData, With<NavMove>>,
    memory: Local<'_, Parallel<Scratch>>,
) {
    let (memory, seconds) = (&*memory, time.delta_secs());
    agents.par_iter_mut().for_each(
        |(body, mut transform, costs, mut follower, mut path, mut state)| {
            let Some(snapshot) = ground_of(&follower, &grounds) else { return };
            let filter = costs_of(costs);
            let ahead = path.ahead();
            let Some(steering) = &mut path.bypass_change_detection().steering else {
                // Without a path, an agent is put on the ground once per version of the mesh.
                let mesh = Some(snapshot.mesh().identity());
                if std::mem::replace(&mut follower.put_on, mesh) != mesh {
                    let feet = snapshot.to_ground(transform.translation + body.offset);
                    if let Some((point, area)) =
                        snap(snapshot, feet, filter, settings.rescue_distance)
                    {
                        let elevation = snapshot.mesh().elevation_at(area, point);
                        put(snapshot, point, elevation, body, &mut transform);
                    }
                }
                return;
            };
            follower.put_on = None;
            if *state != NavState::Walking {
                return;
            }
            let options = PathOptions::new().with_filter(filter);
            let target = steering.towards_next_corner(body.speed * seconds);
            let mut scratch = memory.borrow_local_mut();
            let ground = snapshot.ground_for(filter);
            let status = steering.advance(ground, &options, target, &mut scratch);
            let at = steering.location();
            let elevation = at.elevation.unwrap_or(0.0);
            let written = put(snapshot, at.point, elevation, body, &mut transform);
            follower.written = Some(written);
            apply_status(status, steering, &mut follower, &mut state, tick.0);
            NavPath::mark_if_other(&mut path, ahead);
        },
    );
}

/// Moves an agent to a point of the ground, and returns its new translation. On a mesh without
/// elevations, it keeps its height.
pub(super) fn put(
    snapshot: &NavSnapshot,
    point: Vec2,
    elevation: f32,
    body: &NavAgent,
    transform: &mut bevy_ecs::change_detection::Mut<'_, Transform>,
) -> Vec3 {
    let elevation = if snapshot.mesh().elevations().is_empty() {
        let feet = snapshot.to_ground(transform.translation + body.offset);
        feet.elevation.unwrap_or(0.0)
    } else {
        elevation
    };
    let translation = snapshot.to_world(point, elevation) - body.offset;
    if transform.translation != translation {
        transform.translation = translation;
    }
    translation
}
