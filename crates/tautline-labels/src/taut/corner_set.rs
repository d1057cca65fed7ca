//! Sets of corners.

/// A set of corners as a bit set, small enough to stay in the processor's cache.
#[derive(Clone, Debug, Default)]
pub(crate) struct CornerSet {
    words: Vec<u64>,
}

impl CornerSet {
    /// Empties the set, and makes room for `corners`.
    pub(crate) fn restart(&mut self, corners: usize) {
        self.words.clear();
        self.words.resize(corners.div_ceil(64), 0);
    }

    /// Adds a corner. Returns true if it was not in the set.
    #[inline]
    pub(crate) fn add(&mut self, corner: u32) -> bool {
        let word = &mut self.words[corner as usize / 64];
        let before = *word;
        *word |= 1 << (corner % 64);
        *word != before
    }

    #[inline]
    pub(crate) fn has(&self, corner: u32) -> bool {
        self.words[corner as usize / 64] >> (corner % 64) & 1 != 0
    }
}
