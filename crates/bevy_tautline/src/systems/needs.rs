//! Detection of agents that need a path.

use std::mem;

use bevy_ecs::change_detection::{DetectChangesMut, Mut};
use bevy_ecs::entity::Entity;
use bevy_ecs::system::{Local, Query, Res};
use bevy_math::Vec3;
use bevy_transform::components::Transform;
use bevy_transform::helper::TransformHelper;
use bevy_utils::Parallel;
use tautline::dynamic::{PathState, PathStateScratch};
use tautline::navmesh::RayCast;
use tautline::{Location, NavMesh, QueryFilter, Steering, Step};

use super::{DefaultGround, Tick};
use crate::agent::{
    Follower, NavAgent, NavCosts, NavGoal, NavPath, NavState, NavVelocity, Need, costs_of,
};
use crate::axes::Frame;
use crate::error::NavError;
use crate::ground::{GroundState, GroundStatus, NavOn, NavSnapshot};

/// An agent asks for a new path when the entity that is its goal has moved by this share of the remaining path.
const MOVED_SHARE: f32 = 0.1;

type NeedData = (
    &'static NavAgent,
    &'static Transform,
    Option<&'static NavGoal>,
    Option<&'static NavOn>,
    Option<&'static NavCosts>,
    &'static mut Follower,
    &'static mut NavPath,
    &'static mut NavState,
    &'static mut NavVelocity,
);

/// Sets the need of each agent for a path, after changes of its goal, its costs or the ground.
pub(crate) fn find_needs(
    tick: Res<'_, Tick>,
    first: Res<'_, DefaultGround>,
    grounds: Query<'_, '_, &GroundState>,
    transforms: TransformHelper<'_, '_>,
    offsets: Query<'_, '_, &NavAgent>,
    mut agents: Query<'_, '_, NeedData>,
    memory: Local<'_, Parallel<(PathStateScratch, RayCast)>>,
) {
    let (memory, now) = (&*memory, tick.0);
    let goal_of = |goal: &NavGoal, frame: Frame| {
        let position = match *goal {
            NavGoal::Point(point) => point,
            NavGoal::Entity(entity) => {
                let feet = offsets.get(entity).map(|agent| agent.offset).unwrap_or_default();
                transforms.compute_global_transform(entity).ok()?.translation() + feet
            }
        };
        Some(frame.to_ground(position))
    };
    agents.par_iter_mut().for_each(
        |(agent, transform, goal, on, costs, mut follower, mut path, mut state, mut velocity)| {
            let ground = on.map(|on| on.0).or(first.0);
            let ground = ground.and_then(|entity| Some((entity, grounds.get(entity).ok()?)));
            let (here, ground) = match layer_of(agent, ground) {
                Ok(found) => found,
                Err(reason) => {
                    follower.ground = None;
                    let next = if goal.is_some() { reason } else { NavState::Idle };
                    return stop(&mut follower, &mut path, &mut state, &mut velocity, next);
                }
            };
            let snapshot = &*ground.layers[here.1].snapshot;
            let has_moved = follower.moves_to(here, ground.frame);
            let mesh = Some(snapshot.mesh().identity());
            let is_edited = mem::replace(&mut follower.mesh, mesh) != mesh;
            let to = goal.and_then(|goal| Some((goal, goal_of(goal, ground.frame)?)));
            let Some((goal, to)) = to else {
                // An agent in mid-air lands first.
                if has_moved || !matches!(*state, NavState::OnLink(_)) {
                    let failed = NavState::Failed(NavError::GoalGone);
                    let next = if goal.is_some() { failed } else { NavState::Idle };
                    stop(&mut follower, &mut path, &mut state, &mut velocity, next);
                }
                return;
            };
            let is_other = follower.goal.is_none_or(|asked| {
                let has_floors = !snapshot.mesh().elevations().is_empty();
                !is_same(asked, to)
                    && match *goal {
                        NavGoal::Point(_) => true,
                        NavGoal::Entity(_) => has_gone(asked, to, has_floors, agent, &path),
                    }
            });
            // Asking again before the answer is there would starve an agent whose goal moves in each
            // tick.
            follower.has_other_goal = is_other && follower.is_asking;
            // The game may reset the state at any time, also on a link.
            let is_reset = *state == NavState::Idle;
            if is_reset && !path.is_empty() {
                path.clear();
            }
            let is_new = is_other && !follower.is_asking || is_reset;
            let filter = costs_of(costs);
            if is_new || has_moved || follower.filter != Some(filter.state()) {
                // Until the new path is there, an agent with a new goal follows its old path.
                if has_moved {
                    path.clear();
                }
                if path.is_empty() || matches!(*state, NavState::Arrived | NavState::Failed(_)) {
                    state.set_if_neq(NavState::Waiting);
                }
                (follower.goal, follower.filter) = (Some(to), Some(filter.state()));
                (follower.is_asking, follower.has_other_goal) = (false, false);
                follower.has_arrived_before = false;
                follower.has_old_path = true;
                follower.needs(Need::Now, now);
            } else if !follower.is_asking
                && (*state == NavState::Waiting
                    || path.is_empty() && matches!(*state, NavState::Walking | NavState::OnLink(_)))
            {
                // The game has removed the path, perhaps in the tick in which it arrived.
                state.set_if_neq(NavState::Waiting);
                follower.needs(Need::Now, now);
            } else if is_edited {
                let (scratch, ray) = &mut *memory.borrow_local_mut();
                let asked = follower.goal.unwrap_or(to);
                let need = need_after_edit(snapshot, &mut path, asked, filter, scratch, ray);
                // If it has failed, it stays so until there is a path: an obstacle that moves edits the ground all the
                // time.
                if !follower.is_asking {
                    follower.needs(need, now);
                }
            } else if matches!(*state, NavState::Failed(_))
                && !follower.is_asking
                && has_left(follower.asked_at, transform.translation, agent.radius)
            {
                follower.needs(Need::Now, now);
            }
        },
    );
}

