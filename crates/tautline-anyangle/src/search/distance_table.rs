//! DistanceTable of the shortest known ways to numbered things.

use crate::generation::begin_generation;

/// A table of lengths whose rows are all infinite after a restart, without
/// clearing them.
#[derive(Clone, Debug, Default)]
pub(crate) struct DistanceTable {
    rows: Vec<Row>,
    generation: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct Row {
    length: f64,
    generation: u32,
}

impl DistanceTable {
    pub(crate) fn restart(&mut self, count: usize) {
        begin_generation(&mut self.rows, &mut self.generation, count);
    }

    pub(crate) fn get(&self, thing: u32) -> f64 {
        let row = self.rows[thing as usize];
        if row.generation == self.generation { row.length } else { f64::INFINITY }
    }

    /// Notes a length; tells whether it is the first for this thing.
    pub(crate) fn improve(&mut self, thing: u32, length: f64) -> bool {
        let shortest = self.get(thing);
        let generation = self.generation;
        self.rows[thing as usize] = Row { length: length.min(shortest), generation };
        shortest.is_infinite()
    }
}
