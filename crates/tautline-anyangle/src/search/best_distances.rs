//! Best known distances of corners, and of the exits of links, from the start.

use tautline_navmesh::internal::begin_generation;

use super::node::Turn;
use crate::length_tolerance::LENGTH_TOLERANCE;

/// The best known distance of each corner from the start (the *g-value* of A\*), and the
/// turns that were already tried there. Rows of earlier searches count as unwritten, so a
/// restart clears nothing.
#[derive(Clone, Debug, Default)]
pub(super) struct BestDistances {
    rows: Vec<BestDistance>,
    generation: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct BestDistance {
    length: f64,
    generation: u32,
    has_tried_left: bool,
    has_tried_right: bool,
}

impl BestDistances {
    pub(super) const fn new() -> Self {
        Self { rows: Vec::new(), generation: 0 }
    }

    pub(super) fn restart(&mut self, count: usize) {
        begin_generation(&mut self.rows, &mut self.generation, count);
    }

    /// Returns the best known distance of a corner; infinite if no path to it is known.
    #[inline]
    pub(super) fn get(&self, corner: u32) -> f64 {
        let row = &self.rows[corner as usize];
        if row.generation == self.generation { row.length } else { f64::INFINITY }
    }

    /// Returns true if a path to a corner is known that is shorter than `length`, by more
    /// than rounding.
    #[inline]
    pub(super) fn has_shorter(&self, corner: u32, length: f64) -> bool {
        length > self.get(corner) * (1.0 + LENGTH_TOLERANCE)
    }

    /// Records a path to a corner. Returns false if a shorter one is known.
    #[inline]
    pub(super) fn improve(&mut self, corner: u32, length: f64) -> bool {
        let row = &mut self.rows[corner as usize];
        if row.generation != self.generation || length < row.length * (1.0 - LENGTH_TOLERANCE) {
            // Clearly shorter: turns that were tried at the old distance have to be tried
            // again.
            let generation = self.generation;
            *row =
                BestDistance { length, generation, has_tried_left: false, has_tried_right: false };
            return true;
        }
        if length > row.length * (1.0 + LENGTH_TOLERANCE) {
            return false;
        }
        // Equal except for rounding: this path may allow a turn that the other one does not.
        row.length = row.length.min(length);
        true
    }

    /// Lowers the distance of an arc's exit to `length`. Returns true if that is strictly
    /// shorter. Equal is not enough: links without cost can form a ring, and the search would follow
    /// it for ever.
    #[inline]
    pub(super) fn lower(&mut self, row: u32, length: f64) -> bool {
        let is_shorter = length < self.get(row);
        if is_shorter {
            let generation = self.generation;
            self.rows[row as usize] = BestDistance { length, generation, ..Default::default() };
        }
        is_shorter
    }

    /// Marks a turn at a corner as tried. Returns true if it was not.
    ///
    /// Each turn is tried once: of two paths of equal length, one may allow only the turn to
    /// the left, and the other only the turn to the right.
    #[inline]
    pub(super) fn insert_turn(&mut self, corner: u32, turn: Turn) -> bool {
        let row = &mut self.rows[corner as usize];
        let is_tried = match turn {
            Turn::Left => &mut row.has_tried_left,
            Turn::Right => &mut row.has_tried_right,
        };
        !std::mem::replace(is_tried, true)
    }
}
