//! Queries on maps of cells.

use tautline::Query;
use tautline_fixtures::{Cells, SplitMix64};

use crate::support::position;

/// Returns `count` queries between points of the doubled lattice: middles, sides and
/// corners of cells, on the ground and off it.
pub(crate) fn random_queries(cells: &Cells, seed: u64, count: usize) -> Vec<Query<'static>> {
    let mut random = SplitMix64::new(seed);
    let mut point =
        || position([cells.width, cells.height].map(|size| random.between(0, 2 * i32::from(size))));
    (0..count).map(|_| Query::new(point(), point())).collect()
}
