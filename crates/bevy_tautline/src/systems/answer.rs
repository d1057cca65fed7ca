//! Delivery of paths to agents.

use std::sync::{Arc, Mutex};

use bevy_ecs::change_detection::DetectChangesMut;
use bevy_ecs::entity::Entity;
use bevy_ecs::resource::Resource;
use bevy_ecs::system::{Query, Res, ResMut};
use bevy_math::Vec3;
use tautline::navmesh::MeshIdentity;
use tautline::{PathError, Scratch, Steering};

use super::Tick;
use crate::agent::{Follower, NavPath, NavState, NavVelocity, Need};
use crate::answers::Work;
use crate::axes::Frame;
use crate::error::NavError;

/// The answer to the request of an agent.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) agent: Entity,
    pub(crate) request: u64,
    /// The version of the ground that it was found on.
    pub(crate) version: (MeshIdentity, u64),
    pub(crate) mesh: MeshIdentity,
    /// The position and orientation of the ground in the world.
    pub(crate) frame: Frame,
    pub(crate) found: Result<Steering, PathError>,
}

/// The batches that are under way, and the memory of queries.
#[derive(Resource, Debug, Default)]
pub(crate) struct Batches {
    under_way: Vec<Work<Vec<Answer>>>,
    idle: Arc<Mutex<Vec<Scratch>>>,
}

impl Batches {
    pub(crate) fn push(&mut self, batch: Work<Vec<Answer>>) {
        self.under_way.push(batch);
    }

    pub(crate) fn memory(&self) -> Arc<Mutex<Vec<Scratch>>> {
        Arc::clone(&self.idle)
    }
}

type AnswerData = (
    &'static mut Follower,
    Option<(&'static mut NavPath, &'static mut NavState, &'static mut NavVelocity)>,
);

/// Gives agents the paths that take effect in this tick.
pub(crate) fn receive(
    tick: Res<'_, Tick>,
    mut batches: ResMut<'_, Batches>,
    mut agents: Query<'_, '_, AnswerData>,
) {
    // Most ticks have no batches. Returning early keeps Bevy from marking the resource as changed.
    if batches.under_way.is_empty() {
        return;
    }
    for batch in std::mem::take(&mut batches.under_way) {
        let answers = match batch.finish(tick.0) {
            Ok(answers) => answers,
            Err(batch) => {
                batches.under_way.push(batch);
                continue;
            }
        };
        for Answer { agent, request, version, mesh, frame, found } in answers {
            // The agent may have been despawned, or sent elsewhere.
            let Ok((mut follower, parts)) = agents.get_mut(agent) else { continue };
            if !follower.is_asking || follower.request != request {
                continue;
            }
            follower.is_asking = false;
            // If the game has removed one of these components, the agent asks again when it has them all.
            let Some((mut path, mut state, mut velocity)) = parts else { continue };
            if matches!(*state, NavState::OnLink(_)) {
                // The path begins where the agent left the ground, so it asks again at the other end of the link.
                follower.needs(Need::Now, tick.0);
                continue;
            }
            follower.has_old_path = follower.has_other_goal;
            // If the ground was edited since, `find_needs` checks the path in the next tick.
            follower.mesh = Some(mesh);
            follower.has_new_path = true;
            match found {
                Ok(steering) => {
                    let steering = Some(steering);
                    *path = NavPath { steering, frame, version: Some(version), request };
                    // An agent at its goal asks again when the ground changes, but keeps its state.
                    if *state != NavState::Arrived {
                        state.set_if_neq(NavState::Walking);
                    }
                }
                Err(error) => {
                    path.clear();
                    state.set_if_neq(NavState::Failed(NavError::Path(error)));
                    velocity.set_if_neq(NavVelocity(Vec3::ZERO));
                    follower.need = Need::None;
                }
            }
        }
    }
}
