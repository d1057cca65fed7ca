//! The costs of terrain in a filter.

use tautline_geometry::to_f32;
use tautline_navmesh::{QueryFilter, Terrain};

/// A filter with the same costs of terrain that forbids nothing else.
pub(crate) fn terrain_costs(filter: &QueryFilter) -> QueryFilter {
    let mut costs = QueryFilter::uniform();
    for terrain in (0..=u8::MAX).map(Terrain) {
        if costs.set(terrain, to_f32(filter.factor(terrain))).is_err() {
            costs.forbid(terrain);
        }
    }
    costs
}
