//! What the funnel tells those who watch it.

use tautline_geometry::Vec2;

use crate::chain::Chain;
use crate::side::Side;

/// What the funnel has just done.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum FunnelEvent {
    /// It turns to an end of a portal. Portals are counted from 0; the goal is
    /// the left end of the one after the last.
    Looks {
        /// The portal.
        portal: usize,
        /// Which of its ends.
        side: Side,
        /// Where that is.
        point: Vec2,
    },
    /// It dropped the far end of a chain: with the new end, the way over this
    /// one would not bend inwards.
    Drops {
        /// The chain.
        side: Side,
        /// What was dropped.
        point: Vec2,
    },
    /// The new end lies beyond the other chain: the apex moved to that chain's
    /// nearest point (or to the new end itself, on one line with it), and the
    /// path is settled as far as there.
    Settles {
        /// The new apex.
        point: Vec2,
    },
    /// The chain on one side ends at the new end now.
    Takes {
        /// The chain.
        side: Side,
        /// The new end.
        point: Vec2,
    },
    /// The goal is taken: the rest of the path is the left chain, and now
    /// settled too.
    Arrives,
}

/// The funnel after an event.
// Chains instead of slices: to find where a slice begins costs something, which
// nobody who does not look should pay.
#[derive(Clone, Copy, Debug)]
pub struct FunnelView<'a> {
    pub(crate) apex: Vec2,
    pub(crate) left: &'a Chain,
    pub(crate) right: &'a Chain,
    pub(crate) settled: &'a [Vec2],
}

impl<'a> FunnelView<'a> {
    /// Up to where the path is settled.
    #[must_use]
    pub const fn apex(&self) -> Vec2 {
        self.apex
    }

    /// The taut way from the apex to the left end of the last portal, without
    /// the apex. Empty if that end is the apex.
    #[must_use]
    pub fn left(&self) -> &'a [Vec2] {
        self.left.as_slice()
    }

    /// The same on the right.
    #[must_use]
    pub fn right(&self) -> &'a [Vec2] {
        self.right.as_slice()
    }

    /// The path up to the apex, start included.
    #[must_use]
    pub const fn settled(&self) -> &'a [Vec2] {
        self.settled
    }
}
