//! What queries did.

/// How much work a query was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct LabelCounters {
    /// Cones of corners that an end was tested against.
    pub cones: u64,
    /// Corners that an end sees.
    pub visible: u64,
    /// Distances to hubs that were read.
    pub entries: u64,
    /// Corners that were gone on from, among those that are no hubs.
    pub expanded: u64,
    /// Ways on that were looked at there.
    pub arcs: u64,
}

impl LabelCounters {
    /// One number for all of it, in about nanoseconds: the same for the same
    /// query on every machine.
    #[must_use]
    pub const fn work(&self) -> u64 {
        4 * self.cones + 5 * self.visible + self.entries + 60 * self.expanded + 15 * self.arcs
    }
}
