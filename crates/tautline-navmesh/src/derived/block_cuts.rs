//! Which areas can be behind a side: the block-cut tree of the areas.
//!
//! Areas are convex, so a shortest way never comes back to one. To leave an area
//! is of use only if the goal can still be reached without it.
//!
//! The tree is known by a number for each area: its place in a depth-first walk
//! over borders that comes, behind each area, first to what is cut off without
//! it. Such numbers are easy to check, and gates and parts follow from them.

use std::hint::select_unpredictable;

use crate::AreaId;
use crate::components::Components;
use crate::half_edge::BlockCutRange;

/// The gates between areas, by the numbers of these.
pub(crate) struct BlockCutTree {
    areas: Vec<AreaRanges>,
    components: u32,
    /// A number that is not where it belongs.
    misplaced: Option<u32>,
}

/// What an area tells of the gates from and to it.
#[derive(Clone, Copy)]
struct AreaRanges {
    component: u32,
    /// How many areas behind it are cut off without it.
    cut_off: u32,
    /// Seen from an area that cuts it off and has a border with it: to the area
    /// met there behind which it lies, and to all that is behind that one.
    branch: BlockCutRange,
}

/// Where an area comes in the walk.
#[derive(Clone, Copy, Default)]
struct DfsEntry {
    /// The area from which it was met: the last one before it that it has a
    /// border with. Itself for the first area of a part.
    parent: u32,
    /// The first area that it, or an area behind it, has a border with.
    low: u32,
    /// The last area that it has a border with.
    high: u32,
    /// How many areas lie at and behind it.
    behind: u32,
    /// How many of them are cut off without it.
    cut_off: u32,
}

impl BlockCutTree {
    /// Describes the gates between areas, given the area across each side.
    /// Twins must be mutual, and every number below the number of areas must be
    /// that of one area. O(n).
    pub(crate) fn from_numbers(across: &[u32], first_half_edges: &[u32], numbers: &[u32]) -> Self {
        let mut entries = dfs_entries(across, first_half_edges, numbers);
        sum_subtrees(&mut entries);
        Self::find_branches(&entries)
    }

    /// An area whose number is not that of such a walk, if there is one.
    pub(crate) fn misnumbered(&self, numbers: &[u32]) -> Option<AreaId> {
        let misplaced = self.misplaced?;
        numbers.iter().position(|&number| number == misplaced).map(AreaId::from_index)
    }

    /// Finds the branches. The numbers behind an area must be the next ones, first
    /// those that are cut off, and all borders must lead there or the other way round.
    fn find_branches(entries: &[DfsEntry]) -> Self {
        let mut misplaced = None;
        let mut components = 0;
        let mut areas: Vec<AreaRanges> = Vec::with_capacity(entries.len());
        for (here, &DfsEntry { parent, low, high, behind, cut_off }) in (0..).zip(entries) {
            let (end, is_cut_off) = (here + behind, low >= parent);
            let mut branch = BlockCutRange { first: here, count: behind };
            if high >= end {
                misplaced = Some(here);
            }
            if parent == here {
                components += 1;
            } else {
                let before = entries[parent as usize];
                let comes_first = end <= parent + 1 + before.cut_off;
                // All numbers behind each area are as many as there are from its own to
                // the end. So they are these if no end is beyond that of the parent.
                if (end > parent + before.behind) | (is_cut_off != comes_first) {
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

    /// The gate from the area with the number `here` to one across a border.
    #[inline]
    pub(crate) fn range_across(&self, here: u32, across: u32) -> BlockCutRange {
        let AreaRanges { cut_off, .. } = self.areas[here as usize];
        let AreaRanges { branch, .. } = self.areas[across as usize];
        let first = here + 1;
        // All numbers but those that are cut off; where there are none, an open gate.
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

    /// The areas of a part follow each other.
    pub(crate) fn components(&self, numbers: &[u32]) -> Components {
        let component = |&number: &u32| self.areas[number as usize].component;
        Components {
            of_area: numbers.iter().map(component).collect(),
            linked: (0..self.components).collect(),
        }
    }
}

/// What the borders of each area say about its place.
fn dfs_entries(across: &[u32], first_half_edges: &[u32], numbers: &[u32]) -> Vec<DfsEntry> {
    let mut entries = vec![DfsEntry::default(); numbers.len()];
    for (range, &number) in first_half_edges.windows(2).zip(numbers) {
        // The parent's number and 1, or 0.
        let (mut low, mut high, mut after_parent) = (number, number, 0);
        for across in &across[range[0] as usize..range[1] as usize] {
            let across = numbers[*across as usize];
            low = low.min(across);
            high = high.max(across);
            after_parent = after_parent.max(if across < number { across + 1 } else { 0 });
        }
        let parent = after_parent.checked_sub(1).unwrap_or(number);
        entries[number as usize] = DfsEntry { parent, low, high, behind: 1, cut_off: 0 };
    }
    entries
}

/// Finds what lies behind each area.
fn sum_subtrees(entries: &mut [DfsEntry]) {
    for here in (0..entries.len()).rev() {
        let DfsEntry { parent, low, behind, .. } = entries[here];
        if parent as usize != here {
            let before = &mut entries[parent as usize];
            before.low = before.low.min(low);
            before.behind += behind;
            before.cut_off += if low >= parent { behind } else { 0 };
        }
    }
}
