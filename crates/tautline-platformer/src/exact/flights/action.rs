//! What the player does in a move: which buttons are held when.

/// A move, as the player makes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::exact) enum Action {
    /// Walking over a gap no wider than a step.
    Step,
    /// Walking off a ledge.
    WalkOff,
    /// Dropping through one-way tiles.
    Drop,
    /// A jump, `wait` frames after the move began, with the button held for
    /// `hold` frames. A jump from the ground has `wait` 0; a jump in grace
    /// begins after the frame that leaves the ledge.
    Jump { wait: u32, hold: u32 },
    /// A flight that begins in the air, the button held from a frame on for
    /// `hold` frames; in grace, a jump begins then.
    Air { wait: u32, hold: u32 },
}

impl Action {
    /// Whether the jump button is held in the frame that begins at a time.
    pub(in crate::exact) const fn holds_jump(self, time: u32) -> bool {
        match self {
            Self::Jump { wait, hold } | Self::Air { wait, hold } => {
                wait <= time && time < wait + hold
            }
            Self::Step | Self::WalkOff | Self::Drop => false,
        }
    }

    /// Whether down is pressed in the frame that begins at a time.
    pub(in crate::exact) const fn presses_down(self, time: u32) -> bool {
        matches!(self, Self::Drop) && time == 0
    }

    /// When, after a time, another button may be pressed or released.
    pub(in crate::exact) fn next_press(self, time: u32) -> u32 {
        let changes = match self {
            Self::Jump { wait, hold } | Self::Air { wait, hold } => [wait, wait + hold],
            Self::Step | Self::WalkOff | Self::Drop => [1; 2],
        };
        changes.into_iter().find(|&change| change > time).unwrap_or(u32::MAX)
    }

    /// Whether its first frame leaves a ledge.
    pub(in crate::exact) const fn leaves_a_ledge(self) -> bool {
        match self {
            Self::WalkOff => true,
            Self::Jump { wait, .. } => wait > 0,
            Self::Step | Self::Drop | Self::Air { .. } => false,
        }
    }
}
