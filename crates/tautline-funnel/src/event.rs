//! Events of the funnel, for pictures and explanations.

use tautline_geometry::Vec2;

use crate::chain::Chain;
use crate::side::Side;

/// A step of the funnel algorithm.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum FunnelEvent {
    /// The funnel begins to process an end of a portal. Portals are counted from 0;
    /// the goal counts as the left end of one more portal after the last.
    Visit {
        /// The portal.
        portal: usize,
        /// The side that the end is on.
        side: Side,
        /// The position of the end.
        point: Vec2,
    },
    /// The back of a chain was removed: the chain to the new end does not bend there.
    Pop {
        /// The side of the chain.
        side: Side,
        /// The point that was removed.
        point: Vec2,
    },
    /// The new end lies beyond the opposite chain. The apex moved to that chain's
    /// front, or to the new end itself if both are on one line, and the path is final up to there.
    Advance {
        /// The new apex.
        point: Vec2,
    },
    /// The new end was appended to the chain on its side.
    Push {
        /// The side of the chain.
        side: Side,
        /// The new end.
        point: Vec2,
    },
    /// The goal was appended: the left chain is the rest of the path, which is now complete.
    Finish,
}

/// The state of the funnel after an event.
// Holds chains instead of slices: slicing costs time, which callers that do not
// look at the view should not pay.
#[derive(Clone, Copy, Debug)]
pub struct FunnelView<'a> {
    pub(crate) apex: Vec2,
    pub(crate) left: &'a Chain,
    pub(crate) right: &'a Chain,
    pub(crate) path: &'a [Vec2],
}

impl<'a> FunnelView<'a> {
    /// Returns the apex: the point up to which the path is final.
    #[must_use]
    pub const fn apex(&self) -> Vec2 {
        self.apex
    }

    /// Returns the left chain: the taut path from the apex to the left end of the last
    /// portal, without the apex. Empty if that end is the apex.
    #[must_use]
    pub fn left(&self) -> &'a [Vec2] {
        self.left.as_slice()
    }

    /// Returns the right chain, like [`Self::left`].
    #[must_use]
    pub fn right(&self) -> &'a [Vec2] {
        self.right.as_slice()
    }

    /// Returns the final part of the path: from the start to the apex, both included.
    #[must_use]
    pub const fn path(&self) -> &'a [Vec2] {
        self.path
    }
}
