//! Requests for paths, answered in batches on other threads.

use std::collections::BTreeMap;
use std::sync::Arc;

use bevy_ecs::entity::Entity;
use bevy_ecs::system::{Local, Query, Res, ResMut};
use bevy_transform::components::Transform;
use tautline::navmesh::End;
use tautline::{Budget, Location, PathError, PathOptions, Query as PathQuery, Scratch, Steering};

use super::Tick;
use super::answer::{Answer, Batches};
use super::needs::is_same;
use crate::agent::{Follower, NavAgent, NavCosts, NavState, Need, costs_of};
use crate::answers::Work;
use crate::ground::{GroundState, NavSnapshot};
use crate::numbered::Numbered;
use crate::settings::NavSettings;

/// The number of paths that a task finds. With larger tasks, agents wait longer for the slowest one. With smaller
/// tasks, starting them takes more time.
const PER_TASK: usize = 128;

/// The greatest number of agents that ask in one tick, so that asking takes at most about a millisecond.
/// The others ask in the next ticks, usually before the first agents have their paths.
const ASKING_PER_TICK: usize = 4096;

/// The number of agents that look for a shorter path in one tick, after ground was opened.
const BETTER_PER_TICK: usize = 128;

/// A request for a path.
struct PathRequest {
    agent: Entity,
    number: u64,
    start: Location,
    goal: Location,
    costs: Option<NavCosts>,
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
    mut waiting: Local<'_, Vec<(Need, u64, u64, Entity)>>,
) {
    // Agents without a path come first, then those that have waited longest. This order does not depend on
    // archetypes.
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

    let mut by_layer: BTreeMap<(Entity, usize), Vec<PathRequest>> = BTreeMap::new();
    for &(_, _, _, entity) in waiting.iter() {
        let Ok((agent, body, transform, costs, mut follower, ..)) = agents.get_mut(entity) else {
            continue;
        };
        let (Some(layer), Some(goal)) = (follower.ground, follower.goal) else { continue };
        let Ok(ground) = grounds.get(layer.0) else { continue };
        follower.request += 1;
        (follower.is_asking, follower.need) = (true, Need::None);
        follower.asked_at = transform.translation;
        by_layer.entry(layer).or_default().push(PathRequest {
            agent,
            number: follower.request,
            start: ground.frame.to_ground(transform.translation + body.offset),
            goal,
            costs: costs.cloned(),
        });
    }
    for ((ground, layer), requests) in by_layer {
        let Ok(ground) = grounds.get(ground) else { continue };
        let mut requests = requests.into_iter();
        loop {
            let chunk: Vec<PathRequest> = requests.by_ref().take(PER_TASK).collect();
            if chunk.is_empty() {
                break;
            }
            let snapshot = Arc::clone(&ground.layers[layer].snapshot);
            let snap_distances = [settings.greatest_rescue_distance(), settings.goal_distance];
            let (budget, memory) = (settings.budget, batches.memory());
            let find = move || {
                let mut scratch =
                    memory.lock().ok().and_then(|mut idle| idle.pop()).unwrap_or_default();
                let answers = answer_all(chunk, &snapshot, snap_distances, budget, &mut scratch);
                if let Ok(mut idle) = memory.lock() {
                    idle.push(scratch);
                }
                answers
            };
            batches.push(Work::begin(due, find));
        }
    }
}

/// Finds the paths of the requests of a task. Those with the same goal and the same costs are found together.
fn answer_all(
    requests: Vec<PathRequest>,
    snapshot: &NavSnapshot,
    snap_distances: [f32; 2],
    budget: u64,
    scratch: &mut Scratch,
) -> Vec<Answer> {
    let mut found: Vec<Option<Result<Steering, PathError>>> = Vec::new();
    found.resize_with(requests.len(), || None);
    for (first, request) in requests.iter().enumerate() {
        if found[first].is_some() {
            continue;
        }
        let has_same_goal = |&other: &usize| {
            found[other].is_none() && requests[other].may_share_search_with(request)
        };
        let group: Vec<usize> = (first..requests.len()).filter(has_same_goal).collect();
        let starts: Vec<Location> = group.iter().map(|&index| requests[index].start).collect();
        let filter = costs_of(request.costs.as_ref());
        let options = PathOptions::new().with_filter(filter).with_budget(Budget(budget));
        let ground = snapshot.ground_for(filter);
        let of_group = Steering::group(ground, &starts, request.goal, &options, scratch);
        for (index, of_group) in group.into_iter().zip(of_group) {
            found[index] = Some(of_group);
        }
    }
    let answer = |(request, found): (PathRequest, Option<_>)| {
        Some(request.answer(found?, snapshot, snap_distances, budget, scratch))
    };
    requests.into_iter().zip(found).filter_map(answer).collect()
}

impl PathRequest {
    /// Returns true if two requests have the same goal and the same costs.
    fn may_share_search_with(&self, other: &Self) -> bool {
        let [costs, of_other] = [self, other].map(|request| costs_of(request.costs.as_ref()));
        is_same(self.goal, other.goal) && costs.state() == of_other.state()
    }

    /// Returns the answer, given the path from the start to the goal. If one of them is off the ground, finds the path
    /// from or to the nearest ground within its distance.
    fn answer(
        self,
        mut found: Result<Steering, PathError>,
        snapshot: &NavSnapshot,
        snap_distances: [f32; 2],
        budget: u64,
        scratch: &mut Scratch,
    ) -> Answer {
        let filter = costs_of(self.costs.as_ref());
        let options = PathOptions::new().with_filter(filter).with_budget(Budget(budget));
        let mut query = PathQuery::new(self.start, self.goal).with_options(options);
        let ground = snapshot.ground_for(filter);
        let mesh = snapshot.mesh();
        for _ in 0..snap_distances.len() {
            let (end, distance) = match found.as_ref().err().and_then(end_off_ground) {
                Some(End::Start) => (&mut query.start, snap_distances[0]),
                Some(End::Goal) => (&mut query.goal, snap_distances[1]),
                None => break,
            };
            let Ok(Some(near)) = mesh.nearest(*end, distance, filter) else { break };
            *end = Location::at_elevation(near.point, mesh.elevation_at(near.area, near.point));
            found = Steering::new(ground, &query, scratch);
        }
        Answer {
            agent: self.agent,
            request: self.number,
            version: snapshot.version(),
            mesh: mesh.identity(),
            frame: snapshot.frame,
            found,
        }
    }
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
