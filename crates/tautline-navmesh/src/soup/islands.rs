//! Ground that is too small to be worth it.

use super::field::{Field, NO_FLOOR};

/// Takes away connected ground of fewer cells. Returns how many pieces, and a floor
/// of the first one.
pub(super) fn drop_small(field: &mut Field, least_cells: f64) -> (usize, Option<u32>) {
    let mut is_seen = vec![false; field.count()];
    let mut dropped = 0;
    let mut first = None;
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
        if f64::from(u32::try_from(done).unwrap_or(u32::MAX)) < least_cells {
            dropped += 1;
            first = first.or(Some(seed));
            for &floor in &island {
                field.terrains[floor as usize] = None;
                field.across[floor as usize] = [NO_FLOOR; 4];
            }
        }
    }
    (dropped, first)
}
