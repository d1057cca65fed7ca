//! Which corners a flood has met.

use crate::generation::renew;
use crate::taut::corners::Node;

/// Marks on corners, which floods meet in each of their areas.
#[derive(Clone, Debug, Default)]
pub(super) struct Seen {
    rows: Vec<Row>,
    flood: u32,
}

/// What a corner is marked with, in the flood that has the same number.
#[derive(Clone, Copy, Debug, Default)]
struct Row {
    flood: u32,
    /// By wedge.
    is_seen: [bool; 2],
}

impl Seen {
    pub(super) fn restart(&mut self, corners: usize) {
        renew(&mut self.rows, &mut self.flood, corners);
    }

    /// Notes that a corner is met; tells whether for the first time.
    pub(super) fn meet(&mut self, corner: u32) -> bool {
        let row = &mut self.rows[corner as usize];
        let is_first = row.flood != self.flood;
        if is_first {
            *row = Row { flood: self.flood, is_seen: [false; 2] };
        }
        is_first
    }

    /// Notes that a corner that was met is seen from a wedge; tells whether for the
    /// first time.
    pub(super) fn see(&mut self, arrival: Node) -> bool {
        let is_seen = &mut self.rows[arrival.corner() as usize].is_seen;
        !std::mem::replace(&mut is_seen[(arrival.0 & 1) as usize], true)
    }
}
