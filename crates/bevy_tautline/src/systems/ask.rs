//! Questions for paths: the agents that need one, and batches of them for other threads.

use std::collections::BTreeMap;
use std::sync::Arc;

use bevy_ecs::entity::Entity;
use bevy_ecs::system::{Query, Res, ResMut};
use bevy_transform::components::Transform;
use bevy_transform::helper::TransformHelper;
use bevy_utils::Parallel;
use tautline::dynamic::{PathState, PathStateScratch};
use tautline::navmesh::End;
use tautline::{
    Budget, Location, PathError, PathOptions, Query as PathQuery, QueryFilter, Steering,
};

use super::answer::{Answer, Batches};
use super::{DefaultGround, Tick};
use crate::agent::NavCosts;
use crate::agent::costs_of;
use crate::agent::{Follower, NavAgent, NavGoal, NavPath, NavState, NavVelocity, Need};
use crate::answers::Work;
use crate::axes::Frame;
use crate::error::NavError;
use crate::ground::{GroundState, GroundStatus, NavOn, NavSnapshot};
use crate::numbered::Numbered;
use crate::settings::NavSettings;

/// The number of paths that a task finds. Few tasks would leave all agents waiting for the slowest
/// one; with many, starting them takes time.
const PER_TASK: usize = 128;

/// The number of agents that ask in one tick, so that asking takes about a millisecond of it at most.
/// The others ask in the next ticks, most often before the first ones have their paths.
const ASKING_PER_TICK: usize = 4096;

/// The number of agents that look for a shorter path in one tick, after ground was opened.
const BETTER_PER_TICK: usize = 128;

/// The share of the way that is left by which the entity to go to must have moved.
const MOVED_BY: f32 = 0.1;

type NeedData = (
    &'static NavAgent,
    Option<&'static NavGoal>,
    Option<&'static NavOn>,
    Option<&'static NavCosts>,
    &'static mut Follower,
    &'static mut NavPath,
    &'static mut NavState,
    &'static mut NavVelocity,
);

/// Finds out which agents need a path.
pub(crate) fn find_needs(
    tick: Res<'_, Tick>,
    first: Res<'_, DefaultGround>,
    grounds: Query<'_, '_, &GroundState>,
    transforms: TransformHelper<'_, '_>,
    offsets: Query<'_, '_, &NavAgent>,
    mut agents: Query<'_, '_, NeedData>,
    mut memory: bevy_ecs::system::Local<'_, Parallel<PathStateScratch>>,
) {
    let memory = &mut *memory;
    let memory = &*memory;
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
        |(agent, goal, on, costs, mut follower, mut path, mut state, mut velocity)| {
            let is_on_link = matches!(*state, NavState::OnLink(_));
            let mut stop = |follower: &mut Follower, path: &mut NavPath, next: NavState| {
                if *state != next {
                    *state = next;
                }
                if follower.goal.is_some() || !path.is_empty() {
                    path.clear();
                    (follower.goal, follower.is_asking, follower.need) = (None, false, Need::None);
                    velocity.0 = bevy_math::Vec3::ZERO;
                }
            };
            if !agent.is_valid() {
                follower.ground = None;
                let next = if goal.is_some() {
                    NavState::Failed(NavError::InvalidAgent)
                } else {
                    NavState::Idle
                };
                return stop(&mut follower, &mut path, next);
            }
            let ground = on.map(|on| on.0).or(first.0);
            let found = ground.and_then(|entity| Some((entity, grounds.get(entity).ok()?)));
            let Some((entity, ground)) = found else {
                follower.ground = None;
                let next = if goal.is_some() {
                    NavState::Failed(NavError::NoGround)
                } else {
                    NavState::Idle
                };
                return stop(&mut follower, &mut path, next);
            };
            let Some(layer) = ground.layer_for(agent.radius) else {
                follower.ground = None;
                let next = match (goal, ground.status()) {
                    (None, _) => NavState::Idle,
                    (_, GroundStatus::Failed(_)) => NavState::Failed(NavError::GroundNotLoaded),
                    _ => NavState::Waiting,
                };
                return stop(&mut follower, &mut path, next);
            };
            let snapshot = &*ground.layers[layer].snapshot;
            let here = Some((entity, layer));
            let mut has_moved = std::mem::replace(&mut follower.ground, here) != here;
            if std::mem::replace(&mut follower.frame, ground.frame) != ground.frame {
                // What is known of it is in coordinates of the map where that was before.
                has_moved = true;
                follower.written = None;
                #[cfg(feature = "crowd")]
                {
                    follower.member = None;
                }
            }
            let mesh = Some(snapshot.mesh().identity());
            let is_edited = std::mem::replace(&mut follower.mesh, mesh) != mesh;
            let to = goal.map(|goal| goal_of(goal, ground.frame));
            let (Some(goal), Some(Some(to))) = (goal, to) else {
                // An agent in mid-air lands first.
                if has_moved || !is_on_link {
                    let failed = NavState::Failed(NavError::GoalGone);
                    let next = if goal.is_some() { failed } else { NavState::Idle };
                    stop(&mut follower, &mut path, next);
                }
                return;
            };
            let filter = costs_of(costs).state();
            let has_floors = !snapshot.mesh().elevations().is_empty();

            let now = tick.0;
            let is_other = match (follower.goal, goal) {
                (None, _) => true,
                (Some(asked), _) if is_same(asked, to) => false,
                (Some(_), NavGoal::Point(_)) => true,
                (Some(asked), NavGoal::Entity(_)) => {
                    let far_enough = (MOVED_BY * path.remaining()).max(agent.radius);
                    // On a map with floors, also upwards: the entity may take a lift.
                    let rise = match (asked.elevation, to.elevation) {
                        (Some(asked), Some(to)) if has_floors => to - asked,
                        _ => 0.0,
                    };
                    let squared = asked.point.distance_squared(to.point) + rise * rise;
                    squared > far_enough * far_enough || squared.is_nan()
                }
            };
            // Asking again before the answer is there would starve an agent whose goal moves in each
            // tick.
            follower.has_other_goal = is_other && follower.is_asking;
            // The game has reset its state, also on a link.
            let is_reset = *state == NavState::Idle;
            if is_reset && !path.is_empty() {
                path.clear();
            }
            let is_new = is_other && !follower.is_asking || is_reset;
            if is_new || has_moved || follower.filter != Some(filter) {
                // An agent that goes elsewhere keeps to its old path until the new one is there.
                if has_moved {
                    path.clear();
                }
                if path.is_empty() || matches!(*state, NavState::Arrived | NavState::Failed(_)) {
                    *state = NavState::Waiting;
                }
                (follower.goal, follower.filter) = (Some(to), Some(filter));
                (follower.is_asking, follower.has_other_goal) = (false, false);
                follower.has_old_path = true;
                follower.needs(Need::Now, now);
            } else if !follower.is_asking
                && (*state == NavState::Waiting
                    || path.is_empty() && matches!(*state, NavState::Walking | NavState::OnLink(_)))
            {
                // The game has taken its path away, maybe just when an answer came.
                if *state != NavState::Waiting {
                    *state = NavState::Waiting;
                }
                follower.needs(Need::Now, now);
            } else if is_edited {
                let mut scratch = memory.borrow_local_mut();
                let asked = follower.goal.unwrap_or(to);
                let need = need_after_edit(snapshot, &mut path, asked, &mut scratch);
                if matches!(*state, NavState::Failed(_)) {
                    *state = NavState::Waiting;
                }
                if !follower.is_asking {
                    follower.needs(need, now);
                }
            }
        },
    );
}

