//! Disjoint sets (union-find).

use crate::half_edges::number;

/// Disjoint sets of the numbers from 0. At first, each number is a set of its own.
#[derive(Clone, Debug, Default)]
pub struct DisjointSets {
    /// A number of the same set that is nearer to its root; the root itself for the root.
    parents: Vec<u32>,
}

impl DisjointSets {
    /// One set for each number below `count`.
    #[must_use]
    pub fn new(count: usize) -> Self {
        Self { parents: (0..number(count)).collect() }
    }

    /// The root of the set of a number, which identifies the set.
    pub fn root(&mut self, mut of: u32) -> u32 {
        while self.parents[of as usize] != of {
            // Path halving.
            let before = self.parents[of as usize];
            self.parents[of as usize] = self.parents[before as usize];
            of = before;
        }
        of
    }

    /// Unites two sets, given by their roots. The first root becomes the root of the union.
    pub fn unite(&mut self, root: u32, other: u32) {
        self.parents[other as usize] = root;
    }
}
