//! Links that a path takes.

use crate::LinkId;

/// A link that a path takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LinkTraversal {
    /// The index of the point where the link departs. It arrives at the next point.
    pub point: usize,
    /// The link.
    pub link: LinkId,
    /// True if it is taken from its first end to its second one.
    pub forwards: bool,
}
