//! Sets of corners and wedges.

use crate::taut::corners::Node;

/// A set of nodes, as bits.
#[derive(Clone, Debug, Default)]
pub(super) struct Marks {
    words: Vec<u64>,
}

impl Marks {
    /// Forgets all, for so many corners.
    pub(super) fn restart(&mut self, corners: usize) {
        self.words.clear();
        self.words.resize(corners.div_ceil(32), 0);
    }

    #[inline(always)]
    pub(super) fn add(&mut self, node: Node) {
        if let Some(word) = self.words.get_mut(node.index() / 64) {
            *word |= 1 << (node.index() % 64);
        }
    }

    #[inline(always)]
    pub(super) fn has(&self, node: Node) -> bool {
        self.words.get(node.index() / 64).is_some_and(|word| word >> (node.index() % 64) & 1 != 0)
    }
}
