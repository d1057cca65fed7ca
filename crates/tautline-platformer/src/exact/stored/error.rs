//! Why plain data is not all moves of a planner.

use thiserror::Error;

#[cfg(doc)]
use super::StoredMoves;

/// The first thing that is wrong with [`StoredMoves`]. None that
/// [`Planner::to_stored_moves`](super::Planner::to_stored_moves) gave has any of it, for a
/// planner of the same level, character and options.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum StoredMovesError {
    /// They are of another level, or of another character or options.
    #[error(
        "the moves are those of another level or character: their fingerprint is {found:016x}, but it would be {expected:016x}; bake them again"
    )]
    Fingerprint {
        /// That of the moves.
        found: u64,
        /// That of the planner.
        expected: u64,
    },
    /// A list is not as long as another one asks for.
    #[error("the list of {list} has {found} entries instead of {expected}")]
    Length {
        /// What it is a list of.
        list: &'static str,
        /// How long it is.
        found: usize,
        /// How long it should be.
        expected: usize,
    },
    /// Something ends before it begins, or after the end of the list.
    #[error("entry {index} of the list of {list} ends at {end}")]
    End {
        /// What it is a list of.
        list: &'static str,
        /// Which entry.
        index: usize,
        /// Where it ends.
        end: u32,
    },
    /// The groups of a span are not those of other spans in their order, or one is
    /// empty.
    #[error("group {group} leads to span {span}, or has no links, or is out of order")]
    Group {
        /// The group.
        group: usize,
        /// The span that it names.
        span: u32,
    },
    /// No character could make a move.
    #[error("link {link} {fault}")]
    Link {
        /// The link.
        link: usize,
        /// What is wrong with it.
        fault: LinkFault,
    },
    /// More rows were looked at than there are.
    #[error("the moves of span {span} looked at more rows than there are")]
    Rows {
        /// The span.
        span: usize,
    },
}

/// What is wrong with a stored link.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LinkFault {
    /// Some of its launches or landings are not on its spans.
    #[error("begins or ends beside its spans")]
    Places,
    /// Some of its launches or landings are too far from all others to be walked to
    /// in its time.
    #[error("leads further than one walks in its time")]
    Distance,
    /// Its vertical course does not exist, or does not come to its destination at
    /// its time, or leaves the level before.
    #[error("does not come to its destination")]
    Course,
    /// A faster one to the same destination comes after it.
    #[error("is slower than one after it")]
    Order,
    /// Its remainders by the walk step are not those of its places.
    #[error("has remainders that its places have not")]
    Classes,
}
