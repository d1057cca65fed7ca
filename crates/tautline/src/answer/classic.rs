//! The classic tier: A* for a corridor, then the funnel algorithm.

use tautline_anyangle::ExactError;
use tautline_navmesh::find_corridor;

use super::both_ways;
use crate::Path;
use crate::path::pull_path;
use crate::task::{Task, TierScratch};

impl Task<'_> {
    /// Searches for a corridor, and finds the shortest path through it.
    pub(super) fn answer_classically(
        &self,
        scratch: &mut TierScratch,
        path: &mut Path,
    ) -> Result<(), ExactError> {
        let Self { mesh, query, .. } = *self;
        let TierScratch { corridor_search, corridor, pull, expanded, .. } = scratch;
        let found = find_corridor(mesh, &query, corridor_search, corridor);
        *expanded = corridor_search.expanded();
        found?;
        pull_path(mesh, corridor, &query, pull, path);
        path.lower_bound = self.trivial_lower_bound(corridor_search.estimate());
        if both_ways::may_help(self, path) {
            both_ways::shorten(self, scratch, path);
            scratch.expanded += scratch.corridor_search.expanded();
        }
        Ok(())
    }
}
