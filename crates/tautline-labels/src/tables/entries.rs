//! Label entries: distances from corners to hubs, and the paths there.

use std::iter::successors;

/// The format of entries: a hub and its distance in one number. The hub takes the lower bits: 16, or
/// more if there are more hubs. The fixed-point distance takes the upper bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EntryFormat {
    hub_bits: u32,
}

impl EntryFormat {
    /// The format for up to 65,536 hubs.
    pub(crate) const NARROW: Self = Self { hub_bits: 16 };

    /// Returns the format for a number of hubs.
    pub(crate) const fn for_hubs(hubs: usize) -> Self {
        let needed = usize::BITS - hubs.saturating_sub(1).leading_zeros();
        if needed <= Self::NARROW.hub_bits { Self::NARROW } else { Self { hub_bits: needed } }
    }

    /// Returns the number of hubs that have different numbers.
    #[inline(always)]
    pub(crate) const fn hub_numbers(self) -> usize {
        1 << self.hub_bits
    }

    /// Returns the number of bits of a distance.
    pub(crate) const fn distance_bits(self) -> u32 {
        u64::BITS - self.hub_bits
    }

    pub(crate) const fn pack(self, distance: u64, hub: u32) -> Entry {
        Entry(distance << self.hub_bits | hub as u64)
    }

    #[expect(clippy::cast_possible_truncation, reason = "the lower bits stay")]
    #[inline(always)]
    pub(crate) const fn hub(self, entry: Entry) -> usize {
        entry.0 as usize & (self.hub_numbers() - 1)
    }

    #[inline(always)]
    pub(crate) const fn distance(self, entry: Entry) -> u64 {
        entry.0 >> self.hub_bits
    }
}

impl Default for EntryFormat {
    fn default() -> Self {
        Self::NARROW
    }
}

/// A hub and its distance, in an [`EntryFormat`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Entry(pub(crate) u64);

/// The number of entries that are read at a time.
pub(crate) const ROW: usize = 4;

/// A row of entries, aligned so that it never crosses a cache line.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(32))]
pub(crate) struct EntryRow(pub(crate) [Entry; ROW]);

/// The entries of all corners, in rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Entries {
    pub(crate) format: EntryFormat,
    rows: Vec<EntryRow>,
    /// For each entry, the entry of the same hub at the next corner; at the hub, the entry itself.
    nexts: Vec<u32>,
    /// The corner of each row.
    owners: Vec<u32>,
}

impl Entries {
    /// Creates entries from packed ones in whole rows, the next entry of each, and the
    /// corner of each row.
    pub(crate) fn new(
        format: EntryFormat,
        packed: &[u64],
        nexts: Vec<u32>,
        owners: Vec<u32>,
    ) -> Self {
        let rows = packed.as_chunks().0.iter().map(|row| EntryRow(row.map(Entry))).collect();
        Self { format, rows, nexts, owners }
    }

    /// Returns all packed entries, in order.
    pub(crate) fn packed(&self) -> impl Iterator<Item = u64> + '_ {
        self.rows.iter().flat_map(|row| row.0).map(|entry| entry.0)
    }

    pub(crate) fn nexts(&self) -> &[u32] {
        &self.nexts
    }

    pub(crate) const fn len(&self) -> usize {
        self.nexts.len()
    }

    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.rows[..]) + size_of_val(&self.nexts[..]) + size_of_val(&self.owners[..])
    }

    #[inline(always)]
    pub(crate) fn row(&self, row: u32) -> &[Entry; ROW] {
        &self.rows[row as usize].0
    }

    /// Returns the hub of an entry.
    #[inline(always)]
    pub(crate) fn hub(&self, entry: u32) -> usize {
        self.format.hub(self.rows[entry as usize / ROW].0[entry as usize % ROW])
    }

    /// Returns the entries of a row: their numbers, hubs and distances.
    #[inline(always)]
    pub(crate) fn numbered(&self, row: u32) -> impl Iterator<Item = (u32, usize, u64)> + '_ {
        // A row has four entries.
        let numbers = 4 * row..;
        numbers
            .zip(self.row(row))
            .map(|(at, &entry)| (at, self.format.hub(entry), self.format.distance(entry)))
    }

    /// Returns the corner of an entry.
    #[inline(always)]
    pub(crate) fn owner(&self, entry: u32) -> u32 {
        self.owners[entry as usize / ROW]
    }

    /// Returns the entry for the same hub at the next corner; `None` at the hub.
    #[inline(always)]
    pub(crate) fn next(&self, entry: u32) -> Option<u32> {
        let next = self.nexts[entry as usize];
        (next != entry).then_some(next)
    }

    /// Returns the corners on the path from an entry to its hub, both included.
    pub(crate) fn path_to_hub(&self, entry: u32) -> impl Iterator<Item = u32> + '_ {
        successors(Some(entry), |&entry| self.next(entry)).map(|entry| self.owner(entry))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_hold_any_number_of_hubs() {
        for hubs in [0, 1, 65_536, 65_537, 1 << 20, (1 << 20) + 1, (1 << 31) - 1] {
            let format = EntryFormat::for_hubs(hubs);
            assert_eq!(format == EntryFormat::NARROW, hubs <= 65_536, "{hubs}");
            assert!(hubs <= format.hub_numbers(), "{hubs}");
            let longest = (1 << format.distance_bits()) - 1;
            for hub in [0, 1, crate::to_u32(hubs.saturating_sub(1))] {
                let entry = format.pack(longest, hub);
                assert_eq!((format.hub(entry), format.distance(entry)), (hub as usize, longest));
            }
        }
    }
}
