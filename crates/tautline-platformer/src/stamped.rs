//! A table that is cleared in constant time.

/// A value for some of many indices. Each entry carries the number of the search that set it, so
/// that [`begin`](Self::begin) clears the table without touching the entries.
#[derive(Debug, Clone, Default)]
pub(crate) struct Stamped<T> {
    entries: Vec<(u32, T)>,
    stamp: u32,
}

impl<T: Copy + Default> Stamped<T> {
    /// Removes all values and makes room for indices below `count`.
    pub(crate) fn begin(&mut self, count: usize) {
        if self.entries.len() < count {
            self.entries.resize(count, (0, T::default()));
        }
        self.stamp = self.stamp.wrapping_add(1);
        // After 2^32 searches, old stamps would look current again.
        if self.stamp == 0 {
            self.entries.fill((0, T::default()));
            self.stamp = 1;
        }
    }

    #[inline]
    pub(crate) fn get(&self, index: u32) -> Option<&T> {
        let (stamp, value) = &self.entries[index as usize];
        (*stamp == self.stamp).then_some(value)
    }

    #[inline]
    pub(crate) fn set(&mut self, index: u32, value: T) {
        self.entries[index as usize] = (self.stamp, value);
    }
}