/// Equal to the bit, so that a goal that is not a number is not asked for again in each tick.
fn is_same(one: Location, other: Location) -> bool {
    let bits =
        |of: Location| [of.point.x, of.point.y, of.elevation.unwrap_or(0.0)].map(f32::to_bits);
    bits(one) == bits(other)
}

/// Returns the need of an agent after an edit of its ground, without a search.
fn need_after_edit(
    snapshot: &NavSnapshot,
    path: &mut NavPath,
    goal: Location,
    scratch: &mut PathStateScratch,
) -> Need {
    let version = snapshot.version();
    if path.version == Some(version) {
        return Need::None;
    }
    let remaining = f64::from(path.remaining());
    let (Some(steering), Some((of, since))) = (&path.steering, path.version) else {
        return Need::Now;
    };
    let (true, Some(mesh)) = (of == version.0, snapshot.dynamic()) else { return Need::Now };
    // The path ends where the ground was nearest to the goal. There may be nearer ground now.
    let is_moved = steering.goal().point != goal.point;
    let points: Vec<Location> =
        std::iter::once(steering.location()).chain(steering.corners()).collect();
    // What is left of a shortest path is a shortest path.
    match mesh.path_state_in(&points, remaining, since, scratch) {
        PathState::Untouched if is_moved => Need::Better,
        PathState::Untouched => {
            path.version = Some(version);
            Need::None
        }
        PathState::Blocked { .. } => Need::Now,
        PathState::MayBeShorter => Need::Better,
    }
}

/// A question for a path.
struct Question {
    agent: Entity,
    number: u64,
    start: Location,
    goal: Location,
    filter: Option<Arc<QueryFilter>>,
}

type AskData = (
    Entity,
    &'static NavAgent,
    &'static Transform,
    Option<&'static NavCosts>,
    &'static mut Follower,
    &'static NavState,
    &'static Numbered,
);

