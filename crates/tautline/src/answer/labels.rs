//! The exact tier, by labels.

use tautline_anyangle::Labels;
use tautline_navmesh::{PathQuery, QueryError};

use crate::Path;
use crate::task::{Task, TierScratch};

impl Task<'_> {
    /// Answers by labels: without a search, or nearly so, and without knowing
    /// the areas.
    pub(super) fn look_up(
        &self,
        labels: &Labels,
        scratch: &mut TierScratch,
        path: &mut Path,
    ) -> Result<(), QueryError> {
        let Self { mesh, query: PathQuery { start, goal, costs, budget }, .. } = *self;
        if mesh.takes_links(costs) {
            return Err(QueryError::TakesLinks);
        }
        let found = labels.shortest_path(mesh, start, goal, &mut scratch.labels, &mut path.points);
        let expanded = scratch.labels.counters().expanded;
        scratch.expanded = expanded;
        let length = found?;
        if expanded > budget.0 {
            return Err(QueryError::BudgetExhausted { expanded });
        }
        self.note_length(length, path);
        Ok(())
    }
}
