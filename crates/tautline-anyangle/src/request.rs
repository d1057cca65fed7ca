//! A query for one shortest path, from its checks to the search for it.

use tautline_geometry::Vec2;
use tautline_navmesh::{AreaId, NavMesh, PathQuery, QueryError, QueryFilter};

use crate::landmarks::{LandmarkBounds, Landmarks};
use crate::linked_goal::LinkedGoal;
use crate::linked_space::LinkedTask;
use crate::links::Links;
use crate::search::{FoundPath, Memory, NO_NODE, Objective, Search};
use crate::search_space::{SearchSpace, SpaceTask, in_search_space};
use crate::single_goal::SingleGoal;
use crate::{AnyAngleScratch, Counters, ExactError, SearchMesh};

/// The greatest share that the search works with, so that keys do not overflow. Greater shares count
/// as this one.
const GREATEST_SHARE: f64 = 1e9;

/// A query on a mesh.
pub(crate) struct Request<'a> {
    pub(crate) mesh: SearchMesh<'a>,
    pub(crate) query: &'a PathQuery<'a>,
}

impl Request<'_> {
    /// Rejects queries that the exact search does not support, and locates both ends.
    pub(crate) fn prepare(&self, scratch: &mut AnyAngleScratch) -> Result<(), ExactError> {
        let SearchMesh { mesh, .. } = self.mesh;
        let PathQuery { start, goal, filter, within, .. } = *self.query;
        scratch.best = FoundPath::NONE;
        scratch.mesh = Some(mesh.identity());
        scratch.goal = goal.point;
        scratch.memory.counters = Counters::default();
        check_supported(mesh, filter)?;
        if !(within.is_finite() && within >= 0.0) {
            return Err(QueryError::InvalidShare { share: within }.into());
        }
        scratch.share = within.min(GREATEST_SHARE);
        let AnyAngleScratch { start_areas, goal_areas, block_cut_numbers, link_estimate, .. } =
            scratch;
        mesh.open_ends(self.query, start_areas, goal_areas)?;
        let links = Links::of(mesh, filter);
        block_cut_numbers.clear();
        block_cut_numbers.extend(goal_areas.iter().map(|&area| match links {
            Some(Links { graph, .. }) => graph.block_cut_number(area),
            None => mesh.block_cut_number(area),
        }));
        link_estimate.prepare(mesh, self.query);
        scratch.lower_bound = link_estimate.at(start.point.into());
        self.prepare_landmarks(scratch);
        Ok(())
    }

    /// Prepares the bounds by landmarks. Both ends must be located. Repeated for each slice of a
    /// search, because callers may pass other landmarks.
    pub(crate) fn prepare_landmarks(&self, scratch: &mut AnyAngleScratch) {
        let SearchMesh { mesh, landmarks, .. } = self.mesh;
        let PathQuery { goal, filter, .. } = *self.query;
        // Landmarks are measured at a cost of 1 for a unit of distance. If it costs more, links become
        // shortcuts that the landmarks do not know, and their bounds would be too high.
        let is_bound = |_: &&Landmarks| Links::of(mesh, filter).is_none_or(|it| it.factor <= 1.0);
        let landmarks = landmarks.filter(is_bound);
        scratch.goal_bounds = landmarks.map_or(LandmarkBounds::UNKNOWN, |landmarks| {
            landmarks.bounds_of(mesh, goal.point, &scratch.goal_areas)
        });
    }

    pub(crate) fn begin(&self, scratch: &mut AnyAngleScratch) {
        self.with_search(scratch, |search, start, areas| search.begin(start, areas));
    }

    /// Continues the search, and reads the path when it has ended.
    pub(crate) fn advance(
        &self,
        slice: u64,
        scratch: &mut AnyAngleScratch,
        points: &mut Vec<Vec2>,
    ) -> Result<Option<f64>, ExactError> {
        let expanded = scratch.memory.counters.expanded;
        let until = expanded.saturating_add(slice.max(1)).min(self.query.budget.0);
        let has_ended = self.with_search(scratch, |search, _, _| search.run(until));
        let expanded = scratch.memory.counters.expanded;
        if !has_ended && expanded >= self.query.budget.0 {
            return Err(QueryError::BudgetExhausted { expanded }.into());
        }
        if !has_ended {
            return Ok(None);
        }
        if scratch.best.length.is_infinite() {
            return Err(QueryError::Unreachable.into());
        }
        let length = scratch.best.length;
        scratch.end_at(length);
        scratch.memory.read_points(&scratch.best, self.query.goal.point, points);
        Ok(Some(length))
    }

    /// Runs a function on the search, which is compiled for the kind of search space. Only the calls
    /// by that function are dynamic: one per slice.
    pub(crate) fn with_search<R>(
        &self,
        scratch: &mut AnyAngleScratch,
        run: impl FnOnce(&mut dyn DynSearch, Vec2, &[AreaId]) -> R,
    ) -> R {
        let SearchMesh { mesh, landmarks, .. } = self.mesh;
        let PathQuery { start, goal, filter, .. } = *self.query;
        let AnyAngleScratch {
            memory,
            start_areas,
            goal_areas,
            block_cut_numbers,
            best,
            goal_bounds,
            link_estimate,
            share,
            ..
        } = scratch;
        let mut objective = SingleGoal {
            point: goal.point,
            areas: goal_areas,
            block_cut_numbers,
            landmarks: landmarks.map(|landmarks| (landmarks, &*goal_bounds)),
            best: *best,
            share: *share,
        };
        let start = start.point;
        let run = |search: &mut dyn DynSearch| run(search, start, start_areas);
        let Some(links) = Links::of(mesh, filter) else {
            let task = SearchTask { objective: &mut objective, memory, run };
            let result = in_search_space(mesh, filter, task);
            *best = objective.best;
            return result;
        };
        let prunes = links.graph.prunes(links.factor);
        let mut objective = LinkedGoal { goal: objective, estimate: link_estimate, prunes };
        let task = SearchTask { objective: &mut objective, memory, run };
        let result = in_search_space(mesh, filter, LinkedTask { links, task });
        *best = objective.goal.best;
        result
    }
}

/// A task that runs a function on a search.
struct SearchTask<'a, O, F> {
    objective: &'a mut O,
    memory: &'a mut Memory,
    run: F,
}

impl<R, O: Objective, F: FnOnce(&mut dyn DynSearch) -> R> SpaceTask for SearchTask<'_, O, F> {
    type Output = R;

    fn run<G: SearchSpace>(self, space: &G) -> R {
        let Self { objective, memory, run } = self;
        run(&mut Search { space, objective, memory, current: NO_NODE })
    }
}

/// A search whose search space and objective are not known at compile time.
pub(crate) trait DynSearch {
    fn begin(&mut self, start: Vec2, areas: &[AreaId]);
    fn run(&mut self, expansions: u64) -> bool;
}

impl<G: SearchSpace, O: Objective> DynSearch for Search<'_, G, O> {
    fn begin(&mut self, start: Vec2, areas: &[AreaId]) {
        Search::begin(self, start, areas);
    }

    fn run(&mut self, expansions: u64) -> bool {
        Search::run(self, expansions)
    }
}

/// Rejects filters that exact searches do not support.
pub(crate) fn check_supported(mesh: &NavMesh, filter: &QueryFilter) -> Result<(), ExactError> {
    if filter.fits_agent() {
        return Err(ExactError::AgentSize);
    }
    if mesh.uniform_factor(filter).is_none() {
        return Err(ExactError::WeightedTerrain);
    }
    Ok(())
}
