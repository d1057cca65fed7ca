//! Rows of different lengths in one list.

use crate::internal::{group, group_starts};

/// Rows of values, one after the other in one list: compressed sparse rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Rows<T> {
    /// The start of each row, and the end of the last one.
    pub(crate) starts: Vec<u32>,
    pub(crate) values: Vec<T>,
}

impl<T: Copy> Rows<T> {
    /// Sorts pairs of a row and a value by row. Values of one row keep their order.
    /// O(rows and values).
    pub(crate) fn new(rows: usize, pairs: &[(usize, T)]) -> Self {
        let starts = group_starts(rows, pairs.iter().map(|&(row, _)| row));
        let Some(&(_, any)) = pairs.first() else { return Self { starts, values: Vec::new() } };
        let mut values = vec![any; pairs.len()];
        let mut next = starts.clone();
        for &(row, value) in pairs {
            values[next[row] as usize] = value;
            next[row] += 1;
        }
        Self { starts, values }
    }

    /// The values of a row.
    #[inline]
    pub(crate) fn row(&self, row: usize) -> &[T] {
        &self.values[group(&self.starts, row)]
    }
}
