//! Removal of connected ground that is too small to be useful.

use super::compact_heightfield::{CompactHeightfield, NO_SPAN};
use tautline_navmesh::internal::number;

/// The numbers of connected regions of ground.
#[derive(Default)]
pub(super) struct RegionCounts {
    pub(super) kept: usize,
    pub(super) dropped: usize,
    /// A span of the first region that was dropped.
    pub(super) first_dropped: Option<u32>,
}

/// Removes regions of fewer cells than `least_cells`, found by flood fill.
pub(super) fn drop_small(heightfield: &mut CompactHeightfield, least_cells: f64) -> RegionCounts {
    let mut is_seen = vec![false; heightfield.count()];
    let mut regions = RegionCounts::default();
    let mut region = Vec::new();
    for seed in heightfield.spans() {
        if is_seen[seed as usize] || heightfield.terrains[seed as usize].is_none() {
            continue;
        }
        region.clear();
        region.push(seed);
        is_seen[seed as usize] = true;
        // The list is both the queue of the flood fill and its result.
        let mut done = 0;
        while let Some(&span) = region.get(done) {
            done += 1;
            for across in heightfield.across[span as usize] {
                if across != NO_SPAN && !is_seen[across as usize] {
                    is_seen[across as usize] = true;
                    region.push(across);
                }
            }
        }
        if f64::from(number(done)) < least_cells {
            regions.dropped += 1;
            regions.first_dropped = regions.first_dropped.or(Some(seed));
            for &span in &region {
                heightfield.terrains[span as usize] = None;
                heightfield.across[span as usize] = [NO_SPAN; 4];
            }
        } else {
            regions.kept += 1;
        }
    }
    regions
}
