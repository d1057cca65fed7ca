//! The steps of a corridor.

use crate::{HalfEdgeId, LinkId};

/// A step of a corridor from one area to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crossing {
    /// Across a half-edge of the area that is left.
    Border(HalfEdgeId),
    /// By a link.
    Link {
        /// The link.
        link: LinkId,
        /// True if it is taken forwards.
        forwards: bool,
    },
}
