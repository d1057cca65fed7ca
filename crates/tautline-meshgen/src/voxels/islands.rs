//! Ground that is too small to be worth it.

use super::field::{Field, NO_FLOOR};
use tautline_navmesh::internal::number;

/// Pieces of ground that hang together.
#[derive(Default)]
pub(super) struct Islands {
    pub(super) kept: usize,
    pub(super) dropped: usize,
    /// A floor of the first one that was dropped.
    pub(super) first_dropped: Option<u32>,
}

/// Takes away connected ground of fewer cells.
pub(super) fn drop_small(field: &mut Field, least_cells: f64) -> Islands {
    let mut is_seen = vec![false; field.count()];
    let mut islands = Islands::default();
    let mut island = Vec::new();
    for seed in field.floors() {
        if is_seen[seed as usize] || field.terrains[seed as usize].is_none() {
            continue;
        }
        island.clear();
        island.push(seed);
        is_seen[seed as usize] = true;
        let mut done = 0;
        while let Some(&floor) = island.get(done) {
            done += 1;
            for across in field.across[floor as usize] {
                if across != NO_FLOOR && !is_seen[across as usize] {
                    is_seen[across as usize] = true;
                    island.push(across);
                }
            }
        }
        if f64::from(number(done)) < least_cells {
            islands.dropped += 1;
            islands.first_dropped = islands.first_dropped.or(Some(seed));
            for &floor in &island {
                field.terrains[floor as usize] = None;
                field.across[floor as usize] = [NO_FLOOR; 4];
            }
        } else {
            islands.kept += 1;
        }
    }
    islands
}
