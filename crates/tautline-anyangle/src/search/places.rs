//! What is known of each place where a path may bend.

use super::item::Turn;
use crate::generation::renew;
use crate::numbers::SAME_LENGTH;

/// The table of places: the least length of a way to each, and which turns were
/// already tried there. What an earlier search left is forgotten without
/// clearing it.
#[derive(Clone, Debug, Default)]
pub(super) struct Places {
    records: Vec<Record>,
    generation: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct Record {
    length: f64,
    generation: u32,
    has_left: bool,
    has_right: bool,
}

impl Places {
    pub(super) const fn new() -> Self {
        Self { records: Vec::new(), generation: 0 }
    }

    pub(super) fn restart(&mut self, count: usize) {
        renew(&mut self.records, &mut self.generation, count);
    }

    /// The least known length of a way to a place.
    #[inline]
    pub(super) fn length(&self, place: u32) -> f64 {
        let record = &self.records[place as usize];
        if record.generation == self.generation { record.length } else { f64::INFINITY }
    }

    /// Whether a shorter way to a place is known than one of a given length.
    #[inline]
    pub(super) fn has_shorter(&self, place: u32, length: f64) -> bool {
        length > self.length(place) * (1.0 + SAME_LENGTH)
    }

    /// Notes a way to a place; tells whether it is among the shortest.
    #[inline]
    pub(super) fn arrive(&mut self, place: u32, length: f64) -> bool {
        let record = &mut self.records[place as usize];
        if record.generation != self.generation || length < record.length * (1.0 - SAME_LENGTH) {
            let generation = self.generation;
            *record = Record { length, generation, has_left: false, has_right: false };
            return true;
        }
        if length > record.length * (1.0 + SAME_LENGTH) {
            return false;
        }
        record.length = record.length.min(length);
        true
    }

    /// Notes a turn at a place; tells whether it is the first of its kind.
    ///
    /// Of two ways of one length, one may be able to turn left only and the
    /// other right only, so each kind of turn is tried once.
    #[inline]
    pub(super) fn is_new_turn(&mut self, place: u32, turn: Turn) -> bool {
        let record = &mut self.records[place as usize];
        let is_tried = match turn {
            Turn::Left => &mut record.has_left,
            Turn::Right => &mut record.has_right,
        };
        !std::mem::replace(is_tried, true)
    }
}
