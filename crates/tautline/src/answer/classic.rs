//! The classic tier.

use tautline_navmesh::{Budget, QueryError, find_corridor};

use super::both_ways;
use crate::Path;
use crate::path::pull_path;
use crate::task::{Task, TierScratch};

impl Task<'_> {
    /// Searches for a corridor, and pulls the path through it taut.
    pub(super) fn answer_classically(
        &self,
        scratch: &mut TierScratch,
        path: &mut Path,
    ) -> Result<(), QueryError> {
        let Self { mesh, start, goal, costs, budget, .. } = *self;
        let TierScratch { corridor_search, corridor, pull, expanded, .. } = scratch;
        let found = find_corridor(mesh, start, goal, costs, budget, corridor_search, corridor);
        *expanded = corridor_search.expanded();
        found?;
        pull_path(mesh, corridor, [start.point, goal.point], costs, pull, path);
        if both_ways::may_help(self, path) {
            let rest = Budget(budget.0.saturating_sub(*expanded));
            both_ways::shorten(self, rest, scratch, path);
            scratch.expanded += scratch.corridor_search.expanded();
        }
        Ok(())
    }
}
