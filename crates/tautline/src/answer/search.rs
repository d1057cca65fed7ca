//! The exact tier with a search (Polyanya).

use tautline_anyangle::{ExactError, shortest_path};

use crate::Path;
use crate::task::{Task, TierScratch};

impl Task<'_> {
    /// Searches for the shortest path.
    pub(super) fn search(
        &self,
        scratch: &mut TierScratch,
        path: &mut Path,
    ) -> Result<(), ExactError> {
        let query = self.with_rest_of_budget(scratch.expanded);
        let (exact, points) = (&mut scratch.exact, &mut path.points);
        let found = shortest_path(self.search_mesh, &query, exact, points);
        // With the costs of links, in the unit of lengths.
        let length = scratch.count_search(found)?;
        path.cost = length * self.factor();
        path.lower_bound = scratch.exact.lower_bound() * self.factor();
        scratch.exact.read_links(self.mesh, &mut path.links);
        path.measure(length);
        scratch.exact.read_areas(self.mesh, &mut path.areas);
        Ok(())
    }
}
