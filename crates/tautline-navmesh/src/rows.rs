//! Rows of different lengths in one list.

use crate::internal::{group, group_starts};

/// Rows of values, one after the other in one list: compressed sparse rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rows<T> {
    /// The start of each row, and the end of the last one.
    pub(crate) starts: Vec<u32>,
    pub(crate) values: Vec<T>,
}

impl<T: Copy + Default> Rows<T> {
    /// Sorts pairs of a row and a value by row. Values of one row keep their order.
    /// O(rows and values).
    #[must_use]
    pub fn new(rows: usize, pairs: impl ExactSizeIterator<Item = (usize, T)> + Clone) -> Self {
        let starts = group_starts(rows, pairs.clone().map(|(row, _)| row));
        let mut values = vec![T::default(); pairs.len()];
        let mut next = starts.clone();
        for (row, value) in pairs {
            values[next[row] as usize] = value;
            next[row] += 1;
        }
        Self { starts, values }
    }

    /// Returns the values of a row.
    #[inline]
    #[must_use]
    pub fn row(&self, row: usize) -> &[T] {
        &self.values[group(&self.starts, row)]
    }
}
