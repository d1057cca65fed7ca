//! A query with everything that the tiers need to answer it, and their memory.

use tautline_anyangle::{AnyAngleScratch, ExactError, SearchMesh};
#[cfg(feature = "build")]
use tautline_dynamic::PathStateScratch;
use tautline_labels::{LabelScratch, Labels};
#[cfg(feature = "build")]
use tautline_navmesh::Location;
use tautline_navmesh::internal::LinkEstimate;
use tautline_navmesh::{
    Budget, Corridor, CorridorScratch, NavMesh, PathQuery, QueryError, RayCast,
};
use tautline_weighted::{CostBoundScratch, WeightedMesh, WeightedPath, WeightedScratch};

use crate::Path;
#[cfg(feature = "build")]
use crate::baked_version::Before;
use crate::path::PullScratch;

/// A relative error that is greater than the rounding of a sum of a few costs.
const ROUNDING: f64 = 1e-12;

/// A query with everything that a tier needs to answer it.
#[derive(Clone, Copy)]
pub(crate) struct Task<'a> {
    pub(crate) mesh: &'a NavMesh,
    /// The mesh with its landmarks, for exact searches.
    pub(crate) search_mesh: SearchMesh<'a>,
    /// The mesh with its tables for costs of terrain.
    pub(crate) weighted_mesh: WeightedMesh<'a>,
    /// The labels, used where they are supported.
    pub(crate) labels: Option<&'a Labels>,
    /// The labels of an earlier version.
    #[cfg(feature = "build")]
    pub(crate) before: Option<Before<'a>>,
    pub(crate) query: PathQuery<'a>,
}

/// The memory of all tiers.
#[derive(Clone, Debug, Default)]
pub(crate) struct TierScratch {
    pub(crate) exact: AnyAngleScratch,
    pub(crate) labels: LabelScratch,
    pub(crate) ray: RayCast,
    #[cfg(feature = "build")]
    pub(crate) path_state: PathStateScratch,
    /// The points of a path with their elevations.
    #[cfg(feature = "build")]
    pub(crate) locations: Vec<Location>,
    pub(crate) weighted: WeightedScratch,
    pub(crate) weighted_path: WeightedPath,
    pub(crate) cost_bound: CostBoundScratch,
    pub(crate) corridor_search: CorridorScratch,
    pub(crate) corridor: Corridor,
    pub(crate) pull: PullScratch,
    pub(crate) reversed: Path,
    /// The number of nodes that the last query expanded.
    pub(crate) expanded: u64,
}

impl TierScratch {
    /// Adds the number of nodes that an exact search has expanded to the count of the query. An error then
    /// reports the sum.
    pub(crate) fn count_search<T>(
        &mut self,
        found: Result<T, ExactError>,
    ) -> Result<T, ExactError> {
        self.expanded += self.exact.counters().expanded;
        found.map_err(|error| match error {
            ExactError::Query(QueryError::BudgetExhausted { .. }) => {
                QueryError::BudgetExhausted { expanded: self.expanded }.into()
            }
            error => error,
        })
    }
}

impl Task<'_> {
    /// Returns true if all ground is allowed and costs are uniform.
    pub(crate) fn is_plain(&self) -> bool {
        self.is_uniform() && self.mesh.is_all_open(self.query.filter)
    }

    /// Returns true if all allowed ground has the same cost.
    pub(crate) fn is_uniform(&self) -> bool {
        self.mesh.uniform_factor(self.query.filter).is_some() && !self.query.filter.fits_agent()
    }

    /// Returns the query for a search after others that expanded some nodes, with the rest of the budget.
    pub(crate) const fn with_rest_of_budget(&self, expanded: u64) -> PathQuery<'_> {
        self.query.with_budget(Budget(self.query.budget.0.saturating_sub(expanded)))
    }

    /// Returns an error if labels expanded more nodes than the budget of the query allows. They do not
    /// check it themselves.
    pub(crate) fn check_budget(&self, scratch: &TierScratch) -> Result<(), ExactError> {
        let expanded = scratch.expanded;
        if expanded > self.query.budget.0 {
            return Err(QueryError::BudgetExhausted { expanded }.into());
        }
        Ok(())
    }

    /// Returns the cost of one unit of length of an exact path.
    pub(crate) fn factor(&self) -> f64 {
        self.mesh.uniform_factor(self.query.filter).unwrap_or(1.0)
    }

    /// Returns a lower bound on the cost of any path: the straight distance times the least factor, or
    /// less where links may be cheaper. `estimate` is that of a search for this query.
    pub(crate) fn trivial_lower_bound(&self, estimate: &LinkEstimate) -> f64 {
        let Self { mesh, query, .. } = self;
        let factor = mesh.least_factor(query.filter);
        estimate.at(query.start.point.into()) * factor * (1.0 - ROUNDING)
    }

    /// Completes a path without areas.
    pub(crate) fn note_length(&self, length: f64, path: &mut Path) {
        path.length = length;
        path.cost = length * self.factor();
        path.lower_bound = path.cost;
        path.links.clear();
        path.areas.clear();
    }
}
