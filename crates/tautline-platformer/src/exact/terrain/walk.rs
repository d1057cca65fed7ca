//! Walking: the horizontal half of every move, and all movement on the ground.

/// More frames than any plan has.
pub(in crate::exact) const NEVER: u32 = 1 << 30;

/// Walking times and distances at a walk speed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::exact) struct Walk {
    pub(in crate::exact) step: i32,
}

impl Walk {
    /// Returns the number of frames to walk a distance of at least 0; [`NEVER`] if the character
    /// cannot walk.
    #[inline]
    pub(in crate::exact) fn frames(&self, distance: i32) -> u32 {
        if distance <= 0 {
            0
        } else if self.step == 0 {
            NEVER
        } else {
            ((distance + self.step - 1) / self.step).cast_unsigned()
        }
    }

    /// Returns an upper bound on the number of frames of two walks, both longer than 0, whose
    /// lengths add up to at most `sum`. Each may end with a partial step.
    #[inline]
    pub(in crate::exact) fn max_frames_of_two(&self, sum: i32) -> u32 {
        if sum < 2 {
            0
        } else if self.step == 0 {
            NEVER
        } else {
            ((sum - 2) / self.step).cast_unsigned() + 2
        }
    }

    /// Returns the distance that can be walked in a number of frames. Saturates above the width of
    /// any level.
    #[inline]
    pub(in crate::exact) fn reach(&self, frames: u32) -> i32 {
        self.step.saturating_mul(frames.cast_signed()).min(1 << 30)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_character_that_cannot_walk_only_reaches_its_own_position() {
        assert_eq!(Walk { step: 0 }.frames(0), 0);
        assert_eq!(Walk { step: 0 }.frames(1), NEVER);
        assert_eq!(Walk { step: 8 }.frames(9), 2);
    }
}
