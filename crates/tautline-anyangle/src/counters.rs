//! Counters of a search.

/// The work of a search, and the number of nodes that each pruning rule saved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counters {
    /// Nodes expanded: windows looked through, corners turned at, and links taken.
    pub expanded: u64,
    /// Nodes put into the queue.
    pub pushed: u64,
    /// Nodes taken out of the queue. A search also expands nodes that it never queued: a successor
    /// that would be next anyway.
    pub popped: u64,
    /// Nodes dropped because a shorter path to their root was found after they were queued.
    pub stale: u64,
    /// Half-edges not crossed because, by the block-cut tree, no simple path to the goal
    /// crosses them.
    pub block_cut_pruned: u64,
    /// Windows pruned because a path along their border is shorter.
    pub dominated: u64,
    /// Corners pruned because a shorter path to them is known.
    pub not_shortest: u64,
    /// Turns pruned because the path would not be taut.
    pub not_taut: u64,
    /// Nodes pruned because their lower bound is not below the length of the best path.
    pub above_bound: u64,
}
