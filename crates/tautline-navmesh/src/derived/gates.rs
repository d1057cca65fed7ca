//! Which areas can be behind a side: the block-cut tree of the areas.
//!
//! Areas are convex, so a shortest way never comes back to one. To leave an area
//! is of use only if the goal can still be reached without it.
//!
//! The tree is known by a number for each area: its place in a depth-first walk
//! over borders that comes, behind each area, first to what is cut off without
//! it. Such numbers are easy to check, and gates and parts follow from them.

use crate::AreaId;
use crate::mesh::Parts;
use crate::parallel::both;
use crate::side::{Gate, Side};

/// The areas in the order of their numbers.
pub(crate) struct Gates {
    places: Vec<Place>,
    /// A number that is not where it belongs.
    misplaced: Option<u32>,
}

#[derive(Clone, Copy, Default)]
struct Place {
    /// The area from which it was met: the last one before it that it has a
    /// border with. Itself for the first area of a part.
    parent: u32,
    /// The first area that it, or an area behind it, has a border with.
    low: u32,
    /// The last area at and behind it.
    last: u32,
    /// The last area that it has a border with.
    high: u32,
    /// How many areas lie at and behind it.
    behind: u32,
    /// How many of them are cut off without it.
    cut_off: u32,
    /// Seen from an area that cuts it off and has a border with it: the area
    /// met there behind which it lies.
    branch: u32,
}

impl Gates {
    /// Describes the gates between areas, given the area across each side.
    /// Twins must be mutual, and every number below the number of areas must be
    /// that of one area. O(n).
    pub(crate) fn describe(across: &[u32], first_sides: &[u32], numbers: &[u32]) -> Self {
        let mut gates = Self::by_numbers(across, first_sides, numbers);
        gates.look_behind();
        gates.find_branches();
        gates
    }

    /// An area whose number is not that of such a walk, if there is one.
    pub(crate) fn misnumbered(&self, numbers: &[u32]) -> Option<AreaId> {
        let misplaced = self.misplaced?;
        numbers.iter().position(|&number| number == misplaced).map(AreaId::from_index)
    }

    fn by_numbers(across: &[u32], first_sides: &[u32], numbers: &[u32]) -> Self {
        let mut places = vec![Place::default(); numbers.len()];
        for (range, &number) in first_sides.windows(2).zip(numbers) {
            // The parent's number and 1, or 0.
            let (mut low, mut high, mut after_parent) = (number, number, 0);
            for across in &across[range[0] as usize..range[1] as usize] {
                let across = numbers[*across as usize];
                low = low.min(across);
                high = high.max(across);
                after_parent = after_parent.max(if across < number { across + 1 } else { 0 });
            }
            let parent = after_parent.checked_sub(1).unwrap_or(number);
            places[number as usize] =
                Place { parent, low, last: number, high, behind: 1, cut_off: 0, branch: number };
        }
        Self { places, misplaced: None }
    }

    /// Finds what lies behind each area. The numbers there must be the next
    /// ones, and all borders must lead there or the other way round.
    fn look_behind(&mut self) {
        for here in (0..AreaId::from_index(self.places.len()).0).rev() {
            let Place { parent, low, last, high, behind, .. } = self.places[here as usize];
            if last - here + 1 != behind || high > last {
                self.misplaced = Some(here);
            }
            if parent != here {
                let before = &mut self.places[parent as usize];
                before.low = before.low.min(low);
                before.last = before.last.max(last);
                before.behind += behind;
                before.cut_off += if low >= parent { behind } else { 0 };
            }
        }
    }

    /// Finds the branches. What is cut off must come before what is not.
    fn find_branches(&mut self) {
        for here in 0..AreaId::from_index(self.places.len()).0 {
            let Place { parent, low, behind, .. } = self.places[here as usize];
            let before = self.places[parent as usize];
            let is_cut_off = low >= parent;
            if parent != here && is_cut_off != (here + behind <= parent + 1 + before.cut_off) {
                self.misplaced = Some(here);
            }
            if !is_cut_off {
                self.places[here as usize].branch = before.branch;
            }
        }
    }

    /// Sets the gates of all sides, which must be open. O(n).
    pub(crate) fn set(&self, sides: &mut [Side], first_sides: &[u32], numbers: &[u32]) {
        let (side_count, middle) = (sides.len(), numbers.len() / 2);
        let (low, high) = sides.split_at_mut(first_sides[middle] as usize);
        both(
            side_count,
            || self.set_some(low, &first_sides[..=middle], &numbers[..middle], numbers),
            || self.set_some(high, &first_sides[middle..], &numbers[middle..], numbers),
        );
    }

    /// Sets the gates of the sides of some areas that follow each other, of which
    /// the numbers `here` are.
    fn set_some(&self, sides: &mut [Side], first_sides: &[u32], here: &[u32], numbers: &[u32]) {
        let before = first_sides[0];
        for (range, &here) in first_sides.windows(2).zip(here) {
            if self.places[here as usize].cut_off > 0 {
                for side in &mut sides[(range[0] - before) as usize..(range[1] - before) as usize] {
                    side.set_gate(self.between(here, numbers[side.across().index()]));
                }
            }
        }
    }

    /// The gate from an area that cuts others off to one across a border.
    fn between(&self, here: u32, across: u32) -> Gate {
        let (first, cut_off) = (here + 1, self.places[here as usize].cut_off);
        if across.wrapping_sub(first) < cut_off {
            let branch = self.places[across as usize].branch;
            Gate { first: branch, count: self.places[branch as usize].behind }
        } else {
            // All numbers but those that are cut off.
            Gate { first: first + cut_off, count: cut_off.wrapping_neg() }
        }
    }

    /// The areas of a part follow each other.
    pub(crate) fn parts(&self, numbers: &[u32]) -> Parts {
        let mut count = 0;
        let of_place: Vec<u32> = (0..)
            .zip(&self.places)
            .map(|(here, place)| {
                count += u32::from(place.parent == here);
                count.saturating_sub(1)
            })
            .collect();
        let of_area = numbers.iter().map(|&number| of_place[number as usize]).collect();
        Parts { of_area, groups: (0..count).collect() }
    }
}
