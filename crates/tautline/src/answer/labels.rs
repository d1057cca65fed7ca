//! The exact tier with labels.

use tautline_anyangle::ExactError;
use tautline_labels::Labels;
use tautline_navmesh::PathQuery;

use crate::Path;
use crate::task::{Task, TierScratch};

impl Task<'_> {
    /// Answers from labels, with no search or a very small one, and without the areas of the
    /// path.
    pub(super) fn look_up(
        &self,
        labels: &Labels,
        scratch: &mut TierScratch,
        path: &mut Path,
    ) -> Result<(), ExactError> {
        let Self { mesh, query: PathQuery { start, goal, .. }, .. } = *self;
        let found = labels.shortest_path(mesh, start, goal, &mut scratch.labels, &mut path.points);
        scratch.expanded = scratch.labels.counters().expanded;
        let length = found?;
        self.check_budget(scratch)?;
        self.note_length(length, path);
        Ok(())
    }

    /// Answers from labels with the links of the mesh, without the areas of the path. Searches if
    /// the best path over all links takes one that is forbidden or crosses forbidden ground, if
    /// lengths have a factor, and if the labels were baked without links.
    pub(super) fn look_up_over_links(
        &self,
        labels: &Labels,
        scratch: &mut TierScratch,
        path: &mut Path,
    ) -> Result<(), ExactError> {
        let Self { mesh, query: PathQuery { start, goal, filter, .. }, .. } = *self;
        let Path { points, links, .. } = path;
        let memory = &mut scratch.labels;
        let found =
            labels.shortest_path_over_links(mesh, [start, goal], filter, memory, points, links);
        scratch.expanded = scratch.labels.counters().expanded;
        let is_plain = self.is_plain();
        let found = match found {
            // Labels ignore what the filter forbids, so the search may find another error.
            Err(error) if !is_plain && error != ExactError::BakedForOtherMesh => None,
            found => found?,
        };
        let Some(cost) = found else { return self.search(scratch, path) };
        if !is_plain && !path.avoids_forbidden(mesh, &self.query, &mut scratch.ray) {
            return self.search(scratch, path);
        }
        self.check_budget(scratch)?;
        (path.cost, path.lower_bound) = (cost, cost);
        path.measure(cost);
        path.areas.clear();
        Ok(())
    }

    /// Answers from labels, which ignore forbidden ground, if their path avoids it. Closing ground
    /// makes no path shorter, so that path is the shortest one. Otherwise, searches.
    pub(super) fn look_up_if_open(
        &self,
        labels: &Labels,
        scratch: &mut TierScratch,
        path: &mut Path,
    ) -> Result<(), ExactError> {
        match self.look_up(labels, scratch, path) {
            Err(ExactError::BakedForOtherMesh) => Err(ExactError::BakedForOtherMesh),
            Ok(()) if path.avoids_forbidden(self.mesh, &self.query, &mut scratch.ray) => Ok(()),
            _ => self.search(scratch, path),
        }
    }
}
