//! The exact tier, by what is known of an earlier version of the ground.

use tautline_anyangle::{ExactError, shortest_path_below};
use tautline_dynamic::PathState;
use tautline_navmesh::PathQuery;

use crate::Path;
use crate::changed::Before;
use crate::task::{Task, TierScratch};

impl Task<'_> {
    /// Answers by the labels of an earlier version if no change since then concerns
    /// the path. A path that can still be walked is no shorter than the shortest one,
    /// which is then searched for only among shorter ones; and nothing but ground that
    /// has come back can have made one.
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
        // What ends were off the ground then, or parts without a way between them, may
        // not be so any more.
        let Ok(length) = found else { return self.search(scratch, path) };
        let memory = &mut scratch.path_state;
        match ground.path_state_in(&path.points, length, baked.version(), memory) {
            PathState::Untouched => {}
            PathState::MayBeShorter => return self.shorten(length, scratch, path),
            PathState::Blocked { .. } => return self.search(scratch, path),
        }
        self.note_length(length, path);
        Ok(())
    }

    /// Searches for a path that is shorter than the one that is there.
    fn shorten(
        &self,
        length: f64,
        scratch: &mut TierScratch,
        path: &mut Path,
    ) -> Result<(), ExactError> {
        let (exact, points) = (&mut scratch.exact, &mut path.points);
        let shorter = shortest_path_below(self.search_mesh, &self.query, length, exact, points);
        scratch.expanded = scratch.exact.counters().expanded;
        self.note_length(shorter?.unwrap_or(length), path);
        Ok(())
    }
}
