//! Label entries: distances from corners to hubs, and the paths there.

use std::iter::successors;

/// A hub and its distance in one number: 48 bits of fixed-point distance, 16 bits of hub.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(in crate::labels) struct Entry(pub(in crate::labels) u64);

impl Entry {
    const HUB_BITS: u32 = 16;
    /// The number of corners that can be hubs.
    pub(in crate::labels) const MAX_HUBS: usize = 1 << 16;

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

/// The number of entries that are read at a time.
pub(in crate::labels) const ROW: usize = 4;

/// A row of entries, aligned so that it never crosses a cache line.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(32))]
pub(in crate::labels) struct EntryRow(pub(in crate::labels) [Entry; ROW]);

/// The entries of all corners, in rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::labels) struct Entries {
    rows: Vec<EntryRow>,
    /// For each entry, that of the same hub at the next corner; itself at the hub.
    nexts: Vec<u32>,
    /// The corner of each row.
    owners: Vec<u32>,
}

impl Entries {
    /// Creates entries from packed ones in whole rows, the next entry of each, and the
    /// corner of each row.
    pub(in crate::labels) fn new(packed: &[u64], nexts: Vec<u32>, owners: Vec<u32>) -> Self {
        let rows = packed.as_chunks().0.iter().map(|row| EntryRow(row.map(Entry))).collect();
        Self { rows, nexts, owners }
    }

    /// Returns all packed entries, in order.
    pub(in crate::labels) fn packed(&self) -> impl Iterator<Item = u64> + '_ {
        self.rows.iter().flat_map(|row| row.0).map(|entry| entry.0)
    }

    pub(in crate::labels) fn nexts(&self) -> &[u32] {
        &self.nexts
    }

    pub(in crate::labels) const fn len(&self) -> usize {
        self.nexts.len()
    }

    pub(in crate::labels) fn bytes(&self) -> usize {
        size_of_val(&self.rows[..]) + size_of_val(&self.nexts[..]) + size_of_val(&self.owners[..])
    }

    #[inline(always)]
    pub(in crate::labels) fn row(&self, row: u32) -> &[Entry; ROW] {
        &self.rows[row as usize].0
    }

    #[inline(always)]
    pub(in crate::labels) fn at(&self, entry: u32) -> Entry {
        self.rows[entry as usize / ROW].0[entry as usize % ROW]
    }

    /// Returns the entries of a row, with their numbers.
    #[inline(always)]
    pub(in crate::labels) fn numbered(&self, row: u32) -> impl Iterator<Item = (u32, Entry)> + '_ {
        (row * 4..).zip(self.row(row).iter().copied())
    }

    /// Returns the corner of an entry.
    #[inline(always)]
    pub(in crate::labels) fn owner(&self, entry: u32) -> u32 {
        self.owners[entry as usize / ROW]
    }

    /// Returns the entry for the same hub at the next corner; `None` at the hub.
    #[inline(always)]
    pub(in crate::labels) fn next(&self, entry: u32) -> Option<u32> {
        let next = self.nexts[entry as usize];
        (next != entry).then_some(next)
    }

    /// Returns the corners on the path from an entry to its hub, both included.
    pub(in crate::labels) fn path_to_hub(&self, entry: u32) -> impl Iterator<Item = u32> + '_ {
        successors(Some(entry), |&entry| self.next(entry)).map(|entry| self.owner(entry))
    }
}
