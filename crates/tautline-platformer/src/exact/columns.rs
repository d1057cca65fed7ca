//! Places in x and the columns they lie in.

use super::rows::Bits;
use crate::Character;

/// Division by a number that is known beforehand, for dividends in `0..2^31`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Divisor {
    factor: u64,
    shift: u32,
}

impl Divisor {
    /// `divisor` is 1 at least.
    pub(super) fn new(divisor: i32) -> Self {
        let divisor = u64::from(divisor.cast_unsigned().max(1));
        let shift = 32 + divisor.next_power_of_two().trailing_zeros();
        Self { factor: (1_u64 << shift).div_ceil(divisor), shift }
    }

    /// The quotient, rounded down.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the quotient is at most the dividend")]
    pub(super) fn divide(self, dividend: i32) -> i32 {
        debug_assert!(dividend >= 0, "dividends are not negative");
        ((u64::from(dividend.cast_unsigned()) * self.factor) >> self.shift) as i32
    }
}

/// How a body of one width lies over the columns of a level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Columns {
    /// Width of a tile.
    pub(super) tile: i32,
    /// Width of the body.
    pub(super) width: i32,
    /// The largest x at which the body is within the level; negative if there
    /// is none.
    pub(super) last_x: i32,
    by_tile: Divisor,
}

impl Columns {
    pub(super) fn new(character: &Character, columns: i32) -> Self {
        let (tile, width) = (character.tile[0], character.size[0]);
        Self { tile, width, last_x: columns * tile - width, by_tile: Divisor::new(tile) }
    }

    /// The column of a place.
    #[inline]
    pub(super) fn of(&self, x: i32) -> i32 {
        self.by_tile.divide(x)
    }

    /// The leftmost column that a body at `x` overlaps.
    #[inline]
    pub(super) fn first(&self, x: i32) -> i32 {
        self.of(x)
    }

    /// The rightmost column that a body at `x` overlaps.
    #[inline]
    pub(super) fn last(&self, x: i32) -> i32 {
        self.of(x + self.width - 1)
    }

    /// Whether a body somewhere in an interval of places overlaps any of `tiles`.
    #[inline(always)]
    pub(super) fn touch(&self, tiles: Bits<'_>, [low, high]: [i32; 2]) -> bool {
        tiles.any(self.first(low), self.last(high))
    }
}

/// How many frames a walk takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Walk {
    pub(super) step: i32,
    by_step: Divisor,
}

/// More frames than any plan has.
pub(super) const NEVER: u32 = 1 << 30;

impl Walk {
    pub(super) fn new(step: i32) -> Self {
        Self { step, by_step: Divisor::new(step) }
    }

    /// Frames to walk a distance of at least 0; [`NEVER`] for one who cannot.
    #[inline]
    pub(super) fn frames(&self, distance: i32) -> u32 {
        if distance <= 0 {
            0
        } else if self.step == 0 {
            NEVER
        } else {
            self.by_step.divide(distance + self.step - 1).cast_unsigned()
        }
    }

    /// Frames that two walks take at most, neither of them of no length, which
    /// are no longer than `sum` together: each may end with a part of a step.
    #[inline]
    pub(super) fn most_frames_of_two(&self, sum: i32) -> u32 {
        if sum < 2 {
            0
        } else if self.step == 0 {
            NEVER
        } else {
            self.by_step.divide(sum - 2).cast_unsigned() + 2
        }
    }

    /// How far one walks in a number of frames; far enough, if it is more than
    /// any level is wide.
    #[inline]
    pub(super) fn reach(&self, frames: u32) -> i32 {
        self.step.saturating_mul(frames.cast_signed()).min(1 << 30)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_by_a_factor_is_division() {
        for divisor in [1, 2, 3, 7, 8, 48, 1_000, 57_600, 262_143, 262_144] {
            let by = Divisor::new(divisor);
            for base in [0, 1, divisor, 3 * divisor, 1 << 20, 1 << 30, i32::MAX - 3] {
                for dividend in [base.saturating_sub(1), base, base.saturating_add(1)] {
                    if dividend >= 0 {
                        assert_eq!(by.divide(dividend), dividend / divisor, "{dividend}/{divisor}");
                    }
                }
            }
        }
    }

    #[test]
    fn who_cannot_walk_arrives_only_where_he_is() {
        assert_eq!(Walk::new(0).frames(0), 0);
        assert_eq!(Walk::new(0).frames(1), NEVER);
        assert_eq!(Walk::new(8).frames(9), 2);
    }
}
