//! Steps of a corridor.

use crate::{HalfEdgeId, LinkId};

/// A step from one area to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crossing {
    /// Across a side of the area that is left.
    Border(HalfEdgeId),
    /// By a link.
    Link {
        /// The link.
        link: LinkId,
        /// Whether it is taken forwards.
        forwards: bool,
    },
}
