//! The exact tier: a search, or what is known of one.

#[cfg(feature = "cache")]
use tautline_anyangle::TautCache;
use tautline_anyangle::shortest_path;
#[cfg(feature = "cache")]
use tautline_navmesh::PathQuery;
use tautline_navmesh::QueryError;

use crate::Path;
use crate::task::{Task, TierScratch};

impl Task<'_> {
    /// Searches for the shortest path.
    pub(super) fn search(
        &self,
        scratch: &mut TierScratch,
        path: &mut Path,
    ) -> Result<(), QueryError> {
        #[cfg(feature = "cache")]
        if let Some(cache) = scratch.cache.as_mut().filter(|_| self.is_plain() && !self.areas) {
            return self.search_in(cache, &mut scratch.expanded, path);
        }
        let (exact, points) = (&mut scratch.exact, &mut path.points);
        let found = shortest_path(self.search_mesh, &self.query, exact, points);
        scratch.expanded = scratch.exact.counters().expanded;
        path.length = found?;
        path.cost = path.length * self.factor();
        path.hops.clear();
        scratch.exact.read_areas(self.mesh, &mut path.areas);
        Ok(())
    }

    /// Searches among what is known of the corners, without knowing the areas.
    #[cfg(feature = "cache")]
    fn search_in(
        &self,
        cache: &mut TautCache,
        expanded: &mut u64,
        path: &mut Path,
    ) -> Result<(), QueryError> {
        let PathQuery { start, goal, budget, .. } = self.query;
        let found = cache.shortest_path(self.search_mesh, start, goal, &mut path.points);
        *expanded = cache.counters().expanded;
        let length = found?;
        if *expanded > budget.0 {
            return Err(QueryError::BudgetExhausted { expanded: *expanded });
        }
        self.note_length(length, path);
        Ok(())
    }
}
