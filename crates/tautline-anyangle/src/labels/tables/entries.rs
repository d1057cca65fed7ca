//! Entries, packed: how far it is to hubs.

use std::ops::Range;

/// A hub and its distance, packed: 48 bits of distance, 16 bits of hub.
#[derive(Clone, Copy, Debug)]
pub(in crate::labels) struct Entry(pub(in crate::labels) u64);

impl Entry {
    const HUB_BITS: u32 = 16;
    /// So many corners can be hubs.
    pub(in crate::labels) const MOST_HUBS: usize = 1 << 16;

    pub(in crate::labels) const fn pack(distance: u64, hub: u32) -> u64 {
        distance << Self::HUB_BITS | hub as u64 & 0xffff
    }

    #[inline(always)]
    pub(in crate::labels) const fn hub(self) -> usize {
        (self.0 & 0xffff) as usize
    }

    #[inline(always)]
    pub(in crate::labels) const fn distance(self) -> u64 {
        self.0 >> Self::HUB_BITS
    }
}

/// Entries are read so many at a time.
pub(in crate::labels) const ROW: usize = 4;

/// Rows are stored so many together.
const ROWS_PER_LINE: usize = 2;

/// Packed entries, in lines of the processor's cache: no row lies across two.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::labels) struct Entries {
    lines: Vec<Line>,
    rows: usize,
}

#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(64))]
struct Line([[u64; ROW]; ROWS_PER_LINE]);

impl Entries {
    /// Of whole rows.
    pub(in crate::labels) fn new(entries: &[u64]) -> Self {
        let (rows, _) = entries.as_chunks();
        let (full, rest) = rows.as_chunks();
        let mut lines = Vec::with_capacity(rows.len().div_ceil(ROWS_PER_LINE));
        lines.extend(full.iter().copied().map(Line));
        lines.extend(rest.iter().map(|&row| Line([row; ROWS_PER_LINE])));
        Self { lines, rows: rows.len() }
    }

    /// All of them, in order.
    pub(in crate::labels) fn all(&self) -> impl Iterator<Item = u64> + '_ {
        self.lines.iter().flat_map(|line| line.0).flatten().take(self.len())
    }

    pub(in crate::labels) const fn len(&self) -> usize {
        self.rows * ROW
    }

    #[inline(always)]
    pub(in crate::labels) fn row(&self, row: u32) -> &[u64; ROW] {
        &self.lines[row as usize / ROWS_PER_LINE].0[row as usize % ROWS_PER_LINE]
    }

    #[inline(always)]
    pub(in crate::labels) fn at(&self, entry: usize) -> Entry {
        Entry(self.lines[entry / (ROW * ROWS_PER_LINE)].0[entry / ROW % ROWS_PER_LINE][entry % ROW])
    }

    /// Those with the numbers of a range, which begins with a row.
    pub(in crate::labels) fn numbered(
        &self,
        range: Range<usize>,
    ) -> impl Iterator<Item = (usize, Entry)> + '_ {
        range.map(|number| (number, self.at(number)))
    }
}
