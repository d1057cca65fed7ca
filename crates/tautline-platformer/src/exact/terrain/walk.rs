//! Walks: the horizontal half of every move, and all of a way on the ground.

/// More frames than any plan has.
pub(in crate::exact) const NEVER: u32 = 1 << 30;

/// How many frames a walk takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::exact) struct Walk {
    pub(in crate::exact) step: i32,
}

impl Walk {
    /// Frames to walk a distance of at least 0; [`NEVER`] for one who cannot.
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

    /// Frames that two walks take at most, neither of them of no length, which
    /// are no longer than `sum` together: each may end with a part of a step.
    #[inline]
    pub(in crate::exact) fn most_frames_of_two(&self, sum: i32) -> u32 {
        if sum < 2 {
            0
        } else if self.step == 0 {
            NEVER
        } else {
            ((sum - 2) / self.step).cast_unsigned() + 2
        }
    }

    /// How far one walks in a number of frames; far enough, if it is more than
    /// any level is wide.
    #[inline]
    pub(in crate::exact) fn reach(&self, frames: u32) -> i32 {
        self.step.saturating_mul(frames.cast_signed()).min(1 << 30)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_cannot_walk_arrives_only_where_he_is() {
        assert_eq!(Walk { step: 0 }.frames(0), 0);
        assert_eq!(Walk { step: 0 }.frames(1), NEVER);
        assert_eq!(Walk { step: 8 }.frames(9), 2);
    }
}
