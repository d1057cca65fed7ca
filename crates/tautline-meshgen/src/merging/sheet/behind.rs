//! How much ground lies behind each border.

use super::{NO_SIDE, Sheet};

/// Ways may lead over the border from any ground to any other.
pub(super) const ALL: f64 = 1.0;

impl Sheet<'_> {
    /// For the first and the last side of each chain, the share of all ground behind it,
    /// if it is the only way there; else [`ALL`]. `chain_count` has the number of chains
    /// of each area.
    ///
    /// Areas with one border are taken off, again and again: what is behind the border
    /// of such a one is the area and all that was taken off it before. O(sides).
    pub(super) fn shares_behind(&self, mut chain_count: Vec<u32>) -> Vec<f64> {
        let mut shares = vec![ALL; self.side_count()];
        let mut behind = self.sizes.clone();
        let whole: f64 = behind.iter().sum();
        let mut dead_ends: Vec<u32> = (0..)
            .take(behind.len())
            .filter(|&area: &u32| chain_count[area as usize] == 1)
            .collect();
        while let Some(area) = dead_ends.pop() {
            let Some(side) = self.last_way_out(self.first_sides[area as usize], &shares) else {
                // Both areas at the last border were dead ends.
                continue;
            };
            let of_area = behind[area as usize];
            // Of a tree, the last dead ends have more behind them than before them.
            let share = of_area.min(whole - of_area) / whole;
            for end in [side, self.chain_ends[side as usize]] {
                shares[end as usize] = share;
                shares[self.twin(end) as usize] = share;
            }
            let onward = self.sources[self.twin(side) as usize];
            behind[onward as usize] += of_area;
            chain_count[onward as usize] -= 1;
            if chain_count[onward as usize] == 1 {
                dead_ends.push(onward);
            }
        }
        shares
    }

    /// The chain of an area that has not been taken off.
    fn last_way_out(&self, first_side: u32, shares: &[f64]) -> Option<u32> {
        let mut side = first_side;
        loop {
            let is_end = self.chain_ends[side as usize] != NO_SIDE;
            if is_end && shares[side as usize] >= ALL {
                return Some(side);
            }
            side = self.next(side);
            if side == first_side {
                return None;
            }
        }
    }
}
