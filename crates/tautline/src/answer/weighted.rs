//! The weighted tier: A* over Steiner points, then refraction.

use tautline_weighted::{WeightedError, prove_weighted_path, weighted_path};

use crate::Path;
use crate::task::{Task, TierScratch};

impl Task<'_> {
    /// Searches for a nearly cheapest path over weighted terrain. If the query has a share
    /// ([`PathQuery::within`](tautline_navmesh::PathQuery::within)), then proves that the path is
    /// within that share of the cheapest, or finds a cheaper one for which that holds. The proof
    /// ends early when the budget is used up.
    pub(super) fn answer_weighted(
        &self,
        scratch: &mut TierScratch,
        path: &mut Path,
    ) -> Result<(), WeightedError> {
        let TierScratch { weighted, weighted_path: found, cost_bound, expanded, .. } = scratch;
        let answered = weighted_path(self.weighted_mesh, &self.query, weighted, found);
        *expanded = weighted.expanded();
        answered?;
        let mut lower_bound = self.trivial_lower_bound(weighted.estimate()).min(found.cost);
        let share = self.query.within;
        if share > 0.0 && found.cost > lower_bound * (1.0 + share) {
            let query = self.with_rest_of_budget(*expanded);
            let bound = prove_weighted_path(self.weighted_mesh, &query, found, cost_bound)?;
            lower_bound = lower_bound.max(bound).min(found.cost);
            *expanded += cost_bound.settled();
        }
        path.points.clone_from(&found.points);
        path.areas.clone_from(&found.areas);
        path.links.clone_from(&found.links);
        (path.length, path.cost, path.lower_bound) = (found.length, found.cost, lower_bound);
        Ok(())
    }
}
