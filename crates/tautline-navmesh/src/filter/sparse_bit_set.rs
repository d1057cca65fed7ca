//! A sparse bit set.

/// A sparse set of indices of areas or links: 64 bits per word, without the words that are 0. So
/// equal sets have equal fields, and a large index takes no more memory than a small one.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SparseBitSet {
    /// The index and the bits of each word, in order.
    words: Vec<(u32, u64)>,
}

impl SparseBitSet {
    pub(super) const EMPTY: Self = Self { words: Vec::new() };

    pub(super) const fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    pub(super) fn insert(&mut self, number: u32) {
        let (word, bit) = Self::word_and_bit(number);
        match self.find(word) {
            Ok(index) => self.words[index].1 |= bit,
            Err(index) => self.words.insert(index, (word, bit)),
        }
    }

    pub(super) fn remove(&mut self, number: u32) {
        let (word, bit) = Self::word_and_bit(number);
        if let Ok(index) = self.find(word) {
            self.words[index].1 &= !bit;
            if self.words[index].1 == 0 {
                self.words.remove(index);
            }
        }
    }

    #[inline]
    pub(super) fn contains(&self, number: u32) -> bool {
        let (word, bit) = Self::word_and_bit(number);
        !self.is_empty() && self.find(word).is_ok_and(|index| self.words[index].1 & bit != 0)
    }

    /// All indices, in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = u32> + Clone + '_ {
        self.words.iter().flat_map(|&(word, bits)| {
            let is_set = move |bit: &u32| bits >> bit & 1 != 0;
            (0..u64::BITS).filter(is_set).map(move |bit| word * u64::BITS + bit)
        })
    }

    fn find(&self, word: u32) -> Result<usize, usize> {
        self.words.binary_search_by_key(&word, |entry| entry.0)
    }

    /// The word of an index, and its bit there.
    const fn word_and_bit(number: u32) -> (u32, u64) {
        (number / u64::BITS, 1 << (number % u64::BITS))
    }
}
