//! What queries did.

/// How much work a query was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct CacheCounters {
    /// Corners that were gone on from.
    pub expanded: u64,
    /// Ways on that were looked at there.
    pub arcs: u64,
    /// Corners that were looked from because nothing was known of them.
    pub looks: u64,
}
