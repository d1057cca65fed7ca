//! Sets of numbers that are united (union-find).

use crate::half_edges::number;

/// Sets of the numbers from 0, each of which is one at first.
#[derive(Clone, Debug, Default)]
pub struct DisjointSets {
    /// Another number of the same set, or itself for the one that stands for the set.
    parents: Vec<u32>,
}

impl DisjointSets {
    /// The sets of some numbers.
    #[must_use]
    pub fn new(count: usize) -> Self {
        Self { parents: (0..number(count)).collect() }
    }

    /// The number that stands for the set of a number.
    pub fn root(&mut self, mut of: u32) -> u32 {
        while self.parents[of as usize] != of {
            let before = self.parents[of as usize];
            self.parents[of as usize] = self.parents[before as usize];
            of = before;
        }
        of
    }

    /// Unites two sets by the numbers that stand for them, of which the first stands for
    /// both then.
    pub fn unite(&mut self, root: u32, other: u32) {
        self.parents[other as usize] = root;
    }
}
