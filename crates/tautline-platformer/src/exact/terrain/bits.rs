//! Bit sets of the columns of a row.

use crate::exact::index::{index_of, row_index};

/// The bits of one row's columns, 64 to a word.
#[derive(Debug, Clone, Copy)]
pub(in crate::exact) struct Bits<'a>(pub(in crate::exact) &'a [u64]);

impl Bits<'_> {
    #[inline]
    pub(super) fn contains(self, column: i32) -> bool {
        let column = column.cast_unsigned();
        self.0[(column >> 6) as usize] >> (column & 63) & 1 == 1
    }

    /// Returns the first column from `column` to `last` whose bit is `value`; `None` if there is
    /// none.
    #[inline]
    pub(super) fn next(self, column: i32, last: i32, value: bool) -> Option<i32> {
        if column > last {
            return None;
        }
        let start = column.cast_unsigned();
        let flip = if value { 0 } else { u64::MAX };
        let mut word = (start >> 6) as usize;
        let mut bits = (self.0[word] ^ flip) & (u64::MAX << (start & 63));
        while bits == 0 {
            word += 1;
            if word > (last.cast_unsigned() >> 6) as usize {
                return None;
            }
            bits = self.0[word] ^ flip;
        }
        let found = (index_of(word * 64) + bits.trailing_zeros()).cast_signed();
        (found <= last).then_some(found)
    }
}

/// One bit per column for every row of the level, and for one row below and one above it. Each row
/// ends with a spare word, which is part of the fingerprint of stored links.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::exact) struct Layer {
    words: usize,
    pub(super) bits: Vec<u64>,
}

impl Layer {
    pub(super) fn new(columns: u16, rows: u16) -> Self {
        let words = usize::from(columns).div_ceil(64).max(1) + 1;
        Self { words, bits: vec![0; words * (usize::from(rows) + 2)] }
    }

    #[inline]
    pub(in crate::exact) fn row(&self, row: i32) -> Bits<'_> {
        let index = row_index(row) * self.words;
        Bits(&self.bits[index..index + self.words])
    }

    pub(super) fn row_mut(&mut self, row: i32) -> &mut [u64] {
        let index = row_index(row) * self.words;
        &mut self.bits[index..index + self.words]
    }

    pub(super) fn set(&mut self, column: i32, row: i32, value: bool) {
        let column = column.cast_unsigned();
        let word = &mut self.row_mut(row)[(column >> 6) as usize];
        let bit = 1 << (column & 63);
        if value { *word |= bit } else { *word &= !bit }
    }
}
