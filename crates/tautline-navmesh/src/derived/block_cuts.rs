//! The block-cut tree of the areas, and the ranges for block-cut pruning that it gives.
//!
//! Areas are convex, so on terrain of uniform cost a shortest path never returns to an area.
//! Leaving an area only makes sense if the goal is reachable without it.
//!
//! The tree is stored as one number per area: its position in a depth-first traversal
//! over borders that visits, below each area, first the subtrees that are cut off without
//! it. Such numbers are easy to check, and the components and all ranges follow from them:
//!
//! ```text
//!     borders           depth-first tree    range of a half-edge
//!
//!     1 ── 0 ── 2              0            0 → 1:  1             1 is cut off without 0
//!           ╲   │             ╱ ╲           0 → 2:  2 to 4        so are 2, 3 and 4
//!            ╲  │            1   2          0 → 3:  2 to 4        the same branch
//!             ╲ │                │          2 → 3:  all numbers   2 cuts off nothing
//!               3 ── 4           3          3 → 4:  4             4 is cut off without 3
//!                                │          3 → 0:  all but 4
//!                                4
//! ```

use std::hint::select_unpredictable;

use crate::AreaId;
use crate::half_edge::BlockCutRange;
use crate::mesh_data::Components;

/// The block-cut tree, indexed by the numbers of the areas.
pub(crate) struct BlockCutTree {
    areas: Vec<AreaRanges>,
    components: u32,
    /// A number that does not fit the traversal, if any.
    misplaced: Option<u32>,
}

/// The data of an area from which the ranges of its half-edges are computed.
#[derive(Clone, Copy)]
struct AreaRanges {
    component: u32,
    /// The number of areas in its subtree that are cut off without it.
    cut_off: u32,
    /// The range of the half-edge that leads to this area from an ancestor which cuts it off:
    /// the subtree of the ancestor's child through which this area is reached.
    branch: BlockCutRange,
}

/// The place of an area in the depth-first tree.
#[derive(Clone, Copy, Default)]
struct DfsEntry {
    /// The parent: the last area before this one to which it has a border. The area itself
    /// if it is the root of its component.
    parent: u32,
    /// The first area to which the subtree has a border (Tarjan's *low-link*).
    low: u32,
    /// The last area to which it has a border.
    high: u32,
    /// The size of the subtree, including the area.
    subtree_size: u32,
    /// The number of areas in the subtree that are cut off without it.
    cut_off: u32,
}

impl BlockCutTree {
    /// Builds the tree, given the area across each half-edge. Twins must be mutual, and the
    /// numbers a permutation of the area indices. O(n).
    pub(crate) fn from_numbers(across: &[u32], first_half_edges: &[u32], numbers: &[u32]) -> Self {
        let mut entries = dfs_entries(across, first_half_edges, numbers);
        sum_subtrees(&mut entries);
        Self::find_branches(&entries)
    }

    /// An area whose number does not fit the traversal, if there is one.
    pub(crate) fn misnumbered(&self, numbers: &[u32]) -> Option<AreaId> {
        let misplaced = self.misplaced?;
        numbers.iter().position(|&number| number == misplaced).map(AreaId::from_index)
    }

    /// Derives the ranges and checks the numbers: a subtree must have consecutive numbers,
    /// first those that are cut off without its root, and every border must join an area to
    /// one of its ancestors or descendants.
    fn find_branches(entries: &[DfsEntry]) -> Self {
        let mut misplaced = None;
        let mut components = 0;
        let mut areas: Vec<AreaRanges> = Vec::with_capacity(entries.len());
        for (here, &DfsEntry { parent, low, high, subtree_size, cut_off }) in (0..).zip(entries) {
            let (end, is_cut_off) = (here + subtree_size, low >= parent);
            let mut branch = BlockCutRange { first: here, count: subtree_size };
            if high >= end {
                misplaced = Some(here);
            }
            if parent == here {
                components += 1;
            } else {
                let parent_entry = entries[parent as usize];
                let comes_first = end <= parent + 1 + parent_entry.cut_off;
                // The sizes of the subtrees fill the parent's interval completely. So the
                // intervals are right if no subtree ends beyond that of the parent.
                if (end > parent + parent_entry.subtree_size) | (is_cut_off != comes_first) {
                    misplaced = Some(here);
                }
                let of_parent = areas[parent as usize].branch;
                branch.first = select_unpredictable(is_cut_off, branch.first, of_parent.first);
                branch.count = select_unpredictable(is_cut_off, branch.count, of_parent.count);
            }
            areas.push(AreaRanges { component: components - 1, cut_off, branch });
        }
        Self { areas, components, misplaced }
    }

