//! The weighted tier: A* over Steiner points, then refraction.

use tautline_anyangle::{ExactError, weighted_path};

use crate::Path;
use crate::task::{Task, TierScratch};

impl Task<'_> {
    /// Searches for a cheap path over weighted terrain.
    pub(super) fn answer_weighted(
        &self,
        scratch: &mut TierScratch,
        path: &mut Path,
    ) -> Result<(), ExactError> {
        let TierScratch { weighted, weighted_path: found, expanded, estimate, .. } = scratch;
        let answered = weighted_path(self.search_mesh, &self.query, weighted, found);
        *expanded = weighted.expanded();
        answered?;
        path.points.clone_from(&found.points);
        path.areas.clone_from(&found.areas);
        path.links.clone_from(&found.links);
        (path.length, path.cost) = (found.length, found.cost);
        path.lower_bound = self.trivial_lower_bound(estimate);
        Ok(())
    }
}
