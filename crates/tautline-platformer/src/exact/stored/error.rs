//! Errors of restoring links.

use thiserror::Error;

#[cfg(doc)]
use super::StoredLinks;

/// The first thing that is wrong with [`StoredLinks`]. Links from
/// [`Planner::to_stored_links`](super::Planner::to_stored_links) never cause an error in a planner
/// with the same level, character and options.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum StoredLinksError {
    /// The links belong to another level, character or options.
    #[error(
        "the links belong to another level, character or options: their fingerprint is {found:016x}, but {expected:016x} is expected; bake them again"
    )]
    Fingerprint {
        /// The fingerprint of the links.
        found: u64,
        /// The fingerprint of the planner.
        expected: u64,
    },
    /// The length of a list does not match the other lists.
    #[error("the list of {list} has {found} entries instead of {expected}")]
    Length {
        /// The name of the list.
        list: &'static str,
        /// Its length.
        found: usize,
        /// The length that it should have.
        expected: usize,
    },
    /// An entry ends before it begins, or after the end of the list.
    #[error(
        "entry {index} of the list of {list} ends at {end}, before it begins or after the end of the list"
    )]
    End {
        /// The name of the list.
        list: &'static str,
        /// The index of the entry.
        index: usize,
        /// The end of the entry.
        end: u32,
    },
    /// The groups of a span are not sorted by destination, or one of them is empty or leads to no other
    /// span.
    #[error(
        "group {group}, which leads to span {span}, is out of order, has no links or has no valid destination"
    )]
    Group {
        /// The index of the group.
        group: usize,
        /// The destination of the group.
        span: u32,
    },
    /// A link is not possible for any character.
    #[error("link {link} {fault}")]
    Link {
        /// The index of the link.
        link: usize,
        /// The fault.
        #[source]
        fault: LinkFault,
    },
    /// The read set of a span has more rows than the level, or lacks a landing of its links.
    #[error("the read set of span {span} has more rows than the level or lacks a landing")]
    Rows {
        /// The index of the span.
        span: usize,
    },
}

impl StoredLinksError {
    /// Returns the number and the name of this kind of error, for files and other languages. They
    /// stay the same from version to version.
    #[must_use]
    pub const fn code(&self) -> (u8, &'static str) {
        match self {
            Self::Fingerprint { .. } => (1, "fingerprint"),
            Self::Length { .. } => (2, "length"),
            Self::End { .. } => (3, "end"),
            Self::Group { .. } => (4, "group"),
            Self::Link { .. } => (5, "link"),
            Self::Rows { .. } => (6, "rows"),
        }
    }
}

/// The fault of a stored link.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LinkFault {
    /// Some launches or landings are not on their span.
    #[error("has launches or landings outside of its spans")]
    Span,
    /// Some launch or landing is further than the walking distance from all others.
    #[error("leads further than the character walks in its time")]
    Distance,
    /// The flight does not exist, does not land on the destination at that time, or leaves the
    /// level before.
    #[error("does not land on its destination at its time")]
    Profile,
    /// A faster link to the same destination follows.
    #[error("is slower than the link after it")]
    Order,
    /// The residues do not occur among its positions.
    #[error("has residues that do not occur among its positions")]
    Residues,
}

impl LinkFault {
    /// Returns the number and the name of this kind of error, for files and other languages. They
    /// stay the same from version to version.
    #[must_use]
    pub const fn code(&self) -> (u8, &'static str) {
        match self {
            Self::Span => (1, "span"),
            Self::Distance => (2, "distance"),
            Self::Profile => (3, "profile"),
            Self::Order => (4, "order"),
            Self::Residues => (5, "residues"),
        }
    }
}
