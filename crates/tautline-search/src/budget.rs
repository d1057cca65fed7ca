//! A bound on searches.

/// How many nodes a search may expand before it gives up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Budget(pub u64);

impl Budget {
    /// No bound: the search ends when it has found or exhausted everything.
    pub const UNLIMITED: Self = Self(u64::MAX);
}

impl Default for Budget {
    fn default() -> Self {
        Self::UNLIMITED
    }
}