    /// The range of a half-edge from the area with the number `here` to its neighbour `across`.
    ///
    /// If the neighbour is cut off without `here`, only its branch is reachable: a subtree of
    /// `here`. If not, everything is reachable but what `here` cuts off.
    /// For example, if `here` is 5 and cuts off 3 areas, those are 6, 7 and 8. The range of a
    /// half-edge to any other area starts at 9 and wraps around to 5: its `count` is
    /// 2^32 - 3, and `number - 9 < 2^32 - 3` in wrapping arithmetic excludes 6, 7 and 8.
    #[inline]
    pub(crate) fn range_across(&self, here: u32, across: u32) -> BlockCutRange {
        let AreaRanges { cut_off, .. } = self.areas[here as usize];
        let AreaRanges { branch, .. } = self.areas[across as usize];
        let first = here + 1;
        // A range of all numbers is 0 with the maximal count: `count` cannot hold 2^32. The masks
        // avoid branches, which are hard to predict here.
        let if_open = u32::from(cut_off == 0).wrapping_neg();
        let beyond = BlockCutRange {
            first: (first + cut_off) & !if_open,
            count: cut_off.wrapping_neg() | if_open,
        };
        let is_cut_off = across.wrapping_sub(first) < cut_off;
        BlockCutRange {
            first: select_unpredictable(is_cut_off, branch.first, beyond.first),
            count: select_unpredictable(is_cut_off, branch.count, beyond.count),
        }
    }

    /// The connected components: areas of a component have consecutive numbers.
    pub(crate) fn components(&self, numbers: &[u32]) -> Components {
        let component = |&number: &u32| self.areas[number as usize].component;
        Components { of_area: numbers.iter().map(component).collect(), count: self.components }
    }
}

/// The parent and the bounds of the neighbours of each area, by the numbers alone.
fn dfs_entries(across: &[u32], first_half_edges: &[u32], numbers: &[u32]) -> Vec<DfsEntry> {
    let mut entries = vec![DfsEntry::default(); numbers.len()];
    for (range, &number) in first_half_edges.windows(2).zip(numbers) {
        // One more than the parent's number; 0 for none.
        let (mut low, mut high, mut after_parent) = (number, number, 0);
        for across in &across[range[0] as usize..range[1] as usize] {
            let across = numbers[*across as usize];
            low = low.min(across);
            high = high.max(across);
            after_parent = after_parent.max(if across < number { across + 1 } else { 0 });
        }
        let parent = after_parent.checked_sub(1).unwrap_or(number);
        entries[number as usize] = DfsEntry { parent, low, high, subtree_size: 1, cut_off: 0 };
    }
    entries
}

/// Completes the low-links and subtree sizes, from the leaves to the roots.
fn sum_subtrees(entries: &mut [DfsEntry]) {
    for here in (0..entries.len()).rev() {
        let DfsEntry { parent, low, subtree_size, .. } = entries[here];
        if parent as usize != here {
            let parent_entry = &mut entries[parent as usize];
            parent_entry.low = parent_entry.low.min(low);
            parent_entry.subtree_size += subtree_size;
            parent_entry.cut_off += if low >= parent { subtree_size } else { 0 };
        }
    }
}
