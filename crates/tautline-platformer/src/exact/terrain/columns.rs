//! Conversion between positions in x and columns.

use super::bits::Bits;
use super::interval::Interval;
use crate::Character;

/// The columns that a body of a given width overlaps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::exact) struct Columns {
    /// Width of a tile, in subpixels.
    pub(in crate::exact) tile: i32,
    /// Width of the body, in subpixels.
    pub(in crate::exact) width: i32,
    /// The largest x at which the body is within the level; negative if it is wider than the level.
    pub(in crate::exact) last_x: i32,
}

impl Columns {
    pub(in crate::exact) fn new(character: &Character, columns: i32) -> Self {
        let (tile, width) = (character.tile[0], character.size[0]);
        Self { tile, width, last_x: columns * tile - width }
    }

    /// Returns the leftmost column that a body at `x` overlaps.
    #[inline]
    pub(in crate::exact) fn first(&self, x: i32) -> i32 {
        x / self.tile
    }

    /// Returns the rightmost column that a body at `x` overlaps.
    #[inline]
    pub(in crate::exact) fn last(&self, x: i32) -> i32 {
        self.first(x + self.width - 1)
    }

    /// Returns the positions at which a body overlaps no columns but `first` to `last`.
    #[inline]
    pub(in crate::exact) fn within(&self, first: i32, last: i32) -> Interval {
        Interval::new(first * self.tile, (last + 1) * self.tile - self.width)
    }

    /// Returns the positions at which a body overlaps at least one of the columns `first` to
    /// `last`.
    #[inline]
    pub(super) fn overlapping(&self, first: i32, last: i32) -> Interval {
        Interval::new(first * self.tile - self.width + 1, (last + 1) * self.tile - 1)
    }

    /// Returns true if a body somewhere in an interval of positions overlaps any of `tiles`.
    #[inline(always)]
    pub(in crate::exact) fn touch(&self, tiles: Bits<'_>, positions: Interval) -> bool {
        tiles.next(self.first(positions.low), self.last(positions.high), true).is_some()
    }
}
