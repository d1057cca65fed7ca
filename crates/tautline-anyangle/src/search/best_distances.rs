//! What is known of each place where a path may bend.

use super::node::Turn;
use crate::generation::begin_generation;
use crate::numbers::LENGTH_TOLERANCE;

/// The table of places: the least length of a way to each, and which turns were
/// already tried there. What an earlier search left is forgotten without
/// clearing it.
#[derive(Clone, Debug, Default)]
pub(super) struct BestDistances {
    rows: Vec<BestDistance>,
    generation: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct BestDistance {
    length: f64,
    generation: u32,
    has_left: bool,
    has_right: bool,
}

impl BestDistances {
    pub(super) const fn new() -> Self {
        Self { rows: Vec::new(), generation: 0 }
    }

    pub(super) fn restart(&mut self, count: usize) {
        begin_generation(&mut self.rows, &mut self.generation, count);
    }

    /// The least known length of a way to a place.
    #[inline]
    pub(super) fn get(&self, corner: u32) -> f64 {
        let row = &self.rows[corner as usize];
        if row.generation == self.generation { row.length } else { f64::INFINITY }
    }

    /// Whether a shorter way to a place is known than one of a given length.
    #[inline]
    pub(super) fn has_shorter(&self, corner: u32, length: f64) -> bool {
        length > self.get(corner) * (1.0 + LENGTH_TOLERANCE)
    }

    /// Notes a way to a place; tells whether it is among the shortest.
    #[inline]
    pub(super) fn improve(&mut self, corner: u32, length: f64) -> bool {
        let row = &mut self.rows[corner as usize];
        if row.generation != self.generation || length < row.length * (1.0 - LENGTH_TOLERANCE) {
            let generation = self.generation;
            *row = BestDistance { length, generation, has_left: false, has_right: false };
            return true;
        }
        if length > row.length * (1.0 + LENGTH_TOLERANCE) {
            return false;
        }
        row.length = row.length.min(length);
        true
    }

    /// Notes a turn at a place; tells whether it is the first of its kind.
    ///
    /// Of two ways of one length, one may be able to turn left only and the
    /// other right only, so each kind of turn is tried once.
    #[inline]
    pub(super) fn insert_turn(&mut self, corner: u32, turn: Turn) -> bool {
        let row = &mut self.rows[corner as usize];
        let is_tried = match turn {
            Turn::Left => &mut row.has_left,
            Turn::Right => &mut row.has_right,
        };
        !std::mem::replace(is_tried, true)
    }
}
