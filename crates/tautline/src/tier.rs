//! Ways to answer a request.

use tautline_navmesh::{NavMesh, QueryFilter};

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
    pub(crate) fn best_for(mesh: &NavMesh, filter: &QueryFilter) -> Self {
        let is_uniform = mesh.uniform_factor(filter).is_some();
        let can_be_exact = is_uniform && !filter.fits_agent() && !mesh.takes_links(filter);
        if can_be_exact { Self::Exact } else { Self::Classic }
    }
}
