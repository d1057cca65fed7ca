//! Tiers: the algorithms for paths.

use tautline_navmesh::{NavMesh, QueryFilter};

/// An algorithm for paths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Tier {
    /// The exact shortest path (Polyanya), over ground and links. Supports uniform costs only.
    #[default]
    Exact,
    /// A* for a corridor of areas, then the funnel algorithm, as in Detour. Supports weighted
    /// terrain. The path is the shortest one through its corridor, and mostly
    /// less than 1 % longer than the shortest of all. On weighted terrain it is then refracted: it
    /// bends where it crosses from one terrain to another, and costs 1 to 2 % too much on average
    /// ([`Refraction`](tautline_anyangle::Refraction)).
    Classic,
}

impl Tier {
    /// Returns the tier that answers by default: the exact one where it is supported.
    pub(crate) fn best_for(mesh: &NavMesh, filter: &QueryFilter) -> Self {
        let can_be_exact = mesh.uniform_factor(filter).is_some() && !filter.fits_agent();
        if can_be_exact { Self::Exact } else { Self::Classic }
    }
}
