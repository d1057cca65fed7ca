//! What is asked of a tier, and the memory that it is answered in.

use tautline_anyangle::{AnyAngleScratch, LabelScratch, Labels, SearchMesh};
#[cfg(feature = "build")]
use tautline_dynamic::PathStateScratch;
use tautline_navmesh::{Corridor, CorridorScratch, NavMesh, PathQuery, RayCast};

use crate::Path;
#[cfg(feature = "build")]
use crate::changed::Before;
use crate::path::PullScratch;

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
    pub(crate) query: PathQuery<'a>,
}

/// The memory of both tiers.
#[derive(Clone, Debug, Default)]
pub(crate) struct TierScratch {
    pub(crate) exact: AnyAngleScratch,
    pub(crate) labels: LabelScratch,
    pub(crate) ray: RayCast,
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
    /// Whether all ground may be walked on and costs the same.
    pub(crate) fn is_plain(&self) -> bool {
        self.is_uniform() && self.mesh.is_all_open(self.query.filter)
    }

    /// Whether all ground that may be walked on costs the same.
    pub(crate) fn is_uniform(&self) -> bool {
        self.mesh.uniform_factor(self.query.filter).is_some() && !self.query.filter.fits_agent()
    }

    /// What a unit of an exact path costs.
    pub(crate) fn factor(&self) -> f64 {
        self.mesh.uniform_factor(self.query.filter).unwrap_or(1.0)
    }

    /// Completes a path whose areas are not known.
    pub(crate) fn note_length(&self, length: f64, path: &mut Path) {
        path.length = length;
        path.cost = length * self.factor();
        path.links.clear();
        path.areas.clear();
    }
}
