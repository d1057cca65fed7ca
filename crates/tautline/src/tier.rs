//! Tiers: the algorithms for paths.

use tautline_navmesh::{NavMesh, QueryFilter};

/// An algorithm for paths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Tier {
    /// The exact shortest path (Polyanya), over ground and links. Supports uniform costs only.
    #[default]
    Exact,
    /// A path over terrain of different costs that is nearly the cheapest: at most 0.04 % above it on
    /// average on the maps that were measured. Supports any filter. It bends where it crosses from one
    /// terrain to another ([`weighted_path`](tautline_weighted::weighted_path)).
    Weighted,
    /// A* for a corridor of areas, then the funnel algorithm, as in Detour. Supports any filter.
    /// The path is the shortest one through its corridor, and mostly less than 1 % longer than the
    /// shortest of all. On weighted terrain it is refracted
    /// ([`Refraction`](tautline_weighted::Refraction)), and costs 1 to 6 % too much on average.
    Classic,
}

impl Tier {
    /// Returns the tier that answers by default: the weighted one where terrain costs differ, the
    /// classic one for uniform costs and a filter with the size of an agent, and otherwise the exact one.
    pub(crate) fn best_for(mesh: &NavMesh, filter: &QueryFilter) -> Self {
        match mesh.uniform_factor(filter) {
            None => Self::Weighted,
            Some(_) if filter.fits_agent() => Self::Classic,
            Some(_) => Self::Exact,
        }
    }
}
