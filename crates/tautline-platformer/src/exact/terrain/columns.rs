//! Places in x and the columns they lie in.

use super::bits::Bits;
use super::interval::Interval;
use crate::Character;

/// How a body of one width lies over the columns of a level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::exact) struct Columns {
    /// Width of a tile.
    pub(in crate::exact) tile: i32,
    /// Width of the body.
    pub(in crate::exact) width: i32,
    /// The largest x at which the body is within the level; negative if there
    /// is none.
    pub(in crate::exact) last_x: i32,
}

impl Columns {
    pub(in crate::exact) fn new(character: &Character, columns: i32) -> Self {
        let (tile, width) = (character.tile[0], character.size[0]);
        Self { tile, width, last_x: columns * tile - width }
    }

    /// The leftmost column that a body at `x` overlaps.
    #[inline]
    pub(in crate::exact) fn first(&self, x: i32) -> i32 {
        x / self.tile
    }

    /// The rightmost column that a body at `x` overlaps.
    #[inline]
    pub(in crate::exact) fn last(&self, x: i32) -> i32 {
        self.first(x + self.width - 1)
    }

    /// The places at which a body overlaps no other columns than those from `first` to `last`.
    #[inline]
    pub(in crate::exact) fn within(&self, first: i32, last: i32) -> Interval {
        Interval::new(first * self.tile, (last + 1) * self.tile - self.width)
    }

    /// The places at which a body overlaps some column from `first` to `last`.
    #[inline]
    pub(super) fn over(&self, first: i32, last: i32) -> Interval {
        Interval::new(first * self.tile - self.width + 1, (last + 1) * self.tile - 1)
    }

    /// Whether a body somewhere in an interval of places overlaps any of `tiles`.
    #[inline(always)]
    pub(in crate::exact) fn touch(&self, tiles: Bits<'_>, places: Interval) -> bool {
        tiles.next(self.first(places.low), self.last(places.high), true).is_some()
    }
}