/// Asks for the paths of all agents that need one.
pub(crate) fn ask(
    tick: Res<'_, Tick>,
    settings: Res<'_, NavSettings>,
    grounds: Query<'_, '_, &GroundState>,
    mut agents: Query<'_, '_, AskData>,
    mut batches: ResMut<'_, Batches>,
    mut waiting: bevy_ecs::system::Local<'_, Vec<(Need, u64, u64, Entity)>>,
) {
    // Those without a path first, then those who have waited longest: in an order that does
    // not depend on archetypes.
    waiting.clear();
    for (agent, _, _, _, follower, state, number) in &agents {
        let may_ask = !follower.is_asking && !matches!(state, NavState::OnLink(_));
        if follower.need != Need::None && may_ask {
            waiting.push((follower.need, follower.needs_since, number.0, agent));
        }
    }
    waiting.sort_unstable_by(|a, b| b.0.cmp(&a.0).then((a.1, a.2).cmp(&(b.1, b.2))));
    let urgent = waiting.partition_point(|(need, ..)| *need == Need::Now);
    waiting.truncate(urgent + BETTER_PER_TICK);
    let due = settings.answers.due(tick.0);
    if due != Some(tick.0) {
        waiting.truncate(ASKING_PER_TICK);
    }

    let mut by_layer: BTreeMap<(Entity, usize), Vec<Question>> = BTreeMap::new();
    for &(_, _, _, entity) in waiting.iter() {
        let Ok((agent, body, transform, costs, mut follower, ..)) = agents.get_mut(entity) else {
            continue;
        };
        let (Some(layer), Some(goal)) = (follower.ground, follower.goal) else { continue };
        let Ok(ground) = grounds.get(layer.0) else { continue };
        follower.question += 1;
        (follower.is_asking, follower.need) = (true, Need::None);
        by_layer.entry(layer).or_default().push(Question {
            agent,
            number: follower.question,
            start: ground.frame.to_ground(transform.translation + body.offset),
            goal,
            filter: costs.map(|costs| Arc::clone(&costs.0)),
        });
    }
    for ((ground, layer), questions) in by_layer {
        let Ok(ground) = grounds.get(ground) else { continue };
        let mut questions = questions.into_iter();
        loop {
            let chunk: Vec<Question> = questions.by_ref().take(PER_TASK).collect();
            if chunk.is_empty() {
                break;
            }
            let snapshot = Arc::clone(&ground.layers[layer].snapshot);
            let distances = [settings.rescue_distance, settings.goal_distance];
            let (budget, memory) = (settings.budget, batches.memory());
            let find = move || {
                let mut scratch =
                    memory.lock().ok().and_then(|mut idle| idle.pop()).unwrap_or_default();
                let answers = chunk
                    .into_iter()
                    .map(|question| question.answer(&snapshot, distances, budget, &mut scratch))
                    .collect();
                if let Ok(mut idle) = memory.lock() {
                    idle.push(scratch);
                }
                answers
            };
            batches.push(Work::begin(due, find));
        }
    }
}

impl Question {
    /// Finds the path. A start or a goal that is off the ground is moved to the nearest ground within its
    /// distance.
    fn answer(
        self,
        snapshot: &NavSnapshot,
        distances: [f32; 2],
        budget: u64,
        scratch: &mut tautline::Scratch,
    ) -> Answer {
        let filter = costs_of_shared(self.filter.as_ref());
        let options = PathOptions::new().with_filter(filter).with_budget(Budget(budget));
        let mut query = PathQuery::new(self.start, self.goal).with_options(options);
        let mut found = Steering::new(snapshot.ground(), &query, scratch);
        let mesh = snapshot.mesh();
        for _ in 0..distances.len() {
            let (end, distance) = match found.as_ref().err().and_then(end_off_ground) {
                Some(End::Start) => (&mut query.start, distances[0]),
                Some(End::Goal) => (&mut query.goal, distances[1]),
                None => break,
            };
            let Ok(Some(near)) = mesh.nearest(*end, distance, filter) else { break };
            *end = Location::at_elevation(near.point, mesh.elevation_at(near.area, near.point));
            found = Steering::new(snapshot.ground(), &query, scratch);
        }
        Answer {
            agent: self.agent,
            question: self.number,
            version: snapshot.version(),
            mesh: mesh.identity(),
            frame: snapshot.frame,
            found,
        }
    }
}

static UNIFORM: QueryFilter = QueryFilter::uniform();

fn costs_of_shared(filter: Option<&Arc<QueryFilter>>) -> &QueryFilter {
    filter.map_or(&UNIFORM, |filter| filter)
}

/// Returns the end of a path that is off the ground, or where the agent must not walk.
const fn end_off_ground(error: &PathError) -> Option<End> {
    match *error {
        PathError::StartOffMesh { .. } => Some(End::Start),
        PathError::GoalOffMesh { .. } => Some(End::Goal),
        PathError::Forbidden { end, .. } | PathError::ForbiddenArea { end, .. } => Some(end),
        _ => None,
    }
}
