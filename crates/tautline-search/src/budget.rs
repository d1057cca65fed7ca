//! A limit on the work of a search.

/// The largest number of nodes that a search may expand before it gives up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Budget(pub u64);

impl Budget {
    /// No limit: the search runs until it has found its goals or exhausted the graph.
    pub const UNLIMITED: Self = Self(u64::MAX);
}

impl Default for Budget {
    fn default() -> Self {
        Self::UNLIMITED
    }
}
