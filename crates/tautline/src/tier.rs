//! Ways to answer a request.

#[cfg(feature = "cache")]
use tautline_anyangle::TautCache;
use tautline_anyangle::{AnyAngleScratch, LabelScratch, Labels, SearchMesh, shortest_path};
#[cfg(feature = "build")]
use tautline_navmesh::PathStateScratch;
use tautline_navmesh::{Budget, find_corridor};
use tautline_navmesh::{Corridor, CorridorEnd, CorridorScratch, Costs, NavMesh, QueryError};

use crate::Path;
use crate::both_ways;
#[cfg(feature = "build")]
use crate::changed::Before;
use crate::path::{PullScratch, pull_path};

/// A way to find a path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Tier {
    /// The shortest path, exactly: no other way over the ground is shorter. On
    /// ground that costs the same everywhere, and without links.
    #[default]
    Exact,
    /// A corridor of areas, then the shortest path through it: the classic
    /// pipeline. Weighs terrain and takes links; the path is the shortest one
    /// through its corridor, and mostly less than 1 % longer than the shortest.
    Classic,
}

impl Tier {
    /// The tier that answers where none is asked for: the exact one where it
    /// can.
    pub(crate) fn best_for(mesh: &NavMesh, costs: &Costs) -> Self {
        let can_be_exact = costs.is_uniform() && !costs.fits_agent() && !mesh.takes_links(costs);
        if can_be_exact { Self::Exact } else { Self::Classic }
    }
}

/// What is asked of a tier.
#[derive(Clone, Copy)]
pub(crate) struct Task<'a> {
    pub(crate) mesh: &'a NavMesh,
    /// For exact searches.
    pub(crate) search_mesh: SearchMesh<'a>,
    /// To answer by, where they can.
    pub(crate) labels: Option<&'a Labels>,
    /// To answer by what is known of an earlier version.
    #[cfg(feature = "build")]
    pub(crate) before: Option<Before<'a>>,
    pub(crate) start: CorridorEnd,
    pub(crate) goal: CorridorEnd,
    pub(crate) costs: &'a Costs,
    pub(crate) budget: Budget,
    /// Whether the areas of the path are wanted.
    #[cfg(feature = "cache")]
    pub(crate) areas: bool,
}

/// The memory of both tiers.
#[derive(Clone, Debug, Default)]
pub(crate) struct TierScratch {
    pub(crate) exact: AnyAngleScratch,
    pub(crate) labels: LabelScratch,
    #[cfg(feature = "cache")]
    pub(crate) cache: Option<TautCache>,
    #[cfg(feature = "build")]
    pub(crate) path_state: PathStateScratch,
    pub(crate) corridor_search: CorridorScratch,
    pub(crate) corridor: Corridor,
    pub(crate) pull: PullScratch,
    pub(crate) way_back: Path,
    /// By the last request.
    pub(crate) expanded: u64,
}

impl Task<'_> {
    pub(crate) fn answer(
        &self,
        tier: Tier,
        scratch: &mut TierScratch,
        path: &mut Path,
    ) -> Result<(), QueryError> {
        path.tier = tier;
        match tier {
            Tier::Exact => self.answer_exactly(scratch, path),
            Tier::Classic => self.answer_classically(scratch, path),
        }
    }

    fn answer_exactly(&self, scratch: &mut TierScratch, path: &mut Path) -> Result<(), QueryError> {
        let is_plain = self.is_plain();
        if let Some(labels) = self.labels.filter(|_| is_plain) {
            return self.look_up(labels, scratch, path);
        }
        #[cfg(feature = "build")]
        if let Some(before) = self.before.filter(|_| is_plain) {
            return self.look_up_before(before, scratch, path);
        }
        self.search(scratch, path)
    }

    /// Whether all ground may be walked on and costs the same.
    const fn is_plain(&self) -> bool {
        let costs = self.costs;
        costs.is_uniform() && !costs.forbids_ground() && !costs.fits_agent()
    }

    /// Searches for the shortest path.
    pub(crate) fn search(
        &self,
        scratch: &mut TierScratch,
        path: &mut Path,
    ) -> Result<(), QueryError> {
        #[cfg(feature = "cache")]
        if let Some(cache) = scratch.cache.as_mut().filter(|_| self.is_plain() && !self.areas) {
            return self.search_in(cache, &mut scratch.expanded, path);
        }
        let Self { mesh, start, goal, costs, budget, .. } = *self;
        let (exact, points) = (&mut scratch.exact, &mut path.points);
        let found = shortest_path(self.search_mesh, start, goal, costs, budget, exact, points);
        scratch.expanded = scratch.exact.counters().expanded;
        path.length = found?;
        path.cost = path.length * costs.least_factor();
        path.hops.clear();
        scratch.exact.read_areas(mesh, &mut path.areas);
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
        if self.mesh.takes_links(self.costs) {
            return Err(QueryError::TakesLinks);
        }
        let found = cache.shortest_path(self.search_mesh, self.start, self.goal, &mut path.points);
        *expanded = cache.counters().expanded;
        let length = found?;
        if *expanded > self.budget.0 {
            return Err(QueryError::BudgetExhausted { expanded: *expanded });
        }
        self.note_length(length, path);
        Ok(())
    }

    /// Answers by labels: without a search, or nearly so, and without knowing
    /// the areas.
    fn look_up(
        &self,
        labels: &Labels,
        scratch: &mut TierScratch,
        path: &mut Path,
    ) -> Result<(), QueryError> {
        let Self { mesh, start, goal, costs, budget, .. } = *self;
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

    /// Completes a path whose areas are not known.
    pub(crate) fn note_length(&self, length: f64, path: &mut Path) {
        path.length = length;
        path.cost = length * self.costs.least_factor();
        path.hops.clear();
        path.areas.clear();
    }

    fn answer_classically(
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
