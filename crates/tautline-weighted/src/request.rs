//! A query for one path, from its checks to the search for it.

use tautline_navmesh::{PathQuery, QueryError};

use crate::search::{Bounds, Heuristic, Search};
use crate::space::Space;
use crate::{WeightedError, WeightedMesh, WeightedPath, WeightedScratch, path, straight};

/// A query on a mesh.
pub(crate) struct Request<'a> {
    pub(crate) mesh: WeightedMesh<'a>,
    pub(crate) query: &'a PathQuery<'a>,
}

impl Request<'_> {
    /// Finds the areas at both ends and begins the search.
    pub(crate) fn begin(&self, scratch: &mut WeightedScratch) -> Result<(), WeightedError> {
        let Self { mesh: WeightedMesh { mesh, .. }, query } = *self;
        let PathQuery { start, goal, filter, .. } = *query;
        scratch.known.forget();
        let WeightedScratch { start_areas, goal_areas, estimate, end_points, .. } = scratch;
        mesh.open_ends(query, start_areas, goal_areas)?;
        estimate.prepare(mesh, query);
        let ends = [(start.point, &**start_areas), (goal.point, &**goal_areas)];
        end_points.find(mesh, filter, ends[0], ends[1]);
        scratch.slides = true;
        self.prepare_bounds(scratch);
        scratch.may_look_up = true;
        self.with_search(scratch, |search| search.begin());
        Ok(())
    }

    /// Prepares the bounds by landmarks and by costs to the goal. Both ends must be located. Repeated for each slice
    /// of a search, because callers may pass other landmarks and costs.
    pub(crate) fn prepare_bounds(&self, scratch: &mut WeightedScratch) {
        let Self { mesh: WeightedMesh { mesh, landmarks, goal_costs, .. }, query } = *self;
        scratch.has_goal_costs =
            scratch.slides && goal_costs.is_some_and(|costs| costs.are_of(query));
        let WeightedScratch { goal_areas, end_points, .. } = scratch;
        scratch.goal_bounds = landmarks
            .and_then(|landmarks| landmarks.bounds(mesh, query, goal_areas, &end_points.goal));
    }

    /// Continues the search. Returns true and reads the path when it has ended.
    pub(crate) fn advance(
        &self,
        slice: u64,
        scratch: &mut WeightedScratch,
        path: &mut WeightedPath,
    ) -> Result<bool, WeightedError> {
        if std::mem::take(&mut scratch.may_look_up) && self.look_up(scratch, path) {
            return Ok(true);
        }
        let budget = self.query.budget.0;
        let until = scratch.expanded().saturating_add(slice.max(1)).min(budget);
        let has_ended = self.with_search(scratch, |search| search.run(until));
        let expanded = scratch.expanded();
        if !has_ended && expanded >= budget {
            return Err(QueryError::BudgetExhausted { expanded }.into());
        }
        if !has_ended {
            return Ok(false);
        }
        let WeightedScratch {
            known,
            start_areas,
            goal_areas,
            end_points,
            slides,
            has_goal_costs,
            nodes,
            refraction,
            ray,
            ..
        } = scratch;
        let space = Space::new(self.mesh.mesh, self.query, start_areas, goal_areas);
        let space = space.with_end_points(end_points);
        if known.read_nodes(space.start_node(), space.goal_node(), nodes) {
            path::read(&space, known, nodes, refraction, path);
            let holds_goal = |area| space.goal_areas.contains(&area);
            straight::take_if_cheaper(&space, holds_goal, ray, refraction, path);
            Ok(true)
        } else if *slides {
            // A wedge leaves out nodes that are cheaper to reach over a neighbour. That is certain only if paths
            // cross borders at nodes. Here, it has left out all paths to the goal, so search again without
            // sliding.
            (*slides, *has_goal_costs) = (false, false);
            self.with_search(scratch, |search| search.begin());
            self.advance(slice, scratch, path)
        } else {
            Err(QueryError::Unreachable.into())
        }
    }

    /// Reads the path from labels. Returns false, with an empty path, if there are none for this query.
    fn look_up(&self, scratch: &mut WeightedScratch, path: &mut WeightedPath) -> bool {
        let WeightedMesh { mesh, labels, .. } = self.mesh;
        let filter = self.query.filter;
        let Some(labels) = labels.iter().find(|labels| labels.are_for(mesh, filter)) else {
            return false;
        };
        let WeightedScratch { start_areas, goal_areas, estimate, look_up, refraction, ray, .. } =
            scratch;
        let space = Space::new(mesh, self.query, start_areas, goal_areas);
        let is_found = labels.look_up(&space, estimate, look_up, refraction, path);
        if is_found {
            let holds_goal = |area| space.goal_areas.contains(&area);
            straight::take_if_cheaper(&space, holds_goal, ray, refraction, path);
        } else {
            path.clear();
        }
        is_found
    }

    fn with_search<R>(
        &self,
        scratch: &mut WeightedScratch,
        run: impl FnOnce(&mut Search<'_>) -> R,
    ) -> R {
        let WeightedScratch {
            known,
            start_areas,
            goal_areas,
            end_points,
            estimate,
            goal_bounds,
            has_goal_costs,
            slides,
            ..
        } = scratch;
        let space = Space::new(self.mesh.mesh, self.query, start_areas, goal_areas);
        let space = space.with_end_points(end_points);
        let heuristic = Heuristic {
            estimate,
            least_factor: self.mesh.mesh.least_factor(self.query.filter),
            bounds: match (self.mesh.goal_costs, self.mesh.landmarks, goal_bounds.as_ref()) {
                (Some(costs), ..) if *has_goal_costs => Bounds::Goal(costs),
                (_, Some(landmarks), Some(bounds)) => Bounds::Landmarks(landmarks, bounds),
                _ => Bounds::None,
            },
        };
        run(&mut Search { space, heuristic, known, slides: *slides })
    }
}
