//! The exact tier, by labels.

use tautline_anyangle::{ExactError, Labels};
use tautline_navmesh::{PathQuery, QueryError, RayCast};

use crate::Path;
use crate::task::{Task, TierScratch};

impl Task<'_> {
    /// Answers by labels: without a search, or nearly so, and without knowing
    /// the areas.
    pub(super) fn look_up(
        &self,
        labels: &Labels,
        scratch: &mut TierScratch,
        path: &mut Path,
    ) -> Result<(), ExactError> {
        let Self { mesh, query: PathQuery { start, goal, budget, .. }, .. } = *self;
        let found = labels.shortest_path(mesh, start, goal, &mut scratch.labels, &mut path.points);
        let expanded = scratch.labels.counters().expanded;
        scratch.expanded = expanded;
        let length = found?;
        if expanded > budget.0 {
            return Err(QueryError::BudgetExhausted { expanded }.into());
        }
        self.note_length(length, path);
        Ok(())
    }

    /// Answers by labels although some ground is forbidden, which they do not know: where
    /// less is open no way is shorter, so theirs is the shortest one if it can be walked.
    /// Else the shortest one is searched for.
    pub(super) fn look_up_if_open(
        &self,
        labels: &Labels,
        scratch: &mut TierScratch,
        path: &mut Path,
    ) -> Result<(), ExactError> {
        if self.look_up(labels, scratch, path).is_ok()
            && self.can_still_walk(path, &mut scratch.ray)
        {
            return Ok(());
        }
        self.search(scratch, path)
    }

    /// Whether a path leads over ground that is not forbidden.
    fn can_still_walk(&self, path: &Path, ray: &mut RayCast) -> bool {
        let PathQuery { start, goal, filter, .. } = self.query;
        let [_, bends @ .., _] = path.points.as_slice() else {
            return self.mesh.can_still_walk([start, goal], filter, ray);
        };
        let bends = bends.iter().map(|&bend| bend.into());
        self.mesh.can_still_walk([start].into_iter().chain(bends).chain([goal]), filter, ray)
    }
}
