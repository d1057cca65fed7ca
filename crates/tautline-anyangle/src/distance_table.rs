//! Best known distances, by number.

use tautline_navmesh::internal::begin_generation;

/// A table of distances that are all infinite after a restart. Rows of earlier searches
/// count as unwritten, so a restart clears nothing.
#[derive(Clone, Debug, Default)]
pub struct DistanceTable {
    rows: Vec<Row>,
    generation: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct Row {
    length: f64,
    generation: u32,
}

impl DistanceTable {
    /// Makes all of `count` distances infinite.
    pub fn restart(&mut self, count: usize) {
        begin_generation(&mut self.rows, &mut self.generation, count);
    }

    /// Returns the distance of `id`; infinite if there is none.
    #[inline]
    pub fn get(&self, id: u32) -> f64 {
        let row = self.rows[id as usize];
        if row.generation == self.generation { row.length } else { f64::INFINITY }
    }

    /// Lowers the distance of `id` to `length` if that is shorter. Returns true if there
    /// was none before.
    #[inline]
    pub fn improve(&mut self, id: u32, length: f64) -> bool {
        let shortest = self.get(id);
        let generation = self.generation;
        self.rows[id as usize] = Row { length: length.min(shortest), generation };
        shortest.is_infinite()
    }
}
