//! What a search did.

/// How much work a search was, and what each rule saved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counters {
    /// Items taken: parts of borders looked through, and corners turned at.
    pub expanded: u64,
    /// Items put into the queue.
    pub pushed: u64,
    /// Items taken out of the queue; the others were gone on with in place.
    pub popped: u64,
    /// Items dropped because a shorter way to the point they are seen from was
    /// found meanwhile.
    pub stale: u64,
    /// Borders not crossed because nothing behind them leads to the goal.
    pub block_cut_pruned: u64,
    /// Parts of borders dropped because a way along the border is shorter.
    pub dominated: u64,
    /// Corners dropped because a shorter way to them is known.
    pub not_shortest: u64,
    /// Turns dropped because the path would not wrap the corner.
    pub not_taut: u64,
    /// Items dropped because they could not lead to a shorter path than the
    /// best one found.
    pub above_bound: u64,
}