/// Finds the layer of a ground for an agent.
///
/// # Errors
///
/// The state to set, if there is no layer and the agent has a goal.
fn layer_of<'a>(
    agent: &NavAgent,
    ground: Option<(Entity, &'a GroundState)>,
) -> Result<((Entity, usize), &'a GroundState), NavState> {
    if !agent.is_valid() {
        return Err(NavState::Failed(NavError::InvalidAgent));
    }
    let (entity, ground) = ground.ok_or(NavState::Failed(NavError::NoGround))?;
    match (ground.layer_for(agent.radius), ground.status()) {
        (Some(layer), _) => Ok(((entity, layer), ground)),
        (None, GroundStatus::Failed(_)) => Err(NavState::Failed(NavError::GroundNotLoaded)),
        (None, _) => Err(NavState::Waiting),
    }
}

/// Removes the path of an agent, and sets its state.
fn stop(
    follower: &mut Follower,
    path: &mut Mut<'_, NavPath>,
    state: &mut Mut<'_, NavState>,
    velocity: &mut Mut<'_, NavVelocity>,
    next: NavState,
) {
    state.set_if_neq(next);
    if follower.goal.is_some() || !path.is_empty() {
        path.clear();
        (follower.goal, follower.is_asking, follower.need) = (None, false, Need::None);
        velocity.set_if_neq(NavVelocity::default());
    }
}

/// Returns true if the entity that is the goal has moved far from where it was when the agent asked for its path.
fn has_gone(
    asked: Location,
    to: Location,
    has_floors: bool,
    agent: &NavAgent,
    path: &NavPath,
) -> bool {
    let far_enough = (MOVED_SHARE * path.remaining()).max(agent.radius);
    // On a map with floors, also upwards: the entity may take a lift.
    let rise = match (asked.elevation, to.elevation) {
        (Some(asked), Some(to)) if has_floors => to - asked,
        _ => 0.0,
    };
    let squared = asked.point.distance_squared(to.point) + rise * rise;
    squared > far_enough * far_enough || squared.is_nan()
}

/// Returns true if an agent that is at a finite position now is farther than its radius from where it asked.
fn has_left(asked_at: Vec3, now: Vec3, radius: f32) -> bool {
    let squared = asked_at.distance_squared(now);
    squared > radius * radius || squared.is_nan() && now.is_finite()
}

/// Returns true if two locations have equal bits. With `==`, a NaN would never be equal to itself, and its agent
/// would ask again in each tick.
pub(super) fn is_same(one: Location, other: Location) -> bool {
    let bits =
        |of: Location| [of.point.x, of.point.y, of.elevation.unwrap_or(0.0)].map(f32::to_bits);
    bits(one) == bits(other)
}

/// Returns the need of an agent after an edit of its ground, without a search.
fn need_after_edit(
    snapshot: &NavSnapshot,
    path: &mut NavPath,
    goal: Location,
    filter: &QueryFilter,
    scratch: &mut PathStateScratch,
    ray: &mut RayCast,
) -> Need {
    let version = snapshot.version();
    if path.version == Some(version) {
        return Need::None;
    }
    let (Some(steering), Some((of, since))) = (&path.steering, path.version) else {
        return Need::Now;
    };
    let (true, Some(mesh)) = (of == version.0, snapshot.dynamic()) else { return Need::Now };
    let Some(length) = greatest_length(snapshot.mesh(), steering, filter, ray) else {
        return Need::Now;
    };
    // If the goal is off the ground, the path ends at the nearest ground. There may be nearer ground now.
    let is_moved = steering.goal().point != goal.point;
    let points: Vec<Location> =
        std::iter::once(steering.location()).chain(steering.corners()).collect();
    // The rest of a shortest path is a shortest path, so only the rest has to be checked.
    match mesh.path_state_in(&points, length, since, scratch) {
        PathState::Untouched if is_moved => Need::Better,
        PathState::Untouched => {
            path.version = Some(version);
            Need::None
        }
        PathState::Blocked { .. } => Need::Now,
        PathState::MayBeShorter => Need::Better,
    }
}

/// Returns the greatest length of other paths that may be as cheap as the rest of a path: an upper bound on the cost of
/// the rest, divided by the least cost of a unit of distance. `None` if the filter forbids ground on the rest.
fn greatest_length(
    mesh: &NavMesh,
    steering: &Steering,
    filter: &QueryFilter,
    ray: &mut RayCast,
) -> Option<f64> {
    let least = mesh.least_factor(filter);
    let is_plain = filter.is_uniform() && !filter.forbids_ground();
    let (mut from, mut cost) = (steering.location(), 0.0);
    for (step, to) in steering.steps().zip(steering.corners()) {
        cost += match step {
            Step::Link { link, .. } => mesh.links().get(link.index())?.cost,
            Step::Walk { .. } => {
                let mut factor = least;
                if !is_plain {
                    mesh.cast(from, to.point, filter, ray).ok()?;
                    if ray.hit.is_some() {
                        return None;
                    }
                    // A leg crosses few borders between terrains, since paths bend there.
                    let factors = ray.areas.iter().map(|&area| filter.factor(mesh.terrain(area)));
                    factor = factors.fold(least, f64::max);
                }
                factor * from.point.as_dvec2().distance(to.point.as_dvec2())
            }
        };
        from = to;
    }
    // The costs of links do not depend on the terrain.
    let unit = if mesh.links().is_empty() { least } else { least.min(1.0) };
    Some(cost / unit)
}
