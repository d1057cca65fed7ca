//! The exact tier with the labels of an earlier version of a dynamic mesh.

use tautline_anyangle::{ExactError, shortest_path_below};
use tautline_dynamic::PathState;
use tautline_navmesh::PathQuery;

use crate::Path;
use crate::changed::Before;
use crate::task::{Task, TierScratch};

impl Task<'_> {
    /// Answers from the labels of an earlier version.
    ///
    /// A path that the changes since then do not affect is still the shortest one. If it is still
    /// walkable, but removed obstacles may have opened a shorter one, its length is an upper bound
    /// for the search. If it is blocked, the search has no bound.
    pub(super) fn look_up_before(
        &self,
        before: Before<'_>,
        scratch: &mut TierScratch,
        path: &mut Path,
    ) -> Result<(), ExactError> {
        let Before { ground, baked } = before;
        let PathQuery { start, goal, .. } = self.query;
        let (memory, points) = (&mut scratch.labels, &mut path.points);
        let found = baked.labels().shortest_path(baked.mesh(), start, goal, memory, points);
        scratch.expanded = scratch.labels.counters().expanded;
        // Ends that were off the mesh or not connected then may be so no longer.
        let Ok(length) = found else { return self.search(scratch, path) };
        let memory = &mut scratch.path_state;
        match ground.path_state_in(&path.points, length, baked.version(), memory) {
            PathState::Untouched => {}
            PathState::MayBeShorter => return self.shorten(length, scratch, path),
            PathState::Blocked { .. } => return self.search(scratch, path),
        }
        self.check_budget(scratch)?;
        self.note_length(length, path);
        Ok(())
    }

    /// Searches for a path that is shorter than the given one.
    fn shorten(
        &self,
        length: f64,
        scratch: &mut TierScratch,
        path: &mut Path,
    ) -> Result<(), ExactError> {
        let query = self.with_rest_of_budget(scratch);
        let (exact, points) = (&mut scratch.exact, &mut path.points);
        let shorter = shortest_path_below(self.search_mesh, &query, length, exact, points);
        let shorter = scratch.count_search(shorter)?;
        let lower_bound = scratch.exact.lower_bound() * self.factor();
        self.note_length(shorter.unwrap_or(length), path);
        path.lower_bound = lower_bound;
        Ok(())
    }
}
